"""Registries: names of kinds, taken once, known by name, and given back where they were for a while."""

from __future__ import annotations

from contextlib import suppress

import pytest

from manikin.errors import InputError, UnknownName
from manikin.registry import Registry


def test_a_kind_is_found_by_its_name_and_an_unknown_one_names_the_closest() -> None:
    registry: Registry[type] = Registry("number")
    registry.add("whole", int)
    registry.add("decimal", float)
    assert registry["whole"] is int
    assert list(registry) == ["whole", "decimal"]
    with pytest.raises(UnknownName, match=r'number.*did you mean "whole"'):
        registry["hole"]


def test_a_name_is_taken_once_and_may_be_loaded_again() -> None:
    registry: Registry[type] = Registry("number")
    registry.add("whole", int)
    registry.add("whole", int)
    with pytest.raises(InputError, match="the number kind 'whole' is taken by"):
        registry.add("whole", float)
    assert registry["whole"] is int


def test_kinds_that_are_registered_for_a_while_are_gone_afterwards() -> None:
    registry: Registry[type] = Registry("number")
    registry.add("whole", int)
    with suppress(ZeroDivisionError), registry.temporarily():
        registry.add("decimal", float)
        assert set(registry) == {"whole", "decimal"}
        raise ZeroDivisionError
    assert dict(registry) == {"whole": int}
