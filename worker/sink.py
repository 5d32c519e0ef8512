"""The embedded default's own mail server: takes every mail over real SMTP and keeps it in a folder."""

import os
import socket
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
LARGEST_MAIL = 10 * 1024 * 1024


class FolderSink:
    """Writes each mail to a file named by its Message-ID: sent twice, it is there once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Answer only when the mail is safely on the disk."""
        content = envelope.content
        assert isinstance(content, bytes)
        message_id = str(message_from_bytes(content).get("Message-ID", content))
        file = self._folder / f"{sha256(message_id.encode()).hexdigest()[:32]}.eml"
        draft = file.with_suffix(".part")
        try:
            with draft.open("wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(file)
        except OSError as error:
            return f"452 not kept: {error.strerror}"  # a full disk is no reason to refuse a mail for good
        return "250 kept"


def start_sink(folder: Path) -> Controller:
    """Listen on a free port of this machine."""
    with socket.create_server((HOST, 0)) as found:
        port = found.getsockname()[1]  # the controller cannot ask for any free port by itself
    sink = FolderSink(folder)
    controller = Controller(
        sink, hostname=HOST, port=port, data_size_limit=LARGEST_MAIL, server_hostname="localhost"
    )
    controller.start()
    return controller


def address(controller: Controller) -> str:
    """Where a relay finds it."""
    return f"smtp://{controller.hostname}:{controller.port}"
