"""The language of a mail: its receiver's."""

from flask import g

from app import clock, language
from app.models import Person


def speak_to(person: Person) -> None:
    """Let all words and times in this app context be in a person's language and zone."""
    g.language, g.zone = person.language, clock.zone(person.zone).key
    language.settle()
