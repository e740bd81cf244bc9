"""Pictures without a backdrop, and cameras as the views of the editor have them."""

from __future__ import annotations

import math
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError
from manikin.picture import render, to_png
from manikin.picture.camera import FIELD_OF_VIEW, Camera
from manikin.picture.theme import THEMES, to_linear

HUMAN = bodies.load("human")


def test_a_transparent_picture_over_a_backdrop_is_the_picture_on_that_backdrop() -> None:
    colour = (0.3, 0.6, 0.1)
    flat = replace(THEMES["light"], top=colour, bottom=colour)
    size = (160, 200)
    clear = render(HUMAN.pose("sit"), size=size, theme="light", transparent=True, ground=False).astype(float)
    opacity = clear[:, :, 3:] / 255
    light = to_linear(clear[:, :, :3] / 255) * opacity + to_linear(colour) * (1 - opacity)
    on_it = to_linear(render(HUMAN.pose("sit"), size=size, theme=flat, ground=False) / 255)
    assert np.abs(light - on_it).max() < 0.02
    edge = (opacity > 0.02) & (opacity < 0.98)
    assert edge.mean() > 0.005
    assert (opacity == 0).mean() > 0.3
    assert (opacity == 1).mean() > 0.1


def test_png_has_opacity_where_a_picture_has_it() -> None:
    image = pytest.importorskip("PIL.Image")
    pixels = np.random.default_rng(0).integers(0, 256, (20, 30, 4), np.uint8)
    found = image.open(BytesIO(to_png(pixels)))
    assert found.mode == "RGBA"
    assert np.array_equal(np.array(found), pixels)
    for wrong in ((20, 30, 2), (20, 30), (0, 3, 4)):
        with pytest.raises(InputError):
            to_png(np.zeros(wrong, np.uint8))


@pytest.mark.parametrize("perspective", [True, False])
@pytest.mark.parametrize("up", ["y", "z"])
def test_a_camera_around_a_place_shows_it_in_the_middle_and_so_much_around_it(perspective: bool, up: str) -> None:
    target, height = (0.2, 0.9, -0.3), 2.5
    camera = Camera.around(target, 0.6, 0.3, height, perspective=perspective, up=up).on_stage(up)  # type: ignore[arg-type]
    size = (300, 200)
    edge = np.array(target) + 0.5 * height * camera.up
    (middle, top), _ = camera.project([target, edge], size)
    assert np.allclose(middle, (150, 100), atol=1e-6)
    assert np.allclose(top, (150, 0), atol=1e-6)
    side = np.array([math.sin(0.6) * math.cos(0.3), math.sin(0.3), math.cos(0.6) * math.cos(0.3)])
    away = np.subtract(camera.eye, target)
    assert np.allclose(away / np.linalg.norm(away), side)
    assert np.linalg.norm(away) == pytest.approx(height / (2 * math.tan(FIELD_OF_VIEW / 2)))
