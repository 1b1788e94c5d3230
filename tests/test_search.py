"""The search: everything has a title that finds it, every result lands, the index is small; Ctrl+K by keys alone."""

import ast
import functools
import gzip
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from coverage_of_notes import chapters
from house import ROOT
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.testclient import TestClient
from test_axe import violations

from core import catalog
from core.errata import BY_ID
from core.notes import N0
from pages.components import item_pages
from pages.components.glossary import terms
from pages.components.modules import digest
from pages.components.search import routes
from pages.components.search.index import KINDS, WITHOUT, index, plain
from pages.components.text_files import LANGUAGES, page_words, passages

PAGES = chapters()
MOST = 80 * 1024
NEAR = 2  # places below the first at which a title may stand among its kind
EACH = """async ([root, language, near]) => {
  const { find, grouped, prepare } = await import(`/modules/${root}/search/find.js`);
  const index = prepare(await (await fetch(`/search/${language}.json`)).json());
  const place = (query, entry) => (new Map(grouped(find(index, query), 6)).get(entry.kind) ?? [])
    .findIndex((one) => one.entry === entry);
  const lost = (at) => at < 0 || at > near;
  return index.entries.filter((entry) => lost(place(entry.title, entry))).map(({ kind, title }) => `${kind}: ${title}`);
}"""
FIRST = """async ([root, language, query]) => {
  const { find, prepare } = await import(`/modules/${root}/search/find.js`);
  const index = prepare(await (await fetch(`/search/${language}.json`)).json());
  return find(index, query).slice(0, 4).map(({ entry }) => entry.link);
}"""
TYPOS = {"sofmax": "glossary#softmax", "multihed": "glossary#multi_head", "多头住意力": "glossary#multi_head",
         "positonal encodign": "glossary#position", "注意力权重": "glossary#weights"}
IN_VIEW = """(id) => { const box = document.getElementById(id)?.getBoundingClientRect();
  return Boolean(box) && box.top >= 0 && box.top < innerHeight; }"""


@pytest.fixture(scope="module")
def client():
    with TestClient(Starlette(routes=routes({"": PAGES}))) as client:
        yield client


@functools.cache
def exhibits(page):
    """The ids of the exhibits that a page's code opens."""
    ids = set()
    for path in (ROOT / "pages" / page).glob("*.py"):
        parsed = ast.parse(path.read_text("utf-8"))
        named = {}
        for node in (node for node in parsed.body if isinstance(node, ast.Assign)):
            names, values = (getattr(side, "elts", [side]) for side in (node.targets[0], node.value))
            named |= {ast.unparse(name): getattr(value, "value", "") for name, value in zip(names, values)}
        for node in ast.walk(parsed):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "lesson.exhibit":
                ids |= {named.get(one.id) if isinstance(one, ast.Name) else one.value for one in node.args[1:2]}
    return ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_in_the_index(language):
    by_kind = {kind: [one for one in index(language, PAGES) if one.kind == kind] for kind in KINDS}
    sizes = {kind: len(entries) for kind, entries in by_kind.items()}
    shown = sum(len(exhibits(page)) for page in PAGES)
    assert sizes == {"page": len(PAGES), "exhibit": shown, "equation": len(N0), "term": len(terms(language)),
                     "erratum": len(BY_ID), "model": len(catalog.names())}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_lands(language):
    """Its page is there, and on it what the link names."""
    by_name = {"" if page == "start" else page.rpartition("/")[2]: page for page in PAGES}
    for one in index(language, PAGES):
        link = urlsplit(one.link)
        page, asked = by_name[link.path], {name: value[0] for name, value in parse_qs(link.query).items()}
        if one.kind == "exhibit":
            assert link.fragment in {identity.lower() for identity in exhibits(page)}, one
        elif one.kind == "equation":
            assert page == "notes/equations" and int(asked["equation"]) in N0
        elif one.kind == "term":
            assert page == "notes/glossary" and link.fragment in terms(language)
        elif one.kind == "erratum":
            assert page == item_pages.ERRATA.get(asked["erratum"], "notes/errata") and asked["erratum"] in BY_ID
            assert link.fragment == ("" if page == "notes/errata" else asked["erratum"].lower())
        elif one.kind == "model":
            assert asked["model"] in catalog.names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_is_small_and_gives_no_guess_away(client, language):
    answer = client.get(f"/search/{language}.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip" and len(gzip.compress(answer.content, 6)) <= MOST
    assert client.get(f"/search/{language}.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get("/search/xx.json").status_code == 404
    texts = json.dumps([one.text for one in index(language, PAGES)], ensure_ascii=False)
    names = {page.rpartition("/")[2] for page in PAGES} - {*WITHOUT, "errata", "glossary"}
    given = {key: text for name in names for key, text in passages(language, name).items() if key.endswith(".reveal")}
    assert len(given) > 80 and not [key for key, text in given.items() if plain(text)[:60] in texts and len(text) > 60]


def test_a_formula_becomes_a_line():
    assert plain(r"Divide by $\sqrt{d_k}$: **see** [here](x#y), `code`, {number}") == "Divide by √d_k: see here, code,"
    for language in LANGUAGES:
        assert not [one for one in index(language, PAGES) if re.search(r"[\\{}]|\*\*|\]\(", one.title + one.text)]


@pytest.mark.browser
def test_every_title_finds_its_own_and_a_typo_is_forgiven(visit):
    page = visit.page
    page.goto(f"{visit.address}/_stcore/health")  # of the server no more than its address is needed
    for language in LANGUAGES:
        assert page.evaluate(EACH, [digest(), language, NEAR]) == []
        for typed, link in TYPOS.items():
            assert link in page.evaluate(FIRST, [digest(), language, typed]), typed


@pytest.mark.browser
def test_by_keys_alone(visit):
    page, w = visit.open("heads", lang="en", text="我爱你。").page, page_words("en", "search")
    page.bring_to_front()  # pages of other tests may hold the browser's focus
    box, results = page.locator("#search input"), page.locator("#search [role=option]")
    box.wait_for(state="attached")  # its script may still be read when the page stands still
    page.keyboard.press("Control+k")
    expect(box).to_be_focused()
    expect(page.locator("#search [role=status]")).to_have_text(w["hint"])
    page.keyboard.type("qqqqqq")
    expect(page.locator("#search [role=status]")).to_have_text(w["nothing"])
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_be_hidden()
    visit.still()
    page.keyboard.press("/")
    expect(box).to_be_focused()
    page.keyboard.type("why divide by")
    expect(results.first).to_contain_text("Why divide by")
    expect(results.first).to_have_attribute("aria-selected", "true")
    assert violations(page, "search") == []
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/attention?*#n0-10")
    assert visit.parameters() == {"lang": "en", "text": "我爱你。"}
    page.wait_for_function(IN_VIEW, arg="n0-10")
    visit.still()
    box.wait_for(state="attached")
    page.route("**/search/en.json*", lambda asked: (page.wait_for_timeout(700), asked.continue_()))  # still on its way
    page.keyboard.press("Control+k")  # a place on this very page needs no new one
    page.evaluate("window.sameDocument = true")
    page.keyboard.type("N0-08")
    page.keyboard.press("Enter")
    page.wait_for_function(IN_VIEW, arg="n0-08")
    assert page.evaluate("window.sameDocument") and page.url.endswith("#n0-08")
