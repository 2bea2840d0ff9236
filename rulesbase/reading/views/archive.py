"""Pages of the provenance of texts: archive, edition, source and its file."""

from pathlib import PurePath

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.archive import provenance
from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.text.dates import read_day
from rulesbase.models import Edition, Source, SourceFile, Version
from rulesbase.reading import archive_page, articles
from rulesbase.translations.alignment import alignment_of, alignments_of


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show all versions with their editions, what is missing, and the partial sources."""
    partial = Source.objects.filter(whole=False).select_related("edition__version")
    context = {
        "coverage": archive_page.coverage(),
        "files": archive_page.source_totals(),
        "partial_sources": archive_page.partial_sources(partial),
        "version": Version.objects.filter(is_sample=True).first(),
    }
    return render(request, "reading/archive.html", context)


@require_safe
def edition(request: HttpRequest, date: str, language: str) -> HttpResponse:
    """Show the provenance of an edition."""
    day = read_day(date)
    if day is None:
        raise Http404(_("The archive has no version of the rules with this date."))
    found = Edition.objects.select_related("version").filter(version__date=day, language=language).first()
    if found is None:
        raise Http404(_("The archive has no version of the rules with this date in this language."))
    origin = provenance.origin_of(found)
    context = {
        "edition": found,
        "version": found.version,
        "origin": origin,
        "layout": provenance.layout_name(origin.text.layout) if origin.text else "",
        "bindings": alignments_of(found),
        "others": Edition.objects.filter(version=found.version).exclude(pk=found.pk).order_by("language"),
    }
    return render(request, "reading/edition.html", context)


@require_safe
def source(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a source, and compare a partial one with an edition."""
    related = Source.objects.select_related(
        "edition__version", "edition__text_source", "introduction", "credits", "commentary"
    )
    found = get_object_or_404(related, pk=pk)
    long = found.rules + found.terms > provenance.ONE_PAGE
    chapters = provenance.chapters_of(found) if long else []
    asked = request.GET.get("chapter", "")
    known = {str(number): number for number, _heading in chapters}
    chapter = known.get(asked, next(iter(known.values()), None))
    entries = provenance.entries_of(found, chapter)
    agreements = list(found.agreements.select_related("edition__version").order_by("-edition__version__date"))
    agreement = provenance.nearest(agreements, request.GET.get("version", ""), found)
    context = {
        "source": found,
        "version": found.edition.version if found.edition else None,
        "layout": provenance.layout_name(found.layout),
        "same_text": provenance.is_same_text(found),
        "chapters": chapters,
        "chapter": chapter,
        "entries": entries,
        "agreements": agreements,
        "partial": archive_page.partial_sources([found])[0] if not found.whole else None,
        "compared": provenance.compare(entries, agreement) if agreement else None,
        "commentary": articles.sections_of(catalogue(), found) if found.commentary else (),
        "binding": alignment_of(found),
    }
    return render(request, "reading/source.html", context)


@require_safe
def source_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the original bytes of a source."""
    found = get_object_or_404(Source, pk=pk)
    try:
        data = provenance.original(found)
    except SourceFile.DoesNotExist:
        raise Http404(_("The original file of this text is not stored on this site.")) from None
    name = PurePath(found.name.replace("\\", "/")).name or f"{found.sha256[:12]}.txt"
    return HttpResponse(
        data,
        headers={
            "Content-Type": provenance.media_type(found),
            "Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or "attachment",
            "ETag": f'"{found.sha256}"',
        },
    )
