"""Where a page's script lies, by the page's name as errata, equations and the router write it."""


def script(page: str) -> str:
    """``transformer/attention`` -> ``pages/transformer/attention/attention.py``."""
    return f"pages/{page}/{page.rpartition('/')[2]}.py"
