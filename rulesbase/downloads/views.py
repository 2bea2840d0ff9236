"""Whole texts to take away: a page that says what there is, and the files themselves."""

from datetime import datetime
from pathlib import Path

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, catalogue, no_version_words
from rulesbase.core.dates import day_text
from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.downloads.listing import language_list, of_volume, rows_by_year
from rulesbase.models import Edition
from rulesbase.reading.page_frame import dated

_YEAR = 365 * 24 * 3600


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Say what there is, what each is good for, and where the files of each version are."""
    versions = catalogue()
    latest = versions.latest
    bundle = downloads_storage.current(downloads_build.BUNDLE)
    context = {
        "latest": latest,
        "sheets": of_volume(latest) if latest else [],
        "kinds": downloads_build.format_words(),
        "years": rows_by_year(versions.all),
        "languages": language_list(versions.all),
        "bundle": bundle,
        "bundle_built": datetime.fromisoformat(bundle.built).date() if bundle else None,
        "bundle_is_old": bundle is not None and bundle.stamp != versions.stamp,
        "version": latest,
    }
    return render(request, "rulesbase/downloads.html", context)


@dated
def version(request: HttpRequest, versions: Catalogue, version: CatalogueVersion) -> HttpResponse:
    """The files of one version in each language."""
    context = {
        "version": version,
        "sheets": of_volume(version),
        "earlier": versions.before(version),
        "later": versions.after(version),
        "is_latest": versions.latest is not None and versions.latest.pk == version.pk,
    }
    return render(request, "rulesbase/downloads_version.html", context)


@require_safe
def edition(request: HttpRequest, date: str, language: str, format: str) -> HttpResponse:
    """Lead to the file of an edition as it is now; it is made first where that is needed."""
    kind = downloads_build.FORMATS.get(format)
    if kind is None:
        raise Http404(
            _("There is no format of that name. There are: %(names)s.") % {"names": ", ".join(downloads_build.FORMATS)}
        )
    return _led_to(downloads_build.ensure(_found(date, language), kind))


def _found(date: str, language: str) -> Edition:
    """The edition of the version in force on a day. Raises Http404 with a sentence that says what there is."""
    try:
        version = catalogue().find(date)
    except VersionNotFound as error:
        raise Http404(no_version_words(error)) from None
    editions = Edition.objects.select_related("version").filter(version=version.pk)
    # What PostgreSQL cannot read in a query is no language either.
    found = next((one for one in editions if one.language == language), None)
    if found is None:
        known = ", ".join(text.language for text in version.texts)
        words = _("The version of %(date)s has no edition in that language. It has: %(languages)s.")
        raise Http404(words % {"date": day_text(version.date), "languages": known})
    return found


def _led_to(kept: downloads_storage.Kept) -> HttpResponse:
    response = HttpResponseRedirect(reverse("download-file", args=[kept.sha256, kept.name]))
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Lead to the bundle of the whole archive. It takes minutes to make, so a visit never makes it."""
    kept = downloads_storage.current(downloads_build.BUNDLE)
    if kept is None:
        raise Http404(
            _("The whole archive has not been packed here yet. Whoever runs this site does it with: %(command)s")
            % {"command": "manage.py build_downloads --bundle"}
        )
    return _led_to(kept)


@require_safe
def file(request: HttpRequest, digest: str, name: str) -> HttpResponseBase:
    """Hand out the file with this digest; what is missing here and would be the same is made anew."""
    path = downloads_storage.file_of(digest, name)
    if path is None:
        path = _made_again(digest, name)
    tag = f'"{digest}"'
    headers = {"Cache-Control": f"public, max-age={_YEAR}, immutable", "ETag": tag, "X-Content-Type-Options": "nosniff"}
    fresh = HttpResponse(headers=headers)
    answer = get_conditional_response(request, etag=tag, response=fresh)
    if answer is not None and answer is not fresh:
        return answer
    kind = downloads_build.media_type(name)
    return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type=kind, headers=headers)


def _made_again(digest: str, name: str) -> Path:
    """The same file once more: the address may come from another machine, or the folder was emptied."""
    named = downloads_build.read_name(name) if downloads_storage.DIGEST.fullmatch(digest) else None
    if named is None:
        raise Http404(_("There is no such file. All files are listed under /downloads/."))
    edition = _found(named.date, named.language)
    kind = downloads_build.FORMATS[named.format]
    if downloads_build.file_name(edition, kind) != name:
        raise Http404(_("There is no such file. All files are listed under /downloads/."))
    kept = downloads_build.ensure(edition, kind)
    if kept.sha256 != digest:
        address = reverse("download", args=[named.date, named.language, named.format])
        words = _("This file has been replaced, or never was. The current one: %(address)s")
        raise Http404(words % {"address": address})
    return kept.path
