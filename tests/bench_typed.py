"""From Enter on a sentence that nobody asked for before to its picture: the machine, painted. With models warm."""

import statistics
import tempfile
from pathlib import Path

from browser import Visit, chromium, served

TWELVE = {"open-en-zh": ["My younger sister wants to buy a new bicycle for her birthday.",
                         "The old man next door walks his little dog before breakfast.",
                         "We should leave now because the last bus comes at ten.",
                         "The children were playing football behind the school when it rained."],
          "open-zh-en": ["我妹妹想在生日那天买一辆新自行车。", "隔壁的老人早饭前带着小狗出去散步。",
                         "我们现在应该走，因为末班车十点就到。", "下雨的时候孩子们正在学校后面踢足球。"]}
FORTY = {"open-en-zh": ["When I was a child my grandmother told me many stories about the village where she grew up, "
                        "and every evening we sat in front of the house and listened to the birds until it was dark."],
         "open-zh-en": ["我小时候，奶奶常给我讲她长大的那个村子里的许多故事，每天晚上我们都坐在房子前面，一边吃着水果，"
                        "一边听着鸟叫，一直坐到天完全黑了，妈妈叫我们回家睡觉。"]}
PAINTED = """() => { window.painted = new Promise((tell) => addEventListener('keydown', ({ timeStamp }) => {
  const version = () => window.__machines?.['machine view']?.view?.spec?.version, before = version();
  const look = () => (version() ?? before) !== before
    ? requestAnimationFrame(() => tell(performance.now() - timeStamp)) : requestAnimationFrame(look);
  look();
}, { once: true, capture: true })); }"""


def typed(visit: Visit, model: str, sentences: list[str]) -> float:
    """Seconds to the machine of a sentence; the median."""
    spent = []
    visit.open("walkthrough", lang=model[5:7], model=model).still()
    visit.page.wait_for_function("window.__machines?.['machine view']?.view?.spec")
    for sentence in sentences:
        visit.still().page.evaluate(PAINTED)
        visit.type(sentence)
        spent.append(visit.page.evaluate("window.painted") / 1000)
    return statistics.median(spent)


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, served(Path(folder)) as server, \
            Visit(browser, server.address, motion="no-preference") as visit:
        return [*((f"{model}: Enter on twelve words to the picture, median", typed(visit, model, sentences), 0.5, "s")
                  for model, sentences in TWELVE.items()),
                *((f"{model}: Enter on forty words to the picture", typed(visit, model, sentences), 1.5, "s")
                  for model, sentences in FORTY.items())]
