"""How heavy a GraphQL document is, before it is validated or executed: depth, aliases, and what its lists may multiply to.

The library's depth limiter walks a fragment again wherever it is spread, which thirty nested fragments turn into a billion steps, and
passes introspection by. Here every fragment is measured once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
)

PAGE: Final = 50  # items of a page of which a document does not say how many it wants
PAGED: Final = frozenset({"edges", "nodes"})
HEAVY: Final[Mapping[str, int]] = {"view": 20, "viewJson": 20, "legalMoves": 20, "legalMovesJson": 20, "audit": 500, "leaderboard": 50, "rulesets": 10}


@dataclass(frozen=True, slots=True)
class Weight:
    """Levels of fields, aliases, and fields answered at most."""

    depth: int = 0
    aliases: int = 0
    cost: int = 0

    def beside(self, other: "Weight") -> "Weight":
        return Weight(max(self.depth, other.depth), self.aliases + other.aliases, self.cost + other.cost)


class Scales:
    """Weighs the operations of one document; ``variables`` may say how many items a page has."""

    def __init__(self, document: DocumentNode, variables: Mapping[str, Any] | None) -> None:
        self._fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
        self._operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
        self._variables = variables or {}
        self._weights: dict[tuple[str, int], Weight] = {}

    def weigh(self) -> Weight:
        """All operations together. GraphQLError for fragments that spread one another in a circle."""
        total = Weight()
        for operation in self._operations:
            total = total.beside(self._set(operation.selection_set, PAGE, ()))
        return total

    def _set(self, selected: SelectionSetNode | None, page: int, inside: tuple[str, ...]) -> Weight:
        total = Weight()
        for selection in selected.selections if selected else ():
            match selection:
                case FieldNode():
                    total = total.beside(self._field(selection, page, inside))
                case InlineFragmentNode():
                    total = total.beside(self._set(selection.selection_set, page, inside))
                case FragmentSpreadNode():
                    total = total.beside(self._fragment(selection.name.value, page, inside))
        return total

    def _field(self, node: FieldNode, page: int, inside: tuple[str, ...]) -> Weight:
        below = self._set(node.selection_set, self._page(node), inside)
        times = page if node.name.value in PAGED else 1
        own = HEAVY.get(node.name.value, 1)
        return Weight(below.depth + 1, below.aliases + (node.alias is not None), times * (own + below.cost))

    def _fragment(self, name: str, page: int, inside: tuple[str, ...]) -> Weight:
        if name in inside:
            raise GraphQLError(f"query: fragment {name[:40]} spreads itself")
        if (name, page) not in self._weights:
            found = self._fragments.get(name)
            self._weights[name, page] = self._set(found.selection_set, page, (*inside, name)) if found else Weight()
        return self._weights[name, page]

    def _page(self, node: FieldNode) -> int:
        for argument in node.arguments or ():
            if argument.name.value in ("first", "last"):
                value = argument.value
                asked = self._variables.get(value.name.value) if isinstance(value, VariableNode) else value.value if isinstance(value, IntValueNode) else None
                return max(1, int(asked)) if isinstance(asked, int | str) and str(asked).isdigit() else PAGE
        return PAGE
