"""A walkthrough as data, drawn by the board's and the machine's own modules without a session of Streamlit.

    page = sheet("translator-zh-en", "猫坐在垫子上。", "zh", "intuition", edits=(), view="base")
    page.message(whole=True)           # bytes for sheet.js: texts, pictures, machine, worked cells
    take_home(page)                    # an HTML file that needs no server
    handout(page)                      # another, to print: a view a page

Readers of the one packing: a file to take along (``take_home``), a follower's page (``pages.components.room``).
"""

from .contents import Sheet, sheet
from .take_home import handout, take_home

__all__ = ["Sheet", "handout", "sheet", "take_home"]
