# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures for tests of services that run in processes of their own."""

import signal
import zlib

import numpy as np
import pytest

from real_service import PATIENCE


@pytest.fixture
def random(request):
    """A random generator seeded by the test: services are shared, so surfaces must differ."""
    return np.random.default_rng(zlib.crc32(request.node.name.encode()))


@pytest.fixture(autouse=True)
def limited():
    """A time limit for each test, so that one that hangs fails by its own name."""

    def late(*_):
        raise TimeoutError(f"not done after {2 * PATIENCE} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(2 * PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
