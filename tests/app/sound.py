"""What every page must be: HTML that is closed, labelled, in order, and within the policy."""

import re
from html.parser import HTMLParser


class Sound(HTMLParser):
    """Collects what is wrong with a page."""

    VOID = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.fields: list[str] = []
        self.feed(page)
        self.close()
        self._judge()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        self._policy(tag, given)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "html" and given.get("lang") not in ("en", "de", "nl"):
            self.faults.append("no language")
        if tag == "label" and given.get("for"):
            self.labelled.add(str(given["for"]))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            self._field(tag, given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def _policy(self, tag: str, given: dict[str, str | None]) -> None:
        if tag == "style" or "style" in given or (tag == "script" and not given.get("src")):
            self.faults.append(f"inline style or script: {tag}")
        self.faults += [f"inline handler: {name}" for name in given if name.startswith("on")]
        if tag == "img" and "alt" not in given:
            self.faults.append("a picture without words")

    def _field(self, tag: str, given: dict[str, str | None]) -> None:
        if "label" not in self.open:
            self.fields.append(str(given.get("id") or f"{tag} {given.get('name')}"))

    def _judge(self) -> None:
        self.faults += [f"{field} has no label" for field in self.fields if field not in self.labelled]
        if self.headings.count(1) != 1:
            self.faults.append(f"{self.headings.count(1)} h1")
        if any(below > above + 1 for above, below in zip(self.headings, self.headings[1:], strict=False)):
            self.faults.append(f"headings out of order: {self.headings}")
        if len(set(self.ids)) < len(self.ids):
            self.faults.append(f"an id twice: {sorted(self.ids)}")
        if self.open:
            self.faults.append(f"not closed: {self.open}")
