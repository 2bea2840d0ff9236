"""Parse untrusted XML: no entity is expanded and nothing is fetched."""

import re

from lxml import etree

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules

# The type of an element for modules that do not load lxml.
XmlElement = etree._Element


def parse_xml(xml: bytes) -> "etree._Element":
    """Return the root of an XML text. Expands no entity and fetches nothing. Raises etree.XMLSyntaxError."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(xml, parser)


def untrusted_xml(text: str) -> "etree._Element":
    """Return the root of an untrusted XML file. Raises NotRules."""
    if re.search(r"<!(?:ENTITY|ELEMENT|ATTLIST)", text):
        message = _(
            "The file declares XML entities, which are not allowed. It was not read. Remove the entities and "
            "import the file again."
        )
        raise NotRules(message)
    body = re.sub(r"^\s*<\?xml[^<>]*\?>", "", text)
    try:
        return parse_xml(body.encode())
    except etree.XMLSyntaxError as error:
        raise NotRules(Message(_("The file is not well-formed XML: %(why)s."), {"why": error.msg})) from None
