"""What pages and the web process are compared to: a bare Flask page from a template."""

from flask import Flask, render_template

PAGE = "<!doctype html><title>{{ title }}</title><ul>{% for n in numbers %}<li>{{ n }}</li>{% endfor %}</ul>"

app = Flask(__name__)
template = app.jinja_env.from_string(PAGE)


@app.get("/")
def page() -> str:
    """A page of a few lines."""
    return render_template(template, title="bare", numbers=range(10))


@app.get("/live")
def live() -> str:
    """It answers."""
    return "live"
