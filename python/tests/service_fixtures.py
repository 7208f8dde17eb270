# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What tests of real services have in common."""

import signal
import zlib

import numpy as np
import pytest

from service_real import PATIENCE


@pytest.fixture
def random(request):
    """Each test draws surfaces of its own: the services are shared."""
    return np.random.default_rng(zlib.crc32(request.node.name.encode()))


@pytest.fixture(autouse=True)
def limited():
    """A test that waits for ever fails by its own name, and the others still run."""

    def late(*_):
        raise TimeoutError(f"not done after {2 * PATIENCE} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(2 * PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
