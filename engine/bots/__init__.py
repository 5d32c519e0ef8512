"""Players that are programs. A bot sees only what its seat may see: it chooses from a `View`."""

from collections.abc import Mapping
from typing import Final

from engine.bots.chance import random
from engine.bots.greedy import greedy
from engine.bots.planner import plan, planner
from engine.bots.seat import Bot

BOTS: Final[Mapping[str, Bot]] = {"random": random, "greedy": greedy, "planner": planner}

__all__ = ["BOTS", "Bot", "greedy", "plan", "planner", "random"]
