"""How a language model goes on with what it has read once: the loss, the two heads that do it, and without them."""

from core.experiments import copying
from pages.components import lesson
from pages.components.lesson.brought import kept_run
from pages.real.copying import PAGE
from pages.real.copying.second_reading import second_reading
from pages.real.copying.switched_off import switched_off
from pages.real.copying.two_heads import two_heads

lesson.question(PAGE)
kept_run(copying.NAME)
second_reading()
two_heads()
switched_off()
