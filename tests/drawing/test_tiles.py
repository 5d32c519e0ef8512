"""Single tiles, village boards and the chart."""

from itertools import combinations

import pytest

from app.drawing import gold_chart_svg, tile_svg, village_svg, worker_svg
from app.drawing.jungle import ART
from app.drawing.palette import PAINTS
from engine import Village
from engine.material import COLORS, JUNGLE_TILES, WATER_TRACK, WORKER_TILES
from tests.drawing.reading import SVG, parsed, shapes


def test_every_jungle_tile_and_every_colour_of_the_box_has_a_drawing() -> None:
    assert set(ART) == set(JUNGLE_TILES)
    assert set(PAINTS) == set(COLORS)


def test_jungle_tiles_are_told_apart_without_colour() -> None:
    assert len({shapes(tile_svg(code)) for code in JUNGLE_TILES}) == 10


def test_the_player_colours_are_told_apart_without_colour() -> None:
    tiles = {color: shapes(worker_svg("1111", 0, color)) for color in COLORS}
    assert all(tiles[one] != tiles[other] for one, other in combinations(COLORS, 2))


@pytest.mark.parametrize("code", sorted(JUNGLE_TILES))
def test_a_jungle_tile_is_a_picture_with_a_name(code: str) -> None:
    root = parsed(tile_svg(code))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("code", sorted(WORKER_TILES))
def test_a_worker_tile_shows_as_many_figures_as_it_has_workers(code: str, color: str) -> None:
    heads = worker_svg(code, 0, color).count("a6 6 0 1 1")
    assert heads == sum(map(int, code))


def test_a_turned_worker_tile_says_where_its_workers_stand() -> None:
    svg = worker_svg("3001", 1, "purple")
    assert parsed(svg).findtext(f"{SVG}title") == "worker tile purple 1‑3‑0‑0"
    assert 'rotate(90 50 50)">' in svg


def test_a_village_board_shows_what_is_there() -> None:
    root = parsed(village_svg(Village(gold=-3, cacao=4, sun=2, water=8), "white"))
    told = "Village white: gold -3, cacao 4, sun tokens 2, water field 16"
    assert root.findtext(f"{SVG}title") == told


@pytest.mark.parametrize("water", range(len(WATER_TRACK)))
def test_every_step_of_the_water_carrier_is_seen(water: int) -> None:
    others = {village_svg(Village(water=field), "red") for field in range(len(WATER_TRACK)) if field != water}
    assert village_svg(Village(water=water), "red") not in others


def test_every_fruit_and_every_token_is_seen() -> None:
    assert len({shapes(village_svg(Village(cacao=cacao), "red")) for cacao in range(6)}) == 6
    assert len({shapes(village_svg(Village(sun=sun), "red")) for sun in range(4)}) == 4


def test_the_chart_names_every_player_and_what_they_end_with() -> None:
    root = parsed(gold_chart_svg([[0, 3, 9], [0, 0, -4]], ["red", "white"], ["Ann", "<b>Bob</b>"]))
    told = "Ann (red) ends with 9 gold. <b>Bob</b> (white) ends with -4 gold."
    assert root.findtext(f"{SVG}desc") == told
    named = [line.findtext(f"{SVG}title") for line in root.findall(f"{SVG}g")]
    assert [name for name in named if name] == ["Ann", "<b>Bob</b>"]


def test_the_lines_of_a_chart_are_told_apart_without_colour() -> None:
    dashes = {PAINTS[color].dashes for color in COLORS}
    assert len(dashes) == len({PAINTS[color].badge for color in COLORS}) == len(COLORS)


def test_a_chart_can_be_drawn_before_the_first_turn() -> None:
    assert parsed(gold_chart_svg([[0], [0]], ["red", "white"], ["Ann", "Bob"])) is not None
