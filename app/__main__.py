"""Run the service on this machine: `python -m app`, or `make run`."""

import sys

from waitress import create_server

from app import create_app

HOST, PORT = "127.0.0.1", 8000


def main() -> int:
    """Serve until Ctrl-C; one clear line if the port is taken."""
    try:
        server = create_server(create_app(), host=HOST, port=PORT)
    except OSError as error:
        sys.stderr.write(f"Port {PORT} cannot be used: {error.strerror}.\n")
        return 1
    sys.stdout.write(f"Cacao by mail: http://{HOST}:{PORT}/ (Ctrl-C ends it)\n")
    sys.stdout.flush()
    try:
        server.run()
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
