"""The log in sentences: what engine events, notices and moves by others read like."""

from collections.abc import Iterable, Sequence

from flask_babel import gettext, ngettext

from app import times
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


def sentence(name: str, deeds: Sequence[str], remark: str = "") -> str:
    """Everything that somebody did, in one sentence; `remark` says who did it for them, if anybody."""
    if not deeds:
        return ""
    told = ", ".join(deeds)
    if remark:
        return gettext("%(name)s %(deeds)s (%(remark)s).", name=name, deeds=told, remark=remark)
    return gettext("%(name)s %(deeds)s.", name=name, deeds=told)


def deeds(events: Iterable[Event]) -> list[str]:
    """What whoever moved did: phrases that stand after their name."""
    return [deed for event in events if (deed := _deed(event))]


def asides(events: Iterable[Event]) -> list[str]:
    """What happened besides, in sentences."""
    return [aside for event in events if (aside := _aside(event))]


def _deed(event: Event) -> str:  # noqa: C901 - one case for each kind
    match event:
        case TileLaid():
            return _tile_laid(event)
        case JungleFilled():
            return _jungle_filled(event)
        case CacaoHarvested():
            return _cacao_harvested(event)
        case CacaoSold():
            return _cacao_sold(event)
        case GoldMined():
            return gettext("mines %(gold)d gold", gold=event.gold)
        case WaterCarried():
            return _water_carried(event)
        case SunTokensTaken():
            return _sun_tokens_taken(event)
        case WorkersForgone():
            return _workers_forgone(event)
        case TurnEnded() | GameEnded():
            return ""


def _aside(event: Event) -> str:
    match event:
        case TurnEnded():
            return _turn_ended(event)
        case GameEnded():
            return gettext("That was the last tile: the game is over.")
        case _:
            return ""


def _tile_laid(event: TileLaid) -> str:
    words = {"tile": workers_text(event.worker), "at": space_text(event.at)}
    if event.overbuild:
        return gettext("pays a sun token and builds %(tile)s over their own tile on %(at)s", **words)
    return gettext("lays %(tile)s on %(at)s", **words)


def _jungle_filled(event: JungleFilled) -> str:
    words = {"tile": tile_name(event.tile), "at": space_text(event.at)}
    if event.drawn:
        return gettext("draws %(tile)s for %(at)s", **words)
    return gettext("puts %(tile)s on %(at)s", **words)


def _cacao_harvested(event: CacaoHarvested) -> str:
    if not event.cacao:
        return gettext("harvests nothing (the storage is full)")
    told = ngettext("harvests %(num)d cacao", "harvests %(num)d cacao", event.cacao)
    return told + _lapsed(event.lapsed)


def _cacao_sold(event: CacaoSold) -> str:
    return ngettext(
        "sells %(num)d cacao for %(gold)d gold",
        "sells %(num)d cacao for %(gold)d gold",
        event.cacao,
        gold=event.cacao * event.price,
    )


def _water_carried(event: WaterCarried) -> str:
    if not event.fields:
        return gettext("carries no more water (the last field is reached)")
    return gettext("carries water up to field %(value)s", value=number_text(event.value))


def _sun_tokens_taken(event: SunTokensTaken) -> str:
    if not event.tokens:
        return gettext("takes no sun token (there is no room)")
    told = ngettext("takes %(num)d sun token", "takes %(num)d sun tokens", event.tokens)
    return told + _lapsed(event.lapsed)


def _workers_forgone(event: WorkersForgone) -> str:
    return ngettext(
        "leaves %(num)d worker idle at %(tile)s",
        "leaves %(num)d workers idle at %(tile)s",
        event.workers,
        tile=tile_name(event.tile),
    )


def _turn_ended(event: TurnEnded) -> str:
    if not event.refilled:
        return ""
    return gettext("New on the display: %(tiles)s.", tiles=", ".join(map(tile_name, event.refilled)))


def _lapsed(lapsed: int) -> str:
    if not lapsed:
        return ""
    return " " + ngettext("(%(num)d found no room)", "(%(num)d found no room)", lapsed)


def played_by(by: By) -> str:
    """A remark about a move that its player did not make in person; empty if they did."""
    remarks = {
        By.ORDER: gettext("by standing order"),
        By.STAND_IN: gettext("the stand-in plays"),
    }
    return remarks.get(by, "")


def notice(told: Notice, name: str) -> str:
    """What the log says besides moves."""
    match told.kind:
        case NoticeKind.MORE_TIME:
            assert told.until is not None
            when = times.moment(told.until)
            return gettext("%(name)s asks for more time and has it until %(when)s.", name=name, when=when)
        case NoticeKind.HOLIDAY:
            assert told.until is not None
            day = times.last_day(told.until)
            return gettext("%(name)s is on holiday until %(day)s; the clock waits.", name=name, day=day)
        case NoticeKind.RESIGNED:
            return gettext("%(name)s resigns; a bot takes the seat.", name=name)
        case NoticeKind.STAND_IN:
            return gettext("%(name)s is away; a stand-in keeps the seat until they return.", name=name)
        case NoticeKind.CAME_BACK:
            return gettext("%(name)s is back.", name=name)
