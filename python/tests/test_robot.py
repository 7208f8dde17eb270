# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`EspyLibrary` as Robot Framework runs it, on an X server on which the tests paint."""

import importlib.util
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import espy
from painting import button, later, painter

pytest.importorskip("robot", reason="Robot Framework is not installed")


@pytest.fixture
def robot(tmp_path, button):
    """Runs test cases, and returns the status and message of each, by name, and the log."""
    espy.write(tmp_path / "button.png", button)

    def run(cases, settings="", **environment):
        suite = f"*** Settings ***\nLibrary    EspyLibrary    {settings}\n*** Test Cases ***\n{cases}"
        (tmp_path / "cases.robot").write_text(suite)
        done = subprocess.run(
            [sys.executable, "-m", "robot", "-d", tmp_path / "out", "-L", "TRACE", "cases.robot"],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode < 250, done.stdout + done.stderr
        root = xml.parse(tmp_path / "out" / "output.xml").getroot()
        results = {}
        for test in root.iter("test"):
            status = test.find("status")
            results[test.get("name")] = (status.get("status"), (status.text or "").strip())
        return results, (tmp_path / "out" / "output.xml").read_text()

    return run


def test_pictures_that_are_shown(robot, painter, button, tmp_path):
    painter.show(button, 50, 60)
    painter.show(button, 150, 160)
    results, log = robot(
        """
Shown
    ${place} =    Screen Should Contain    button.png
    Should Be Equal As Integers    ${place.left}    50
    Should Be Equal As Integers    ${place.top}    60
    Should Be Equal As Integers    ${place.x}    57
    Should Be Equal As Integers    ${place.y}    64
    Should Be Equal As Numbers    ${place.score}    1
In A Region
    ${place} =    Get Location    button.png    region=100,100,200,140
    Should Be Equal As Integers    ${place.left}    150
    ${region} =    Evaluate    [0, 0, 100, 100]
    ${place} =    Get Location    button.png    region=${region}
    Should Be Equal As Integers    ${place.left}    50
    Screen Should Not Contain    button.png    region=0,0,50,50
All Of Them
    ${places} =    Get Locations    button.png
    Length Should Be    ${places}    2
    Should Be Equal As Integers    ${places[1].top}    160
    ${places} =    Get Locations    button.png    region=0,0,50,50
    Should Be Empty    ${places}
Still
    Wait Until Screen Is Still    0.2 s    timeout=20 s
By Score
    ${place} =    Wait Until Screen Contains    button.png    method=zncc    min_score=0.95
    Should Be Equal As Integers    ${place.left}    50
Screenshots
    ${path} =    Take Screenshot    shown.png    region=50,60,14,9
    Should Be Equal    ${path}    ${CURDIR}/shown.png
    ${path} =    Take Screenshot
    Should Be Equal    ${path}    ${OUTPUT DIR}/espy-screenshot-1.png
"""
    )
    assert set(results.values()) == {("PASS", "")}, results
    assert (espy.read(tmp_path / "shown.png") == button).all()
    assert espy.read(tmp_path / "out" / "espy-screenshot-1.png").shape == (240, 320, 3)
    assert "espy-screenshot-1.png" in log and "../shown.png" in log


def test_waiting(robot, painter, button):
    # The painting begins while the process starts, and goes on until it is done.
    stop = []

    def blink():
        if not stop:
            painter.show(button, 33, 44)
            later(lambda: stop or (painter.fill(30, 40, 30, 30, 0), later(blink)), delay=0.4)

    later(blink)
    try:
        results, _ = robot(
            """
Appears
    Wait Until Screen Contains    button.png    timeout=20 s
Vanishes
    Wait Until Screen Does Not Contain    button.png    timeout=20 s
Never Still
    Wait Until Screen Is Still    5 s    timeout=0.5 s
"""
        )
    finally:
        stop.append(True)
    assert results["Appears"] == results["Vanishes"] == ("PASS", "")
    status, message = results["Never Still"]
    assert status == "FAIL" and "the screen still changes after 0.5 s" in message


def test_failures_explain_themselves(robot, painter, button, tmp_path):
    almost = button.copy()
    almost[:, 7:] //= 2
    painter.show(almost, 100, 80)
    results, log = robot(
        """
Missing
    Wait Until Screen Contains    button.png    timeout=100 ms
Usual Timeout
    Wait Until Screen Contains    button.png
There
    Screen Should Not Contain    button.png    method=zncc    min_score=0.3
Unknown Option
    Screen Should Contain    button.png    colour=red
Bad Option
    Screen Should Contain    button.png    region=1,2,3
No Such File
    Screen Should Contain    missing.png
""",
        "timeout=0.3 s",
    )
    assert {status for status, _ in results.values()} == {"FAIL"}
    message = results["Missing"][1]
    assert "button.png is not on the screen after 0.1 s; the best candidate, at (100, 80)" in message
    assert f"Screenshot: {tmp_path}/out/espy-screenshot-1.png" in message
    assert "after 0.3 s" in results["Usual Timeout"][1]
    assert "button.png is still on the screen at (100, 80)" in results["There"][1]
    assert "colour: there is no such argument" in results["Unknown Option"][1]
    assert "region: cannot be '1,2,3'" in results["Bad Option"][1]
    assert "missing.png" in results["No Such File"][1]
    assert 'img src="espy-screenshot-1.png"' in log
    shown = espy.read(tmp_path / "out" / "espy-screenshot-1.png")
    assert (shown[78, 98:116] == [255, 0, 0]).all() and (shown[80:89, 100:114] == almost).all()


MOUSE = """
def click(**arguments):
    with open("clicks.txt", "a") as file:
        print(sorted(arguments.items()), file=file)
"""


def test_clicks_by_pyautogui(robot, painter, button, tmp_path, monkeypatch):
    """With a module of this name that writes what it is called with."""
    painter.show(button, 50, 60)
    (tmp_path / "mouse").mkdir()
    (tmp_path / "mouse" / "pyautogui.py").write_text(MOUSE)
    cases = "Clicks\n    Click Image    button.png\n"
    cases += "    Click Image    button.png    button=right    clicks=2    region=40,50,100,100\n"
    path = os.pathsep.join([str(tmp_path / "mouse"), os.environ["PYTHONPATH"]])
    results, _ = robot(cases, PYTHONPATH=path)
    assert results == {"Clicks": ("PASS", "")}
    assert (tmp_path / "clicks.txt").read_text().splitlines() == [
        "[('button', 'left'), ('clicks', 1), ('x', 57), ('y', 64)]",
        "[('button', 'right'), ('clicks', 2), ('x', 57), ('y', 64)]",
    ]
    (tmp_path / "mouse" / "pyautogui.py").write_text("raise ImportError('No module')")
    results, _ = robot(cases, PYTHONPATH=path)
    status, message = results["Clicks"]
    assert (status, message) == (
        "FAIL",
        "Click Image needs pyautogui, which is not installed: pip install pyautogui",
    )
    (tmp_path / "mouse" / "pyautogui.py").write_text("raise KeyError('DISPLAY')")
    results, _ = robot(cases, PYTHONPATH=path)
    assert "pyautogui, which cannot start: 'DISPLAY'" in results["Clicks"][1]


def test_pyautogui_itself(robot, painter, button):
    if importlib.util.find_spec("pyautogui") is None:
        pytest.skip("pyautogui is not installed")
    painter.show(button, 50, 60)
    results, _ = robot(
        """
Click
    Click Image    button.png
    ${x}    ${y} =    Evaluate    pyautogui.position()    modules=pyautogui
    Should Be Equal As Integers    ${x}    57
    Should Be Equal As Integers    ${y}    64
"""
    )
    assert results == {"Click": ("PASS", "")}


def test_another_pixel_density(robot, painter, random, tmp_path):
    small = random.integers(0, 256, (12, 16, 3)).astype(np.uint8)
    painter.show(small, 10, 10)
    painter.show(np.repeat(np.repeat(small, 2, 0), 2, 1), 100, 100)
    espy.write(tmp_path / "small.png", small)
    results, _ = robot(
        """
Both
    ${places} =    Get Locations    small.png    scale=auto
    Length Should Be    ${places}    2
    Should Be Equal As Integers    ${places[0].width}    16
    Should Be Equal As Integers    ${places[1].width}    32
    Should Be Equal As Integers    ${places[1].left}    100
One
    ${places} =    Get Locations    small.png
    Length Should Be    ${places}    1
"""
    )
    assert set(results.values()) == {("PASS", "")}, results


def test_libdoc_explains_each_keyword(tmp_path):
    file = tmp_path / "library.json"
    subprocess.run(
        [sys.executable, "-m", "robot.libdoc", "EspyLibrary", file],
        check=True,
        capture_output=True,
        env={name: value for name, value in os.environ.items() if name != "DISPLAY"},
    )
    library = json.loads(file.read_text())
    assert library["name"] == "EspyLibrary" and library["version"] == espy.__version__
    assert "best candidate" in library["doc"] and library["inits"][0]["doc"]
    keywords = {keyword["name"]: keyword for keyword in library["keywords"]}
    assert {
        "Wait Until Screen Contains",
        "Wait Until Screen Does Not Contain",
        "Wait Until Screen Is Still",
        "Screen Should Contain",
        "Screen Should Not Contain",
        "Get Location",
        "Get Locations",
        "Click Image",
        "Take Screenshot",
    } == set(keywords)
    for name, keyword in keywords.items():
        assert keyword["shortdoc"], name
        assert "error" not in keyword["doc"].lower(), name
