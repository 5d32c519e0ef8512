"""The cookie that says who is signed in, and how they like to read."""

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface


class Cookies(SecureCookieSessionInterface):
    """Flask's own, but nothing is made ready to verify a cookie that is not there: most come by a link."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie holds."""
        if self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        return super().open_session(app, request)
