"""Names of our cookies.

With SECURE, names begin with ``__Host-``. Browsers then accept the cookie only from this host, over HTTPS, so no other
host of the domain can set it. Over plain HTTP browsers refuse such cookies.
"""


def cookie_name(name: str, secure: bool) -> str:
    """Return the full name of a cookie."""
    return f"__Host-{name}" if secure else name
