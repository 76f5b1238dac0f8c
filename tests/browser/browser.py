"""A page of a headless Chromium; a test is skipped where none is installed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, sync_playwright

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SHOTS: Final = os.environ.get("ARBITER_TEST_SHOTS")  # a folder for screenshots to look at


@contextmanager
def browser_page() -> Iterator[Page]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        assert os.environ.get("ARBITER_REQUIRE_SERVICES") != "1", "no Chromium is installed"
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser.new_page(viewport={"width": 1400, "height": 800})
        browser.close()


def shot(of: Page | Locator, name: str) -> None:
    if SHOTS:
        of.screenshot(path=Path(SHOTS) / f"{name}.png")
