"""Titles can be written in all of ASCII."""

from __future__ import annotations

import string

import pytest

from manikin.picture.font import GLYPHS, text_mask


def test_every_printable_character_of_ascii_has_a_glyph_of_its_own() -> None:
    wanted = set(string.printable) - set(string.whitespace)
    assert set(GLYPHS) == wanted
    assert len(set(GLYPHS.values())) == len(wanted)


@pytest.mark.parametrize("character", sorted(GLYPHS))
def test_glyphs_stay_in_their_cell_and_leave_ink(character: str) -> None:
    points = [point for stroke in GLYPHS[character] for point in stroke]
    assert all(0 <= x <= 4 and -2 <= y <= 7 for x, y in points)
    assert all(len(stroke) >= 2 for stroke in GLYPHS[character])
    mask = text_mask(character, 12.0)
    assert 0.5 < mask.max() <= 1
    assert mask.min() == 0


def test_text_grows_with_its_length_and_its_height() -> None:
    short, long, tall = text_mask("ab", 10.0), text_mask("abab", 10.0), text_mask("ab", 20.0)
    assert long.shape[0] == short.shape[0]
    assert long.shape[1] > 1.8 * short.shape[1]
    assert tall.shape[0] > 1.6 * short.shape[0]
    assert text_mask("", 10.0).sum() == 0


def test_a_character_without_glyph_is_a_question_mark() -> None:
    assert (text_mask("a☃b", 9.0) == text_mask("a?b", 9.0)).all()
