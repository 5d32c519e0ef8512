"""The move transaction: versioned, idempotent, one winner."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from app.models import By, GameStatus, Kind, Move
from app.refused import Invalid, NotAllowed, NotAMoveNow, TooLate
from app.tokens import TurnLink
from app.usecases import absence, moves, orders, stand_ins, turns
from app.usecases.records import verify
from engine import GameState, JungleFilled, LayTile, UseWorkers, apply, legal_moves, score, write_move
from tests.doors.visiting import visitor
from tests.world import World, asking_move


def log(world: World, key: str) -> list[Move]:
    with world.service.database.reading() as session:
        game_id = world.game(key).id
        return list(session.scalars(select(Move).where(Move.game_id == game_id).order_by(Move.number)))


def test_a_move_is_logged_and_the_next_player_is_owed_a_mail(world: World) -> None:
    key = world.start_game("Bob")
    world.move(key, 0, choice=1)
    game = world.game(key)
    assert game.move_count == len(log(world, key)) > 0
    assert world.owing(key) == [1]
    assert [mail.kind for mail in world.pending(person="Bob")][-1] is Kind.YOUR_TURN


def test_the_mail_about_a_turn_that_was_made_becomes_void(world: World) -> None:
    key = world.start_game("Bob")
    assert len(world.pending(Kind.YOUR_TURN, person="Ann")) == 1
    world.move(key, 0)
    assert world.pending(Kind.YOUR_TURN, person="Ann") == []


def test_a_repeated_submission_is_answered_as_done(world: World) -> None:
    key = world.start_game("Bob")
    link, move = world.link(key, 0), legal_moves(world.state(key), 0)[0]
    world.submit(link, move)
    made = world.game(key)
    assert world.submit(link, move).repeated
    again = world.game(key)
    assert again.move_count == made.move_count
    assert again.revision == made.revision, "nobody's page is another one"


def test_another_move_for_a_turn_that_was_made_comes_too_late(world: World) -> None:
    key = world.start_game("Bob")
    link, options = world.link(key, 0), legal_moves(world.state(key), 0)
    world.submit(link, options[0])
    with pytest.raises(TooLate):
        world.submit(link, options[1])


def test_a_link_to_a_later_turn_is_of_no_use_now(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(TooLate):
        world.submit(TurnLink(key, 0, 4), legal_moves(world.state(key), 0)[0])


def test_another_seats_link_makes_no_move(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(TooLate):
        world.submit(TurnLink(key, 1, 0), legal_moves(world.state(key), 0)[0])


def test_an_illegal_move_changes_nothing_and_says_why(world: World) -> None:
    key = world.start_game("Bob")
    before = world.state(key)
    with pytest.raises(NotAMoveNow) as refused:
        world.submit(world.link(key, 0), LayTile("1111", (0, 0), 0))
    assert "jungle" in str(refused.value.reason) or "hand" in str(refused.value.reason)
    assert world.state(key) == before
    assert world.game(key).move_count == 0


def test_a_text_that_is_no_move_is_refused(world: World) -> None:
    key = world.start_game("Bob")
    with pytest.raises(NotAMoveNow):
        moves.submit(world.service, world.link(key, 0), ["castle"], world.now)


def test_what_is_forced_is_answered_in_the_same_transaction(world: World) -> None:
    key = world.start_game("Bob")
    state = world.state(key)
    move = next(m for m in legal_moves(state, 0) if isinstance(m, LayTile) and m.at == (0, -1))
    world.submit(world.link(key, 0), move)
    # Every test plays the same shuffle: this tile brings cacao, and to take it is no choice.
    assert [entry.by for entry in log(world, key)] == [By.PLAYER, By.NOBODY]
    assert world.owing(key) == [1]


def to_a_decision(world: World, key: str) -> tuple[int, int]:
    """Play on until a move asks another player; who moved and who is asked."""
    for _ in range(60):
        state = world.state(key)
        mover = world.owing(key)[0]
        if not state.awaits_workers:
            for asked in range(state.players):
                if asked == mover:
                    continue
                try:
                    world.submit(world.link(key, mover), asking_move(state, mover, asked))
                except StopIteration:
                    continue
                return mover, asked
        world.move(key, mover, choice=7)
    raise AssertionError("nobody was ever asked")


def test_an_affected_player_with_a_sale_to_decide_is_asked(world: World) -> None:
    key = world.start_game("Bob")
    _, asked = to_a_decision(world, key)
    assert asked in world.owing(key)
    name = ("Ann", "Bob")[asked]
    assert [mail.version for mail in world.pending(Kind.DECIDE, person=name)] == [
        world.link(key, asked).version
    ]


def test_one_players_answer_does_not_make_anothers_link_stale(world: World) -> None:
    key = world.start_game("Bob", "Cleo")
    mover, asked = to_a_decision(world, key)
    link = world.link(key, asked)
    assert mover in world.owing(key), "both have something to decide"
    world.move(key, mover)
    assert world.link(key, asked) == link
    world.submit(link, legal_moves(world.state(key), asked)[0])
    assert asked not in world.owing(key)


def test_fresh_links_for_one_debt_come_to_an_end_whatever_the_others_play(world: World) -> None:
    key = world.start_game("Bob", "Cleo")
    mover, asked = to_a_decision(world, key)
    link = world.link(key, asked)
    for _ in range(turns.MOST_FRESH_LINKS):
        turns.send_fresh_link(world.service, link, world.now)
    world.move(key, mover)
    assert world.link(key, asked) == link
    with pytest.raises(Invalid):
        turns.send_fresh_link(world.service, link, world.now)


def test_a_standing_order_answers_at_once(world: World) -> None:
    key = world.start_game("Bob")
    for name in ("Ann", "Bob"):
        orders.give_order(world.service, world.person(name), None, orders.Order(False, 2, 0))
    world.play_on(key)
    assert By.ORDER in {entry.by for entry in log(world, key)}
    assert world.mails(Kind.DECIDE) == []
    assert world.game(key).status is GameStatus.FINISHED


def test_an_order_for_one_game_goes_before_the_general_one(world: World) -> None:
    key = world.start_game("Bob")
    for name in ("Ann", "Bob"):
        orders.give_order(world.service, world.person(name), None, orders.Order(False, 2, 0))
        orders.give_order(world.service, world.person(name), key, orders.Order(True))
    world.play_on(key)
    assert By.ORDER not in {entry.by for entry in log(world, key)}
    assert world.mails(Kind.DECIDE)


def test_whoever_resigned_makes_no_move(world: World) -> None:
    key = world.start_game("Bob")
    link = world.link(key, 0)
    absence.resign(world.service, key, world.person("Ann"), world.now)
    with pytest.raises(NotAllowed):
        world.submit(link, legal_moves(world.state(key), 0)[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_ends_with_the_engines_scoring_and_replays(world: World, players: int) -> None:
    key = world.start_game(*("Bob", "Cleo", "Dan")[: players - 1])
    world.play_on(key)
    game, final = world.game(key), score(world.state(key))
    assert game.status is GameStatus.FINISHED
    assert world.game(key).result == {"gold": list(final.gold), "winners": list(final.outcome.winners)}
    assert len(world.pending(Kind.GAME_OVER)) == players
    assert list(verify(world.service, key)) == [(key, None)]


def test_verify_finds_a_move_that_was_changed(world: World) -> None:
    key = world.start_game("Bob")
    world.play_on(key, until=6)
    with world.service.database.writing() as session:
        stored = session.scalars(select(Move).where(Move.game_id == world.game(key).id)).all()
        next(move for move in stored if move.number == 2).digest = "0" * 64
    assert list(verify(world.service, key)) == [(key, "move 2 leads to another position")]


def test_of_twenty_simultaneous_submissions_exactly_one_wins(world: World) -> None:
    key = world.start_game("Bob")
    link, options = world.link(key, 0), legal_moves(world.state(key), 0)[:20]
    assert len(options) == 20

    def attempt(n: int) -> bool:
        with world.app.test_request_context():
            try:
                world.submit(link, options[n])
            except TooLate:
                return False
            return True

    with ThreadPoolExecutor(20) as pool:
        won = list(pool.map(attempt, range(20)))
    assert won.count(True) == 1
    assert log(world, key)[0].notation == write_move(options[won.index(True)])
    assert list(verify(world.service, key)) == [(key, None)]


def test_a_move_and_the_deadline_at_the_same_instant_make_one_move(world: World) -> None:
    key = world.start_game("Bob")
    link, move = world.link(key, 0), legal_moves(world.state(key), 0)[0]
    game_id = world.game(key).id
    world.later(days=30)

    def person() -> bool:
        with world.app.test_request_context():
            try:
                world.submit(link, move)
            except TooLate:
                return False
            return True

    def clock() -> bool:
        with world.app.test_request_context():
            return stand_ins.play_due(world.service, game_id, world.now)

    with ThreadPoolExecutor(2) as pool:
        moved, looked = pool.submit(person), pool.submit(clock)
        won = moved.result()
        assert looked.result() or won, "one of them made the move"
    first = log(world, key)[0]
    assert first.by is (By.PLAYER if won else By.STAND_IN)
    assert [entry.version for entry in log(world, key)].count(0) == 1


def test_a_drawn_tile_is_seen_before_acting(world: World) -> None:
    """An answer sent together with a laying that draws a tile is not taken: nobody had seen the tile."""
    key = world.start_game("Bob", "Cleo", "Dan")
    world.shuffle(key, b"draw 13")
    link, laying = to_a_draw(world, key)
    world.submit(link, laying, UseWorkers())
    answers = [entry for entry in log(world, key) if entry.version == link.version + 1]
    assert all(entry.by is not By.PLAYER for entry in answers if entry.seat == link.seat)


def to_a_draw(world: World, key: str) -> tuple[TurnLink, LayTile]:
    """Play on until a laying fills three spaces and activates own workers."""
    while True:
        state, seat = world.state(key), world.owing(key)[0]
        for move in legal_moves(state, seat):
            if isinstance(move, LayTile) and len(move.jungle) == 2 and _draws(state, seat, move):
                return world.link(key, seat), move
        world.move(key, seat, choice=11 * world.game(key).move_count)


def _draws(state: GameState, seat: int, move: LayTile) -> bool:
    step = apply(state, seat, move)
    return bool(step.state.owed[seat]) and any(isinstance(e, JungleFilled) and e.drawn for e in step.events)


def test_who_has_moved_is_led_to_the_next_game_that_waits(world: World) -> None:
    """Only when signed in: a link alone shows nothing of other games."""
    world.start_game("Bob", title="Whenever", pace_hours=None)
    world.start_game("Bob", title="Later", pace_hours=168)
    given_up = world.start_game("Bob", title="Given up", pace_hours=4)
    absence.resign(world.service, given_up, world.person("Ann"), world.now)
    world.start_game("Bob", title="Sooner", pace_hours=24)
    key = world.start_game("Bob")
    address = f"/t/{world.service.tokens.turn(world.link(key, 0))}"
    world.move(key, 0)
    assert "waits for you too" not in visitor(world).get(address).text
    page = visitor(world, "Ann").get(address)
    assert "“Sooner” waits for you too" in page.text
    assert "To your next game" in page.links.values()
