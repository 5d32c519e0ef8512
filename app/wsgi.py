"""For the web server: `granian --interface wsgi app.wsgi:app`; also what `flask --app app.wsgi` uses."""

import sys

from app import create_app, logs
from app.garbage import collect_seldom
from app.settings import SettingError

try:
    app = create_app()
except SettingError as error:
    sys.exit(str(error))  # one line for the person who hosts it, not a traceback
logs.configure()
collect_seldom()
