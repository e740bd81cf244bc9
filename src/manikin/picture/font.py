"""A small stroke font for titles: printable ASCII, drawn for this library.

A glyph is a list of strokes separated by "|".  A stroke is a list of points "xy" with x from 0 to 4 and y from 0 (the
base line) to 6 (the height of capitals); y = a and y = b are one and two units below the base line.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np

__all__ = ["GLYPHS", "text_mask"]

_TABLE = r"""
A 00 26 40|12 32
B 00 06 36 45 44 33 03|33 42 41 30 00
C 45 36 16 05 01 10 30 41
D 00 06 26 44 42 20 00
E 46 06 00 40|03 33
F 46 06 00|03 33
G 45 36 16 05 01 10 30 41 43 23
H 00 06|40 46|03 43
I 06 26|00 20|16 10
J 46 41 30 10 01
K 00 06|46 03 40
L 06 00 40
M 00 06 23 46 40
N 00 06 40 46
O 10 01 05 16 36 45 41 30 10
P 00 06 36 45 44 33 03
Q 10 01 05 16 36 45 41 30 10|22 40
R 00 06 36 45 44 33 03|23 40
S 45 36 16 05 04 13 33 42 41 30 10 01
T 06 46|26 20
U 06 01 10 30 41 46
V 06 20 46
W 06 10 24 30 46
X 06 40|00 46
Y 06 23 46|23 20
Z 06 46 00 40
a 14 34 43 40|42 12 01 10 30 41
b 06 00|03 14 34 43 41 30 10 01
c 43 34 14 03 01 10 30 41
d 46 40|43 34 14 03 01 10 30 41
e 02 42 43 34 14 03 01 10 30 41
f 36 26 15 10|04 34
g 43 34 14 03 01 10 30 41|44 4a 3b 1b 0a
h 06 00|03 14 34 43 40
i 04 00|06 06
j 14 1a 0b|16 16
k 06 00|34 02 30
l 06 01 10
m 00 04|03 14 23 20|23 34 43 40
n 00 04|03 14 34 43 40
o 10 01 03 14 34 43 41 30 10
p 0b 04|03 14 34 43 41 30 10 01
q 4b 44|43 34 14 03 01 10 30 41
r 00 04|03 14 34
s 43 34 14 03 12 32 41 30 10 01
t 16 11 20 30|04 34
u 04 01 10 30 41|44 40
v 04 20 44
w 04 10 23 30 44
x 04 40|00 44
y 04 20|44 1b 0b
z 04 44 00 40
0 10 01 05 16 36 45 41 30 10|11 35
1 04 26 20|00 40
2 05 16 36 45 44 00 40
3 05 16 36 45 44 33 13|33 42 41 30 10 01
4 30 36 02 42
5 46 06 03 33 42 41 30 10 01
6 45 36 16 05 01 10 30 41 42 33 03
7 06 46 10
8 13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33
9 01 10 30 41 45 36 16 05 04 13 43
. 00 00
, 10 0a
: 01 01|04 04
; 11 0a|14 14
! 06 02|00 00
? 05 16 36 45 44 23 22|20 20
- 03 33
+ 03 43|21 25
= 02 42|04 44
_ 0a 4a
/ 00 46
\ 06 40
| 0a 06
( 16 04 02 10
) 06 14 12 00
[ 16 06 00 10
] 06 16 10 00
{ 26 15 14 03 12 11 20
} 06 15 14 23 12 11 00
< 45 03 41
> 05 43 01
" 06 04|26 24
' 06 04
` 06 15
* 22 26|03 45|05 43
# 10 16|30 36|02 42|04 44
% 00 46|06 05 15 16 06|30 31 41 40 30
& 40 04 15 26 35 34 02 01 10 20 42
@ 34 14 12 32 34 31 42 44 36 16 04 02 10 30
$ 45 36 16 05 04 13 33 42 41 30 10 01|27 2a
^ 04 26 44
~ 03 14 32 43
"""
GLYPHS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    line[0]: tuple(
        tuple((float(point[0]), float("ba01234567".index(point[1]) - 2)) for point in stroke.split())
        for stroke in line[2:].split("|")
    )
    for line in _TABLE.strip().splitlines()
}
SPACE, GAP = 3.0, 1.9
"""Width of a blank, and gap between characters, in units of the glyphs."""


@lru_cache(maxsize=64)
def text_mask(text: str, height: float) -> np.ndarray:
    """The share of each pixel that a line of text covers (h, w), in 0..1; ``height`` is that of capitals [pixels].

    Characters that the font does not have are shown as "?".
    """
    unit = height / 6
    thick = 0.04 * height + 0.28
    segments = []
    pen = 0.0
    for character in text[:400]:
        strokes = GLYPHS["?"] if character not in GLYPHS and character != " " else GLYPHS.get(character, ())
        for stroke in strokes:
            segments += [(pen + ax, ay, pen + bx, by) for (ax, ay), (bx, by) in pairwise(stroke)]
        pen += GAP + max((x for stroke in strokes for x, _ in stroke), default=SPACE - GAP)
    pad = int(np.ceil(thick)) + 1
    image = np.zeros((int(np.ceil(8 * unit)) + 2 * pad, int(np.ceil(max(pen - GAP, 0) * unit)) + 2 * pad), np.float32)
    for ax, ay, bx, by in segments:
        a, b = (pad + np.array([x * unit, (6 - y) * unit]) for x, y in ((ax, ay), (bx, by)))
        low = np.maximum(np.floor(np.minimum(a, b) - thick - 1), 0).astype(int)
        high = np.ceil(np.maximum(a, b) + thick + 1).astype(int)
        window = image[low[1] : high[1], low[0] : high[0]]
        y, x = np.mgrid[0 : window.shape[0], 0 : window.shape[1]] + 0.5
        dx, dy = x + low[0] - a[0], y + low[1] - a[1]
        along = b - a
        share = np.clip((dx * along[0] + dy * along[1]) / max(float(along @ along), 1e-9), 0, 1)
        distance = np.hypot(dx - share * along[0], dy - share * along[1])
        np.maximum(window, np.clip(thick + 0.5 - distance, 0, 1), out=window, casting="unsafe")
    image.setflags(write=False)
    return image
