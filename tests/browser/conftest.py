"""One Chromium for all these tests, and a house of its own for each."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House, open_house
from tests.browser.reader import Device, Reader, Welcome, reader
from tests.installing import Installed
from tests.servers.processes import CHROMIUM, find_binary
from tests.servers.smtp import SmtpServer

_QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    expect.set_options(timeout=5000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_binary(*CHROMIUM), args=list(_QUIET), chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.fixture
def house(installed: Installed, tmp_path: Path, smtp_server: SmtpServer) -> Iterator[House]:
    """The service, empty."""
    letters = tmp_path / "letters"
    letters.mkdir()
    with open_house(installed, smtp_server, letters) as opened:
        yield opened


@pytest.fixture
def welcome(chromium: Browser) -> Iterator[Welcome]:
    """Lets somebody in with a device: `welcome(PHONE)`."""
    with ExitStack() as windows:

        def enter(device: Device, **options: object) -> Reader:
            return windows.enter_context(reader(chromium, device, **options))

        yield enter
