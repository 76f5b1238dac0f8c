"""Every game's pictures in a real browser: no words over other words, none outside the picture."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from domain import svg
from domain.seats import ARBITER, SPECTATOR
from domain.shelf import shelf
from tests.browser.browser import browser_page, shot
from tests.every_game.support import GAMES, Laid, configurations, random_game, reproducible, sampled

pytestmark = pytest.mark.browser

# Two words may share a place where something opaque is drawn between them, such as a figure that stands on a numbered square; and strokes of one sign may touch.
FAULTS = """svg => {
  document.body.innerHTML = svg;
  const root = document.querySelector("svg"), frame = root.getBoundingClientRect();
  const words = [...root.querySelectorAll("text")].filter(one => one.textContent.trim()).map(one => {
    const box = one.getBoundingClientRect(), air = 0.22 * box.height;
    return {one, left: box.left, right: box.right, top: box.top + air, bottom: box.bottom - air};
  });
  const outside = words.filter(a => a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1);
  const faults = outside.map(a => `outside: ${a.one.textContent}`);
  words.forEach((a, n) => words.slice(n + 1).forEach(b => {
    const left = Math.max(a.left, b.left), right = Math.min(a.right, b.right), top = Math.max(a.top, b.top), bottom = Math.min(a.bottom, b.bottom);
    if (right - left <= 1 || bottom - top <= 1 || a.one.parentNode === b.one.parentNode && a.one.parentNode !== root) return;
    const between = [...root.querySelectorAll("circle, rect, ellipse, path, polygon")].some(shape => {
      const box = shape.getBoundingClientRect(), after = Node.DOCUMENT_POSITION_FOLLOWING;
      const later = a.one.compareDocumentPosition(shape) & after && shape.compareDocumentPosition(b.one) & after;
      return later && getComputedStyle(shape).fill !== "none" && box.left <= left && box.right >= right && box.top <= top && box.bottom >= bottom;
    });
    if (!between) faults.push(`${a.one.textContent} / ${b.one.textContent}`);
  }));
  return faults;
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with browser_page() as made:
        made.set_content("<body style='margin: 0'></body>")
        yield made


@pytest.mark.parametrize("laid", [laid for slug in GAMES for laid in configurations(slug)], ids=lambda laid: laid.name)
def test_words_can_be_read(page: Page, laid: Laid) -> None:
    with reproducible(laid, 0) as made:
        for _ in random_game(laid, 0, made):
            pass
        for number, state in enumerate([made[0].before, *(step.after for step in sampled(made, 8))]):
            for viewer in (SPECTATOR, ARBITER):
                assert page.evaluate(FAULTS, laid.rules.draw(laid.rules.view(state, viewer, state))) == [], f"position {number}"
            shot(page.locator("svg"), f"{laid.name}-{number}")


@pytest.mark.parametrize("laid", [laid for slug in GAMES for laid in configurations(slug)[:1]], ids=lambda laid: laid.name)
@pytest.mark.parametrize("words", ["Ended.", "The game has ended, adjudicated: seats 0, 1, 2, 3, 4 and 5 win."])
def test_a_line_below_a_picture_can_be_read(page: Page, laid: Laid, words: str) -> None:
    with reproducible(laid, 0) as made:
        for _ in random_game(laid, 0, made):
            pass
        state = made[-1].after
        assert page.evaluate(FAULTS, svg.captioned(laid.rules.draw(laid.rules.view(state, SPECTATOR, state)), words)) == []
    shot(page.locator("svg"), f"{laid.name}-below-{len(words)}")


@pytest.mark.parametrize("slug", [slug for slug in GAMES if shelf()[slug].boards is not None])
def test_words_on_an_empty_board_can_be_read(page: Page, slug: str) -> None:
    boards = shelf()[slug].boards
    assert boards is not None
    for id, shipped in boards.shipped.items():
        assert page.evaluate(FAULTS, boards.draw(boards.parse(shipped))) == [], id
        shot(page.locator("svg"), id)
