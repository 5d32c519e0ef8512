"""A mail server that keeps what it receives, and misbehaves as told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope

from tests.servers.mailbox import ACCEPT, MESSAGE_STAGES, Mail, Mailbox, Stage
from tests.servers.processes import HOST, free_port


class _Session(SMTP):
    """One connection. The names of its methods are aiosmtpd's, one for each command."""

    def __init__(self, mailbox: Mailbox, live: set["_Session"], **options: Any) -> None:
        super().__init__(_Handler(), **options)
        self._mailbox = mailbox
        self._live = live
        self._behaviour = ACCEPT

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._live.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._live.discard(self)
        super().connection_lost(error)

    async def _handle_client(self) -> None:
        self._behaviour = self._mailbox.take(Stage.CONNECT)
        if refusal := await self._refusal(Stage.CONNECT):
            await self.push(refusal)
            self._writer.close()
        else:
            await super()._handle_client()

    async def smtp_AUTH(self, arg: str) -> None:  # noqa: N802
        self._behaviour = self._mailbox.take(Stage.AUTH)
        if refusal := await self._refusal(Stage.AUTH):
            await self.push(refusal)
        else:
            await super().smtp_AUTH(arg)

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        self._behaviour = self._mailbox.take(*MESSAGE_STAGES)
        if refusal := await self._refusal(Stage.MAIL):
            await self.push(refusal)
        else:
            await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        for address, code in self._mailbox.unknown.items():
            if f"<{address}>" in (arg or ""):
                await self.push(f"{code} Nobody of this name")
                return
        if refusal := await self._refusal(Stage.RCPT):
            await self.push(refusal)
        else:
            await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if self._behaviour.stage is Stage.DATA and self._behaviour.hang_up:
            await self.push("354 Go on")
            await self._reader.readline()
        if refusal := await self._refusal(Stage.DATA):
            await self.push(refusal)
        else:
            await super().smtp_DATA(arg)

    async def finish(self, mail: Mail) -> str:
        """Keep a mail that came whole, unless it is refused, and answer."""
        if self._behaviour.stage is not Stage.END or self._behaviour.code is None:
            self._mailbox.keep(mail)
        return await self._refusal(Stage.END) or "250 Kept"

    async def _refusal(self, stage: Stage) -> str | None:
        """Wait or hang up at this stage if told so; what to answer instead of the right thing."""
        behaviour = self._behaviour
        if behaviour.stage is not stage:
            return None
        await asyncio.sleep(behaviour.delay)
        if behaviour.hang_up:
            assert isinstance(self.transport, asyncio.WriteTransport)
            self.transport.abort()
            await self.loop.create_future()  # for ever: the lost connection cancels this task
        return f"{behaviour.code} As the test wants it" if behaviour.code else None


class _Handler:
    """Where aiosmtpd brings the mails."""

    async def handle_DATA(self, session: _Session, _: object, envelope: Envelope) -> str:  # noqa: N802
        assert envelope.mail_from is not None
        assert envelope.original_content is not None
        mail = Mail(envelope.mail_from, tuple(envelope.rcpt_tos), envelope.original_content)
        return await session.finish(mail)


class _Controller(Controller):
    """Runs the sessions in a thread, and knows which of them are open."""

    def __init__(self, mailbox: Mailbox, port: int) -> None:
        super().__init__(None, HOST, port)
        self._mailbox = mailbox
        self._live: set[_Session] = set()

    def factory(self) -> SMTP:
        """A session, for which any login is right."""
        return _Session(
            self._mailbox,
            self._live,
            loop=self.loop,
            hostname="localhost",
            enable_SMTPUTF8=True,
            authenticator=lambda *_: AuthResult(success=True),
            auth_require_tls=False,
            auth_exclude_mechanism=["LOGIN"],  # a client would try the second mechanism after a refusal
        )

    def _trigger_server(self) -> None:
        """Try to make a session, without aiosmtpd's connection: that would use up the plan."""
        self._factory_invoker()

    def stop(self, no_assert: bool = False) -> None:
        """Break off the open connections, which aiosmtpd would leave to the garbage collector, and stop."""
        asyncio.run_coroutine_threadsafe(self._break_off(), self.loop).result()
        super().stop(no_assert)

    async def _break_off(self) -> None:
        for session in list(self._live):
            assert isinstance(session.transport, asyncio.WriteTransport)
            session.transport.abort()
        while self._live:
            await asyncio.sleep(0)


class SmtpServer(Mailbox):
    """The server and what it received; `stop` and `start` keep the port and the mails."""

    def __init__(self) -> None:
        super().__init__()
        self.host = HOST
        self.port = free_port()
        self._controller: _Controller | None = None

    @property
    def running(self) -> bool:
        """Whether it listens."""
        return self._controller is not None

    def start(self) -> None:
        """Listen; a mail may come when this returns."""
        assert not self.running, "the server already runs"
        controller = _Controller(self, self.port)
        controller.start()
        self._controller = controller

    def stop(self) -> None:
        """Break off all connections and refuse new ones, as if the machine were gone."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None


@contextmanager
def run_smtp() -> Iterator[SmtpServer]:
    """A new server with an empty mailbox."""
    server = SmtpServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
