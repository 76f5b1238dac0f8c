"""The view: what a client needs to draw a position."""

from domain.message import Model, View


class HanPoint(Model):
    x: int
    y: int


class HanProvince(Model):
    """A province or district: printed matter, houses and emissaries by seat."""

    id: str
    name: str
    color: str
    dragon: HanPoint
    outline: list[HanPoint]  # empty where the board gives none
    houses: list[int]
    emissaries: list[int]  # on the dragon space
    emissary_limit: int
    scored: bool


class HanSpace(Model):
    """A house space and what stands on it."""

    id: str
    provinces: list[str]
    port: bool
    x: int
    y: int
    house: int | None  # seat
    fortified: bool
    market: bool


class HanMarket(Model):
    """A market place: whose emissary came with it."""

    space: str
    seat: int


class HanRoad(Model):
    one: str
    other: str


class HanAlliance(Model):
    number: int
    provinces: list[str]
    x: int | None = None
    y: int | None = None


class HanSeat(Model):
    """A player. ``hand`` is there for whom it belongs to."""

    seat: int
    hand_size: int
    hand: list[str] | None
    houses: int
    emissaries: int
    markers: int
    points: int
    point_cards: int
    for_houses: int
    for_alliances: int
    for_roads: int
    for_ports: int


class HanLast(Model):
    """The newest thing that everybody could see."""

    seat: int
    verb: str
    where: str
    cards: list[str]


class HanView(View):
    """A position as one viewer sees it."""

    map: str
    board: str
    title: str
    reconstructed: bool
    seats: int
    to_act: list[int]
    step: str
    start: int
    turn: int
    last_round: bool
    pieces_placed: int
    pile_count: int
    depleted: int
    display: list[str]
    discards: dict[str, int]
    players: list[HanSeat]
    provinces: list[HanProvince]
    spaces: list[HanSpace]
    markets: list[HanMarket]
    roads: list[HanRoad]
    alliances: list[HanAlliance]
    last: HanLast | None
    reason: str | None
    winners: list[int]
