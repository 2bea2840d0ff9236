"""The addresses of the site, and pages that break."""

import errno
import os
from typing import NoReturn

from django.conf.urls.i18n import i18n_patterns
from django.db import InternalError, OperationalError
from django.http import HttpRequest
from django.urls import path

from config import urls

handler400, handler500 = urls.handler400, urls.handler500


class Cause(Exception):
    """What a driver says, with its number."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


CAUSES = {"cut": "57P01", "unreachable": None, "locked": "55P03", "read-only": "25006"}
FILES = {"full": errno.ENOSPC, "quota": errno.EDQUOT, "unwritable": errno.EROFS}


def broken(request: HttpRequest, kind: str) -> NoReturn:
    """Break, as a program does or as without its database, or without room for files."""
    if kind in CAUSES:
        error = InternalError if kind == "read-only" else OperationalError
        raise error("gone") from Cause(CAUSES[kind])
    if kind in FILES:
        raise OSError(FILES[kind], os.strerror(FILES[kind]))
    if kind == "folder":
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")
    raise OperationalError("gone") if kind == "database" else ValueError("no")


urlpatterns = [
    path("api/broken/<str:kind>/", broken),
    *i18n_patterns(path("broken/<str:kind>/", broken), prefix_default_language=False),
    *urls.urlpatterns,
]
