"""What is odd about cards, and what people type: given to the readers and the index by `accepted_cards`."""

from typing import Any

LINES = [
    ("Créature : elfe et druide", "Creature — Elf Druid"),
    ("Créature : elfe", "Creature — Elf"),
    ("Terrain : île", "Land — Island"),
    ("クリーチャー — エルフ・ドルイド", "Creature — Elf Druid"),
    ("クリーチャー — エルフ", "Creature — Elf"),
    ("Éphémère", "Instant"),
    ("Land", "Land"),
    ("", "Land"),
]
SETS = "PVAN OHOP SLX UGL UND PTK CMB1 APC CHK EMN".split()
# What can be wrong with a record, one fault each.
FAULTS = (
    "none name oracle_id lang layout faces type_line cmc released object colors legalities long keywords set".split()
)
TYPED = "whole lower swapped lost other front back middle joined accents parted".split()
# What a key of a record holds that should hold something else; keys that are called otherwise than their fault.
VALUES: list[Any] = [None, 7, "", ["x"], {"a": 1}, "x" * 300, "ja", "  A  &amp; B ", ["G", "W", 3], "2007-13-01"]
KEYS = {"released": "released_at", "faces": "card_faces"}
# Names, texts and lines to mend.
NAMES = [
    "稲妻（いなずま）",
    "火（ひ）と（ひょう）氷",
    "Elk (Sun)",
    "Elk  (Sun) (Moon)",
    " A\u200b  B\n",
    "()",
    "Æther (",
    "（）",
]
TEXTS = ["{oW}: tap", "oT, o2: x", "&quot;A&quot; &amp; B", "a\n\nb  ", "{Tap}", "#_x_#", "ocT", "a—b"]
PRINTED_LINES = [
    ("Éphémère\nInflige 2.", ""),
    ("Éphémère", "Inflige."),
    ("", "x"),
    ("Instant\n", "y"),
    ("a\nb\nc", "d"),
]
LANGUAGES = ["French", "Japanese", "ja", "zht", "Chinese Simplified", "Portuguese (Brazil)", "Klingon", "", "PH", "fr "]
LAYOUTS = [
    "token",
    "emblem",
    "art_series",
    "normal",
    "double_faced_token",
    "vanguard",
    "scheme",
    "planar",
    "augment",
]
TYPES = [
    "Token Creature — Elf",
    "Emblem — Jace",
    "Card",
    "Creature",
    "",
    "Vanguard",
    "Plane — X",
    "Stickers",
    "Dungeon",
]
# Looked up in the index.
TYPED_ODDLY = [
    "",
    " ",
    "x" * 401,
    "//",
    "a",
    "e",
    "the",
    "of the",
    "ab",
    "の",
    "火",
    "xyzzyx",
    "the the",
    "fire and ice",
    "&",
]
