"""Somebody with a real browser who looks closely at every page."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

PICTURES = Path(__file__).parent / "screenshots"
_CHECKED: set[tuple[str, bool]] = set()
"""Pages that axe has seen, in light or dark; it takes longer than all the rest."""
_GRAVE = ("serious", "critical")
_LISTEN = """addEventListener("securitypolicyviolation", event =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""


@dataclass(frozen=True)
class Device:
    """What somebody reads our pages with."""

    name: str
    options: Mapping[str, Any]
    script: bool = True

    @property
    def dark(self) -> bool:
        return self.options.get("color_scheme") == "dark"

    @property
    def touch(self) -> bool:
        return bool(self.options.get("has_touch"))


_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_DESK = {"viewport": {"width": 1280, "height": 900}}
DESK = Device("desk", _DESK)
PHONE = Device("phone", {**_PHONE, "device_scale_factor": 1})
PLAIN = Device("plain", _DESK, script=False)
DARK = Device("dark", {**_DESK, "color_scheme": "dark"})
DARK_PHONE = Device("dark-phone", {**_PHONE, "color_scheme": "dark"})


@dataclass
class Reader:
    """One browser window with its own cookies. `look` proves a page sound and takes its picture."""

    context: BrowserContext
    page: Page
    device: Device
    complaints: list[str] = field(default_factory=list)
    """What the browser's console complained about."""

    def open(self, address: str) -> None:
        self.page.goto(address)

    def press(self, target: Locator | str) -> None:
        """Click, or tap on a phone."""
        found = self.page.locator(target).first if isinstance(target, str) else target
        if self.device.touch:
            found.tap()
        else:
            found.click()

    def button(self, words: str) -> None:
        self.press(self.page.get_by_role("button", name=words).first)

    def link(self, words: str) -> None:
        self.press(self.page.get_by_role("link", name=words).first)

    def reads(self, words: str) -> None:
        expect(self.page.locator("body")).to_contain_text(words)

    def look(self, name: str, words: str = "", *, expected: str = "") -> None:
        """Nothing is wrong with the page that has these words; its picture is kept for people to look at."""
        self.reads(words)
        self.page.wait_for_load_state()
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.page.viewport_size["width"], f"{name} is {width} px wide"  # type: ignore[index]
        if self.device.script and (name, self.device.dark) not in _CHECKED:
            self._accessible(name)
            _CHECKED.add((name, self.device.dark))
        PICTURES.mkdir(exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}-{self.device.name}.png", full_page=True)
        self.complaints = [each for each in self.complaints if not (expected and expected in each)]
        assert self.complaints == []

    def _accessible(self, name: str) -> None:
        found = Axe().run(self.page, options={"resultTypes": ["violations"], "iframes": False}).response
        grave = [fault for fault in found["violations"] if fault["impact"] in _GRAVE]
        told = [f"{fault['id']}: {node['html'][:150]}" for fault in grave for node in fault["nodes"][:3]]
        assert told == [], f"{name}: {told}"


Welcome = Callable[..., Reader]


@contextmanager
def reader(browser: Browser, device: Device, **options: Any) -> Iterator[Reader]:
    """A fresh window, as if nobody had ever been here."""
    settings = {"locale": "en-GB", "timezone_id": "Europe/Berlin", **device.options, **options}
    context = browser.new_context(java_script_enabled=device.script, **settings)
    context.set_default_timeout(5000)
    if device.script:
        context.add_init_script(_LISTEN)
    found = Reader(context, context.new_page(), device)
    found.page.on(
        "console",
        lambda said: found.complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    try:
        yield found
        assert found.complaints == []
    finally:
        context.close()
