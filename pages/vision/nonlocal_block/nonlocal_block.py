"""What a convolution cannot know and one non-local block can: every pixel looks at every other. N2 3.1."""

from pages.components import lesson
from pages.vision.nonlocal_block import PAGE
from pages.vision.nonlocal_block.attention import attention
from pages.vision.nonlocal_block.looking import looking
from pages.vision.nonlocal_block.reading import reading
from pages.vision.nonlocal_block.twins import twins
from pages.vision.nonlocal_block.variants import variants

lesson.question(PAGE)
read = reading()
twins(read)
looking(read)
attention(read)
variants(read)
