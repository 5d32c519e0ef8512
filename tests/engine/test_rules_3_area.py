"""docs/rules.md §3: the playing area is an unbounded chessboard."""

import pytest

from engine import IllegalMove, Reason, Village, neighbours
from tests.engine.positions import lay, position, tile, use, whole_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worker_tiles_share_no_side_with_each_other_nor_do_jungle_tiles(players: int) -> None:
    final = whole_game(players)[-1]
    for tiles in (final.workers, final.jungle):
        assert not any(beside in tiles for at in tiles for beside in neighbours(at))


@pytest.mark.parametrize("at", [(0, 0), (0, 2), (2, 0), (-1, 1), (-1, -1)])
def test_no_worker_tile_goes_on_a_jungle_space(at: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove) as refused:
        lay(position(), "1111", at)
    assert refused.value.reason is Reason.NOT_A_WORKER_SPACE


@pytest.mark.parametrize("x", [-1000, 1000])
def test_the_area_has_no_border(x: int) -> None:
    far_out = position(jungle={(x, x): "mine-1"}, workers={(x, x - 1): tile(1)})
    laid = lay(far_out, "1111", (x + 1, x), jungle={(x + 1, x - 1): "water"}).state
    after = use(laid, 0, ((x + 1, x), "W", 1), ((x + 1, x), "N", 1)).state
    assert after.villages[0] == Village(gold=1, water=1)
