"""Looking into a picture."""

import re
from collections import Counter
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def used(svg: str) -> Counter[str]:
    """How often each symbol is used, without the prefix of its id."""
    return Counter(re.findall(r'<use href="#board-([^"]+)"', svg))


def shapes(svg: str) -> str:
    """A picture with all its colours taken away."""
    return re.sub(r"#[0-9a-f]{3,6}\b|<title>.*?</title>", "", svg)
