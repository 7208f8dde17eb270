# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The plugin `pytest_espy`, in sessions of pytest of its own, on an X server on which the tests
paint."""

import numpy as np
import pytest

import espy
from painting import button, painter

pytest_plugins = ["pytester"]
#: Importing schemathesis's plugin would take half the time of a session.
OPTIONS = [f"-p{name}" for name in ("pytest_espy", "no:cacheprovider", "no:schemathesis")]


@pytest.fixture
def session(pytester, button):
    """Runs tests with the plugin in a folder that has button.png."""
    espy.write(pytester.path / "button.png", button)

    def run(body, *arguments):
        pytester.makepyfile(body)
        return pytester.runpytest_subprocess(*OPTIONS, *arguments)

    return run


def is_red(picture):
    return (picture == [255, 0, 0]).all(axis=-1)


def test_a_picture_that_is_shown(session, painter, button, pytester):
    painter.show(button, 50, 60)
    done = session(
        """
        def test_it(espy_screen):
            match = espy_screen.should_show("button.png", timeout=0)
            assert (match.x, match.y, match.score) == (50, 60, 1.0)
            assert espy_screen.should_show("button.png", region=(40, 50, 100, 100)).x == 10
            espy_screen.should_not_show("button.png", region=(0, 0, 50, 60), timeout=0)
            espy_screen.wait_until_still(0.2)
            assert len(espy_screen.find("button.png")) == 1
            assert espy_screen.screenshot().endswith("test_it-1.png")
        """
    )
    done.assert_outcomes(passed=1)
    shown = espy.read(pytester.path / "espy-screenshots" / "test_it-1.png")
    assert shown.shape == (240, 320, 3) and (shown[60:69, 50:64] == button).all()


def test_a_missing_picture_is_explained(session, painter, button, pytester):
    almost = button.copy()
    almost[:, 7:] //= 2
    painter.show(almost, 100, 80)
    done = session(
        """
        def test_dialog(espy_screen):
            espy_screen.should_show("button.png", timeout=0.1)
        """
    )
    done.assert_outcomes(failed=1)
    file = pytester.path / "espy-screenshots" / "test_dialog-1.png"
    done.stdout.fnmatch_lines(
        [
            "*button.png is not on the screen after 0.1 s; the best candidate, at (100, 80), has a "
            f"score of 0.*. Screenshot: {file}"
        ]
    )
    shown = espy.read(file)
    assert (shown[80:89, 100:114] == almost).all()  # within the outline
    assert is_red(shown[78, 98:116]).all() and is_red(shown[78:91, 97:100]).all()
    assert is_red(shown).sum() == (9 + 6) * (14 + 6) - 9 * 14


def test_a_picture_that_should_not_be_shown(session, painter, button, pytester):
    painter.show(button, 50, 60)
    painter.show(button, 150, 160)
    done = session(
        """
        def test_error(espy_screen):
            espy_screen.should_not_show("button.png", timeout=0)
        """,
        "--espy-screenshots=here",
    )
    done.assert_outcomes(failed=1)
    file = pytester.path / "here" / "test_error-1.png"
    done.stdout.fnmatch_lines(
        [f"*button.png is still on the screen at (50, 60), (150, 160). Screenshot: {file}"]
    )
    shown = espy.read(file)
    assert is_red(shown[58, 50:64]).all() and is_red(shown[158, 150:164]).all()


def test_timeouts_are_taken_from_the_configuration(session, painter, pytester):
    pytester.makeini("[pytest]\nespy_timeout = 0.2\nespy_screenshots = shots")
    body = """
        import time
        def test_it(espy_screen):
            start = time.monotonic()
            try:
                espy_screen.should_show("button.png")
            finally:
                print("waited", time.monotonic() - start)
        """
    session(body, "-s").stdout.fnmatch_lines(["*waited 0.[2-9]*", "*after 0.2 s*"])
    assert (pytester.path / "shots" / "test_it-1.png").exists()
    done = session(body, "--espy-timeout=0.1")
    done.stdout.fnmatch_lines(["*after 0.1 s*/shots/test_it-2.png"])


def test_one_colour_and_needles_larger_than_the_screen(session, painter, pytester):
    espy.write(pytester.path / "red.png", np.full((5, 5, 3), [200, 0, 0], np.uint8))
    espy.write(pytester.path / "large.png", np.zeros((300, 300, 3), np.uint8))
    done = session(
        """
        import pytest
        @pytest.mark.parametrize("file", ["red.png", "large.png"])
        def test_it(espy_screen, file):
            espy_screen.should_show(file, timeout=0)
        """
    )
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(
        [
            "*red.png is not on the screen; the best candidate, * has a score of 0.*",
            "*large.png is not on the screen. Screenshot: *test_it-large.png*-1.png",
        ]
    )


def test_no_display_is_an_error_in_one_sentence(session, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = session(
        """
        def test_it(espy_screen):
            espy_screen.should_show("button.png")
        """
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*SystemFailure: there is no screen: DISPLAY is not set*"])


def test_the_screenshot_is_in_the_report_of_pytest_html(session, painter, pytester):
    pytest.importorskip("pytest_html", reason="pytest-html is not installed")
    session(
        """
        def test_it(espy_screen):
            espy_screen.should_show("button.png", timeout=0)
        """,
        "--html=report.html",
        "--self-contained-html",
    )
    report = (pytester.path / "report.html").read_text()
    assert "data:image/png;base64" in report and "test_it-1.png" in report
    assert "espy screenshot" in report


def test_pytest_does_not_load_espy_before_it_is_used(pytester):
    pytester.makepyfile(
        """
        import sys
        def test_it():
            assert "pytest_espy" in sys.modules and "espy" not in sys.modules
        """
    )
    done = pytester.runpytest_subprocess(*OPTIONS)
    done.assert_outcomes(passed=1)
