"""Decks from a seed, the same on every machine; `docs/shuffle.md` tells how to check one by hand.

Python's `random` is not used: its algorithms may change between versions.
"""

from collections.abc import Iterable
from hashlib import sha256
from struct import unpack

from engine.material import jungle_tiles, worker_tiles

_WORDS = 2**32


class Stream:
    """Numbers from a key: SHA-256 of key and block number, read as big-endian 32-bit words."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely: words of the incomplete last run are skipped."""
        limit = _WORDS - _WORDS % bound
        while (word := self._next()) >= limit:
            pass
        return word % bound

    def shuffled(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Fisher–Yates from the end."""
        deck = list(tiles)
        for last in range(len(deck) - 1, 0, -1):
            chosen = self.below(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return tuple(deck)

    def _next(self) -> int:
        if not self._words:
            digest = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = list(unpack(">8I", digest))[::-1]
        return self._words.pop()


def stream(seed: bytes, purpose: str) -> Stream:
    """The stream of one purpose; different purposes of one seed tell nothing of each other."""
    return Stream(sha256(seed + purpose.encode()).digest())


def decks(players: int, seed: bytes) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The worker decks in seat order and the jungle deck that belong to a seed."""
    workers = sorted(worker_tiles(players).elements())
    jungle = sorted(jungle_tiles(players).elements())
    return (
        tuple(stream(seed, f"workers {seat}").shuffled(workers) for seat in range(players)),
        stream(seed, "jungle").shuffled(jungle),
    )


def commitment(seed: bytes) -> str:
    """What may be told before the game: it binds the host to the seed without giving it away."""
    return sha256(seed).hexdigest()
