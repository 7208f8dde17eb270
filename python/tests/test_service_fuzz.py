# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service conforms to its OpenAPI description: each operation is called with generated requests.
Responses have a documented status, media type and schema, and never status 500."""

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
from local_service import LocalService, run, surface
from espy.service.folder import LibraryOptions
from espy.service.report import Report

#: Calls per operation; ESPY_FUZZ=2000 sets another number.
CALLS = int(os.environ.get("ESPY_FUZZ", "25"))


def _begin():
    folder = tempfile.TemporaryDirectory()
    service = LocalService(folder.name, most_bytes=1 << 20, most_pixels=250_000)
    service.gateway.libraries.create("bricks", LibraryOptions(parts=2, features=64, min_features=8))
    atexit.register(folder.cleanup)
    atexit.register(service.stop)
    return service


SERVICE = _begin()
FEATURES = [surface(np.random.default_rng(seed)).to_bytes() for seed in range(4)]


@schemathesis.serializer("application/vnd.espy.features", "image/*")
def photograph(context, value):
    """Features of a surface in two of three calls, else garbage."""
    if isinstance(value, bytes) and value and value[0] % 3:
        return FEATURES[value[0] % len(FEATURES)]
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """A valid line, then garbage."""
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
    # Reproducible, unless a number of calls was set.
    derandomize="ESPY_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_operations_do_what_is_described(case):
    parameters = case.path_parameters or {}
    keeps = case.operation.method.upper() != "DELETE" and not case.path.endswith("/rename")
    # Mostly an existing library, which stays.
    if "library" in parameters and keeps and len(parameters["library"]) % 3:
        parameters["library"] = "bricks"
    # Deadlines are not the subject here.
    (case.query or {}).pop("deadline", None)
    checks = schemathesis.specs.openapi.checks
    # Valid requests may be 404: surfaces and libraries that do not exist.
    excluded = [checks.positive_data_acceptance]
    if case.operation.label.rsplit("/", 1)[-1] in ("references", "searches"):
        # Errors in lines are reported within a response of status 200.
        excluded.append(checks.negative_data_rejection)
    case.call_and_validate(headers=HEADERS, excluded_checks=excluded)


def test_the_service_still_answers():
    entry = SERVICE.gateway.libraries.entry("bricks")
    SERVICE.wait(lambda: run(Report(SERVICE.gateway).facts(entry))["coverage"] == 1)
