"""Seeds, tracking of the stream, generations of the read side, games set aside."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table("seeds", sa.Column("game_id", sa.String(36), primary_key=True), sa.Column("seed", sa.LargeBinary(32), nullable=False))
    op.create_table(
        "generations",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shape", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("made_at", sa.String(24), nullable=False),
    )
    op.create_table(
        "tracking",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("topic", sa.String(100), primary_key=True),
        sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "set_aside",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(36), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
    )


def downgrade() -> None:
    """Drops the tables."""
    for table in ("set_aside", "tracking", "generations", "seeds"):
        op.drop_table(table)
