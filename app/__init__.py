"""The service: a Flask app made by `create_app`."""

from pathlib import Path

from flask import Flask, render_template
from flask_babel import Babel

_TEMPLATES = Path(__file__).parent.parent / "templates"


def create_app() -> Flask:
    """The app with its pages."""
    app = Flask(__name__, template_folder=str(_TEMPLATES), static_folder=None)
    Babel(app)
    app.add_url_rule("/", "start", _start_page)
    return app


def _start_page() -> str:
    return render_template("start.html")
