# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Shared fixtures: test pictures, and the command whose output the module is compared with."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

SAMPLES = pathlib.Path(os.environ["ESPY_SOURCE"]) / "samples"


@pytest.fixture
def random():
    return np.random.default_rng(20260919)


@pytest.fixture
def samples():
    """The folder of Espy's sample pictures."""
    return SAMPLES


@pytest.fixture
def crowd():
    return str(SAMPLES / "crowd.ppm")


@pytest.fixture
def traveller():
    return str(SAMPLES / "traveller.ppm")


@pytest.fixture
def command():
    """Runs the command and returns its standard output; the exit status must be in ``statuses``."""

    def run(*arguments, statuses=(0,)):
        done = subprocess.run(
            [os.environ["ESPY_COMMAND"], *map(str, arguments)], capture_output=True, check=False
        )
        assert done.returncode in statuses, done.stderr.decode()
        return done.stdout.decode()

    return run


@pytest.fixture
def find_json(command):
    """The objects that `espy find --json` prints, without the fields that differ between runs."""

    def find(*arguments):
        lines = command("find", "--json", *arguments, statuses=(0, 1)).splitlines()
        return [bare(line) for line in lines]

    return find


def bare(line):
    """An object of `espy find --json` without the fields that differ between runs."""
    found = json.loads(line)
    for key in ("timeline", "total_ms", "engine", "threads", "strategy", "choice"):
        found.pop(key, None)
    return found
