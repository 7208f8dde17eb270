# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The example script runs and writes plots."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import espy

EXAMPLES = pathlib.Path(os.environ["ESPY_SOURCE"]) / "python" / "examples"


@pytest.mark.parametrize("example", ["tour.py"])
def test_it_runs(example, tmp_path):
    pytest.importorskip("matplotlib")
    done = subprocess.run(
        [sys.executable, EXAMPLES / example, tmp_path],
        env={**os.environ, "MPLBACKEND": "Agg", "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    plots = sorted(tmp_path.glob("plot-*.png"))
    assert len(plots) == 3
    for plot in plots:
        assert len(np.unique(espy.read(plot).reshape(-1, 4), axis=0)) > 20
