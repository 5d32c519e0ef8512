"""The tables."""

from app.models.columns import Model
from app.models.game import Game, GameStatus, Message, Notice, NoticeKind
from app.models.move import By, Move
from app.models.notification import Delivery, Kind, Notification, RelayPause
from app.models.person import Mailing, Person, SignIn, SignInFor, SilentInbox, StandingOrder
from app.models.seat import Seat

__all__ = [
    "By",
    "Delivery",
    "Game",
    "GameStatus",
    "Kind",
    "Mailing",
    "Message",
    "Model",
    "Move",
    "Notice",
    "NoticeKind",
    "Notification",
    "Person",
    "RelayPause",
    "Seat",
    "SignIn",
    "SignInFor",
    "SilentInbox",
    "StandingOrder",
]
