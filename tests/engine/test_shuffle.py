"""Decks from a seed: anybody can derive them again from SHA-256 alone."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Stream, commitment, decks, new_game, stream
from engine.material import jungle_tiles, worker_tiles

QUIET = settings(max_examples=50, deadline=None, derandomize=True)


def words(seed: bytes, purpose: str) -> Iterator[int]:
    key = sha256(seed + purpose.encode()).digest()
    for block in range(1000):
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[n : n + 4], "big") for n in range(0, 32, 4))


def shuffled_by_hand(tiles: list[str], seed: bytes, purpose: str) -> tuple[str, ...]:
    deck, numbers = sorted(tiles), words(seed, purpose)
    for last in range(len(deck) - 1, 0, -1):
        whole_runs = 2**32 // (last + 1) * (last + 1)
        chosen = next(word for word in numbers if word < whole_runs) % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


@QUIET
@given(players=st.integers(2, 4), seed=st.binary(max_size=32))
def test_the_decks_are_those_of_the_documented_derivation(players: int, seed: bytes) -> None:
    workers = list(worker_tiles(players).elements())
    worker_decks, jungle_deck = decks(players, seed)
    for seat in range(players):
        assert worker_decks[seat] == shuffled_by_hand(workers, seed, f"workers {seat}")
    jungle = list(jungle_tiles(players).elements())
    assert jungle_deck == shuffled_by_hand(jungle, seed, "jungle")


def test_a_seed_gives_these_decks_on_every_machine() -> None:
    worker_decks, jungle_deck = decks(2, bytes(range(32)))
    assert " ".join(worker_decks[0]) == "2101 1111 2101 1111 3001 2101 3100 1111 2101 2101 1111"
    assert " ".join(jungle_deck) == (
        "sun market-2 plantation-1 plantation-1 plantation-2 temple water mine-1 temple "
        "market-4 temple market-3 market-3 temple plantation-1 water mine-2 market-3 plantation-2"
    )


@QUIET
@given(players=st.integers(2, 4), seed=st.binary(max_size=32))
def test_every_deck_holds_just_its_tiles(players: int, seed: bytes) -> None:
    worker_decks, jungle_deck = decks(players, seed)
    assert all(Counter(deck) == worker_tiles(players) for deck in worker_decks)
    assert Counter(jungle_deck) == jungle_tiles(players)


def test_a_game_begins_with_the_decks_of_its_seed() -> None:
    state = new_game(3, b"seed")
    worker_decks, jungle_deck = decks(3, b"seed")
    assert [hand + deck for hand, deck in zip(state.hands, state.worker_decks, strict=True)] == [
        *worker_decks
    ]
    assert state.display + state.pile == jungle_deck


@QUIET
@given(key=st.binary(max_size=8), bound=st.integers(1, 2**32))
def test_a_number_is_below_its_bound(key: bytes, bound: int) -> None:
    assert 0 <= Stream(key).below(bound) < bound


@pytest.mark.parametrize("bound", [2, 3, 6, 11, 26])
def test_every_number_is_as_likely(bound: int) -> None:
    numbers = Stream(b"likely")
    counts = Counter(numbers.below(bound) for _ in range(1000 * bound))
    assert set(counts) == set(range(bound))
    assert all(850 < count < 1150 for count in counts.values())


def test_words_of_the_incomplete_last_run_are_skipped() -> None:
    bound = 2**31 + 1
    key = sha256(b"seed" + b"skip").digest()
    assert stream(b"seed", "skip").below(bound) == Stream(key).below(bound)
    expected = [word for word in words(b"seed", "skip") if word < bound][:50]
    numbers = stream(b"seed", "skip")
    assert [numbers.below(bound) for _ in range(50)] == expected


def test_different_purposes_and_seeds_give_different_streams() -> None:
    firsts = {
        stream(seed, purpose).below(2**32)
        for seed in (b"one", b"two")
        for purpose in ("jungle", "workers 0", "workers 1", "bot 0")
    }
    assert len(firsts) == 8


def test_the_seats_have_different_decks() -> None:
    worker_decks, _ = decks(4, b"seed")
    assert len(set(worker_decks)) == 4


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    seed = bytes(32)
    assert commitment(seed) == sha256(seed).hexdigest()
    assert commitment(seed) != commitment(seed[:-1] + b"\x01")
