"""What each kind of mail tells."""

import re
from dataclasses import replace

import pytest

from app.mails import Void, compose
from app.models import Game, GameStatus, Kind, Notification
from app.usecases import hosting, joining
from engine import DecidedBy, Outcome, score
from tests.mails.postbox import Postbox, received
from tests.world import BASE_URL


def words(text: str) -> str:
    return " ".join(text.split())


def game_of(post: Postbox, row: Notification) -> Game:
    with post.world.service.database.reading() as session:
        return session.get_one(Game, row.game_id)


def test_an_invitation_says_who_invites_to_what_and_at_which_pace(post: Postbox) -> None:
    text = words(post.composed(post.bring_about(Kind.INVITATION)).text)
    assert "Ann (ann@example.org) invites you to a game of Cacao: “Sunday game”." in text
    assert "Also at the table: - Cleo" in text
    assert "Everybody has 2 days for a move." in text
    assert f"{BASE_URL}/i/" in text


def test_an_invitation_to_a_rematch_says_so_to_those_who_played(post: Postbox) -> None:
    over = post.bring_about(Kind.GAME_OVER)
    with post.world.app.test_request_context():
        ann, key = post.world.person("Ann"), game_of(post, over).key
        again = hosting.rematch(post.world.service, key, ann, post.world.now)
        cleo = next(seat for seat in again.seats if seat.person_id == post.world.person("Cleo"))
        dan = "dan@example.org"
        hosting.fill_seat(post.world.service, again.key, ann, cleo.id, dan, post.world.now)
    mail = post.composed(post.row(Kind.INVITATION, "Bob"))
    assert mail.message["Subject"] == "Ann wants a rematch: Sunday game (2)"
    assert "Ann (ann@example.org) wants to play Cacao with you once more" in words(mail.text)
    assert "Ann invites you" in post.composed(post.row(Kind.INVITATION, "Dan")).message["Subject"]


def test_an_invitation_is_void_once_it_is_answered(post: Postbox) -> None:
    row = post.bring_about(Kind.INVITATION)
    assert row.seat_id is not None
    token = post.world.service.tokens.invitation(row.seat_id, row.person_id)
    with post.world.app.test_request_context():
        joining.join(post.world.service, token, "", "", post.world.now)
    with pytest.raises(Void):
        post.composed(row)


def test_a_host_is_told_who_is_still_at_the_table(post: Postbox) -> None:
    text = post.composed(post.bring_about(Kind.DECLINED)).text
    assert "- Ann\n- Open seat\n- Cleo (has not answered yet)\n" in text


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Kind.DECLINED, "Bob (bob@example.org) has declined your invitation to “Sunday game”."),
        (Kind.LEFT, "Bob has left your game “Sunday game”."),
    ],
)
def test_a_host_is_told_who_does_not_play(post: Postbox, kind: Kind, told: str) -> None:
    row = post.bring_about(kind)
    mail = post.composed(row)
    for part in (mail.text, re.sub("<[^>]+>", "", mail.html)):
        assert f"{told} So a seat is free again." in words(part)
    post.change("Bob", erased_at=post.world.now, name="")
    assert "A guest of your game “Sunday game” does not play." in words(post.composed(row).text)


def test_a_free_seat_is_no_news_once_the_game_is_cancelled(post: Postbox) -> None:
    row = post.bring_about(Kind.DECLINED)
    hosting.cancel(post.world.service, game_of(post, row).key, row.person_id, post.world.now)
    with pytest.raises(Void):
        post.composed(row)


def test_a_guest_is_told_who_has_cancelled_the_game(post: Postbox) -> None:
    row = post.bring_about(Kind.CANCELLED)
    assert "Ann has cancelled “Sunday game” before it started." in words(post.composed(row).text)
    post.change("Ann", erased_at=post.world.now, name="")
    assert "“Sunday game” was cancelled by its host" in words(post.composed(row).text)


@pytest.mark.parametrize("kind", [Kind.GAME_OVER, Kind.CANCELLED])
def test_the_last_mail_of_a_game_does_not_offer_the_end_of_its_mails(post: Postbox, kind: Kind) -> None:
    mail = post.composed(post.bring_about(kind))
    for part in (mail.text, mail.html):
        assert "No more mails" not in part
        assert "Language, time zone, holiday and mails" in part
    assert mail.message["List-Unsubscribe"]


def test_the_first_mail_of_a_game_holds_the_promise_about_the_shuffle(post: Postbox) -> None:
    started = post.bring_about(Kind.GAME_STARTED)
    commitment = game_of(post, started).commitment
    assert commitment is not None
    for row in (started, post.row(Kind.YOUR_TURN, "Ann")):
        mail = post.composed(row)
        assert commitment in mail.text.splitlines()
        assert commitment in mail.html
        assert "“Sunday game” has started" in words(mail.text)
        assert "1. Ann (red" in mail.text


def test_a_turn_tells_the_news_and_the_deadline(post: Postbox) -> None:
    mail = post.composed(post.bring_about(Kind.YOUR_TURN))
    assert "It is your turn in “Sunday game”." in words(mail.text)
    assert "Since your last move" in mail.text
    assert re.search(r"^- Ann lays \d‑\d‑\d‑\d on \(", mail.text, re.M)
    assert "You have time until Wed 4 Mar, 12:00 UTC (in 2 days)." in words(mail.text)
    assert "has started" not in mail.text


def test_the_picture_says_what_is_outlined_in_it(post: Postbox) -> None:
    assert (
        "What was laid since your last move is outlined."
        in post.composed(post.bring_about(Kind.YOUR_TURN)).html
    )
    assert "and so are your tiles whose workers can sell" in post.composed(post.bring_about(Kind.DECIDE)).html


def test_a_game_that_waits_for_ever_has_no_deadline(post: Postbox) -> None:
    with post.world.app.test_request_context():
        post.world.start_game("Bob", pace_hours=None)
    text = words(post.composed(post.row(Kind.YOUR_TURN, "Ann")).text)
    assert "There is no deadline: take your time." in text
    assert "until" not in text


def test_each_choice_of_a_decision_is_a_link_that_preselects_it(post: Postbox) -> None:
    row = post.bring_about(Kind.DECIDE)
    mail = post.composed(row)
    choices = re.findall(rf"^(Sell .*)\n({BASE_URL}/t/[\w.-]+\?use=(\d+))$", mail.text, re.M)
    assert [number for _, _, number in choices] == [str(n) for n in range(len(choices))]
    assert len(choices) > 1
    assert re.match(r"Sell \d cacao for \d+ gold\. Then you have", choices[0][0])
    assert choices[-1][0].startswith("Sell nothing, keep the cacao.")
    for _, link, _ in choices:
        assert f'href="{link}"' in mail.html


def test_whoever_decides_and_is_next_to_move_is_told_so(post: Postbox) -> None:
    row = post.bring_about(Kind.DECIDE)
    game = game_of(post, row)
    state = post.world.state(game.key)
    seat = next(seat.number for seat in game.seats if seat.id == row.seat_id)
    told = "After that it is your turn" in words(post.composed(row).text)
    assert told == (seat == (state.active + 1) % 3)


def test_a_reminder_says_how_much_time_is_left(post: Postbox) -> None:
    text = words(post.composed(post.bring_about(Kind.REMINDER)).text)
    assert "It is still your turn in “Sunday game”." in text
    assert "You have time until Wed 4 Mar, 12:00 UTC (in 8 hours)." in text
    assert "There you can also say that you need more time." in text


def test_a_reminder_of_a_decision_offers_the_choices(post: Postbox) -> None:
    post.bring_about(Kind.DECIDE)
    post.world.later(hours=40)
    with post.world.app.test_request_context():
        from app.usecases import clocks

        clocks.remind_due(post.world.service, post.world.now)
    mail = post.composed(post.row(Kind.REMINDER))
    assert "waits for your decision" in mail.text
    assert "?use=0" in mail.text


def test_whose_time_ran_out_is_told_what_was_played_and_what_comes_next(post: Postbox) -> None:
    text = post.composed(post.bring_about(Kind.TIME_RAN_OUT)).text
    assert re.search(r"The stand-in played\n-+\n- Bob lays", text)
    assert "Your next turn is yours again. If the time runs out twice in a row" in words(text)


def test_who_missed_twice_gets_a_link_to_come_back_by(post: Postbox) -> None:
    row = post.bring_about(Kind.TIME_RAN_OUT)
    post.change_seat(row.seat_id, away=True, missed=2)
    text = post.composed(row).text
    assert "That was the second time in a row" in words(text)
    token = re.search(rf"I am back:\n{BASE_URL}/t/(\S+)", text)
    assert token is not None
    assert post.come_back(row, token[1])


def test_an_absent_player_is_told_what_was_played_and_can_come_back(post: Postbox) -> None:
    row = post.bring_about(Kind.PLAYED_FOR_YOU)
    text = post.composed(row).text
    assert re.search(r"The stand-in played\n-+\n- Bob lays", text)
    token = re.search(rf"I am back:\n{BASE_URL}/t/(\S+)", text)
    assert token is not None
    assert post.come_back(row, token[1])
    assert "You are back" in post.composed(row).text


def test_what_a_stand_in_played_is_in_the_last_mail_once_the_game_is_over(post: Postbox) -> None:
    row = post.bring_about(Kind.TIME_RAN_OUT)
    with post.world.service.database.writing() as session:
        session.get_one(Game, row.game_id).status = GameStatus.FINISHED
    with pytest.raises(Void):
        post.composed(row)


def test_the_end_is_told_step_by_step(post: Postbox) -> None:
    row = post.bring_about(Kind.GAME_OVER)
    game = game_of(post, row)
    mail = post.composed(row)
    result = post.world.state(game.key)
    temples = [at for at, tile in result.jungle.items() if tile == "temple"]
    assert len(re.findall(r"^Temple \d, on \(", mail.text, re.M)) == len(temples)
    for part in ("Before the scoring:", "Sun tokens, 1 gold each:", "Water fields:", "Everything together:"):
        assert part in mail.text
    for link in (f"/g/{game.key}", f"/g/{game.key}/at/0", f"/g/{game.key}/shuffle"):
        assert BASE_URL + link in mail.text.splitlines()
    assert set(mail.pictures) == {"board", "chart"}
    assert "has won with" in mail.text or "you have won" in mail.text


@pytest.mark.parametrize(
    ("winners", "decided_by", "told"),
    [
        ((1,), DecidedBy.GOLD, "and you have won with"),
        ((0,), DecidedBy.GOLD, "Ann has won with"),
        ((0,), DecidedBy.CACAO, "It was a tie in gold; most cacao left decided:"),
        ((0, 2), DecidedBy.SHARED, "The win is shared: Ann, Cleo have"),
    ],
)
def test_the_end_says_what_decided(
    post: Postbox,
    monkeypatch: pytest.MonkeyPatch,
    winners: tuple[int, ...],
    decided_by: DecidedBy,
    told: str,
) -> None:
    row = post.bring_about(Kind.GAME_OVER)
    outcome = Outcome(winners, decided_by)
    monkeypatch.setattr("app.usecases.reading.score", lambda state: replace(score(state), outcome=outcome))
    mail = post.composed(row)
    assert told in words(mail.text)
    assert told in words(re.sub(r"<[^>]+>", "", mail.html))


def test_a_sign_in_link_works_once_and_for_a_while(post: Postbox) -> None:
    row = post.bring_about(Kind.SIGN_IN)
    mail = post.composed(row)
    assert mail.message["Subject"] == "Your sign-in link for Cacao by mail"
    assert mail.message["List-Unsubscribe"] is None
    assert "The link works once, until Mon 2 Mar, 12:30 UTC (in 30 minutes)." in words(mail.text)
    token = re.search(rf"{BASE_URL}/s/(\S+)", mail.text)
    assert token is not None
    with post.world.app.test_request_context():
        joining.use_sign_in(post.world.service, token[1], post.world.now)
    with pytest.raises(Void):
        post.composed(row)


def test_a_sign_in_link_that_is_too_old_is_not_sent(post: Postbox) -> None:
    row = post.bring_about(Kind.SIGN_IN)
    post.world.later(minutes=31)
    with pytest.raises(Void):
        post.composed(row)


def test_confirming_a_game_and_taking_a_seat_have_their_own_words(post: Postbox) -> None:
    with post.world.app.test_request_context():
        confirm, take = post.confirm_game(), post.take_seat()
    first, second = post.composed(confirm), post.composed(take)
    assert first.message["Subject"] == "Please confirm your game: Sunday game"
    assert "- bob@example.org" in first.text
    assert second.message["Subject"] == "Take your seat: Sunday game"
    assert "A seat in “Sunday game”, hosted by Ann, is free." in words(second.text)


def test_two_receivers_after_each_other_get_their_own_language_and_zone(post: Postbox) -> None:
    post.bring_about(Kind.GAME_STARTED)
    post.change("Bob", zone="Asia/Kolkata", language="de")
    post.change("Cleo", zone="not/a zone")
    service = post.world.service
    mails = {}
    with post.world.app.app_context(), service.database.reading() as session:
        for name in ("Bob", "Cleo", "Ann"):
            kind = Kind.YOUR_TURN if name == "Ann" else Kind.GAME_STARTED
            row = session.get_one(Notification, post.row(kind, name).id)
            mails[name] = received(compose(service, session, row, post.world.now).content)
    assert "17:30" in mails["Bob"].text
    assert "12:00 UTC" in mails["Cleo"].text
    assert "12:00 UTC" in mails["Ann"].text
    assert [mail.message["Content-Language"] for mail in mails.values()] == ["de", "en", "en"]


def test_a_stand_ins_turn_is_told_whole_and_in_one_place(post: Postbox) -> None:
    text = words(post.composed(post.bring_about(Kind.TIME_RAN_OUT)).text)
    assert re.search(r"The stand-in played -+ - Bob lays [^.]* harvests [^.]*\.", text)
    assert text.count("Bob harvests") == 0
