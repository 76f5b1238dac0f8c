"""Where the relay stands in each feed, and games that it holds back because a broker refused a record of theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table("relay_positions", sa.Column("feed", sa.String(100), primary_key=True), sa.Column("position", sa.BigInteger, nullable=False))
    op.create_table(
        "relay_held",
        sa.Column("topic", sa.String(100), primary_key=True),
        sa.Column("game_id", sa.String(36), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.Column("retry", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Drops the tables."""
    op.drop_table("relay_held")
    op.drop_table("relay_positions")
