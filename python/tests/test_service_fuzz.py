# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service does what its description says: operations of OpenAPI, called in ways that nobody thought
of. What is answered has a status, a kind and a form that are described, and is never a 500."""

import base64
import os
import tempfile

import pytest

schemathesis = pytest.importorskip(
    "schemathesis", reason="no schemathesis (pip install schemathesis)"
)
pytest.importorskip("fastapi", reason="no FastAPI (pip install 'ray[serve]')")

import atexit

import numpy as np
from espy.service.api import api_of
from hypothesis import HealthCheck, settings
from service_here import Here, run, surface
from espy.service.folder import Making

#: Calls of each operation; more by hand: ESPY_FUZZ=2000.
CALLS = int(os.environ.get("ESPY_FUZZ", "25"))


def _begin():
    folder = tempfile.TemporaryDirectory()
    service = Here(folder.name, most_bytes=1 << 20, most_pixels=250_000)
    service.gateway.libraries.create("bricks", Making(parts=2, features=64, min_features=8))
    atexit.register(folder.cleanup)
    atexit.register(service.stop)
    return service


SERVICE = _begin()
FEATURES = [surface(np.random.default_rng(seed)).to_bytes() for seed in range(4)]


@schemathesis.serializer("application/vnd.espy.features", "image/*")
def photograph(context, value):
    """Sometimes it is what it should be."""
    if isinstance(value, bytes) and value and value[0] % 3:
        return FEATURES[value[0] % len(FEATURES)]
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """Sometimes they are lines."""
    text = value if isinstance(value, bytes) else str(value).encode()
    good = base64.b64encode(FEATURES[len(text) % len(FEATURES)])
    return b'{"id": "x", "features": "' + good + b'"}\n' + text


SCHEMA = schemathesis.openapi.from_asgi(
    "/openapi.json", api_of(SERVICE.gateway), headers={"Host": "localhost"}
)
HEADERS = {"Host": "localhost"}


@SCHEMA.parametrize()
@settings(
    max_examples=CALLS,
    deadline=None,
    # The same calls each time, unless many are asked for by hand.
    derandomize="ESPY_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_operations_do_what_is_described(case):
    parameters = case.path_parameters or {}
    if "library" in parameters and case.operation.method.upper() != "DELETE":
        # Mostly one that is there.
        if len(parameters["library"]) % 3:
            parameters["library"] = "bricks"
    # What comes in time is another question.
    (case.query or {}).pop("deadline", None)
    checks = schemathesis.specs.openapi.checks
    # Ids of surfaces that nobody has written are 404, as are libraries that nobody has made.
    excluded = [checks.positive_data_acceptance]
    if case.operation.label == "POST /libraries/{library}/references":
        # What is wrong with a line is told in its place.
        excluded.append(checks.negative_data_rejection)
    case.call_and_validate(headers=HEADERS, excluded_checks=excluded)


def test_the_service_still_answers():
    entry = SERVICE.gateway.view.entry("bricks")
    SERVICE.wait(lambda: SERVICE.gateway.report.facts("bricks", entry)["coverage"] == 1)
