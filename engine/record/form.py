"""Small checks of JSON values. Each gives the value back, or says what was wanted where.

What is wrong is never quoted: a foreign text has no place in our lines.
"""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class FormError(ValueError):
    """A value that is not of the form wanted."""


def an_object(value: Any, where: str, required: set[str], optional: set[str] | None = None) -> Any:
    """A JSON object with just these keys."""
    if not isinstance(value, dict):
        raise FormError(f"{where} is not an object")
    missing = sorted(required - value.keys())
    if missing:
        raise FormError(f"{where} lacks {missing[0]!r}")
    if value.keys() - required - (optional or set()):
        raise FormError(f"{where} has an unknown key")
    return value


def a_list(value: Any, where: str, each: Callable[[Any, str], T], most: int) -> tuple[T, ...]:
    """A JSON array of at most so many values of one form."""
    if not isinstance(value, list):
        raise FormError(f"{where} is not a list")
    if len(value) > most:
        raise FormError(f"{where} has more than {most} entries")
    return tuple(each(item, f"{where}[{n}]") for n, item in enumerate(value))


def an_integer(value: Any, where: str) -> int:
    """A JSON number without fraction; `true` is none."""
    if type(value) is not int:
        raise FormError(f"{where} is not a whole number")
    return value


def a_boolean(value: Any, where: str) -> bool:
    """`true` or `false`."""
    if type(value) is not bool:
        raise FormError(f"{where} is not true or false")
    return value


def a_string(value: Any, where: str) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise FormError(f"{where} is not a string")
    return value


def one_of(*names: str) -> Callable[[Any, str], str]:
    """A string out of a fixed few."""

    def check(value: Any, where: str) -> str:
        if a_string(value, where) not in names:
            raise FormError(f"{where} is none of {', '.join(names)}")
        return str(value)

    return check
