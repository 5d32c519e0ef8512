"""How strong the bots are: many games, seats changing, on all processors."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

from engine import Move, Stream, View, score
from engine.bots import Bot, greedy, plan, random
from engine.bots.match import play_match

THINKING_SECONDS = 0.4
"""A move. A turn has two at most, and a round of playouts is finished: together less than a second."""


@dataclass(frozen=True)
class Pairing:
    """One bot against equal others."""

    strong: str
    weak: str
    players: int
    games: int
    goal: float | None = None


PAIRINGS = (
    Pairing("greedy", "random", 2, 400, 0.95),
    Pairing("greedy", "random", 3, 200),
    Pairing("greedy", "random", 4, 200),
    Pairing("planner", "greedy", 2, 60, 0.65),
    Pairing("planner", "greedy", 3, 24),
    Pairing("planner", "greedy", 4, 20),
)


def timed_planner(view: View, chance: Stream) -> Move:
    """The planner with a budget in time, as the service uses it."""
    stop = perf_counter() + THINKING_SECONDS
    return plan(view, chance, lambda _playouts: perf_counter() < stop)


_BOTS: dict[str, Bot] = {"random": random, "greedy": greedy, "planner": timed_planner}


def run() -> None:
    """Print the share of games won (a shared win counts as its share) with its standard error."""
    print(f"planner: {THINKING_SECONDS} s a move")
    print(
        f"{'bots':24}{'players':>8}{'games':>7}{'won':>8}{'±':>7}{'even':>7}{'goal':>7}{'gold':>7}{'others':>8}"
    )
    with ProcessPoolExecutor() as pool:
        for pairing in PAIRINGS:
            played = list(pool.map(_play, [pairing] * pairing.games, range(pairing.games)))
            won = sum(share for share, _, _ in played) / pairing.games
            error = sqrt(won * (1 - won) / pairing.games)
            gold = sum(own for _, own, _ in played) / pairing.games
            others = sum(other for _, _, other in played) / pairing.games
            goal = "" if pairing.goal is None else f"{pairing.goal:.0%}"
            print(
                f"{pairing.strong + ' v ' + pairing.weak:24}{pairing.players:8}{pairing.games:7}{won:8.1%}"
                f"{error:7.1%}{1 / pairing.players:7.0%}{goal:>7}{gold:7.1f}{others:8.1f}",
                flush=True,
            )


def _play(pairing: Pairing, game: int) -> tuple[float, float, float]:
    """The strong bot's share of the win, its gold and the others' mean gold in one game."""
    seat = game % pairing.players
    bots = [_BOTS[pairing.weak]] * pairing.players
    bots[seat] = _BOTS[pairing.strong]
    # Two games in a row have the same decks, the seats changed: luck evens out.
    final = score(play_match(bots, b"bots %d" % (game // pairing.players))[0])
    winners = final.outcome.winners
    share = 1 / len(winners) if seat in winners else 0.0
    return share, final.gold[seat], (sum(final.gold) - final.gold[seat]) / (pairing.players - 1)
