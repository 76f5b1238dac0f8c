"""GraphiQL in a real browser, with no network but the service: it starts, knows the schema, asks, and follows a game live."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.api.house import House, running
from tests.browser.browser import browser_page, shot
from tests.toy import on_the_shelf

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with on_the_shelf(), running(tmp_path_factory.mktemp("browser")) as made:
        yield made


@pytest.fixture
def asked() -> list[Request]:
    return []


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(asked: list[Request], complaints: list[str]) -> Iterator[Page]:
    with browser_page() as made:
        made.on("request", lambda request: asked.append(request))  # noqa: PLW0108 (playwright cannot take a built-in method)
        made.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        made.on("pageerror", lambda error: complaints.append(str(error)))
        yield made


def write(page: Page, place: str, text: str) -> None:
    page.evaluate("([place, text]) => document.querySelector(place).CodeMirror.setValue(text)", [place, text])


def ask(page: Page, query: str, headers: str | None = None) -> None:
    if headers is not None:
        page.get_by_role("button", name="Headers").click()
        write(page, ".graphiql-editor-tool section:not([hidden]) .CodeMirror, .graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror", headers)
    write(page, ".graphiql-query-editor .CodeMirror", query)
    page.wait_for_timeout(500)  # GraphiQL reads what is typed when typing pauses
    page.locator(".graphiql-execute-button").click()


def test_it_starts_without_any_other_host(house: House, page: Page, asked: list[Request], complaints: list[str]) -> None:
    page.goto(f"{house.url}/graphql")
    expect(page.locator(".graphiql-query-editor")).to_contain_text("rulesets")
    page.locator(".graphiql-execute-button").click()
    expect(page.locator(".graphiql-response")).to_contain_text("Bremen")
    shot(page, "graphiql")
    hosts = {urlsplit(request.url).netloc for request in asked if not request.url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(house.url).netloc}
    assert complaints == []


@pytest.mark.parametrize("width", [1400, 1200])
def test_nothing_of_the_first_query_is_cut_off(house: House, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{house.url}/graphql")
    expect(page.locator(".graphiql-query-editor")).to_contain_text("rulesets")
    seen = page.evaluate("document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror.getScrollInfo()")
    assert seen["width"] <= seen["clientWidth"]
    shot(page, f"graphiql-{width}")


def test_it_knows_the_schema(house: House, page: Page) -> None:
    page.goto(f"{house.url}/graphql")
    page.get_by_role("button", name="Show Documentation Explorer").click()
    expect(page.locator(".graphiql-doc-explorer")).to_contain_text("Subscription")
    write(page, ".graphiql-query-editor .CodeMirror", "{ nothing }")
    expect(page.locator(".graphiql-query-editor .CodeMirror-lint-mark-error").first).to_be_visible()
    shot(page, "documentation")


def test_it_follows_a_game_live_with_a_token(house: House, page: Page, complaints: list[str]) -> None:
    """The token stands in the headers editor and goes to the socket as well: the seat sees its own hand in the frames."""
    table = house.open()
    page.goto(f"{house.url}/graphql")
    subscription = (
        f'subscription {{ game(id: "{table.id}") {{ __typename ... on MoveFrame {{ number notation draws }} ... on StatusFrame {{ status moveCount }} }} }}'
    )
    ask(page, subscription, f'{{"Authorization": "Bearer {table.tokens[0]}"}}')
    answer = page.locator(".graphiql-response")
    expect(answer).to_contain_text("StatusFrame")
    house.play(table.tokens[0], table.id, notation="aim left")
    expect(answer).to_contain_text("aim left")
    game: Any = house.embedded.ledger.game(table.id)
    house.play(table.tokens[0], table.id, json=game.rules.legal_moves(game.state, 0)[0].wire())
    expect(answer).to_contain_text("card")
    expect(answer).not_to_contain_text("hidden")
    shot(page, "live")
    assert complaints == []
