"""Signing in as people do, in a browser: what is typed and pressed on the page of sign-in."""

from typing import TYPE_CHECKING

from tests.support.make import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page


def enter(page: "Page", username: str, password: str = PASSWORD) -> None:
    """Fill the form of sign-in, and send it."""
    page.get_by_label("User name or e-mail address").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def sign_in(page: "Page", username: str, after: str) -> None:
    """Sign in, and come to a page."""
    page.goto(f"/account/sign-in/?next={after}")
    enter(page, username)
    page.wait_for_url(f"**{after}")
