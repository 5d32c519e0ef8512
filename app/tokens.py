"""Signed links: the one module that signs. Each purpose has its own salt, so no link serves for another."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from app.refused import BrokenLink

_REMEMBERED = 200


class TurnLink(NamedTuple):
    """Lets its bearer see one seat and make the one move that `version` names."""

    game: str
    seat: int
    version: int


class Tokens:
    """Makes and reads the tokens in links."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        # The library signs with the last key and accepts all.
        self._keys = list(reversed(keys))
        self._serializer = cache(self._new_serializer)
        # A page reads its link more than once. What is forged raises, and so is not remembered.
        self._read = lru_cache(_REMEMBERED)(self._verify)

    def turn(self, link: TurnLink) -> str:
        """For one move of one seat."""
        return self._sign("turn", list(link))

    def read_turn(self, token: str) -> TurnLink:
        """The move a turn link is for."""
        game, seat, version = self._read("turn", token)
        return TurnLink(game, seat, version)

    def invitation(self, seat_id: int, person_id: int) -> str:
        """For the person invited to a seat."""
        return self._sign("invitation", [seat_id, person_id])

    def read_invitation(self, token: str) -> tuple[int, int]:
        """Seat and person of an invitation."""
        seat_id, person_id = self._read("invitation", token)
        return seat_id, person_id

    def open_seat(self, game: str) -> str:
        """For whoever is to take an open seat of a game."""
        return self._sign("open-seat", game)

    def read_open_seat(self, token: str) -> str:
        """The game with the open seat."""
        return str(self._read("open-seat", token))

    def sign_in(self, sign_in_id: int) -> str:
        """For a sign-in; its row says how long it is good and whether it was used."""
        return self._sign("sign-in", sign_in_id)

    def read_sign_in(self, token: str) -> int:
        """The sign-in a link is for."""
        return int(self._read("sign-in", token))

    def mute(self, person_id: int, seat_id: int | None) -> str:
        """To end the mails of one game, or all of them."""
        return self._sign("mute", [person_id, seat_id])

    def read_mute(self, token: str) -> tuple[int, int | None]:
        """The person, and the seat if only one game is meant."""
        person_id, seat_id = self._read("mute", token)
        return person_id, seat_id

    def _sign(self, purpose: str, payload: Any) -> str:
        return str(self._serializer(purpose).dumps(payload))

    def _verify(self, purpose: str, token: str) -> Any:
        try:
            return self._serializer(purpose).loads(token)
        except BadSignature:
            raise BrokenLink from None

    def _new_serializer(self, purpose: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._keys, salt=f"cacao {purpose}")
