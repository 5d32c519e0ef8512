"""PostgreSQL's pipeline: several statements go out together, and their answers come back together.

psycopg has one, too. It looks for answers after each statement, so that it takes as long as without; here it
is only asked to turn values into bytes, and bytes into values.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from select import POLLIN, POLLOUT, poll
from typing import Any

from psycopg import Connection, OperationalError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

_VALUE = re.compile(r"%\((\w+)\)s", re.ASCII)
_OK = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


class Pipeline:
    """One connection, with what it has learned: each statement is prepared once."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        self._server = connection.pgconn
        self._adapter = Transformer(connection)
        self._prepared: dict[str, bytes] = {}

    def send(self, message: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Sequence[tuple[Any, ...]]]:
        """The answers to all statements; if one is refused, none after it is heard."""
        if len(message) == 1 and (known := self._prepared.get(message[0][0])):
            result = self._server.exec_prepared(known, self._bytes(*message[0]))
            _check(self._server)
            return [self._answer(result)]
        new = dict.fromkeys(text for text, _ in message if text not in self._prepared)
        names = {text: f"cacao_{n}".encode() for n, text in enumerate(new, len(self._prepared))}
        said = [
            (self._prepared.get(text) or names[text], self._bytes(text, given)) for text, given in message
        ]
        try:
            results = self._exchange(names, said)
        except BaseException:
            self._connection.close()  # whoever is interrupted leaves answers that are meant for nobody else
            raise
        # Whatever else is refused: what is prepared stays prepared.
        learned = zip(names.items(), results, strict=False)
        self._prepared.update(name for name, result in learned if result.status in _OK)
        return [self._answer(result) for result in results][len(names) :]

    def _exchange(self, names: Mapping[str, bytes], said: Sequence[tuple[bytes, Any]]) -> Sequence[PGresult]:
        server = self._server
        server.enter_pipeline_mode()
        for text, name in names.items():
            server.send_prepare(name, _numbered(text)[0])
        for name, given in said:
            server.send_query_prepared(name, given)
        server.pipeline_sync()
        results = list(_results(server))
        server.exit_pipeline_mode()
        return results

    def _bytes(self, text: str, values: Mapping[str, Any]) -> Any:
        """The values of a statement in the order of their numbers; the driver names no type for None."""
        given = [values[name] for name in _numbered(text)[1]]
        return self._adapter.dump_sequence(given, [PyFormat.TEXT] * len(given))

    def _answer(self, result: PGresult) -> Sequence[tuple[Any, ...]]:
        """The rows of a result, or what is wrong."""
        if result.status not in _OK:
            raise error_from_result(result)
        if not result.ntuples:
            return ()
        self._adapter.set_pgresult(result)
        return self._adapter.load_rows(0, result.ntuples, tuple)


def _results(server: PGconn) -> Iterator[PGresult]:
    """What comes back until the server has heard everything."""
    waiting = poll()
    waiting.register(server.socket, POLLIN | POLLOUT)
    while server.flush():
        waiting.poll()
        server.consume_input()
    waiting.modify(server.socket, POLLIN)
    while True:
        while server.is_busy():
            waiting.poll()
            server.consume_input()
        result = server.get_result()
        if result is None:  # the end of the answer to one statement
            _check(server)
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return
        else:
            yield result


def _check(server: PGconn) -> None:
    if server.status == ConnStatus.BAD:
        raise OperationalError("the connection is lost")


@lru_cache(1000)
def _numbered(text: str) -> tuple[bytes, Sequence[str]]:
    """A statement with its values by number, as the server wants it, and their names in this order."""
    names = list(dict.fromkeys(_VALUE.findall(text)))
    numbered = _VALUE.sub(lambda found: f"${names.index(found[1]) + 1}", text)
    return numbered.replace("%%", "%").encode(), names
