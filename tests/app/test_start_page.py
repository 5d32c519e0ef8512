"""The start page."""

from app import create_app


def test_the_start_page_says_what_this_is() -> None:
    page = create_app().test_client().get("/")
    assert page.status_code == 200
    assert "Cacao by mail" in page.text
    assert "Phil Walker-Harding" in page.text
