"""What was wrong on the walkthrough once and a browser can see, each mended thing by its name."""

import json

import pytest
from playwright.sync_api import expect
from test_stage import MACHINE, STEP, frame, walking

from core import catalog, zoo
from pages.components.text_files import page_words, passages

pytestmark = pytest.mark.browser
APP, STATE, SWITCHED, STAGE = (page_words("en", name) for name in ("app", "state", "switchboard", "stage"))
ENCODER = "encoder.0.self_attention.weights"


def rows(visit, picture):
    return visit.board(f"spec.byName.get('{picture}').rows")


def panel_text(visit):
    return visit.still().page.locator(".st-key-told").inner_text()


def moved(visit, step):
    """To a step by the slider of the stepper, until what is said is of this step."""
    at = visit.board(f"spec.frames.findIndex((frame) => frame.key === '{step}')")
    visit.page.locator(".st-key-picture .bar input[type=range]").fill(str(visit.board("bar.path").index(at)))
    frame(visit, f"key === '{step}'")
    visit.page.wait_for_function("!document.querySelector('.st-key-told').hasAttribute('data-ahead')")
    return visit.still()


def test_another_word_order_turns_the_labels_too_and_fits_no_other_sentence(visit):
    order = json.dumps([["Permute", "source_embedding.scaled", "token", [6, 5, 4, 3, 2, 1, 0]]])
    walking(visit, step=ENCODER, edits=order)
    assert rows(visit, ENCODER) == ["书", "本", "一", "了", "买", "昨天", "我"]
    visit.type("我爱你")
    visit.until(f"$.spec.byName.get('{ENCODER}').rows.length === 3")
    assert rows(visit, ENCODER) == ["我", "爱", "你"]
    visit.page.get_by_text(SWITCHED["dropped"]).wait_for()


def test_the_picture_begins_high_and_code_is_not_broken_and_a_row_says_the_word_read_and_the_word_written(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 800})
    walking(visit, depth="code")
    assert visit.page.locator("canvas.pictures").bounding_box()["y"] <= 110
    code = visit.page.locator(".st-key-told [data-testid=stCode] code:visible").first
    code.wait_for()
    assert code.evaluate("(node) => getComputedStyle(node).whiteSpace") == "pre"
    assert rows(visit, STEP)[:3] == ["<s> → I", "I → bought", "bought → a"]


def each_attention_is_told_in_its_own_words_and_a_second_layer_does_not_repeat_the_first(visit):
    across = panel_text(visit)
    assert passages("en", "walkthrough")["scores.cross"][:40] in across
    first = panel_text(moved(visit, "encoder.0.self_attention.scores"))
    assert passages("en", "walkthrough")["scores"][:40] in first
    second = panel_text(moved(visit, "encoder.1.self_attention.scores"))
    assert STAGE["again"].partition("{")[0] in second and passages("en", "walkthrough")["scores"][:40] not in second


def keys_live_after_a_click_on_a_depth_and_numbers_stand_in_the_cells(visit):
    index = moved(visit, ENCODER).board("index")
    visit.page.get_by_role("radio", name=APP["depth_numbers"]).click()
    visit.page.wait_for_function("location.search.includes('depth=numbers')")
    visit.until("$.options.numbers && $.layout.boxes.every(({ cell, type }) => cell.width >= 2.9 * type.number)")
    visit.still().page.keyboard.press("ArrowRight")
    visit.until(f"$.index === {index + 1}")


def a_step_leads_to_its_lesson(visit):
    visit.still().page.get_by_role("link", name=STAGE["lesson"].partition("{")[0]).click()
    visit.page.wait_for_url("**/attention*")


def test_each_attention_is_told_in_its_own_words_keys_live_after_a_click_on_a_depth_and_a_step_leads_to_its_lesson(
        visit):
    walking(visit, step="decoder.0.cross_attention.scores")
    each_attention_is_told_in_its_own_words_and_a_second_layer_does_not_repeat_the_first(visit)
    keys_live_after_a_click_on_a_depth_and_numbers_stand_in_the_cells(visit)
    a_step_leads_to_its_lesson(visit)


def back_leads_from_the_second_typed_sentence_to_the_first(visit):
    in_address = "decodeURIComponent(location.search).includes('{}') && history.length"
    before = visit.page.evaluate("history.length")
    for entry, sentence in enumerate(("我昨天买了一本书。", "今天天气很好。"), start=1):
        handle = visit.still().type(sentence).page.wait_for_function(in_address.format(sentence))
        assert handle.json_value() == before + entry, "the entry is there as soon as the address is"
    visit.still().page.go_back()
    visit.page.wait_for_function(in_address.format("我昨天买了一本书。"))
    expect(visit.page.locator(".st-key-said")).to_contain_text("I bought a book yesterday")


def the_menu_of_examples_closes_over_its_result(visit):
    visit.page.get_by_role("button", name=APP["ideas"]).click()
    example = visit.page.get_by_role("button", name=catalog.examples("translator-zh-en")[2], exact=True)
    example.click()
    expect(example).to_have_count(0)


def too_many_words_are_counted_and_the_page_stays(visit):
    visit.still().type("我" * 33)
    visit.page.get_by_text(STATE["too_long"].partition(";")[0].format(count=33, limit=32)).wait_for()
    assert visit.board("layout.boxes.length") > 0


def a_sentence_in_the_other_language_is_offered_to_the_model_that_reads_it(visit):
    visit.still().type("I love you.")
    visit.page.locator(".st-key-use-translator-en-zh button").click()
    visit.page.wait_for_function("location.search.includes('translator-en-zh')")
    expect(visit.page.locator(".st-key-said")).to_contain_text("我爱你")
    visit.until("$.spec.byName.get('source_embedding.scaled').rows[1] === 'love'")


def test_back_leads_to_the_first_sentence_and_an_example_too_many_words_and_another_language_are_answered(visit):
    walking(visit, text="我爱你。", step="machine")
    back_leads_from_the_second_typed_sentence_to_the_first(visit)
    moved(visit.still(), STEP)
    the_menu_of_examples_closes_over_its_result(visit)
    too_many_words_are_counted_and_the_page_stays(visit)
    a_sentence_in_the_other_language_is_offered_to_the_model_that_reads_it(visit)


def test_the_chat_answers_and_does_not_translate(visit):
    visit.open("walkthrough", lang="en", model="chat", step="machine").until("$.spec.frames.length > 30")
    assert "translat" not in visit.still().text().lower(), "machine"
    for step in ("decoder.1.cross_attention.weights", "ending"):
        assert "translat" not in moved(visit, step).text().lower(), step


def test_the_models_own_word_leads_on_to_where_it_was_written(visit):
    walking(visit, step="target", cell="target@2.0")
    visit.page.get_by_text(STAGE["walked_back"].partition("{")[0]).wait_for()
    visit.page.locator(".st-key-own-word button").click()
    frame(visit, "key === 'probabilities'")
    visit.until("$.cell.picture === 'probabilities' && $.cell.row === 2")


def the_list_of_keys_opens_in_sight(visit):
    card, whole = visit.page.locator(".help .card"), visit.page.viewport_size
    for size in (whole | {"height": 390}, whole):
        visit.page.set_viewport_size(size)
        visit.page.keyboard.press("?")
        card.wait_for()
        place = card.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= size["width"] and place["y"] >= 0
        visit.page.keyboard.press("Escape")
        card.wait_for(state="hidden")


def a_switch_on_the_strip_moves_the_ribbons_and_the_next_words(visit):
    visit.page.wait_for_function(f"{MACHINE}?.arranged")
    version = visit.page.evaluate(f"{MACHINE}.spec.version")
    visit.page.locator(".strip button[data-box='encoder.0.norm_1'] + .switch").evaluate("(node) => node.click()")
    visit.page.wait_for_function(f"{MACHINE}.spec.version !== '{version}' && {MACHINE}.control.off.length === 1")


def test_a_convolution_opens_with_a_map_that_shows_something(visit):
    """After ReLU some maps of the detector's first layer are 0 everywhere, the first one among them."""
    step, shown = "backbone.0.rectified", "layout.boxes.at(-1).panels"
    detector = zoo.load("detr-scenes")
    maps = detector.trace(detector.examples[0])[step].value.half().flatten(0, 1).T
    walking(visit, model="detr-scenes", step=step)
    visit.until(f"$.spec.byName.get('{step}').bits && $.{shown}.length === 1")
    assert visit.board(f"{shown}[0].index") == next(i for i, one in enumerate(maps) if one.unique().numel() > 1) > 0


def the_switches_open_whole_and_no_way_to_compare_what_they_did_is_cut_off(visit):
    page = visit.still().page
    page.get_by_role("button", name=SWITCHED["title"]).click()
    panel = page.locator("[data-testid=stPopoverBody]")
    panel.locator("input[type=checkbox]").first.wait_for(state="attached")
    page.wait_for_function("""() => {
      const panel = document.querySelector("[data-testid=stPopoverBody]"), box = panel.getBoundingClientRect();
      return panel.scrollHeight <= panel.clientHeight + 1 && box.top >= 44 && box.bottom <= innerHeight;
    }""")
    panel.locator("label").first.click()
    page.get_by_role("radio", name=SWITCHED["view_difference"]).wait_for()
    line = visit.still().page.locator(".st-key-switched")
    assert line.evaluate("(node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight")


def all_is_on_again(visit):
    visit.page.keyboard.press("Escape")  # whatever was open
    visit.still().page.get_by_role("button", name=SWITCHED["reset"]).click()
    visit.page.wait_for_function("!location.search.includes('edits=')")
    expect(visit.page.locator(".st-key-switched [role=radio]")).to_have_count(0)


def test_a_switch_moves_the_ribbons_and_the_switches_open_whole_before_the_machine_and_at_a_step(visit):
    walking(visit, step="machine")
    the_list_of_keys_opens_in_sight(visit)
    a_switch_on_the_strip_moves_the_ribbons_and_the_next_words(visit)
    all_is_on_again(visit)
    the_switches_open_whole_and_no_way_to_compare_what_they_did_is_cut_off(visit)
    all_is_on_again(visit)
    moved(visit, STEP)
    the_switches_open_whole_and_no_way_to_compare_what_they_did_is_cut_off(visit)


def test_what_is_said_of_a_text_stands_beside_a_machine_of_one_track_not_over_it(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 720})
    visit.open("walkthrough", lang="en", model="poet", text="b", step="machine")
    told, notices = (visit.page.locator(name).bounding_box() for name in (".st-key-told", ".st-key-notices"))
    left = visit.page.evaluate("Object.values(window.__machines)[0].view.arranged.places.tracks[0].left")
    assert notices["x"] + notices["width"] <= left and notices["y"] + notices["height"] <= told["y"]
