"""One mail of each kind, composed as the worker does it: in an app context, without a request."""

import pytest

from tests.installing import Installed
from tests.mails.postbox import Postbox


@pytest.fixture
def post(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> Postbox:
    """An installation and its mails; its clock stands still."""
    world = installed()
    monkeypatch.setattr("app.clock.now", lambda: world.now)
    return Postbox(world)
