"""Icons: drawn in place, or once per page and pointed to. 16 by 16, stroke 1.6, coloured by the text around them."""

from django.utils.safestring import SafeString, mark_safe

_DISC = '<circle cx="8" cy="8" r="5.5"/>'
# Kinds of change, then freshness of a translation. Some names are kinds as well: there "f-" is the freshness.
_MARKS = {
    "added": '<path d="M8 3v10M3 8h10"/>',
    "removed": '<path d="M3 8h10"/>',
    "reworded": '<path d="M2 9.5c2-4 4-4 6-1.5s4 2.5 6-1.5"/>',
    "renumbered": '<path d="M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h10.5M2.5 10H13"/>',
    "moved": '<path d="M2.5 8h11M9.5 4l4 4-4 4"/>',
    "split": '<path d="M2.5 8H6c3 0 3-4.5 7.5-4.5M6 8c3 0 3 4.5 7.5 4.5"/>',
    "merged": '<path d="M13.5 8H10C7 8 7 3.5 2.5 3.5M10 8c-3 0-3 4.5-7.5 4.5"/>',
    "wording": '<path d="M2 9.5c2-4 4-4 6-1.5s4 2.5 6-1.5M3 13h10"/>',
    "refs": (
        '<path d="M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.2-2.2a2.55 2.55 0 0 0-3.6-3.6l-.9.9M9.5 6.5a2.5 2.5 0 0 0-3.6 0'
        'L3.7 8.7a2.55 2.55 0 0 0 3.6 3.6l.9-.9"/>'
    ),
    "typo": '<path d="M3 5.5c0-1.5 2-2 2-.5S3.5 7.5 3 8M7 5.5c0-1.5 2-2 2-.5S7.5 7.5 7 8M3 12h10"/>',
    "same": '<path d="M3 6h10M3 10h10"/>',
    "exact": _DISC + '<circle class="fill" cx="8" cy="8" r="5.5"/>',
    "f-typo": _DISC + '<path class="fill" d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5H8z"/>',
    "f-wording": _DISC + '<path class="fill" d="M2.5 8a5.5 5.5 0 0 0 11 0z"/>',
    "f-refs": _DISC + '<path class="fill" d="M8 2.5a5.5 5.5 0 0 1 0 11z"/>',
    "behind": '<path class="fill" d="M8 2.5 14 13.5H2z"/>',
    "missing": '<path d="M3 3h10v10H3z" stroke-dasharray="2.2 2.1"/>',
    "warning": '<path d="M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1"/>',
}
_QUESTION = '<path d="M5.4 6.2a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.1.9-1.1 1.9M8 13.3v.1"/>'
# Search, and the answers of the name checker.
_SIGNS = {
    "search": '<circle cx="7" cy="7" r="4"/><path d="M10 10l3.5 3.5"/>',
    "yes": '<path d="M2.5 8.5l3.5 4L13.5 3.5"/>',
    "no": '<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>',
    "unclear": _QUESTION,
    "depends": _QUESTION,
}
_ICONS = {
    name: mark_safe(f'<svg class="ico" viewBox="0 0 16 16" aria-hidden="true">{paths}</svg>')  # noqa: S308 - our own paths
    for name, paths in (_MARKS | _SIGNS).items()
}
_SYMBOLS = "".join(f'<symbol id="i-{name}" viewBox="0 0 16 16">{paths}</symbol>' for name, paths in _MARKS.items())
_SPRITE = mark_safe(f'<svg class="vh" width="0" height="0" aria-hidden="true">{_SYMBOLS}</svg>')  # noqa: S308 - our own paths


def icon(name: str) -> SafeString:
    """Return an icon, drawn in place."""
    return _ICONS[name]


def icon_sprite() -> SafeString:
    """Return the icons of marks without showing them, for pages with marks that point to them."""
    return _SPRITE
