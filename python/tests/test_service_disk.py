# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""On a full disk a service searches, removes surfaces, and starts again."""

import pathlib
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("fastapi.testclient", reason="no FastAPI (pip install 'ray[serve]')")
pytest.importorskip("httpx", reason="no httpx (pip install httpx)")

SCRIPT = pathlib.Path(__file__).with_name("service_disk.py")


def on_small_disk(folder, command):
    """Runs service_disk.py with a file system of 24 MB mounted at the folder."""
    mount = f'mount -t tmpfs -o size=24m none "{folder}"'
    return subprocess.run(
        ["unshare", "-Urm", "sh", "-ec", f"{mount}\n{command}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_full_disk_stops_neither_searches_nor_removals_nor_a_new_beginning(tmp_path):
    if shutil.which("unshare") is None or on_small_disk(tmp_path, "true").returncode != 0:
        pytest.skip("no disk of one's own (unshare, mount)")
    steps = "\n".join(
        f'"{sys.executable}" "{SCRIPT}" {step} "{tmp_path}"' for step in ("first", "again")
    )
    done = on_small_disk(tmp_path, steps)
    assert done.returncode == 0, done.stderr[-4000:]
