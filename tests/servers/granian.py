"""The web server as the `Dockerfile` starts it: nobody else says how."""

import json
import sys
from pathlib import Path

from tests.servers.processes import HOST

DOCKERFILE = Path(__file__).parents[2] / "Dockerfile"


def granian(app: str, port: int, processes: int = 2) -> list[str]:
    """The command of the image for another app, on a port of this machine."""
    _, _, written = DOCKERFILE.read_text().replace("\\\n", "").rpartition("\nCMD ")
    program, *options, _app = json.loads(written)
    for option, value in {"--host": HOST, "--port": port, "--workers": processes}.items():
        options[options.index(option) + 1] = str(value)
    return [sys.executable, "-m", program, *options, app]
