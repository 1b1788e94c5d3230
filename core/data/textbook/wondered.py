"""Questions about deeds inside sentences: somebody does not know, asks, tells when, why, how, where, whether."""

from __future__ import annotations

from core.data.textbook.forms import forms

INSIDE = forms("""
{she} 什么时候 能 {deed} | when {she} can {base deed}
{she} 什么时候 能 到 {far} | when {she} can arrive {at far}
{she} 什么时候 来 | when {she} {s come she}
{she} 什么时候 回 家 | when {she} {s go she} home
{she} 什么时候 有 时间 {act} | when {she} {s have she} time to {base act}
{she} {soon} 为什么 不 想 {deed} | why {she} {do she} not want to {base deed} {soon}
{she} 为什么 不 能 {deed} | why {she} can not {base deed}
{she} {then} 为什么 没 {done} | why {she} did not {base done} {then}
{she} {then} 为什么 没 来 (上课=have_class/上班=work/吃饭=eat) | why {she} did not come to (1) {then}
{she} {then} 为什么 (哭=cried/笑=smiled/走=left) 了 | why {she} (1) {then}
{she} 为什么 喜欢 {acts} | why {she} {s like she} to {base acts}
{she} {often} 怎么 去 {far} | how {she} {s go she} {to far} {often}
{she} 在 (哪儿/哪里) {act} | where {she} {s act she}
{she} 把 {it:#t:own,the} 放 在 (哪儿/哪里) 了 | where {she} put {it}
{she} 是 在 (哪儿/哪里) 买 {it:#t:this,that} 的 | where {she} bought {it}
{she} {soon} 想 (做=do/买=buy/吃=eat/喝=drink) 什么 | what {she} {s want she} to (1) {soon}
{she} {then} (做=did/买=bought/吃=ate/说=said/看见=saw/忘=forgot) 了 什么 | what {she} (1) {then}
{she} 在 (做=doing/看=reading/写=writing/画=drawing/修=repairing) 什么 | what {she} {be she} (1)
{she} 跟 谁 一起 {act} | who {she} {s act she} with
{she} {soon} 能 不 能 {deed} | if {she} can {base deed} {soon}
{she} {soon} 想 不 想 {deed} | if {she} {s want she} to {base deed} {soon}
{she} {soon} 要 不 要 {deed} | if {she} {s want she} to {base deed} {soon}
{she} 喜欢 不 喜欢 {acts} | if {she} {s like she} to {base acts}
{she} 会 不 会 {good} | if {she} can {good}
谁 {then} {did} | who {past did} {then}
谁 会 {good} | who can {good}
谁 {soon} 能 {deed} | who can {base deed} {soon}
谁 {then} 把 {it:#t:own,the} 拿 走 了 | who took away {it} {then}
应该 怎么 {act} | how to {base act}
怎么 {deed} | how to {base deed}
{she} {habit} 睡 几 个 小时 | how many hours {she} {s sleep she} {habit}
{she} 学 了 几 年 (汉语=chinese/英语=english/法语=french) | how many years {she} learned (1)
{she} 住 几 号 楼 | what building {she} {s live she} in
{she} 说 得 对 不 对 | if what {she} {s say she} is right
""")
HEADS = forms("""
{who} 不 知道 <> | {who} {do who} not know <>
{who} 不 知道 <> | {who} {do who} not know <>
{who} 知道 <> | {who} {s know who} <>
{who} 想 知道 <> | {who} {s want who} to know <>
{who} 问 {other} <> | {who} asked {obj other} <>
{who} 忘 了 <> | {who} forgot <>
{who} 没 告诉 {other} <> | {who} did not tell {obj other} <>
{who} 没 问 {other} <> | {who} did not ask {obj other} <>
{who} 不 想 告诉 {other} <> | {who} {do who} not want to tell {obj other} <>
请 告诉 我 <> | please tell me <>
""")
ASKING = forms("""
你 知道 <> 吗 | do you know <>
你 知道 不 知道 <> | do you know <>
你 能 告诉 我 <> 吗 | can you tell me <>
你 可以 告诉 我们 <> 吗 | can you tell us <>
请问 ， 你 知道 <> 吗 | excuse me , do you know <>
{who} 知道 <> 吗 | {do who} {who} know <>
{who} 问 {other} <> 了 吗 | did {who} ask {obj other} <>
""")


def within(heads: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Every head with every question that it may have."""
    return [tuple(a.replace("<>", b) for a, b in zip(head, question)) for head in heads for question in INSIDE]


WONDERED, WONDERED_ASKED = within(HEADS), within(ASKING)
