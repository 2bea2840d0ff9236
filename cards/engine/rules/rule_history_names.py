"""Rule history, first part: names as such, tokens, text changes, self-reference, decks. Data only.

Marks: *cards* the test covers cards only; *nameless* an object without a name matches none; *common* all objects share
one name; *named* each must have a name; *oracle* a name in the Oracle reference; *legal* a card legal in the format
played.
"""

OF_NAMES = {
    # ---- What a name is, and when two are the same ----
    "english": "2016-08-26 201.2",
    "oracle": """
        2003-07-01 200.2
        2009-07-11 108.1""",
    "card": """
        1999-04-23 200.1
        2009-07-11 108.2""",
    "no_card": """
        1999-04-23 200.1
        2009-07-11 108.2
        2017-04-28 108.2b""",
    "same": """
        1999-04-23 202.3 cards
        2009-07-11 201.3 cards
        2010-02-01 201.2
        2016-08-26 201.2a
        2020-11-20 201.2a nameless
        2021-02-05 201.2a nameless common""",
    "several": """
        2016-08-26 201.2b
        2021-02-05 201.2a""",
    "different": """
        2016-08-26 201.2c
        2020-11-20 201.2c named
        2021-02-05 201.2b named""",
    "different_first": "2021-02-05 201.2c",
    # ---- Choosing a name ----
    "choose": """
        2010-02-01 201.3 legal oracle
        2016-07-22 201.3 legal
        2018-10-05 201.3 oracle
        2022-04-29 201.4 oracle""",
    "format": """
        1999-04-23 100.5
        2009-09-04 100.6""",
    "qualities": """
        2017-04-28 201.3a
        2022-04-29 201.4a""",
    # ---- Interchangeable and alternate names ----
    "interchangeable": "2022-04-29 201.3",
    "interchangeable_same": "2022-04-29 201.3a",
    "interchangeable_deck": "2022-04-29 201.3b",
    "interchangeable_choose": "2022-04-29 201.4g",
    # *text*: rules text may use such a name.
    "flavor": """
        2020-04-17 201.5
        2022-04-29 201.6 text""",
    # ---- Names added, set, copied, missing ----
    "added": """
        2016-08-26 612.6 legal
        2018-10-05 612.6
        2022-10-07 612.7""",
    "set": """
        2019-05-03 612.7
        2022-10-07 612.8""",
    "sticker": "2022-10-07 123.6b",
    # At first only of permanents and what was printed on them.
    "copiable": """
        2001-07-23 503.2
        2009-07-11 706.2
        2021-07-23 707.2""",
    "facedown": """
        2001-07-23 504.2
        2002-10-07 502.26a
        2009-07-11 707.2a
        2021-07-23 708.2a""",
    "facedown_general": """
        2002-10-07 504.2
        2009-07-11 707.2
        2021-07-23 708.2""",
    # *some*: most emblems have no name, so some have.
    "emblem": """
        2010-07-16 113.3
        2019-07-12 114.3
        2023-06-16 114.3 some""",
    # ---- Tokens: *creature* tokens only, the creature *type* is the name, *word* Token appended ----
    "token": """
        1999-04-23 216.1 creature
        2001-07-23 216.1 creature type
        2003-07-01 216.1 creature
        2007-05-01 216.1a creature
        2009-07-11 110.5c creature
        2016-04-08 110.5c
        2019-07-12 111.4
        2021-11-19 111.4 word""",
    "token_by_name": "2024-06-07 111.11",
    "token Walker": "2021-02-05 111.10d",
    "token Incubator": "2023-04-14 111.10i",
    "token Cursed Role": "2023-09-01 111.10j",
    "token Monster Role": "2023-09-01 111.10k",
    "token Royal Role": "2023-09-01 111.10m",
    "token Sorcerer Role": "2023-09-01 111.10n",
    "token Virtuous Role": "2023-09-01 111.10p",
    "token Wicked Role": "2023-09-01 111.10q",
    "token Young Hero Role": "2023-09-01 111.10r",
    # Without the default: the effect of words in a text change. *types*: not even creature types change.
    "text": """
        2001-07-23 415.4 types
        2002-10-07 415.4
        2003-07-01 418.6a
        2009-07-11 611.2
        2009-10-01 612.2""",
    "text_token": """
        2002-10-07 415.4
        2003-07-01 418.6c
        2009-07-11 611.2a
        2009-10-01 612.2a""",
    # A text change of the token itself.
    "text_made": """
        2003-07-01 418.6d
        2009-07-11 611.4
        2009-10-01 612.4""",
    # ---- Text that names its own object ----
    "self": """
        1999-04-23 202.2
        2009-07-11 201.2
        2010-02-01 201.4
        2022-04-29 201.5""",
    # *copied*: also where the granted ability is copied; *moved*: also where it moved its source.
    "granted": """
        2001-07-23 202.2
        2003-07-01 202.2b
        2009-07-11 201.2b
        2010-02-01 201.4a
        2012-02-01 201.4a copied
        2021-02-05 201.4a copied moved
        2022-04-29 201.5a copied moved""",
    "gained": """
        2010-02-01 201.4b
        2022-04-29 201.5b""",
    # *later*: on a second reference or later only; *legendary*: on legendary cards only.
    "shortened": """
        2010-02-01 201.4c later legendary
        2013-07-13 201.4c legendary
        2022-04-29 201.5c legendary
        2024-03-08 201.5c""",
    "phrase": """
        2003-07-01 202.2a
        2009-07-11 201.2a
        2010-02-01 201.5
        2018-10-05 700.7""",
    "tracked": """
        2001-07-23 503.11
        2009-07-11 706.10
        2011-09-30 706.11
        2021-07-23 707.11""",
    "copied_ability": """
        2007-10-01 503.10b
        2009-07-11 706.9b
        2011-09-30 706.10b
        2021-07-23 707.10b""",
    # ---- Decks: *copies* of a card, without a word of its name ----
    "deck": """
        1999-04-23 100.2 copies
        2001-07-23 100.2
        2009-07-11 100.2a""",
    "commander": """
        2009-10-01 903.4b
        2011-02-04 903.5b""",
    "casual": "2018-01-19 100.7",
}
