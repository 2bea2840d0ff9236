"""Japanese."""

from rulesbase.engine.languages.shape import ChangeWords, DateWords, DocumentWords, PageWords, TextLanguage
from rulesbase.engine.messages import gettext_noop as _

JAPANESE = TextLanguage(
    code="ja",
    name=_("Japanese"),
    own_name="日本語",
    script="Jpan",
    aliases=("japanese", "jp"),
    and_words=("と",),
    document=DocumentWords(
        introduction=("はじめに", "序文", "導入"),
        contents=("目次", "もくじ"),
        glossary=("用語集",),
        index=("索引",),
        credits=("クレジット", "著作権表示", "製作者"),
        example="例：",
    ),
    example=r"例(?:如|子|題|示)?\s*[0-9０-９一二三]?",
    dates=DateWords(
        effective=r"(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)[^\n]{0,12}(?:から|より|以降|現在)",
        labels=("JP", "JA"),
        closers=("版", "時点"),
    ),
    pages=PageWords(
        edit="編集",
        quoted=r"提供\s?[:：]|引用\s?[:：]",
        feet=(r"\[編集\]", "ページの先頭", "ページトップ", "サイトマップ", "プライバシー"),
        greetings_unspaced="拝啓|敬具|こんにちは",
        errors="エラー|見つかりません",
        columns={"heading": "見出し 用語", "text": "訳文 訳 本文 翻訳", "examples": "例", "english": "英語 原文"},
    ),
    changes=ChangeWords(inserted="追加: ", deleted="削除: ", moved_here="ここへ移動: ", moved_away="ここから移動: "),
    symbols={
        "W": "白", "U": "青", "B": "黒", "R": "赤", "G": "緑", "C": "無色", "S": "氷雪",
        "T": "タップ", "Q": "アンタップ", "E": "エネルギー", "P": "ファイレクシア・シンボル",
        "H": "ファイレクシア・シンボル", "CHAOS": "カオス", "PW": "プレインズウォーカー・シンボル",
        "TK": "チケット", "A": "どんぐり",
        "mana": "{}マナ", "generic": "不特定{}", "or": "または", "Phyrexian": "ファイレクシア{}",
    },
    obsolete="廃語|廃止",
    has_readings=True,
    rule="ルール",
    rules="ルール",
    places=("章",),
    joins=("と", "及び"),
    ranges=("から",),
    length=0.45,
    quotes="「」『』",
    quote_pair=("「", "」"),
    full_width=True,
    numbers=tuple("〇一二三四五六七八九十"),
    terms_deck=_("Terms in Japanese"),
)  # fmt: skip
