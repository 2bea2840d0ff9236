"""The tools: each asks the API and adds the date of the version and the permanent links of what it quotes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from jsonschema import ValidationError, validate

from rulesbase.api.openapi import description
from rulesbase.archive.store_text import term_slug
from rulesbase.assistants.local_api import API, ApiRefusal, Arguments, LocalApi
from rulesbase.engine.text.numbers import canonical

Data = dict[str, Any]
# The default page size. It is small, because an assistant pays for each word that it reads.
A_PAGE = 20


def answered(answer: Data, version: str, link: str, sources: Iterable[Data]) -> Data:
    """Return as JSON what the API answered, the date of the version, and where people can check it.

    ``link`` is the page of the whole answer; ``sources`` are the pages of the quoted rules. ``next_cursor`` asks for
    the next page of a list.
    """
    found: Data = {"version": version, "link": link, "answer": answer}
    found["sources"] = list({one["link"]: one for one in sources}.values())
    if following := answer.get("next"):
        found["next_cursor"] = parse_qs(urlsplit(following).query)["cursor"][0]
    return found


Ask = Callable[[LocalApi, Data], Data]
TOOLS: dict[str, "Tool"] = {}


class Tool(NamedTuple):
    """A tool; it takes the parameters of the API at ``address``, renamed by ``names``, and ``more``."""

    title: str
    description: str
    address: str
    answer: Ask
    names: Mapping[str, str]
    more: Mapping[str, Data]

    def schema(self) -> Data:
        """Return the JSON Schema of the arguments, from the description of the API."""
        properties: Data = dict(self.more)
        required: list[str] = []
        for field in description()["paths"][f"{API}{self.address}"]["get"]["parameters"]:
            name = self.names.get(field["name"], field["name"])
            # Without all fields an answer might lack the version or number by which it is checked.
            if name == "fields" or name in self.more:
                continue
            properties[name] = {**field["schema"], "description": field.get("description", "")}
            properties[name].pop("pattern", None)
            if name == "version":
                properties[name]["default"] = "latest"
            elif field.get("required"):
                required.append(name)
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def tool(
    title: str, address: str, *, names: Mapping[str, str] | None = None, more: Mapping[str, Data] | None = None
) -> Callable[[Ask], Ask]:
    """Make a function a tool of its name; its docstring is the description that assistants read."""

    def register(ask: Ask) -> Ask:
        TOOLS[ask.__name__] = Tool(title, " ".join((ask.__doc__ or "").split()), address, ask, names or {}, more or {})
        return ask

    return register


def _source(api: LocalApi, version: str, number: str) -> Data:
    """Return the permanent link of a rule, or of a glossary term by its slug, in a version."""
    chapter = "rules" if _is_number(number) else "glossary"
    return {"number": number, "version": version, "link": api.link(chapter, version, number)}


def _is_number(text: str) -> bool:
    """Return whether a text is a rule number, and not the name or slug of a term."""
    return canonical(text) == text


def _path(*parts: str) -> str:
    return "".join(f"{quote(part, safe='')}/" for part in parts)


_NUMBER = {"type": "string", "description": "A number in any spelling.", "example": "704.5j"}
_VERSION = {"type": "string", "description": "A day, a year, or latest.", "default": "latest"}
_RULE = {"type": "string", "description": "The id of the rule, in place of its number."}


@tool("Search the rules", "search/")
def search(api: LocalApi, given: Data) -> Data:
    """Search the Magic: The Gathering Comprehensive Rules of any version since 1999: rules, glossary, examples."""
    found = api.get("search/", {"limit": A_PAGE, **given})
    version = found["version"]
    link = api.link("search", q=given.get("q", ""), version=version)
    hits = [_source(api, version, hit["number"]) for hit in found["results"]]
    place = [_source(api, **found["place"])] if found["place"] else []
    return answered(found, version, link, place + hits)


@tool("Read a rule", "versions/{date}/entries/{number}/", names={"date": "version"})
def rule(api: LocalApi, given: Data) -> Data:
    """Return the exact text and examples of a section, chapter, rule or subrule as of any day since 1999."""
    version, number = given.pop("version", "latest"), given.pop("number", "")
    found = api.get(_path("versions", version, "entries", number), given)
    source = _source(api, found["version"], found["number"])
    return answered(found, found["version"], source["link"], [source])


@tool("History of a rule", "rules/{rule}/", more={"number": _NUMBER, "version": _VERSION, "rule": _RULE})
def history(api: LocalApi, given: Data) -> Data:
    """Return all numbers, wordings and changes that a rule had since 1999. Give its number and, for an old number,
    the version; or the id in `rule` of another answer.
    """
    public_id = given.get("rule")
    if not public_id:
        if not given.get("number"):
            raise ApiRefusal({"detail": "Give the number of a rule, or its id as rule."})
        public_id = rule(api, {key: given[key] for key in ("number", "version") if key in given})["answer"]["rule"]
    found = api.get(_path("rules", str(public_id)))
    spans = [_source(api, span["first"], span["number"]) for span in found["spans"]]
    return answered(found, found["spans"][-1]["last"], api.link("rule", found["rule"]), spans)


@tool("Compare two versions", "changes/{a}/{b}/")
def compare(api: LocalApi, given: Data) -> Data:
    """Return what changed between two versions: totals, and each change with both texts."""
    a, b = given.pop("a", ""), given.pop("b", "")
    # In an address the API separates these by commas.
    listed = {name: ",".join(value) if isinstance(value, list) else value for name, value in given.items()}
    found = api.get(_path("changes", a, b), {"limit": A_PAGE, **listed})
    first, second = found["from"], found["to"]
    page = {name: listed[name] for name in ("section", "lang") if name in listed}
    return answered(found, second, api.link("compare", first, second, **page), _places(api, found))


def _places(api: LocalApi, compared: Data) -> Iterator[Data]:
    for change in compared["changes"]:
        for version, numbers in ((compared["from"], "old_numbers"), (compared["to"], "new_numbers")):
            for number in change[numbers]:
                # Changes have the name of a term in place of its slug.
                yield _source(api, version, number if _is_number(number) else term_slug(number))


@tool("Resolve citations", "citations/")
def cite(api: LocalApi, given: Data) -> Data:
    """Return which rules old citations such as 202.3@2006-05-01 mean today, or in another version."""
    found = api.get("citations/", {"texts": True, **given})
    sources = []
    for item in found["results"]:
        if item["version"] and item["status"] != "unknown":
            sources.append(_source(api, item["version"], item["number"]))
        sources += [_source(api, found["to"], number) for number in item["numbers"]]
    cited = "\n".join(given.get("cite", ()))
    return answered(found, found["to"], api.link("cite", text=cited, to=found["to"]), sources)


# Arguments that the page of the name checker takes in the same way; with others the link is that of the API.
_ON_NAMES_PAGE = {"question", "card", "version"}


@tool("Check card names", "names/")
def check_name(api: LocalApi, given: Data) -> Data:
    """Answer a question about card names by the rules of any version, with the rules that decide."""
    found = api.get("names/", given)
    version = found["version"]
    asked = {**given, "version": version}
    if set(given) <= _ON_NAMES_PAGE:
        link = api.link("names", ask=found["question"], card=given.get("card", ()), version=version)
    else:
        link = api.link("api", "v1", "names", **asked)
    # A reason without a text is of a rule that this version lacks.
    sources = [_source(api, version, reason["number"]) for reason in found["reasons"] if reason["text"]]
    return answered(found, version, link, sources)


@tool("Look up a card", "card/fuzzy")
def card(api: LocalApi, given: Data) -> Data:
    """Return the card that a name in any language and spelling means: Oracle text, legality, printed names, rulings
    and the rules that they rest on.
    """
    meant = api.get("card/fuzzy", given)
    card, latest = api.get(_path("cards", meant["card"])), api.get("versions/latest/")["version"]
    rulings = api.get(_path("cards", meant["card"], "rulings"))["results"]
    based = [one for ruling in rulings for one in ruling["rests_on"]]
    sources = [_source(api, one["version"], one["number"]) for one in based if one["version"]]
    sources += [_source(api, latest, number) for one in based for number in one["numbers"]]
    answer = {"match": meant, "card": card, "rulings": rulings}
    return answered(answer, latest, api.link("cards", meant["card"]), sources)


def call(api: LocalApi, name: str, arguments: Arguments | None) -> Data:
    """Return the answer of a tool as JSON. Raises ApiRefusal."""
    found = TOOLS.get(name)
    if found is None:
        raise ApiRefusal({"detail": f"There is no tool “{name[:60]}”. Tools: {', '.join(TOOLS)}."})
    given = dict(arguments or {})
    try:
        validate(given, found.schema())
    except ValidationError as error:
        raise ApiRefusal({"detail": f"{error.json_path}: {error.message[:300]}"}) from None
    return found.answer(api, given)
