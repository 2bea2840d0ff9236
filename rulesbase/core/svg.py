"""Numbers in pictures, with a point in every language."""


def percent(number: float) -> str:
    """Write a position for a picture: 3.57%."""
    return f"{number:.2f}%"


def px(number: float) -> str:
    """Write a length for a picture: 27.4."""
    return f"{number:.1f}"
