# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A plugin for pytest: the fixture `espy_screen`, for tests of what the screen shows.

>>> def test_the_dialog(espy_screen):
...     espy_screen.should_show("dialog.png", timeout=5)
...     espy_screen.should_not_show("error.png")

pytest loads it where the wheel is installed, and with ``-p pytest_espy``. When a picture is missing,
a screenshot with the best candidate outlined is written; its path and the candidate's score are in
the failure, and the picture in the report of pytest-html.
"""

from __future__ import annotations

import base64
import pathlib
from typing import TYPE_CHECKING, Any, Iterator

import pytest

if TYPE_CHECKING:  # loaded only where the fixture is used
    from espy.expecting import Expecting

FOLDER = "espy-screenshots"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the command line and of the configuration file."""
    group = parser.getgroup("espy")
    group.addoption(
        "--espy-screenshots",
        metavar="FOLDER",
        help=f"folder for screenshots of failures (default: espy_screenshots in the configuration "
        f"file, relative to it, or {FOLDER})",
    )
    group.addoption(
        "--espy-timeout", type=float, metavar="SECONDS", help="timeout of espy_screen (default: 10)"
    )
    parser.addini("espy_screenshots", "folder for screenshots of failures", default=FOLDER)
    parser.addini("espy_timeout", "timeout of espy_screen in seconds", default="10")


@pytest.fixture
def espy_screen(request: pytest.FixtureRequest) -> Expecting:
    """The screen of $DISPLAY: ``should_show(picture, timeout=...)`` returns the match,
    ``should_not_show(picture)``, ``wait_until_still()``, ``find(picture)``, ``screenshot()``. Other
    arguments are those of `espy.Screen` (region, monitor, ...) and `espy.find` (method, min_score,
    scale, ...)."""
    from espy.expecting import Expecting

    config = request.config
    given = config.getoption("--espy-screenshots")
    if given is None:
        folder = config.rootpath / config.getini("espy_screenshots")
    else:
        folder = config.invocation_params.dir / given
    timeout = config.getoption("--espy-timeout")
    if timeout is None:
        timeout = float(config.getini("espy_timeout"))
    return Expecting(folder, prefix=request.node.name, timeout=timeout)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
    """Attaches the screenshot of a failure to its report."""
    outcome = yield
    screenshot = getattr(getattr(call.excinfo, "value", None), "screenshot", None)
    if not isinstance(screenshot, str) or "espy_screen" not in getattr(item, "fixturenames", ()):
        return
    report = outcome.get_result()
    report.sections.append(("espy screenshot", screenshot))
    html = item.config.pluginmanager.getplugin("html")
    if html is None:
        return
    import pytest_html

    picture = base64.b64encode(pathlib.Path(screenshot).read_bytes()).decode()
    name = pathlib.Path(screenshot).name
    report.extras = [*getattr(report, "extras", []), pytest_html.extras.png(picture, name=name)]
