"""Loads templates without the indentation of their lines, which a browser does not show."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

_INDENTATION = re.compile(r"\n +")


class Loader(FilesystemLoader):
    """Finds templates as Django does. Templates stay readable, and pages do not get larger with every level."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template; HTML without the spaces at the start of its lines."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("\n", source) if origin.name.endswith(".html") else source
