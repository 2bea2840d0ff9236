"""Static files. `collectstatic` joins the stylesheets of every page into two files, so that pages need few requests."""

from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The order is the cascade: tokens, bare elements, components, pages. The styles of a single page come between the two.
BUNDLES = {
    "css/site.css": (
        "css/tokens.css",
        "css/base.css",
        "css/languages.css",
        "css/masthead.css",
        "css/page.css",
        "css/menus.css",
        "css/versionbar.css",
        "css/rule-text.css",
        "css/symbols.css",
        "css/marks.css",
        "css/diffs.css",
        "css/forms.css",
        "css/tables.css",
        "css/messages.css",
        "css/pictures.css",
        "css/home.css",
        "css/contents.css",
        "css/rule-page.css",
        "css/parallel.css",
        "css/search.css",
        "css/link-preview.css",
    ),
    "css/last.css": ("css/helpers.css", "css/contrast.css", "css/print.css"),
}


class BundledStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Static files with the digest of their content in their names, and the bundles."""

    # The imports of our scripts name digests too. Django's own patterns for this also read the comments of libraries.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?P<matched>from "(?P<url>\./[\w-]+\.js)")', 'from "%(url)s"'),)),
    )

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write the bundles, then name and compress all files."""
        for bundle, names in ({} if dry_run else BUNDLES).items():
            self.delete(bundle)
            self.save(bundle, ContentFile(b"\n".join(self._content(name) for name in names)))
            paths[bundle] = (self, bundle)
        yield from super().post_process(paths, dry_run, **options)

    def _content(self, name: str) -> bytes:
        with self.open(name) as file:
            return bytes(file.read())


def stylesheet_names(bundle: str) -> tuple[str, ...]:
    """Return the files to link for a bundle: itself after `collectstatic`, its parts in development."""
    return (bundle,) if isinstance(staticfiles_storage, BundledStaticFiles) else BUNDLES[bundle]
