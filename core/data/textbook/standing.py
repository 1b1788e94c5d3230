"""What stands open, what one wears and carries, what is going on, and what is finished, broken, gone."""

from __future__ import annotations

from core.data.lexicon import rows
from core.data.textbook.forms import forms

# result | English | of what
PASSIVE = rows("""
写 完|finished|作业,信
做 完|finished|作业
修 好|repaired|自行车,车,电脑,手机,椅子
洗 完|washed|衣服,车,杯子,裤子,毛衣
洗 干净|clean|衣服,车,杯子,苹果
打扫 干净|clean|房间
卖 完|sold out|票,苹果,蛋糕,水果,面包,鸡蛋,报纸
做 好|ready|晚饭,早饭,菜,饺子
喝 完|finished|茶,咖啡,牛奶,水
吃 完|finished|蛋糕,面包,药,水果
写 好|written|信
""")
DOORS = [("关 上", "closed"), ("关 好", "closed"), ("打 开", "open"), ("关", "closed"), ("开", "open")]
LEAVES = [("门", "the door is"), ("窗户", "the window is"), ("窗户 都", "all the windows are"),
          ("门 和 窗户", "the door and the window are")]


def passive_forms() -> list[tuple[str, str]]:
    """作业 写 完 了, the homework is finished: said, asked, not yet."""
    found = []
    for zh, en, nouns in PASSIVE:
        many = zh in ("卖 完", "做 好", "喝 完", "吃 完")
        it = f"{{it:{nouns}:{'bare' if many else 'own,the,this,the'}}}"
        said = "{no it}" if zh == "做 好" else "the {no it}" if many else "{it}"
        said = f"{said} {{be it}}"
        found += [(f"{it} {zh} 了", f"{said} {en}")] * 2
        found += [(f"{it} 已经 {zh} 了", f"{said} already {en}"), (f"{it} 还 没 {zh}", f"{said} not {en} yet"),
                  (f"{it} 还 没 {zh} 呢", f"{said} not {en} yet"), (f"{it} 没 {zh}", f"{said} not {en}"),
                  (f"{it} 快 {zh} 了", f"{said.replace('{be it}', 'will be')} {en} soon")]
        if zh in ("洗 完", "洗 干净", "修 好", "卖 完", "吃 完"):
            found.append((f"{{it:{nouns}:bare}} 都 {zh} 了", f"the {{no it}} {{be it}} all {en}"))
    for zh, en in DOORS:
        for top, said in LEAVES:
            found += [(f"{top} {zh} 了", f"{said} {en}"), (f"{top} 没 {zh}", f"{said} not {en}"),
                      (f"{top} 已经 {zh} 了", f"{said} already {en}")]
            if zh in ("关", "开"):
                found += [(f"{top} {zh} 着", f"{said} {en}")] * 2 + [(f"{top} {zh} 着 呢", f"{said} {en}")]
    found += [("{ground} 的 门 开 着", "the door of {ground} is open"),
              ("{ground} 的 门 关 着", "the door of {ground} is closed")]
    return found


FINISHED = passive_forms()
STANDING = forms("""
(电视=the_television/电脑=the_computer/手机=the_phone) 还 开 着 呢 | (1) is still on
(电视=the_television/电脑=the_computer) 没 开 着 | (1) is not on
门 还 (开=open/关=closed) 着 呢 | the door is still (1)
{spot} 放 着 {it:#t,#a,#d,花:one,number,many} | there {be it} {it} {spot}
{spot} 坐 着 (一_个_孩子=a_child/一_个_人=a_person/一_个_老师=a_teacher/一_个_女孩=a_girl/一_个_男孩=a_boy) | \
(1) is sitting {spot}
{who} 在 {spot} 坐 着 | {who} {be who} sitting {spot}
{who} 坐 在 {spot} | {who} {be who} sitting {spot}
{who} 坐 在 {spot} (看_书=reading/喝_茶=drinking_tea/休息=resting/等_朋友=waiting_for_a_friend/\
听_音乐=listening_to_music) | {who} {be who} sitting {spot} and (1)
{who} 坐 在 {other} (旁边=next_to/后面=behind/前面=in_front_of) | {who} {be who} sitting (1) {obj other}
{who} 穿 着 {it:#w:one} | {who} {be who} wearing {it}
{who} {then} 穿 着 {it:#w:one,own} | {who} {be who} wearing {it} {then}
{who} 没 穿 (毛衣=a_sweater/鞋=shoes/裤子=trousers) | {who} {be who} not wearing (1)
{who} 今天 穿 了 {it:#w:one} | {who} {be who} wearing {it} today
{who} 拿 着 {it:书,包,花,票,手机,雨伞,杯子,盒子:one,own} | {who} {be who} holding {it}
{who} 手 里 拿 着 {it:书,包,花,票,手机,雨伞,杯子,铅笔:one} | {who} {be who} holding {it}
{who} 带 着 {it:书,包,雨伞,词典,照片,礼物,狗:one,own} | {who} {be who} carrying {it}
{who} 带 着 (孩子=the_child/狗=the_dog/女儿=the_daughter) 去 {ground} 了 | {who} took (1) {to ground}
{who} {acts} 呢 | {who} {be who} {ing acts}
{who} (在/正在) {act} 呢 | {who} {be who} {ing act}
{who} (在/正在) {act} | {who} {be who} {ing act}
{who} 还 在 {act} 呢 | {who} {be who} still {ing act}
{who} 还 在 {act} | {who} {be who} still {ing act}
{who} 没 在 {act} | {who} {be who} not {ing act}
{who} 在 {spot} {act} 呢 | {who} {be who} {ing act} {spot}
{who} 正在 {spot} {act} | {who} {be who} {ing act} {spot}
{it:#a:the,own} 在 {spot} 睡觉 呢 | {it} {be it} sleeping {spot}
{it:#a:the,own,that} (睡觉=sleeping/吃_东西=eating/喝_水=drinking_water/玩=playing) 呢 | {it} {be it} (1)
{who} 听 着 音乐 {act} | {who} {s act who} while listening to music
{who} 笑 着 说 {half} | {who} said with a smile that {half}
{who} 走 着 去 {ground} | {who} {s walk who} {to ground}
{who} {often} 走 着 (去_学校=to_school/回_家=home/上班=to_work/去_上课=to_class) | {who} {s walk who} (1) {often}
外面 下 着 (雨=raining/雪=snowing) 呢 | it is (1) outside
外面 还 在 下 (雨=raining/雪=snowing) | it is still (1) outside
外面 正在 下 (雨=raining/雪=snowing) | it is (1) outside
(孩子=the_child/女儿=the_daughter) 睡 着 了 | (1) is asleep
{who} 睡 着 了 | {who} {be who} asleep
{who} 已经 睡 着 了 | {who} {be who} already asleep
(孩子_们=the_children/学生_们=the_students/他们=they) 都 睡 了 | (1) are all asleep
{it:#f,#d,钱,票:bare} 没有 了 | there {be it} no {no it} left
{it:#f:bare} 和 {it2:#d:bare} 都 没有 了 | there {be it} no {no it} and no {no it2} left
{it:手机,猫,狗,包,帽子:own,the} 找 到 了 | {it} {was it} found
{it:手机,猫,狗,包,帽子:own,the} 还 没 找 到 | {it} {was it} not found yet
家 里 没有 {it:#f,#d:bare} 了 | there {be it} no {no it} left at home
{who} 没有 (钱=money/时间=time/票=tickets/工作=a_job) 了 | {who} {do who} not have (1) any more
{who} 只 有 {it:#f,#t:number} 了 | {who} only {s have who} {it} left
{who} 的 (手机=phone/电脑=computer/自行车=bicycle/车=car) 又 坏 了 | {own who} (1) is broken again
{who} 的 (手机=phone/电脑=computer/自行车=bicycle/车=car) (没_坏=not_broken/还_没_修_好=not_repaired_yet) | \
{own who} (1) is (2)
(课=class/比赛=the_match/电影=the_movie/考试=the_exam) (已经_开始=already_began/开始=began) 了 | (1) (2)
(课=class/比赛=the_match/电影=the_movie/考试=the_exam) 还 没 开始 | (1) did not begin yet
(电影=the_movie/比赛=the_match/考试=the_exam/汉语_课=the_chinese_class) {hour} 开始 | (1) begins at {hour}
(电影=the_movie/比赛=the_match/考试=the_exam) 快 开始 了 | (1) will begin soon
(公共汽车=the_bus/火车=the_train/出租车=the_taxi/飞机=the_plane) (还_没_来=did_not_come_yet/已经_走_了=already_left/\
还_没_到=did_not_arrive_yet) | (1) (2)
""")
