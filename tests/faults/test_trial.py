"""The short form of `make soak`: whole games by mail, while everything is killed, stopped and restarted."""

from collections.abc import Callable

from tests.faults.stack import run_stack
from tests.faults.trial import run_trial

SECONDS = 12


def test_no_move_and_no_mail_is_lost_whatever_is_killed(
    record_property: Callable[[str, object], None],
) -> None:
    with run_stack(durable=False) as stack:
        report = run_trial(stack, "the short form", SECONDS)
    record_property("report", str(report))
    print(report)
    assert report.faults == []
    assert report.games >= 2
    assert report.acknowledged > 20
