# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A Ray cluster on this machine: a head without CPUs, and nodes that are processes and can be killed."""

import contextlib
import os
import pathlib
import shutil


@contextlib.contextmanager
def ray_cluster(nodes, cpus=8):
    """A cluster with this number of nodes. At the end its processes are killed and its files removed."""
    from ray.cluster_utils import Cluster

    # Paths of Unix sockets are limited in length.
    files = pathlib.Path(f"/tmp/espy-ray-{os.getpid()}")
    (files / "ray").mkdir(parents=True)
    os.environ["RAY_TMPDIR"] = str(files)
    # Processes of a cluster have its environment, not that of `espy service` (see its `running`).
    os.environ["RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S"] = "30"
    started = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 0,
            "include_dashboard": False,
            "object_store_memory": 100 << 20,
            "_system_config": {
                # By default workers have a low priority, and starve beside other tests.
                "worker_niceness": 0,
                # Shorter than the defaults, to notice dead nodes sooner; long enough for nodes that
                # are slow because the machine is busy.
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
        os.environ.pop("RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S", None)


def add_node(cluster, cpus=8):
    return cluster.add_node(num_cpus=cpus, object_store_memory=100 << 20)


def kill_node(cluster, node):
    """Kills a node: its raylet, whose workers end with it."""
    cluster.remove_node(node, allow_graceful=False)
