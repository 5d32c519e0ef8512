"""The log in sentences: what engine events, notices and moves by others read like."""

from collections.abc import Iterable, Sequence

from flask_babel import gettext, ngettext

from app.drawing.words import number_text, space_text, tile_name, workers_text
from app.models import By, Notice, NoticeKind
from engine import (
    CacaoHarvested,
    CacaoSold,
    Event,
    GameEnded,
    GoldMined,
    JungleFilled,
    SunTokensTaken,
    TileLaid,
    TurnEnded,
    WaterCarried,
    WorkersForgone,
)


def sentences(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What happened, one sentence for each event that people care about."""
    return [sentence for event in events if (sentence := _tell(event, names))]


def _tell(event: Event, names: Sequence[str]) -> str:  # noqa: C901 - one case for each kind
    match event:
        case TileLaid():
            return _tile_laid(event, names[event.seat])
        case JungleFilled():
            return _jungle_filled(event)
        case CacaoHarvested():
            return _cacao_harvested(event, names[event.seat])
        case CacaoSold():
            return _cacao_sold(event, names[event.seat])
        case GoldMined():
            return gettext("%(name)s mines %(gold)d gold.", name=names[event.seat], gold=event.gold)
        case WaterCarried():
            return _water_carried(event, names[event.seat])
        case SunTokensTaken():
            return _sun_tokens_taken(event, names[event.seat])
        case WorkersForgone():
            return _workers_forgone(event, names[event.seat])
        case TurnEnded():
            return _turn_ended(event)
        case GameEnded():
            return gettext("That was the last tile: the game is over.")


def _tile_laid(event: TileLaid, name: str) -> str:
    words = {"name": name, "tile": workers_text(event.worker), "at": space_text(event.at)}
    if event.overbuild:
        return gettext("%(name)s pays a sun token and builds %(tile)s over the own tile on %(at)s.", **words)
    return gettext("%(name)s lays %(tile)s on %(at)s.", **words)


def _jungle_filled(event: JungleFilled) -> str:
    words = {"tile": tile_name(event.tile), "at": space_text(event.at)}
    if event.drawn:
        return gettext("Drawn from the pile: %(tile)s goes on %(at)s.", **words)
    return gettext("From the display: %(tile)s goes on %(at)s.", **words)


def _cacao_harvested(event: CacaoHarvested, name: str) -> str:
    if not event.cacao:
        return gettext("%(name)s harvests, but the storage is full.", name=name)
    told = ngettext(
        "%(name)s harvests %(num)d cacao.", "%(name)s harvests %(num)d cacao.", event.cacao, name=name
    )
    return told + _lapsed(event.lapsed)


def _cacao_sold(event: CacaoSold, name: str) -> str:
    return ngettext(
        "%(name)s sells %(num)d cacao for %(gold)d gold.",
        "%(name)s sells %(num)d cacao for %(gold)d gold.",
        event.cacao,
        name=name,
        gold=event.cacao * event.price,
    )


def _water_carried(event: WaterCarried, name: str) -> str:
    if not event.fields:
        return gettext("%(name)s has carried all the water there is.", name=name)
    field = number_text(event.value)
    return gettext("%(name)s carries water up to field %(value)s.", name=name, value=field)


def _sun_tokens_taken(event: SunTokensTaken, name: str) -> str:
    if not event.tokens:
        return gettext("%(name)s has all the sun tokens there is room for.", name=name)
    told = ngettext(
        "%(name)s takes %(num)d sun token.", "%(name)s takes %(num)d sun tokens.", event.tokens, name=name
    )
    return told + _lapsed(event.lapsed)


def _workers_forgone(event: WorkersForgone, name: str) -> str:
    return ngettext(
        "%(name)s leaves %(num)d worker idle (%(tile)s).",
        "%(name)s leaves %(num)d workers idle (%(tile)s).",
        event.workers,
        name=name,
        tile=tile_name(event.tile),
    )


def _turn_ended(event: TurnEnded) -> str:
    if not event.refilled:
        return ""
    if len(event.refilled) == 1:
        return gettext("New on the display: %(tile)s.", tile=tile_name(event.refilled[0]))
    one, other = map(tile_name, event.refilled)  # with a word between: the names hold commas
    return gettext("New on the display: %(one)s and %(other)s.", one=one, other=other)


def _lapsed(lapsed: int) -> str:
    if not lapsed:
        return ""
    return " " + ngettext("%(num)d found no room.", "%(num)d found no room.", lapsed)


def played_by(by: By, name: str) -> str:
    """A remark about a move that its player did not make in person; empty if they did."""
    remarks = {
        By.ORDER: gettext("(by %(name)s’s standing order)", name=name),
        By.STAND_IN: gettext("(the stand-in plays for %(name)s)", name=name),
    }
    return remarks.get(by, "")


def notice(told: Notice, name: str) -> str:
    """What the log says besides moves."""
    match told.kind:
        case NoticeKind.MORE_TIME:
            return gettext("%(name)s asks for more time.", name=name)
        case NoticeKind.HOLIDAY:
            return gettext("%(name)s is on holiday; the clock waits.", name=name)
        case NoticeKind.RESIGNED:
            return gettext("%(name)s resigns; a bot takes the seat.", name=name)
        case NoticeKind.STAND_IN:
            return gettext("%(name)s is away; a stand-in keeps the seat until they return.", name=name)
        case NoticeKind.CAME_BACK:
            return gettext("%(name)s is back.", name=name)
