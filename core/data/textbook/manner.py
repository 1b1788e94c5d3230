"""How, how long, how often, and in what state: 得, 着, 了 ... 了, 才, 就, 呢, results and where they are put."""

from __future__ import annotations

from core.data.lexicon import rows
from core.data.textbook.forms import forms, slot
from core.data.textbook.phrases import Both, Draw
from core.data.textbook.times import length
from core.data.textbook.verbs import inflect

# Chinese verb | its object | English | the manners that fit
WAYS = rows("""
说|汉语|speak chinese|good fast
说|英语|speak english|good fast
说|法语|speak french|good
写|汉字|write characters|good fine fast
写|作业|do homework|good fast
唱|歌|sing songs|good
做|饭|cook|good fast
做|菜|cook|good
打|篮球|play basketball|good
踢|足球|play football|good
开|车|drive|good fast
骑|自行车|ride a bicycle|fast good
画|画|draw|good fine
看|书|read|fast much
吃|饭|eat|much fast
教|汉语|teach chinese|good
走||walk|fast
跑||run|fast
说||speak|good fast
写||write|good fine fast
唱||sing|good
画||draw|good fine
睡||sleep|good
睡||go to bed|early
来||come|early
到||arrive|early
走||leave|early
回 来||come back|early
吃||eat|much fast good
喝||drink|much
买||buy|much
开||drive|fast good
学||learn|fast good
玩||play|happy
做||do it|good
考||do in the exam|good
穿||dress|good fine
工作||work|good
学习||study|good
踢||play|good
打||play|good
教||teach|good
""")
HOW = {"good": [("好", "well", "better")], "fine": [("漂亮", "beautifully", "more beautifully")],
       "fast": [("快", "fast", "faster"), ("慢", "slowly", "more slowly")],
       "early": [("早", "early", "earlier")],
       "much": [("多", "much", "more"), ("少", "little", "less")], "happy": [("高兴", "happily", "more happily")]}
TOPS = {"better": "best", "faster": "fastest", "earlier": "earliest", "more": "most", "less": "least"}


def manner_forms(graded) -> list[tuple[str, str]]:
    """Every verb with every manner that fits, as forms: 他 汉字 写 得 很 漂亮."""
    found = []
    for zh, noun, en, tags in WAYS:
        tops = [f"{{who}} {noun} {zh} 得", f"{{who}} {zh} {noun} {zh} 得"] if noun else [f"{{who}} {zh} 得"]
        for how in (row for tag in tags.split() for row in HOW[tag]):
            for top in tops:
                found += graded(top, en, how)
    return found


def said(top: str, verb: str, how: tuple[str, str, str]) -> list[tuple[str, str]]:
    """One verb, one manner, every degree."""
    zh, adverb, more = how
    base, _, tail = verb.partition(" in ")
    head, *rest = base.split()
    does, tail = " ".join([f"{{who}} {{s {head} who}}", *rest]), f" in {tail}" if tail else ""
    very = "a lot" if adverb == "much" else f"very {adverb}"
    found = [(f"{top} (很/很/非常) {zh}", f"{does} {very}{tail}"), (f"{top} 太 {zh} 了", f"{does} too {adverb}{tail}")]
    if adverb != "little":
        found += [(f"{top} 不 {zh}", f"{{who}} {{do who}} not {base} {adverb}{tail}"),
                  (f"{top} 不 太 {zh}", f"{{who}} {{do who}} not {base} very {adverb}{tail}")]
    if adverb not in ("much", "little"):
        found.append((f"{top} 真 {zh}", f"{does} really {adverb}{tail}"))
    if tail or adverb == "happily":
        return found
    doubled = f"more and {more}" if " " in more else f"{more} and {more}"
    found += [(f"{top} 比 {{other}} {zh}", f"{does} {more} than {{obj other}}"),
              (f"{top} 跟 {{other}} 一样 {zh}", f"{does} as {adverb} as {{obj other}}"),
              (f"{top} 越来越 {zh} 了", f"{does} {doubled}")]
    if adverb != "little":
        found.append((f"{top} 没有 {{other}} {zh}", f"{{who}} {{do who}} not {base} as {adverb} as {{obj other}}"))
    return [*found, (f"{top} 最 {zh}", f"{does} the {TOPS[more]}")] if more in TOPS else found


def asked(top: str, verb: str, how: tuple[str, str, str]) -> list[tuple[str, str]]:
    """One verb, one manner, as a question."""
    zh, adverb, more = how
    base, _, tail = verb.partition(" in ")
    end, no = f" in {tail}" if tail else "", zh
    found = [(f"{top} {zh} 吗", f"{{do who}} {{who}} {base} {adverb}{end}"),
             (f"{top} {no} 不 {zh}", f"{{do who}} {{who}} {base} {adverb}{end}"),
             (f"{top} 怎么样", f"how {{do who}} {{who}} {verb}")]
    if more in TOPS and not tail:
        found.append((top.replace("{who}", "谁") + f" 最 {zh}", f"who {' '.join(inflect(base, 's'))} the {TOPS[more]}"))
    return found


GRADED, GRADED_ASKED = manner_forms(said), manner_forms(asked)
SO = forms("""
(雨=raining/雪=snowing) 下 得 (很=hard/真=really_hard/太=too_hard) 大 | it is (1) (2)
{past} (雨=rained/雪=snowed) 下 得 很 大 | it (1) hard {past}
{who} 做 的 {it:菜,饺子,面条,蛋糕:bare} (很=very/真=really/非常=very) 好吃 | \
the {no it} that {who} {s make who} {be it} (1) delicious
{who} (菜=dishes/饺子=dumplings/面条=noodles) 做 得 (很=very/真=really/非常=very) 好吃 | \
the (1) that {who} {s make who} are (2) delicious
{who} 歌 唱 得 (很=very/真=really/非常=very) 好听 | {who} {s sing who} songs (1) beautifully
{who} {it:#w:this,that} 穿 着 (很=very/真=really) (好看=beautiful/漂亮=beautiful) | \
{it} {s look it} (1) (2) on {obj who}
{who} 穿 {it:#w:this,that} (很=very/真=really) (好看=beautiful/漂亮=beautiful) | {it} {s look it} (1) (2) on {obj who}
{who} 穿 (红色=red/白色=white/黑色=black/蓝色=blue/黄色=yellow) 的 衣服 最 好看 | \
{who} {s look who} best in (1) clothes
{who} 长 得 (很=very/真=really) (高=tall/漂亮=beautiful) | {who} {be who} (1) (2)
{who} 长 得 跟 {other} 一样 (高=tall/漂亮=beautiful) | {who} {be who} as (1) as {obj other}
{who} (高兴=happy/紧张=nervous) 得 (哭_了=cried/不_想_吃饭=did_not_want_to_eat/不_想_睡觉=did_not_want_to_sleep) | \
{who} {was who} so (1) that {again who} (2)
{who} (累=tired/忙=busy) 得 (不_想_吃饭=did_not_want_to_eat/不_想_说话=did_not_want_to_talk/\
没_有_时间_吃饭=did_not_have_time_to_eat/不_想_出去=did_not_want_to_go_out) | \
{who} {was who} so (1) that {again who} (2)
{who} {then} 睡 得 (很=very/非常=very) 好 | {who} slept (1) well {then}
{who} {past} 睡 得 不 (好=well/太_好=very_well) | {who} did not sleep (1) {past}
{who} {then} 没 (睡=sleep/休息=rest/吃=eat/考=do) 好 | {who} did not (1) well {then}
{who} {past} 考 得 (很=very/非常=very) 好 | {who} did (1) well in the exam {past}
{who} {past} 玩 得 (很=very/非常=very) 高兴 | {who} had a (1) good time {past}
{who} {past} 睡 得 (很=very/太=too) 早 | {who} went to bed (1) early {past}
{who} {past} 来 得 (很=very/太=too) 早 | {who} came (1) early {past}
(雨=raining/雪=snowing) 下 得 不 大 | it is not (1) hard
""")


@slot
def span(d: Draw) -> Both:
    """For how long: 两 年, 半 个 小时, 半天, 很 长 时间."""
    if d.chance(0.2):
        return d.unit(*d.pick((("半天", "a long time"), ("很 长 时间", "a long time"), ("几 天", "a few days"),
                               ("几 个 小时", "a few hours"), ("几 年", "a few years"), ("半 个 小时", "half an hour"),
                               ("半 年", "half a year"), ("一 个 晚上", "a whole evening"), ("一 天", "a day"))))
    return length(d)


@slot
def years(d: Draw) -> Both:
    """For how many years or months."""
    return length(d, "年 个_月")


@slot
def bit(d: Draw) -> Both:
    """For how long within a day."""
    if d.chance(0.25):
        return d.unit(*d.pick((("半天", "a long time"), ("很 长 时间", "a long time"), ("半 个 小时", "half an hour"))))
    return length(d, "个_小时 个_小时 分钟")


@slot
def times(d: Draw) -> Both:
    """How often: 一 次, once."""
    return d.unit(*d.pick((("一 次", "once"), ("两 次", "twice"), ("三 次", "three times"), ("四 次", "four times"),
                           ("很多 次", "many times"), ("几 次", "a few times"), ("五 次", "five times"))))


GOES = ("(汉语=chinese/中文=chinese/英语=english/法语=french/日语=japanese)")
LASTING = forms(f"""
{{who}} {{then}} 学 了 {{span}} {GOES} | {{who}} learned (1) for {{span}} {{then}}
{{who}} 学 {GOES} 学 了 {{span}} 了 | {{who}} {{has who}} learned (1) for {{span}}
{{who}} 学 {GOES} 学 了 {{span}} | {{who}} learned (1) for {{span}}
{{who}} 学 了 {{span}} {GOES} 了 | {{who}} {{has who}} learned (1) for {{span}}
{{who}} {{then}} 坐 了 {{bit}} 的 (火车=train/飞机=plane/公共汽车=bus/出租车=taxi) | \
{{who}} took the (1) for {{bit}} {{then}}
{{who}} {{then}} 坐 (火车=train/飞机=plane/公共汽车=bus) 坐 了 {{bit}} | {{who}} took the (1) for {{bit}} {{then}}
{{who}} {{then}} (看_电视_看=watched_television/打_电话_打=made_a_phone_call/做_作业_做=did_homework/\
洗_衣服_洗=washed_clothes/踢_足球_踢=played_football/打_篮球_打=played_basketball/看_书_看=read) 了 {{bit}} | \
{{who}} (1) for {{bit}} {{then}}
{{who}} {{then}} 看 了 {{bit}} 的 (电视=television/电影=movies/足球_比赛=football_matches) | \
{{who}} watched (1) for {{bit}} {{then}}
{{who}} {{then}} 看 了 {{bit}} 的 (书=books/小说=novels/报纸=newspapers) | {{who}} read (1) for {{bit}} {{then}}
{{who}} {{then}} 听 了 {{bit}} 的 (音乐=music/歌=songs) | {{who}} listened to (1) for {{bit}} {{then}}
{{who}} {{then}} 打 了 {{bit}} 的 (电话=made_phone_calls/篮球=played_basketball) | {{who}} (1) for {{bit}} {{then}}
{{who}} {{then}} 等 了 {{other}} {{bit}} | {{who}} waited for {{obj other}} for {{bit}} {{then}}
{{who}} 已经 等 了 {{other}} {{bit}} 了 | {{who}} {{has who}} already waited for {{obj other}} for {{bit}}
{{who}} 已经 等 了 {{bit}} 了 | {{who}} {{has who}} already waited for {{bit}}
{{who}} {{then}} 找 了 {{other}} {{bit}} | {{who}} looked for {{obj other}} for {{bit}} {{then}}
{{who}} {{then}} 找 了 {{bit}} ， 还是 没 找 到 | \
{{who}} looked for it for {{bit}} {{then}} , but still did not find it
{{who}} {{it:手机,词典,包,票,帽子:this,that}} 找 了 {{bit}} | {{who}} looked for {{it}} for {{bit}}
{{who}} {{then}} (睡=slept/休息=rested/跑=ran/走=walked/玩=played/工作=worked/说=talked/哭=cried/想=thought/\
写=wrote/学习=studied) 了 {{bit}} | {{who}} (1) for {{bit}} {{then}}
{{who}} 已经 (睡=slept/休息=rested/跑=run/走=walked/玩=played/工作=worked/写=written/学习=studied) 了 {{bit}} 了 | \
{{who}} {{has who}} already (1) for {{bit}}
{{who}} 在 {{town}} 住 了 {{span}} | {{who}} lived {{at town}} for {{span}}
{{who}} 在 {{town}} 住 了 {{span}} 了 | {{who}} {{has who}} lived {{at town}} for {{span}}
{{who}} 在 {{town}} 已经 住 了 {{span}} 了 | {{who}} {{has who}} already lived {{at town}} for {{span}}
{{who}} 在 {{desk}} 工作 了 {{span}} | {{who}} worked {{at desk}} for {{span}}
{{who}} 在 {{desk}} 工作 了 {{span}} 了 | {{who}} {{has who}} worked {{at desk}} for {{span}}
{{who}} 认识 {{other}} {{span}} 了 | {{who}} {{has who}} known {{obj other}} for {{span}}
{{who}} 来 {{town}} {{span}} 了 | {{who}} {{has who}} been {{at town}} for {{span}}
{{who}} 病 了 {{span}} 了 | {{who}} {{has who}} been sick for {{span}}
{{who}} 病 了 {{span}} | {{who}} {{was who}} sick for {{span}}
{{who}} {{span}} 没 (上班=gone_to_work/吃饭=eaten/睡觉=slept/上课=had_class/回_家=gone_home/看_电影=watched_a_movie/\
喝_水=drunk_water/跑步=run/休息=rested/出去=gone_out/看_书=read/给_我_打_电话=called_me/来_学校=come_to_school) 了 \
| {{who}} {{has who}} not (1) for {{span}}
{{who}} 已经 {{span}} 没 (上班=gone_to_work/吃饭=eaten/睡觉=slept/上课=had_class/回_家=gone_home/\
看_电影=watched_a_movie/跑步=run/休息=rested/出去=gone_out/给_我_打_电话=called_me/见_朋友=met_friends) 了 | \
{{who}} {{has who}} not (1) for {{span}} already
{{who}} {{span}} 没 (看见=seen/见=met/见_到=seen) {{other}} 了 | \
{{who}} {{has who}} not (1) {{obj other}} for {{span}}
{{span}} 没 下 (雨=rained/雪=snowed) 了 | it has not (1) for {{span}}
{{who}} {{often}} 要 (睡=sleep/工作=work/学习=study/走=walk/跑=run) {{bit}} | \
{{who}} {{s have who}} to (1) for {{bit}} {{often}}
{{who}} {{habit}} (看=watch) {{bit}} 电视 | {{who}} {{s watch who}} television for {{bit}} {{habit}}
{{who}} {{soon}} 想 在 {{town}} (住=live/玩=play/工作=work/学习=study) {{span}} | \
{{who}} {{s want who}} to (1) {{at town}} for {{span}} {{soon}}
{{who}} {{soon}} 打算 (休息=rest/学=study/玩=play) {{span}} | {{who}} {{s plan who}} to (1) for {{span}} {{soon}}
{{who}} 坐 了 {{bit}} 的 (火车=train/飞机=plane/公共汽车=bus) 才 到 {{far}} | \
{{who}} took the (1) for {{bit}} before {{again who}} arrived {{at far}}
{{who}} 走 了 {{bit}} 才 到 {{ground}} | {{who}} walked for {{bit}} before {{again who}} arrived {{at ground}}
{{who}} 走 {{n:3-30:m}} 分钟 就 到 {{ground}} 了 | {{who}} {{s get who}} {{to ground}} in {{n}} minutes on foot
{{who}} 等 了 {{bit}} ， {{other}} 才 来 | {{who}} waited for {{bit}} before {{other}} came
""")
LASTING += forms("""
{who} {habit} 睡 {bit} | {who} {s sleep who} for {bit} {habit}
{who} {habit} 工作 {bit} | {who} {s work who} for {bit} {habit}
{who} (一_天=a_day/一_个_星期=a_week/一_个_月=a_month/一_年=a_year) 吃 {times} (鱼=fish/肉=meat/饺子=dumplings) | \
{who} {s eat who} (2) {times} (1)
{who} (一_天=a_day/每天=a_day) 吃 {times} 药 | {who} {s take who} medicine {times} (1)
{who} (每_个_星期=a_week/一_个_星期=a_week/每_个_月=a_month) 给 {other} 打 {times} 电话 | \
{who} {s call who} {obj other} {times} (1)
{who} (每_个_星期=a_week/一_个_星期=a_week/每_个_月=a_month/一_年=a_year) 去 {times} {ground} | \
{who} {s go who} {to ground} {times} (1)
{who} (每_个_星期=a_week/每_个_月=a_month) 跟 {other} 打 {times} 篮球 | \
{who} {s play who} basketball with {obj other} {times} (1)
{who} (每_个_星期=a_week/每_个_月=a_month/一_个_星期=a_week) 洗 {times} 衣服 | {who} {s wash who} clothes {times} (1)
{who} (每_个_星期=a_week/一_个_星期=a_week/每_个_月=a_month) 打扫 {times} 房间 | \
{who} {s clean who} the room {times} (1)
{who} (每_个_星期=a_week/一_个_星期=a_week/每_个_月=a_month) 看 {times} 电影 | {who} {s watch who} a movie {times} (1)
{who} 看 过 {times} {it:书,小说:this,that} | {who} {has who} read {it} {times}
{it:书,小说:this,that} {who} 看 过 {times} | {who} {has who} read {it} {times}
{it:电影:this,that} {who} 看 过 {times} | {who} {has who} watched {it} {times}
{it:歌:this,that} {who} 听 过 {times} | {who} {has who} listened to {it} {times}
{who} 来 过 {times} {ground} | {who} {has who} come {to ground} {times}
{who} 见 过 {other} {times} | {who} {has who} met {obj other} {times}
{who} 给 {other} 打 过 {times} 电话 | {who} {has who} called {obj other} {times}
{who} 去 过 {ground} {times} | {who} {has who} been {to ground} {times}
""")
