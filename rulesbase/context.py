"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("auto", "light", "dark")


def display(request: HttpRequest) -> dict[str, object]:
    """Return the chosen theme (`auto` unless a cookie says otherwise), the choices, our version."""
    theme = request.COOKIES.get("theme", "auto")
    return {
        "theme": theme if theme in THEMES else "auto",
        "themes": THEMES,
        "languages": settings.LANGUAGES,
        "rulesbase_version": settings.VERSION,
    }
