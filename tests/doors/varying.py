"""The same game with other hidden tiles: whatever one seat cannot have seen lies in another order."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import select

from app.models import Move
from app.usecases.games import locked
from engine import (
    GameState,
    LayTile,
    apply,
    deal,
    decks,
    digest,
    dump_events,
    dump_state,
    read_move,
)
from tests.world import World

Decks = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
Made = list[tuple[int, str]]


@dataclass
class Hidden:
    """A game's decks as they were dealt, and the moves made since."""

    dealt: Decks
    moves: Made

    def varied(self, viewer: int | None, chance: Random) -> "Hidden":
        """Other decks that give this viewer, or everybody who only watches, the same to see."""
        final, laid = self._replay()
        workers = []
        for seat, deck in enumerate(self.dealt[0]):
            drawn = len(deck) - len(final.worker_decks[seat])
            # A player has seen whatever they drew; the others have seen only what was laid.
            seen = set(range(drawn)) if seat == viewer else laid[seat]
            workers.append(_reordered(deck, seen, chance))
        jungle = self.dealt[1]
        drawn = len(jungle) - len(final.pile)
        return Hidden((tuple(workers), _reordered(jungle, set(range(drawn)), chance)), self.moves)

    def write(self, world: World, key: str, seed: bytes) -> GameState:
        """Put this game in the place of the stored one; the position it has come to."""
        with world.service.database.writing() as session:
            game = locked(session, key)
            state = deal(*self.dealt)
            rows = session.scalars(select(Move).where(Move.game_id == game.id).order_by(Move.number)).all()
            for row in rows:
                state, events = apply(state, row.seat, read_move(row.notation))
                row.events, row.digest = dump_events(events), digest(state)
            game.state, game.seed = dump_state(state), seed
        return state

    def _replay(self) -> tuple[GameState, list[set[int]]]:
        """The position now, and for each seat the places in its deck of the tiles it has laid."""
        state = deal(*self.dealt)
        laid: list[set[int]] = [set() for _ in self.dealt[0]]
        for seat, notation in self.moves:
            move = read_move(notation)
            if isinstance(move, LayTile):
                deck = self.dealt[0][seat]
                drawn = len(deck) - len(state.worker_decks[seat])
                in_hand = (n for n in range(drawn) if n not in laid[seat] and deck[n] == move.worker)
                laid[seat].add(next(in_hand))
            state = apply(state, seat, move).state
        return state, laid


def hidden(world: World, key: str, seed: bytes) -> Hidden:
    """What lies hidden in a stored game."""
    with world.service.database.reading() as session:
        game_id = world.game(key).id
        rows = session.execute(
            select(Move.seat, Move.notation).where(Move.game_id == game_id).order_by(Move.number)
        )
        return Hidden(decks(len(world.seats(key)), seed), [(seat, notation) for seat, notation in rows])


def _reordered(deck: Sequence[str], seen: set[int], chance: Random) -> tuple[str, ...]:
    """The deck with the tiles that nobody saw in another order."""
    places = [n for n in range(len(deck)) if n not in seen]
    tiles = [deck[n] for n in places]
    chance.shuffle(tiles)
    new = list(deck)
    for place, tile in zip(places, tiles, strict=True):
        new[place] = tile
    return tuple(new)
