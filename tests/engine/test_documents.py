"""`docs/rules.md` and `docs/record.md` stay true: their tiles, their example, and what is cited of them."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine import Village, read_record, replay
from engine.material import JUNGLE_TILES, WATER_TRACK, WORKER_TILES, jungle_tiles, worker_tiles

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RECORD = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")


def written_out(deck: Sequence[str], tiles: Counter[str]) -> list[str]:
    """A deck of the example, with the tiles that `...` stands for."""
    named = [tile for tile in deck if tile != "..."]
    return [*named, *(tiles - Counter(named)).elements()]


def counted() -> Iterator[tuple[str, int]]:
    """The jungle tiles of the table in the rules: a row has one code and count, or several of both."""
    for codes, counts in re.findall(r"^\|[^|]+\| (`[^|]+`) \| ([\d /]+) \|", RULES, re.MULTILINE):
        yield from zip(re.findall(r"`([^`]+)`", codes), map(int, counts.split(" / ")), strict=True)


def test_the_rules_list_what_is_in_the_box() -> None:
    assert dict(counted()) == {code: tile.in_box for code, tile in JUNGLE_TILES.items()}
    assert {code: int(n) for n, code in re.findall(r"(\d)× `(\d{4})`", RULES)} == WORKER_TILES
    assert f"**{', '.join(map(str, WATER_TRACK))}**" in RULES


def test_the_example_of_a_record_does_what_is_told_of_it() -> None:
    found = re.search(r"```json\n(.+?)```", RECORD, re.DOTALL)
    assert found is not None
    document = json.loads(found[1])
    del document["result"]  # of the whole game, of which the example shows one turn
    document["worker_decks"] = [written_out(deck, worker_tiles(2)) for deck in document["worker_decks"]]
    document["jungle_deck"] = written_out(document["jungle_deck"], jungle_tiles(2))
    after = replay(read_record(json.dumps(document))).positions[-1]
    assert "two workers N take two cacao, the one E sells one for 2" in RECORD
    assert after.villages[0] == Village(gold=2, cacao=1)


def test_what_the_code_cites_is_there() -> None:
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for room in ("engine", "app", "tests")
        for file in (ROOT / room).rglob("*.py")
    )
    sections = set(re.findall(r"docs/rules\.md §(\d)", code))
    headings = set(re.findall(r'docs/record\.md "(\w[\w ]+)"', code))
    assert sections == set(re.findall(r"^## (\d) ", RULES, re.MULTILINE))
    assert headings
    assert headings <= set(re.findall(r"^## ([\w ]+)", RECORD, re.MULTILINE))
