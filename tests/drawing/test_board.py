"""The board as a picture."""

from collections import Counter
from dataclasses import replace
from html import unescape

import pytest

from app.drawing import Ghost, board_svg
from engine import View, view_for
from engine.material import COLORS
from tests.drawing.reading import SVG, parsed, used
from tests.engine.positions import backwards, position

TWO = ("red", "yellow")


def test_a_new_board_is_the_starting_tiles_with_a_ring_of_spaces() -> None:
    svg = board_svg(view_for(position(), None), TWO)
    assert used(svg) == {"plantation-1": 1, "market-2": 1}
    empty = [path for path in parsed(svg).iter(f"{SVG}path") if "h80q8" in path.get("d", "")]
    assert sum(path.get("d", "").count("M") for path in empty) == 4 * 4 - 2


def test_every_tile_of_a_full_board_is_drawn(full: View) -> None:
    drawn = used(board_svg(full, COLORS))
    assert {code: drawn[code] for code in set(full.jungle.values())} == Counter(full.jungle.values())
    tiles = Counter(f"{COLORS[tile.seat]}-{tile.code}" for tile in full.workers.values())
    assert {name: drawn[name] for name in tiles} == tiles


def test_every_symbol_used_is_defined_once(full: View) -> None:
    svg = board_svg(full, COLORS)
    ids = [name for element in parsed(svg).iter() if (name := element.get("id"))]
    assert sorted(ids) == sorted(f"board-{name}" for name in used(svg))


def test_a_prefix_keeps_the_ids_of_two_boards_apart(small: View) -> None:
    svg = board_svg(small, TWO, prefix="before")
    assert 'id="before-' in svg
    assert "#board-" not in svg


def test_a_board_tells_what_lies_where(small: View) -> None:
    root = parsed(board_svg(small, TWO))
    assert root.findtext(f"{SVG}title") == "Board with 2 jungle tiles and 2 worker tiles"
    told = root.findtext(f"{SVG}desc") or ""
    assert "column 1, row 1: market (price 2)." in told
    assert "column 1, row 0: worker tile red 1‑2‑1‑0." in told
    assert "column 0, row −1: worker tile yellow 0‑1‑3‑0 on top of another." in told


def test_what_is_told_of_a_full_board_has_bounds(full: View) -> None:
    assert len(parsed(board_svg(full, COLORS)).findtext(f"{SVG}desc") or "") < 5000


def test_a_stack_of_two_shows_the_tile_beneath(small: View) -> None:
    assert used(board_svg(small, TWO))["yellow-beneath"] == 1
    flat = {space: replace(tile, over=None) for space, tile in small.workers.items()}
    assert "beneath" not in board_svg(replace(small, workers=flat), TWO)


def test_only_lit_spaces_with_an_address_are_links(small: View) -> None:
    lit = [(-1, 0), (2, 1), (0, -1)]
    svg = board_svg(
        small, TWO, lit=lit, links=lambda at: None if at == (2, 1) else f"/lay?x={at[0]}&y={at[1]}"
    )
    links = {link.get("href"): link.get("aria-label") for link in parsed(svg).iter(f"{SVG}a")}
    assert links == {
        "/lay?x=-1&y=0": "column −1, row 0: empty worker space",
        "/lay?x=0&y=-1": "column 0, row −1: worker tile yellow 0‑1‑3‑0 on top of another",
    }
    assert parsed(svg).get("role") == "group"


def test_the_keyboard_goes_through_the_links_row_by_row(small: View) -> None:
    svg = board_svg(small, TWO, lit=[(2, 1), (1, 2), (-1, 0), (0, 1)], links=lambda at: f"/{at[0]}/{at[1]}")
    links = [link.get("href") for link in parsed(svg).iter(f"{SVG}a")]
    assert links == ["/-1/0", "/0/1", "/2/1", "/1/2"]


def test_without_addresses_a_board_is_one_image(small: View) -> None:
    root = parsed(board_svg(small, TWO, lit=[(-1, 0)]))
    assert root.get("role") == "img"
    assert not list(root.iter(f"{SVG}a"))


def test_an_address_cannot_leave_its_attribute(small: View) -> None:
    address = '/"><script>alert(1)</script>'
    svg = board_svg(small, TWO, lit=[(-1, 0)], links=lambda _: address)
    assert "<script" not in svg
    assert unescape(svg).count(address) == 1


def test_marked_spaces_are_outlined(small: View) -> None:
    plain, marked = board_svg(small, TWO), board_svg(small, TWO, marked=[(1, 1), (1, 0)])
    assert marked.count("<rect") == plain.count("<rect") + 4
    told = (parsed(marked).findtext(f"{SVG}desc") or "").replace("\N{NO-BREAK SPACE}", " ")
    assert told.endswith("Outlined: (1, 0), (1, 1).")


def test_a_move_not_made_is_shown_and_told(small: View) -> None:
    ghost = Ghost((1, 2), 0, "3100", 1, {(0, 2): "temple", (1, 3): None})
    svg = board_svg(small, TWO, ghost=ghost)
    assert used(svg) - used(board_svg(small, TWO)) == {"red": 1, "red-3100": 1, "temple": 1, "back": 1}
    assert svg.count('stroke-dasharray="9 7"') == 3
    told = parsed(svg).findtext(f"{SVG}desc") or ""
    assert "Not yet laid, on (1,\N{NO-BREAK SPACE}2): worker tile red 0‑3‑1‑0." in told
    assert "Not yet laid, on (1,\N{NO-BREAK SPACE}3): a tile yet to be drawn." in told


def test_overbuilding_not_done_yet_is_shown_as_a_stack(small: View) -> None:
    assert used(board_svg(small, TWO, ghost=Ghost((1, 0), 0, "1111", 0)))["red-beneath"] == 1


@pytest.mark.parametrize("word", ["style", "<script", "<text", "Gradient"])
def test_a_board_has_only_presentation_attributes_and_paths(full: View, word: str) -> None:
    assert word not in board_svg(full, COLORS, lit=[(0, 1)], marked=[(0, 0)], links=lambda _: "/")


def test_the_same_view_gives_the_same_bytes_whatever_the_order_of_its_tiles(full: View) -> None:
    shuffled = replace(full, workers=backwards(full.workers), jungle=backwards(full.jungle))
    assert board_svg(shuffled, COLORS) == board_svg(full, COLORS)
