# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service on several machines: Ray nodes, HTTP over loopback.

Processes die by kill -9 here; tests/bench/service_faults.py does that many more times.
"""

import os
import threading
import time

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
for module, package in (("ray.serve", "ray[serve]"), ("httpx", "httpx")):
    pytest.importorskip(module, reason=f"no {module} (pip install '{package}')")

import httpx

from ray_nodes import add_node, kill_node, ray_cluster
from service_fixtures import limited, random
from local_service import seen, surface
from real_service import BACK, RealService, end_process

__all__ = ["limited", "random"]  # fixtures


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A service on a cluster of two nodes: two groups of two shards."""
    folder = tmp_path_factory.mktemp("many")
    with ray_cluster(nodes=2) as cluster:
        service = RealService(
            folder / "data",
            "--shards",
            2,
            "--replicas",
            2,
            "--gateways",
            2,
            "--cpus-per-shard",
            0.5,
            "--deadline",  # of a write, on busy cores
            120,
            address=cluster.address,
        )
        service.cluster = cluster
        service.start()
        service.create("l", parts=6, features=64, min_features=16)
        yield service


def written(service, random, name, count=12):
    known = {f"{name}-{n}": surface(random) for n in range(count)}
    for id, features in known.items():
        done = service.put("l", id, features, wait=True)
        assert done.status_code == 201 and done.json()["searched"], done.text
    return known


def test_a_cluster_searches_what_it_is_given(many, random):
    known = written(many, random, "first")
    for id, features in known.items():
        answer = many.search("l", seen(random, features)).json()
        assert (answer["id"], answer["coverage"]) == (id, 1)
    stats = many.stats()
    assert len(stats["shards"]) == 4 and len(stats["gateways"]) == 2
    assert len({shard["pid"] for shard in stats["shards"]}) == 4


def all_the_while(service, random, known, work):
    """Searches while ``work`` runs; returns the answers and the failures."""
    done = threading.Event()
    answers, failures = [], []

    def ask():
        # The queries are made beforehand: the generator is not thread-safe.
        for id, query in queries * 10_000:
            if done.is_set():
                return
            try:
                answer = service.search("l", query)
                if answer.status_code == 200:
                    answers.append((id, answer.json()))
                else:
                    failures.append(answer.text)
            except httpx.HTTPError as failure:
                failures.append(repr(failure))
            time.sleep(0.05)

    queries = [(id, seen(random, features)) for id, features in known.items()]
    asking = [threading.Thread(target=ask) for _ in range(2)]
    [each.start() for each in asking]
    try:
        work()
        # If work() ended early, or blocked all searches, wait for some answers.
        service.wait(lambda: len(answers) > 10)
    finally:
        done.set()
        [each.join() for each in asking]
    # Answers are right, or report that not everything was searched.
    for id, answer in answers:
        assert answer["id"] == id or answer["coverage"] < 1, answer
        assert (answer["coverage"] < 1) == bool(answer["missing"])
    return answers, failures


def test_shards_join_and_leave_without_a_search_that_misses_anything(many, random):
    known = written(many, random, "joining")

    def work():
        many.change("--shards", 3)
        many.wait(lambda: len(many.stats()["shards"]) == 6)
        many.change("--shards", 2)
        many.wait(lambda: len(many.stats()["shards"]) == 4)

    answers, failures = all_the_while(many, random, known, work)
    assert failures == []
    assert {answer["coverage"] for _, answer in answers} == {1.0}


def test_all_processes_are_replaced_without_a_failed_search(many, random):
    known = written(many, random, "rolling")
    before = set(many.pids("shards")) | set(many.pids("gateways"))
    answers, failures = all_the_while(
        many, random, known, lambda: (many.change(), many.wait_ready())
    )
    assert failures == []
    assert {answer["coverage"] for _, answer in answers} == {1.0}
    many.wait(lambda: not before & set(many.pids("shards") + many.pids("gateways")))


def test_a_shard_dies_and_its_replica_answers(many, random):
    known = written(many, random, "replica")
    first = many.stats()["shards"][0]

    def work():
        end_process(first["pid"])
        many.wait(lambda: len(set(many.pids("shards")) - {first["pid"]}) == 4, BACK)

    answers, _ = all_the_while(many, random, known, work)
    assert sum(answer["coverage"] < 1 for _, answer in answers) == 0


def test_a_node_dies_and_what_ran_there_runs_elsewhere(many, random):
    known = written(many, random, "node")
    victim = next(iter(many.cluster.worker_nodes))

    def work():
        kill_node(many.cluster, victim)
        add_node(many.cluster)
        time.sleep(2)
        many.wait(lambda: len(many.stats()["shards"]) == 4 and many.answers("/ready"), 2 * BACK)

    all_the_while(many, random, known, work)
    # On a busy machine the dead node may be noticed only now.
    for id, features in known.items():
        assert many.wait_searched("l", seen(random, features), id, 2 * BACK)["id"] == id
