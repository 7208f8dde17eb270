# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A service on a full disk. Run by test_service_disk.py on a small file system."""

import contextlib
import os
import sys

import numpy as np
from fastapi.testclient import TestClient

from espy.service import _command
from espy.service.api import api_of
from local_service import local_service, seen, surface

HEADERS = {"Content-Type": "application/vnd.espy.features"}
REFERENCES = "/libraries/bricks/references"


def fill(folder):
    """Fills the disk to the last byte."""
    with open(os.path.join(folder, "filling"), "ab", buffering=0) as file:
        for size in (1 << 16, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))


def surfaces():
    random = np.random.default_rng(21)
    return {f"s{n}": surface(random) for n in range(40)}


def client_of(service):
    return TestClient(api_of(service.gateway), base_url="http://localhost", headers=HEADERS)


def put(client, id, features):
    path = f"{REFERENCES}/{id}"
    return client.put(path, content=features.to_bytes(), params={"wait": True})


def search_and_remove(folder, client, known, gone):
    random = np.random.default_rng(22)
    for id, features in known.items():
        found = client.post("/libraries/bricks/search", content=seen(random, features).to_bytes())
        assert found.status_code == 200 and found.json()["id"] == id, found.text
    for id in gone:
        removed = client.delete(f"{REFERENCES}/{id}")
        assert removed.status_code == 200, removed.text
        known.pop(id)
        assert client.get(f"{REFERENCES}/{id}").status_code == 404
        fill(folder)
    new = put(client, "new", surface(random))
    assert new.status_code == 507, new.text


def first(folder):
    data = os.path.join(folder, "data")
    os.mkdir(data)
    known = surfaces()
    with local_service(data) as service, client_of(service) as client:
        _command._store(service.settings, service.gateway.folder)
        service.create("bricks", features=64, min_features=16)
        for id, features in known.items():
            assert put(client, id, features).status_code == 201
        fill(folder)
        search_and_remove(folder, client, known, [f"s{n}" for n in range(10)])


def again(folder):
    data = os.path.join(folder, "data")
    fill(folder)
    known = {id: each for id, each in surfaces().items() if int(id[1:]) >= 10}
    with local_service(data) as service, client_of(service) as client:
        settings = service.settings._replace(deadline=29)
        _command._store(settings, service.gateway.folder)
        service.wait(lambda: client.get("/libraries/bricks").json()["coverage"] == 1)
        search_and_remove(folder, client, known, [f"s{n}" for n in range(10, 20)])
        os.unlink(os.path.join(folder, "filling"))
        service.wait(lambda: client.get("/ready").status_code == 200)
        assert put(client, "new", surface(np.random.default_rng(23))).status_code == 201


if __name__ == "__main__":
    {"first": first, "again": again}[sys.argv[1]](sys.argv[2])
