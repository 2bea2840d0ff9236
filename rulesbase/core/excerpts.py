"""The first words of a text."""


def shortened(text: str, most: int) -> str:
    """Return a text; a longer one cut behind a word, with an ellipsis."""
    if len(text) <= most:
        return text
    cut = text.rfind(" ", most // 2, most)
    return text[: cut if cut > 0 else most].rstrip(" ,;:.–—-") + " …"


def opening(text: str, most: int) -> str:
    """Return the first words of the first line of a text."""
    return shortened(text.split("\n")[0], most)
