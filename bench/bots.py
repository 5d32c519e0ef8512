"""How strong the bots are: many games, seats changing, on all processors."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from engine import score
from engine.bots import BOTS
from engine.bots.match import play_match


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


def run() -> None:
    """Print the share of games won (a shared win counts as its share) with its standard error."""
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
    bots = [BOTS[pairing.weak]] * pairing.players
    bots[seat] = BOTS[pairing.strong]
    # Two games in a row have the same decks, the seats changed: luck evens out.
    final = score(play_match(bots, b"bots %d" % (game // pairing.players))[0])
    winners = final.outcome.winners
    share = 1 / len(winners) if seat in winners else 0.0
    return share, final.gold[seat], (sum(final.gold) - final.gold[seat]) / (pairing.players - 1)
