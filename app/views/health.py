"""Whether the service lives, whether it is ready, and its figures for Prometheus and for people."""

from flask import Blueprint, jsonify, render_template
from werkzeug import Response

from app import clock, metrics
from app.usecases import health
from app.views import visitor

pages = Blueprint("health", __name__)

LATE_MAIL_SECONDS = 300


@pages.get("/live")
def live() -> Response:
    """This process answers."""
    return jsonify(live=True)


@pages.get("/ready")
def ready() -> tuple[Response, int]:
    """Whether people can play. Late mails or a paused relay are told, but close no door."""
    found = health.look(visitor.service(), clock.now())
    if found is None:
        return jsonify(ready=False, database=False), 503
    broker = visitor.service().counters.reach_redis()
    late = found.oldest_mail_seconds > LATE_MAIL_SECONDS
    return jsonify(
        ready=True,
        database=True,
        broker=broker,
        degraded=late or not broker or found.relay_paused is not None,
        oldest_mail_seconds=round(found.oldest_mail_seconds),
        relay_paused=found.relay_paused is not None,
    ), 200


@pages.get("/metrics")
def figures() -> Response:
    """What `docs/metrics.md` lists."""
    found = health.look(visitor.service(), clock.now())
    running = health.games_running(visitor.service()) if found else 0
    body, content_type = metrics.exposition(found, running)
    return Response(body, content_type=content_type)


@pages.get("/metrics/refused")
def refused() -> str:
    """For operators: how often which page refused why.

    It lies below `/metrics`, so that one rule of a proxy keeps both inside. There are no addresses in it.
    """
    return render_template("refused.html", refusals=metrics.refusals())
