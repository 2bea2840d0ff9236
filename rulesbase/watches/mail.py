"""Write a digest as an e-mail in the language of the user, with an unsubscribe link."""

from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from rulesbase.accounts.mail_tokens import unsubscribe_path
from rulesbase.core.document_urls import in_document, named
from rulesbase.feeds import search as feeds_search
from rulesbase.feeds import translations as feeds_translations
from rulesbase.history.change_summary import VersionSummary, summary_html, version_summary, version_title
from rulesbase.models import Digest, WatchMail
from rulesbase.watches.news import News, WatchNews
from rulesbase.watches.watched_pages import watch_name, watch_path

_SHOWN = 80


class MailPart(NamedTuple):
    """One event of a watch: its title, HTML, and the data for the plain text."""

    title: str
    html: str
    summary: VersionSummary | None = None
    hits: feeds_search.SearchChanges | None = None
    ruling: object = None
    changes: feeds_translations.TranslationChange | None = None


class MailSection(NamedTuple):
    """All events of a watch."""

    name: str
    path: str
    parts: tuple[MailPart, ...]


class MailText(NamedTuple):
    """Subject, text and HTML of a mail; ``ending`` is the unsubscribe address."""

    subject: str
    text: str
    html: str
    ending: str


def write_mail(mail: WatchMail, news: News) -> MailText:
    """Write the mail of a user's news."""
    with translation.override(mail.language):
        sections = []
        for part in news.parts:
            with in_document(part.watch.document):
                sections.append(_section(part, news, mail.site))
        ending = mail.site + unsubscribe_path(mail.user)
        shown, left = [], _SHOWN
        for section in sections:
            shown.append(section._replace(parts=section.parts[: max(left, 0)]))
            left -= len(section.parts)
        context = {
            "sections": [section for section in shown if section.parts],
            "more": max(-left, 0) + sum(part.left for part in news.parts),
            "site": mail.site,
            "name": mail.user.get_username(),
            "ending": ending,
            "watches": mail.site + reverse("watches"),
        }
        text = render_to_string("watches/mail.txt", context).strip() + "\n"
        return MailText(_subject(sections), text, render_to_string("watches/mail.html", context), ending)


def _subject(sections: list[MailSection]) -> str:
    first = " ".join(sections[0].name.split())[:60]
    more = len(sections) - 1
    if not more:
        return gettext("Rulesbase: changes to %(name)s") % {"name": first}
    subject = ngettext(
        "Rulesbase: changes to %(name)s and %(count)d other page",
        "Rulesbase: changes to %(name)s and %(count)d other pages",
        more,
    )
    return subject % {"name": first, "count": more}


def _section(part: WatchNews, news: News, site: str) -> MailSection:
    watch = part.watch
    name = watch_name(watch)
    parts: list[MailPart] = []
    for step in part.steps:
        summary = version_summary(step, news.words, step.listed)
        title = version_title(step, named(step.number, name))
        parts.append(MailPart(title, summary_html(summary, site), summary))
    for one in part.rulings:
        parts.append(MailPart("", render_to_string("watches/_ruling.html", {"ruling": one}), ruling=one))
    for hits in part.search_changes:
        title = feeds_search.item_title(hits, watch.question)
        parts.append(MailPart(title, feeds_search.hits_html(hits, watch.language, site), hits=hits))
    for change in part.changes:
        title = feeds_translations.title_of(change, watch.language)
        parts.append(MailPart(title, feeds_translations.change_html(change, site), changes=change))
    return MailSection(name, watch_path(watch, part.card), tuple(parts))


def email_message(mail: WatchMail, digest: Digest, written: MailText) -> EmailMultiAlternatives:
    """Return the mail to send, with headers for one-click unsubscribing (RFC 2369, RFC 8058)."""
    host = urlsplit(mail.site).hostname or "localhost"
    made = EmailMultiAlternatives(
        written.subject,
        written.text,
        to=[mail.user.email],
        headers={
            "List-Unsubscribe": f"<{written.ending}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Id": f"Rulesbase <watches.{host}>",
            "Auto-Submitted": "auto-generated",
            "Message-ID": f"<{digest.public_id}.{mail.turn}@{host}>",
        },
    )
    made.attach_alternative(written.html, "text/html")
    return made
