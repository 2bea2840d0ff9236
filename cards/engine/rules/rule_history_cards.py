"""The table of epochs, second part: cards with more than one name. Data only.

Of each kind: where the rules tell which names it has, where its own chapter tells which may be chosen (`_choose`), and
where chapter 201 does (`_choose_201`, with the mark *qualities* where it tells whose characteristics count).
"""

OF_CARDS = {
    # ---- Split cards: *both* halves must be named, an object with *either* has the name; *one* half only ----
    "split": """
        2001-07-23 505.2
        2009-07-11 708.2
        2017-04-28 708.4 combined
        2021-07-23 709.4 combined""",
    "split_stack": """
        2001-07-23 505.2
        2009-07-11 708.2
        2017-04-28 708.3b
        2021-07-23 709.3b""",
    "split_fused": """
        2013-05-01 708.2
        2017-04-28 708.4d
        2021-07-23 709.4d""",
    "split_match": """
        2001-07-23 505.6
        2009-07-11 708.6a
        2017-04-28 -""",
    "split_negative": """
        2006-07-15 505.6
        2009-07-11 708.6b
        2017-04-28 -""",
    "split_choose": """
        2001-07-23 505.7 both
        2008-02-01 505.7 both either
        2009-07-11 708.7 both either
        2013-05-01 708.7 one
        2017-04-28 708.4a one
        2021-07-23 709.4a one""",
    "split_choose_201": """
        2010-02-01 201.3
        2016-07-22 201.3a
        2017-04-28 201.3b qualities
        2022-04-29 201.4b qualities""",
    "room": "2024-11-08 709.5",
    "room_types": "2024-11-08 709.5a",
    # ---- Flip cards ----
    "flip": """
        2004-10-01 508.2
        2009-07-11 709.2
        2021-07-23 710.2""",
    "flip_choose": """
        2008-02-01 508.5
        2009-07-11 709.5
        2021-07-23 710.5""",
    "flip_choose_201": """
        2010-02-01 201.3
        2016-07-22 201.3b
        2017-04-28 201.3c qualities
        2022-04-29 201.4c qualities""",
    # ---- Double-faced cards ----
    "dfc": """
        2011-09-30 711.2a
        2015-01-23 711.4a
        2021-07-23 712.4a
        2023-04-14 712.8a""",
    "dfc_front": """
        2011-09-30 711.2a
        2015-01-23 711.4a
        2020-09-25 711.4b
        2021-07-23 712.4b
        2021-09-24 712.4c
        2023-04-14 712.8d""",
    "dfc_back": """
        2011-09-30 711.2b
        2015-01-23 711.4b
        2020-09-25 711.4c
        2021-07-23 712.4c
        2021-09-24 712.4d
        2023-04-14 712.8e""",
    "dfc_spell": """
        2011-09-30 711.2a
        2015-01-23 711.4a
        2020-09-25 711.4b
        2021-07-23 712.4b
        2021-09-24 712.4b back
        2023-04-14 712.8c back""",
    "dfc_choose": """
        2011-09-30 711.8
        2015-01-23 711.12
        2016-04-08 711.13
        2020-09-25 711.14
        2020-11-20 711.15
        2021-07-23 712.15
        2023-04-14 712.19""",
    "dfc_choose_201": """
        2011-09-30 201.3
        2016-07-22 201.3c
        2017-04-28 201.3d qualities
        2022-04-29 201.4d qualities""",
    "modal": """
        2020-09-25 711.4d
        2021-07-23 712.4d
        2021-09-24 712.4e
        2023-04-14 712.8f""",
    # ---- Meld cards ----
    "meld": """
        2016-07-22 712.3a
        2021-07-23 713.3a
        2022-11-18 713.4a
        2023-04-14 712.8a""",
    "meld_melded": """
        2016-07-22 712.3b
        2021-07-23 713.3b
        2022-11-18 713.4b
        2023-04-14 712.8g""",
    "meld_choose": """
        2016-07-22 712.11
        2021-07-23 713.11
        2022-11-18 713.12
        2023-04-14 712.19""",
    "meld_choose_201": """
        2016-07-22 201.3d
        2017-04-28 201.3e qualities
        2022-04-29 201.4e qualities""",
    # ---- Cards with a second frame within their text box ----
    "adventure": """
        2019-10-04 715.4
        2021-07-23 716.4
        2023-04-14 715.4""",
    "adventure_spell": """
        2019-10-04 715.3b
        2021-07-23 716.3b
        2023-04-14 715.3b""",
    "adventure_choose": """
        2019-10-04 715.5
        2021-07-23 716.5
        2023-04-14 715.5""",
    "adventure_choose_201": """
        2019-10-04 201.3f qualities
        2022-04-29 201.4f qualities""",
    "omen": "2025-04-04 720.4",
    "omen_spell": "2025-04-04 720.3b",
    "omen_choose": "2025-04-04 720.5",
    "prepare": "2026-04-17 722.4",
    "prepare_spell": "2026-04-17 722.3c",
    "prepare_choose": "2026-04-17 722.5",
}
