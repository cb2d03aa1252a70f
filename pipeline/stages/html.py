"""The text of an HTML fragment, as feeds carry it.

Takes all text; it does not guess which part of a page is the article (that is for extractors of whole pages).
"""

from selectolax.lexbor import LexborHTMLParser

UNREAD = "script, style, template, noscript, iframe, object, svg, math, head"
# What a browser breaks lines around: without a blank there, two blocks would join in one word.
BLOCKS = (
    "address, article, aside, blockquote, br, caption, dd, details, div, dl, dt, fieldset, figcaption, figure, footer, "
    "form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, option, p, pre, section, summary, table, td, th, tr, "
    "ul"
)


def text_of_html(html: str) -> str:
    """All text in document order, blocks apart by blanks. Never raises; broken HTML is read as browsers do."""
    tree = LexborHTMLParser(f"<body>{html}")
    for node in tree.css(UNREAD):
        node.decompose()
    for node in tree.css(BLOCKS):
        node.insert_before(" ")
        node.insert_after(" ")
    return tree.body.text(deep=True) if tree.body is not None else ""
