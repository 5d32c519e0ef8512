"""Choosing a move: what can be chosen next, and what the move would bring, from what the seat can see."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.refused import NotAMoveNow
from app.wording import refusal
from engine import (
    DISPLAY_SIZE,
    ActiveSide,
    CacaoSold,
    Fill,
    GameState,
    IllegalMove,
    JungleFilled,
    LayTile,
    NotAMove,
    Reason,
    Space,
    UseWorkers,
    Village,
    apply,
    forced,
    legal_moves,
    read_move,
    write_move,
)


@dataclass(frozen=True)
class Chosen:
    """What was chosen so far; the page's address carries it."""

    worker: str | None = None
    at: Space | None = None
    rotation: int = 0
    fills: tuple[Fill, ...] | None = None


def chosen(worker: str, at: str, rotation: str, fills: str) -> Chosen:
    """The choice as an address carries it; what cannot be read was not chosen."""
    try:
        move = read_move(f"{worker}@{at}:{rotation or 0} {fills}".strip())
    except NotAMove:
        return Chosen(worker=worker, rotation=int(rotation) if rotation in ("1", "2", "3") else 0)
    assert isinstance(move, LayTile)
    return Chosen(move.worker, move.at, move.rotation, move.jungle)


def chosen_in(notation: str) -> Chosen:
    """The choice that a move carries which was sent and not made, so that nobody has to choose it again."""
    try:
        move = read_move(notation)
    except NotAMove:
        return Chosen()
    if not isinstance(move, LayTile):
        return Chosen()
    return Chosen(move.worker, move.at, move.rotation, move.jungle)


@dataclass(frozen=True)
class Sale:
    """One way to use the workers: what is sold, and what it comes to."""

    notation: str
    sold: Sequence[tuple[int, int]]
    """How many cacao at which price."""
    gold: int
    """What the sales bring."""
    after: Village


@dataclass(frozen=True)
class Effect:
    """What a move brings one player at once; `asked` if there is a sale to decide."""

    seat: int
    before: Village
    after: Village
    sides: Sequence[ActiveSide]
    asked: bool

    @property
    def used(self) -> Mapping[str, int]:
        """How many workers are set off at which kind of tile."""
        workers: Counter[str] = Counter()
        for side in self.sides:
            workers[side.tile] += side.workers
        return workers


@dataclass(frozen=True)
class Preview:
    """What a laying would do, as far as anybody can know before it is made."""

    move: LayTile
    notation: str
    effects: Sequence[Effect]
    sales: Sequence[Sale]
    """The own ways to sell, if a sale is to be decided and no tile is drawn."""
    draws: Space | None
    """The third space, which takes a tile drawn from the pile."""
    display: Sequence[str]
    """What stays on the display."""
    drawn_later: int
    """How many tiles are drawn onto the display when the turn ends."""


@dataclass(frozen=True)
class Laying:
    """The choices of a `LayTile`, step by step."""

    workers: Sequence[str]
    worker: str
    spaces: Sequence[Space]
    overbuild: Sequence[Space]
    at: Space | None
    rotations: Sequence[int]
    rotation: int
    ways: Sequence[tuple[Fill, ...]]
    preview: Preview | None

    def turned(self, quarters: int) -> int:
        """The rotation that many distinct turns further on."""
        return self.rotations[(self.rotations.index(self.rotation) + quarters) % len(self.rotations)]

    @property
    def fills(self) -> tuple[Fill, ...]:
        """The way to fill that is shown."""
        return self.preview.move.jungle if self.preview else ()

    @property
    def exchanges(self) -> Mapping[Space, tuple[Fill, ...]]:
        """For each space that can be filled otherwise: the next way that puts something else there."""
        if len(self.ways) < 2:
            return {}
        now = self.ways.index(self.fills)
        others = [*self.ways[now + 1 :], *self.ways[:now]]
        spaces = {fill.at for way in self.ways for fill in way}
        return {at: next(way for way in others if _on(way, at) != _on(self.fills, at)) for at in spaces}

    @property
    def swapped(self) -> tuple[Fill, ...] | None:
        """The same two spaces filled the other way round, if that makes a difference."""
        if len(self.fills) != 2 or self.fills[0].tile == self.fills[1].tile:
            return None
        (one, here), (other, there) = self.fills
        return next(way for way in self.ways if set(way) == {Fill(other, here), Fill(one, there)})


def laying(state: GameState, seat: int, chosen: Chosen) -> Laying:
    """What is left to choose of a `LayTile`; a choice that is not legal is as if not made."""
    moves = [move for move in legal_moves(state, seat) if isinstance(move, LayTile)]
    workers = sorted({move.worker for move in moves})
    worker = chosen.worker if chosen.worker in workers else workers[0]
    of_worker = [move for move in moves if move.worker == worker]
    here = [move for move in of_worker if move.at == chosen.at]
    rotations = sorted({move.rotation for move in of_worker})
    rotation = chosen.rotation if chosen.rotation in rotations else rotations[0]
    turned = [move for move in here if move.rotation == rotation]
    # Without a choice the first way is shown, so that a space is one click away from a preview.
    wanted = set(chosen.fills or ())
    way = next((move for move in turned if set(move.jungle) == wanted), turned[0] if turned else None)
    return Laying(
        workers=workers,
        worker=worker,
        spaces=sorted({move.at for move in of_worker if not move.overbuild}),
        overbuild=sorted({move.at for move in of_worker if move.overbuild}),
        at=chosen.at if here else None,
        rotations=rotations,
        rotation=rotation,
        ways=[move.jungle for move in turned],
        preview=preview(state, seat, way) if way else None,
    )


def preview(state: GameState, seat: int, move: LayTile) -> Preview:
    """What a laying would do. The pile is hidden, so a drawn tile counts as one without effect."""
    blind = replace(state, pile=("temple",) * len(state.pile))
    try:
        laid, events = apply(blind, seat, move)
    except IllegalMove as error:
        raise NotAMoveNow(refusal(error.reason)) from None
    drawn = next((e.at for e in events if isinstance(e, JungleFilled) and e.drawn), None)
    own_choice = bool(laid.owed[seat]) and forced(laid, seat) is None and drawn is None
    on_display = list(state.display)
    for fill in move.jungle:
        on_display.remove(fill.tile)
    return Preview(
        move=move,
        notation=write_move(move),
        effects=[_effect(blind, laid, number) for number in range(state.players)],
        sales=sales(laid, seat) if own_choice else (),
        draws=drawn,
        display=on_display,
        drawn_later=min(DISPLAY_SIZE - len(on_display), len(laid.pile)),
    )


def sales(state: GameState, seat: int) -> list[Sale]:
    """Every way to use the workers a seat owes, the one that brings most gold first."""
    choices = [_sale(state, seat, move) for move in legal_moves(state, seat) if isinstance(move, UseWorkers)]
    if not choices:
        raise NotAMoveNow(refusal(Reason.NOTHING_OWED))
    return sorted(choices, key=lambda sale: (-sale.gold, -sale.after.cacao))


def _sale(state: GameState, seat: int, move: UseWorkers) -> Sale:
    after, events = apply(state, seat, move)
    sold = [(event.cacao, event.price) for event in events if isinstance(event, CacaoSold)]
    return Sale(write_move(move), sold, sum(n * price for n, price in sold), after.villages[seat])


def _on(way: tuple[Fill, ...], at: Space) -> str | None:
    return next((fill.tile for fill in way if fill.at == at), None)


def _effect(before: GameState, laid: GameState, seat: int) -> Effect:
    """What a seat gets without deciding anything: by its only answer, or if it sells nothing."""
    sides = laid.owed[seat]
    if not sides:
        return Effect(seat, before.villages[seat], laid.villages[seat], sides, asked=False)
    choices = sales(laid, seat)
    return Effect(seat, before.villages[seat], choices[-1].after, sides, asked=len(choices) > 1)
