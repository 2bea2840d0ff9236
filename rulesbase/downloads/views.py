"""Views of downloads: the overview pages and the files."""

from collections import Counter
from datetime import datetime
from pathlib import Path

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import etag, require_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.archive.lookup import edition_of
from rulesbase.core.document_urls import in_document
from rulesbase.core.languages import language_word
from rulesbase.core.punctuation import comma
from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.models import Edition
from rulesbase.reading.page_frame import dated

_YEAR = 365 * 24 * 3600


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the formats and the files of each version."""
    versions = catalogue()
    latest = versions.latest
    editions = Counter(text.language for version in versions.all for text in version.texts)
    bundle = downloads_storage.current_file(downloads_build.BUNDLE)
    context = {
        "catalogue": versions,
        "sheets": _edition_files(latest) if latest else [],
        "languages": [(code, language_word(code), count) for code, count in editions.items()],
        "bundle": bundle,
        "bundle_built": datetime.fromisoformat(bundle.built).date() if bundle else None,
        "bundle_is_old": bundle is not None and bundle.stamp != str(versions.stamp),
        "version": latest,
        "formats": format_html_join(comma(), "<code>{}</code>", ((slug,) for slug in downloads_build.FORMATS)),
    }
    return render(request, "downloads/downloads.html", context)


@dated
def version(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """List the files of one version in each language."""
    earlier, later = versions.neighbours(version)
    context = {
        "version": version,
        "sheets": _edition_files(version),
        "earlier": earlier,
        "later": later,
        "is_latest": versions.latest is not None and versions.latest.pk == version.pk,
    }
    return render(request, "downloads/version.html", context)


def _edition_files(version: CatalogueVersion) -> list[dict[str, object]]:
    """Return the files of the editions of a version, English first; those built have size and digest. Two queries."""
    stamp = downloads_build.current_stamp()
    order = [text.language for text in version.texts]
    editions = Edition.objects.select_related("version").filter(version=version.pk)
    sheets: list[dict[str, object]] = []
    for edition in sorted(editions, key=lambda edition: order.index(edition.language)):
        code = edition.language
        files = [
            (kind, reverse("download", args=[version, code, slug]), downloads_build.cached_file(edition, kind, stamp))
            for slug, kind in downloads_build.FORMATS.items()
        ]
        sheets.append({"language": code, "word": language_word(code), "complete": edition.complete, "files": files})
    return sheets


@require_safe
def edition(request: HttpRequest, date: str, language: str, format: str) -> HttpResponse:
    """Redirect to the current file of an edition; build it if needed."""
    kind = downloads_build.FORMATS.get(format)
    if kind is None:
        raise Http404(
            _("There is no such format. Available: %(names)s.") % {"names": ", ".join(downloads_build.FORMATS)}
        )
    return _redirect_to(downloads_build.ensure_file(edition_of(catalogue().find(date), language), kind))


def _redirect_to(stored: downloads_storage.StoredFile) -> HttpResponse:
    response = HttpResponseRedirect(reverse("download-file", args=[stored.sha256, stored.name]))
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Redirect to the bundle of the whole archive. It takes minutes to build, so a request never builds it."""
    stored = downloads_storage.current_file(downloads_build.BUNDLE)
    if stored is None:
        raise Http404(
            _("The archive file does not exist on this site yet. The administrator creates it with: %(command)s")
            % {"command": "manage.py build_downloads --bundle"}
        )
    return _redirect_to(stored)


@require_safe
@etag(lambda request, digest, name: f'"{digest}"')
def file(request: HttpRequest, digest: str, name: str) -> HttpResponseBase:
    """Send the file with this digest; rebuild it if it is missing."""
    path = downloads_storage.file_of(digest, name) or _rebuild(digest, name)
    headers = {"Cache-Control": f"public, max-age={_YEAR}, immutable"}
    kind = downloads_build.media_type(name)
    is_page = kind.startswith("text/html")
    response = FileResponse(
        path.open("rb"), as_attachment=not is_page, filename=name, content_type=kind, headers=headers
    )
    if is_page:
        # The page for printing has its styles within, and no scripts.
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def _rebuild(digest: str, name: str) -> Path:
    """Build a missing file again: the address may come from another machine, or the folder was emptied."""
    missing = Http404(_("There is no such file. All files are listed under /downloads/."))
    parsed = downloads_build.read_name(name) if downloads_storage.DIGEST.fullmatch(digest) else None
    if parsed is None:
        raise missing
    with in_document(parsed.document):
        edition = edition_of(catalogue().find(parsed.date), parsed.language)
        if downloads_build.file_name(edition, parsed.format) != name:
            raise missing
        stored = downloads_build.ensure_file(edition, parsed.format)
        if stored.sha256 != digest:
            address = reverse("download", args=[parsed.date, parsed.language, parsed.format.slug])
            message = _("This file was replaced or never existed. Current file: %(address)s")
            raise Http404(message % {"address": address})
        return stored.path
