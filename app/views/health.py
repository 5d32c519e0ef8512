"""Whether the service lives, and whether it is ready to be used."""

from flask import Blueprint, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from werkzeug import Response

from app.views import visitor

pages = Blueprint("health", __name__)


@pages.get("/live")
def live() -> Response:
    """This process answers."""
    return jsonify(live=True)


@pages.get("/ready")
def ready() -> tuple[Response, int]:
    """The database answers too."""
    try:
        with visitor.service().database.reading() as session:
            session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return jsonify(database=False), 503
    return jsonify(database=True), 200
