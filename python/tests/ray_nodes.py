# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A cluster of Ray on this machine: a head, which computes nothing, and real nodes, which may be killed."""

import contextlib
import os
import pathlib
import shutil


@contextlib.contextmanager
def own_cluster(nodes, cpus=8):
    """Ray on so many nodes; it ends with all its processes, and leaves no files."""
    from ray.cluster_utils import Cluster

    # Sockets have short names only.
    files = pathlib.Path(f"/tmp/espy-ray-{os.getpid()}")
    (files / "ray").mkdir(parents=True)
    os.environ["RAY_TMPDIR"] = str(files)
    started = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 0,
            "include_dashboard": False,
            "object_store_memory": 100 << 20,
            # A node that is gone is counted for dead sooner than one would in earnest; one that is
            # only slow, beside compilers, is not.
            "_system_config": {
                "health_check_initial_delay_ms": 1000,
                "health_check_period_ms": 500,
                "health_check_timeout_ms": 5000,
                "health_check_failure_threshold": 6,
            },
        },
    )
    try:
        for _ in range(nodes):
            add_node(started, cpus)
        started.wait_for_nodes()
        yield started
    finally:
        started.shutdown()
        shutil.rmtree(files, ignore_errors=True)
        os.environ.pop("RAY_TMPDIR", None)


def add_node(cluster, cpus=8):
    return cluster.add_node(num_cpus=cpus, object_store_memory=100 << 20)


def kill_node(cluster, node):
    """Its raylet, and with it all that ran there."""
    cluster.remove_node(node, allow_graceful=False)
