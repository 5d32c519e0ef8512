"""Security headers on every response, errors included."""

from flask import Flask, Response, request

POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src 'self' data:",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_YEAR = 365 * 24 * 3600


def register(app: Flask) -> None:
    """Add the headers to whatever is answered."""
    secure = app.extensions["cacao"].settings.secure

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in _ALWAYS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        if secure:
            response.headers.setdefault("Strict-Transport-Security", f"max-age={_YEAR}")
        return response
