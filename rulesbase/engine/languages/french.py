"""French."""

from collections.abc import Iterator

from rulesbase.engine.languages.attributes import (
    ChangeWords,
    DateWords,
    DocumentWords,
    Meaning,
    PageWords,
    TextLanguage,
    numbers_from_two,
    words,
)
from rulesbase.engine.messages import gettext_noop as _

_NARROW = "\u202f"
# An article is not followed by a preposition, article, relative or verb. Words that are also pronouns are left out.
_ARTICLE = r"(?:les?|la|des|du|ces?|cet|cette|son|sa|ses)"
_NEVER = r"(?:d['’]|qu['’]|de\b|des\b|du\b|les\b|le\b|la\b|dans\b|sur\b|pour\b|qui\b|que\b|ne\b|est\b|sont\b)"


def _forms(name: str) -> Iterator[str]:
    yield name
    parts = name.split(" ")
    plural = [part if part.endswith(("s", "x", "z")) else part + "s" for part in parts]
    yield " ".join(plural)
    yield " ".join([plural[0], *parts[1:]])


FRENCH = TextLanguage(
    code="fr",
    name=_("French"),
    own_name="Français",
    alpha_3="fra",
    aliases=("french",),
    small_types=True,
    and_words=("et",),
    document=DocumentWords(
        contents=("sommaire", "table des matières", "contenu"),
        glossary=("glossaire",),
        credits=("crédits", "credits", "remerciements"),
    ),
    example="Exemples?",
    dates=DateWords(
        months=(
            "janvier", "février fevrier", "mars", "avril", "mai", "juin", "juillet", "août aout", "septembre",
            "octobre", "novembre", "décembre decembre",
        ),
        short_months=("janv", "févr", "", "avr", "", "", "juil", "", "", "", "", "déc"),
        ordinal="er",
        effective=r"(?:en\s+vigueur|pren(?:d|nent)\s+effet|applicables?|valables?|effectives?|à\s+jour|datée?s?)"
        r"\s[^\n\d]{0,40}\d[^\n]{6,40}|règles\s(?:complètes\s|officielles\s)?(?:du|au)\s\d[^\n]{6,40}",
        labels=("FR",),
        links=("du", "en", "de", "au"),
        openers=("version", "version du", "le"),
        day_first_signs="règles?|versions? du|le|les|des",
    ),
    pages=PageWords(
        edit="modifier",
        feet=(
            r"\[modifier\b", "(?:revenir en|retour en|haut de(?: la)?) (?:haut|page)", r"partager\s*:",
            "articles similaires", "laisser un commentaire", r"message\s?sujet\s*:", r"aller à la page\b",
            "vous ne pouvez pas (?:poster|répondre|éditer|modifier|supprimer|voter)",
        ),
        greetings="bonjour|salut|chers?|chères?|cordialement|merci",
        errors="erreur|introuvable",
        page=r"page|p\.",
        page_of="sur|de",
        columns={"heading": "titre terme", "text": "texte traduction", "examples": "exemple exemples"},
        never_together=rf"(?<![\w'’]){_ARTICLE}(\s)(?={_NEVER})",
    ),
    changes=ChangeWords(
        inserted="ajouté\u00a0: ",
        deleted="supprimé\u00a0: ",
        moved_here="déplacé ici\u00a0: ",
        moved_away="déplacé d’ici\u00a0: ",
    ),
    symbols={
        "W": "blanc", "U": "bleu", "B": "noir", "R": "rouge", "G": "vert", "C": "incolore", "S": "neigeux",
        "T": "engager", "Q": "dégager", "E": "énergie", "P": "symbole phyrexian", "H": "symbole phyrexian",
        "CHAOS": "chaos", "PW": "symbole de planeswalker", "TK": "ticket", "A": "gland",
        "mana": "mana {}", "generic": "générique {}", "or": " ou ", "Phyrexian": "{} phyrexian",
    },
    obsolete="obsol[eè]te",
    rule="r[èe]gle",
    rules="r[èe]gles",
    places=("chapitres?",),
    articles=("la", "les"),
    joins=("et", "ou"),
    ranges=("à",),
    cites=("(?i:règle)", "(?i:règles)", "(?i:voir)", r"\bet", r"\bou", "à"),
    stemmer="french",
    elisions="[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu",
    common=tuple("le la les des un une est et du joueur qui dans ou sur avec pas".split()),
    joining=words(
        "le la les l' un une des du de d' à au aux en dans par pour sur avec et ou où que qu' qui ce cet cette ces son"
        " sa ses ne n' si dont leur leurs"
    ),
    little=words("c' se s' est sont il elle ils elles y"),
    asking=words("disait dit regle numero"),
    rulings_asked=r"^(?:les )?d[ée]cisions? (?:sur |de |d['’])",
    unsearched=words(
        """a au aux avec c ce ces cet cette d dans de des du elle elles en est et eu il ils j je l la le les leur leurs
        lui m mais me n ne nous on ou par pas plus pour qu que quand quel quelle qui s sa se ses si son sont sur t te
        tu un une vous y"""
    ),
    everyday=words("vous votre devient si"),
    forms=_forms,
    length=1.15,
    quotes="«»“”",
    quote_pair=("«" + _NARROW, _NARROW + "»"),
    curly_apostrophe=True,
    spaces_signs=True,
    twice=words("nous vous"),
    meanings={
        # "Ne … que" is a limit; "plus de" and "plus que" compare.
        "not": Meaning(
            "ne … pas",
            r"n(?:e |['’])(?:\w+['’ -]){0,4}?"
            r"(?:pas|jamais|aucune?s?|rien|personne|plus(?! (?:de|que)\b| (?:d|qu)['’]))",
            r"n(?:e |['’])(?:(?!pas\b|aucun)[^.;]){1,60}? qu[e'’]"
            r"|aucune?s?|jamais|ni|non|pas|personne|rien|sans|sinon|sauf|seule?s?|seulement|excep\w+|hormis|hors|vides?"
            r"|autres? qu[e'’]|à moins|au lieu|plutôt|différ\w+|empêch\w+|interdi\w+|cess\w+|perd\w*|ignor\w+"
            r"|il(?:lég|lim)\w+|im(?:mun|poss|prév)\w+"
            r"|in(?:act|cap|chang|color|complet|connu|défin|dépend|dist|éligib|suff|termin|util|valid|visib)\w*",
        ),
        "at least": Meaning("au moins", "au moins", r"plus|davantage|moins|minimum|supérieure?s?|dépass\w+"),
        "at most": Meaning("au plus", r"au (?:plus|maximum)", r"plus|moins|maximum|jusqu['’]\w+|inférieure?s?"),
        "or equal": Meaning("ou égal", possible=r"éga(?:l|le|ux|les)"),
        "must": Meaning("doit", possible=r"doi\w+|dev\w+|oblig\w+|faut|faudra"),
        "until": Meaning("jusqu’à", possible=r"jusqu['’]\w+|avant|tant"),
        "random": Meaning("au hasard", possible=r"hasard|aléatoire\w*"),
        "left": Meaning("gauche", possible=r"gauche|rest\w+|quitt\w+|laiss\w+"),
        "right": Meaning("droite", possible=r"droite?s?"),
        "top": Meaning("dessus", possible="dessus|haut|sommet"),
        "bottom": Meaning("dessous", possible="dessous|bas"),
        "next": Meaning("prochain", possible=r"prochain\w*|suivant\w*"),
        **numbers_from_two("deux trois quatre cinq six sept huit neuf dix".split()),
        "two": Meaning("deux", possible=r"deux|2|aucune?"),
    },
    game_terms={
        "Activated Ability": ("capacité activée",),
        "Active Player": ("joueur actif",),
        "Alternative Cost": ("coût alternatif", "coût de remplacement"),
        "Artifact": ("artefact",),
        "Aura": ("aura",),
        "Battlefield": ("champ de bataille",),
        "Combat Damage": ("blessures de combat", "dégâts de combat", "blessures et combat"),
        "Combat Phase": ("phase de combat", "phases de combat"),
        "Continuous Effect": ("effet continu",),
        "Counter": ("marqueur", "contrecarrer", "contrer"),
        "Creature": ("créature",),
        "Defending Player": ("joueur défenseur", "joueur en défense", "joueur défendant"),
        "Enchantment": ("enchantement",),
        "Equipment": ("équipement",),
        "Exile": ("exil", "exiler"),
        "Graveyard": ("cimetière",),
        "Instant": ("éphémère",),
        "Land": ("terrain",),
        "Library": ("bibliothèque",),
        "Loyalty": ("loyauté",),
        "Main Phase": ("phase principale", "phases principales"),
        "Mana": ("mana",),
        "Mana Ability": ("capacité de mana", "capacités de mana"),
        "Planeswalker": ("planeswalker", "arpenteur"),
        "Power": ("force",),
        "Prevention Effect": ("effet de prévention",),
        "Priority": ("priorité",),
        "Replacement Effect": ("effet de remplacement",),
        "Reveal": ("révéler",),
        "Sacrifice": ("sacrifier",),
        "Sorcery": ("rituel",),
        "Stack": ("pile",),
        "Static Ability": ("capacité statique",),
        "Token": ("jeton",),
        "Toughness": ("endurance",),
        "Triggered Ability": ("capacité déclenchée",),
        "Untap Step": ("étape de dégagement",),
        "Upkeep": ("entretien",),
    },
    numbers=tuple(
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
        " dix-huit dix-neuf vingt".split()
    ),
    terms_deck=_("Terms in French"),
)  # fmt: skip
