# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Reading, writing and marking pictures, compared with the command."""

import io
import os
import warnings

import numpy as np
import pytest

import espy


@pytest.mark.parametrize("ending", ["pgm", "ppm", "pam", "png", "bmp", "tif"])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 2, 3, 4])
def test_what_is_written_is_read(ending, kind, channels, random, tmp_path):
    shape = (7, 9) if channels is None else (7, 9, channels)
    picture = random.integers(0, np.iinfo(kind).max + 1, shape).astype(kind)
    holds = {"pgm": (None,), "ppm": (3,), "bmp": (3,), "tif": (None, 3, 4)}
    if channels not in holds.get(ending, (None, 2, 3, 4)) or (ending == "bmp" and kind != np.uint8):
        pytest.skip("this format cannot hold it")
    path = tmp_path / f"picture.{ending}"
    try:
        espy.write(path, picture)
    except espy.Unsupported:
        pytest.skip("this build writes no such file")
    read = espy.read(path)
    assert read.dtype == kind and read.flags.writeable
    assert (read == picture).all()
    with open(path, "rb") as file:
        assert (espy.read(file) == picture).all()


def test_large_files_can_be_looked_at_in_place(random, tmp_path):
    picture = random.integers(0, 256, (2000, 2000)).astype(np.uint8)
    espy.write(tmp_path / "large.pgm", picture)
    mapped = espy.read(tmp_path / "large.pgm", writable=False)
    assert not mapped.flags.writeable and (mapped == picture).all()
    assert espy.read(tmp_path / "large.pgm").flags.writeable
    # A scene by file name is mapped as well; truncating the file must be noticed.
    scene = espy.Scene(tmp_path / "large.pgm")
    assert espy.find(picture[5:30, 6:40], scene).best.x == 6
    os.truncate(tmp_path / "large.pgm", 10_000)
    with pytest.raises(espy.BadPicture, match="large.pgm"):
        espy.find(picture[-30:, 6:40], scene, engine="sequential")


def test_names_and_notes(random, tmp_path):
    picture = random.integers(0, 256, (5, 5)).astype(np.uint8)
    odd = os.fsencode(tmp_path) + b"/n\xe4me\n.pgm"  # no UTF-8
    espy.write(odd, picture)
    assert (espy.read(odd) == picture).all()
    assert (espy.read(os.fsdecode(odd)) == picture).all()
    with pytest.raises(espy.SystemFailure) as refusal:
        espy.read(odd + b"?")
    assert "me" in str(refusal.value)
    with pytest.raises(espy.BadUse, match="NUL"):
        espy.read(f"{tmp_path}/a\0b")
    with open(odd, "ab") as file:
        file.write(b"12345")
    with pytest.warns(espy.PictureWarning, match="5 bytes"):
        espy.read(odd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        espy.read(io.BytesIO(b"P5 1 1 255 x"))
    with pytest.raises(espy.TooLarge):
        espy.read(odd, max_pixels=24)


def test_nothing_is_overwritten_unasked(tmp_path):
    picture = np.zeros((3, 3), np.uint8)
    espy.write(tmp_path / "a.png", picture)
    with pytest.raises(OSError, match="a.png"):
        espy.write(tmp_path / "a.png", picture + 1, overwrite=False)
    assert (espy.read(tmp_path / "a.png") == 0).all()
    with pytest.raises(espy.Unsupported, match="a.gif"):
        espy.write(tmp_path / "a.gif", picture)
    assert sorted(os.listdir(tmp_path)) == ["a.png"]


@pytest.mark.parametrize("style", ["outline", "whiteout", "dim", "lighten", "none"])
@pytest.mark.parametrize("engine", ["reference", "sequential", "threads", "openmp", "auto"])
def test_marks_are_those_of_the_command(style, engine, command, crowd, traveller, tmp_path):
    command("find", "--tolerance", "60", "--mark", style, "--thickness", "5", "--colour", "#12ab34",
            "-o", tmp_path / "right.ppm", "--quiet", traveller, crowd)
    right = espy.read(tmp_path / "right.ppm")
    finding = espy.find(traveller, crowd, tolerance=60)
    options = {"style": style, "thickness": 5, "colour": "#12ab34", "engine": engine}
    for matches in (finding, finding.matches, finding.array, [m.box for m in finding],
                    np.array([m.box for m in finding])):
        assert (espy.mark(crowd, matches, **options) == right).all()
    assert (finding.marked(**options) == right).all()
    assert (espy.mark(espy.Scene(crowd), finding, **options) == right).all()
    flags = espy.flags(crowd, finding, engine=options["engine"])
    assert (espy.mark_by_flags(crowd, flags, **options) == right).all()


def test_flags_and_screens_are_those_of_the_command(command, crowd, traveller, tmp_path):
    finding = espy.find(traveller, crowd, tolerance=60)
    command("find", "--tolerance", "60", "--flags", tmp_path / "flags.pgm", traveller, crowd)
    right = espy.read(tmp_path / "flags.pgm")
    assert (espy.flags(crowd, finding) == right).all()
    assert (espy.flags((1024, 1024), finding) == right).all()
    assert (espy.flags(crowd, finding, passes=1) == np.where(right == 1, 1, 0)).all()

    scene = espy.read(crowd)
    keep = scene[500, 500].tolist()
    apart = np.abs(scene.astype(int) - keep).max(axis=2)
    for tolerance in (0, 30):
        right = np.where(apart <= tolerance, 2, 0)
        assert (espy.screen(crowd, keep, tolerance=tolerance) == right).all()


def test_expressions_and_edges_are_those_of_the_command(command, crowd, tmp_path):
    flags = tmp_path / "flags.pgm"
    for options, arguments in (
        ({"where": "r > 2 * g && y < 500"}, ("--where", "r > 2 * g && y < 500")),
        ({"edges": 300}, ("--edges", "300")),
        ({"keep": "#ffffff", "tolerance": 90, "where": "x > y", "edges": 9},
         ("--keep", "ffffff", "--tolerance", "90", "--where", "x > y", "--edges", "9")),
    ):
        command("screen", *arguments, "--flags", flags, crowd)
        right = espy.read(flags)
        assert 0 < (right == 2).sum() < right.size
        assert (espy.screen(crowd, **options) == right).all()


def test_the_flags_can_be_the_alpha(crowd, traveller):
    finding = espy.find(traveller, crowd, tolerance=60)
    flags = espy.flags(crowd, finding)
    for marked in (espy.mark(crowd, finding, style="lighten", flags_in_alpha=True),
                   espy.mark_by_flags(crowd, flags, style="lighten", flags_in_alpha=True)):
        assert (marked[..., 3] == flags).all()
        assert (marked[..., :3] == espy.mark(crowd, finding, style="lighten")).all()
    assert espy.mark(GREY, [], style="none", flags_in_alpha=True).shape == (20, 30, 2)


def test_turned_matches_are_marked_as_the_command_does(command, crowd, traveller, tmp_path):
    arguments = ("--method", "zncc", "--min-score", "0.5", "--angle", "0:40:8")
    part = str(tmp_path / "part.ppm")
    espy.write(part, espy.read(crowd)[700:900, 650:850])
    command("find", *arguments, "--quiet", "-o", tmp_path / "right.ppm", traveller, part)
    finding = espy.find(traveller, part, method="zncc", min_score=0.5, angle=(0, 40, 8))
    assert any(match.angle for match in finding)
    assert (finding.marked() == espy.read(tmp_path / "right.ppm")).all()
    assert (espy.mark(part, finding.matches) == finding.marked()).all()


GREY = np.zeros((20, 30), np.uint8)
REFUSED = {
    "outside": (lambda: espy.mark(GREY, [(25, 0, 6, 6)]), "does not lie in a picture of 30 x 20"),
    "far outside": (lambda: espy.flags(GREY, [(2**32 - 1, 0, 2, 2)]), "does not lie"),
    "nothing": (lambda: espy.flags((5, 5), [(0, 0, 0, 3)]), "does not lie"),
    "style": (lambda: espy.mark(GREY, [], style="circle"), "one of outline, whiteout, dim, none, lighten"),
    "thickness": (lambda: espy.mark(GREY, [], thickness=0), "from 1 to 255"),
    "colour": (lambda: espy.mark(GREY, [], colour="green"), "#rrggbb"),
    "expression": (lambda: espy.screen(GREY, where="r >"), "column 4"),
    "edges": (lambda: espy.screen(GREY, edges=0), "1 to 293081"),
    "no condition": (lambda: espy.screen(GREY), "needs a colour, an expression or edges"),
    "colour of two": (lambda: espy.screen(GREY, (1, 2)), "three numbers"),
    "passes": (lambda: espy.flags(GREY, [], passes=3), "passes"),
    "matches": (lambda: espy.mark(GREY, 7), "matches must be"),
    "rows": (lambda: espy.mark(GREY, np.zeros((2, 3), int)), "a row of x, y, width and height"),
    "flags of another size": (lambda: espy.mark_by_flags(GREY, GREY[:9]), "flag"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_say_why(case):
    work, part = REFUSED[case]
    with pytest.raises(espy.BadUse) as refusal:
        work()
    assert part in str(refusal.value)


def test_nothing_to_mark():
    assert (espy.mark(GREY, [], style="whiteout") == 255).all()
    assert espy.flags(GREY, espy.find(GREY[:3, :3] + 1, GREY)).sum() == 0
