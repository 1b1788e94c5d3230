"""A property computed once."""

import functools


class lazy(functools.cached_property):  # noqa: N801 - a decorator
    """``functools.cached_property`` as Python 3.12 has it: two threads at once may both compute the value.

    Before 3.12 all instances of a class share one lock, at which the pages of a whole class of readers would queue.
    """

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        held = instance.__dict__
        if self.attrname not in held:
            held[self.attrname] = self.func(instance)
        return held[self.attrname]
