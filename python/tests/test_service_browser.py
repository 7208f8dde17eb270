# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The page of a real service in a real browser: drop, search, add, remove."""

import numpy as np
import pytest

for module, package in (("uvicorn", "uvicorn"), ("fastapi", "fastapi"), ("httpx", "httpx")):
    pytest.importorskip(module, reason=f"no {module} (pip install '{package}')")

import espy
from local_service import photograph
from real_service import RealService
from test_service_page import INLIER, Page, chromium, pytestmark  # noqa: F401

HOSTILE = "<img src=x onerror=alert(1)> & so/on"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    random = np.random.default_rng(20261126)
    folder = tmp_path_factory.mktemp("browser")
    (folder / "data").mkdir()
    where = folder / "data" / "bricks.esl"
    espy.SurfaceLibrary.create(where, features=128)
    with espy.SurfaceWriter(where) as writer:
        for number in range(4):
            picture = photograph(random)
            espy.write(folder / f"p{number}.png", picture)
            espy.write(folder / f"q{number}.png", np.rot90(picture)[20:200, 30:].copy())
            writer.add(HOSTILE if number == 3 else f"p{number}", picture)
    espy.write(folder / "new.png", photograph(random))
    service = RealService(folder / "data").start()
    service.wait_ready()
    service.address, service.key, service.pictures = f"http://127.0.0.1:{service.port}/", None, folder
    yield service
    assert service.stop() == 0


def brought(service, name):
    return name, "image/png", (service.pictures / name).read_bytes()


def test_people_search_remember_and_remove(chromium, service):  # noqa: F811
    chromium.get("about:blank")
    for log in ("browser", "performance"):
        chromium.get_log(log)
    page = Page(chromium, service)
    page.open()
    assert "4 surfaces" in page.text("facts")
    for number in (0, 2):
        page.bring(brought(service, f"q{number}.png"))
        page.answered(f"This is p{number}.")
    page.bring(brought(service, "q3.png"))
    page.answered(f"This is {HOSTILE}.")
    assert page.parts("img") == []
    # Pairs are really drawn.
    page.until(lambda: page.boxes(0, INLIER)[0]["count"] > 100, "features are drawn")

    page.bring(brought(service, "new.png"))
    page.until(lambda: page.text("verdict").startswith("This is not"), "it is not known")
    page.one("remember-id").send_keys("wall 5")
    page.one("remember-go").click()
    page.until(
        lambda: service.client.get("/libraries/bricks/references/wall%205").status_code == 200,
        "it is written",
    )
    page.bring(brought(service, "new.png"))
    page.answered("This is wall 5.")
    page.parts(".remove")[0].click()
    chromium.switch_to.alert.accept()
    page.until(
        lambda: service.client.get("/libraries/bricks/references/wall%205").status_code == 404,
        "it is removed",
    )
    assert page.logged() == []
    assert page.hosts() == {f"127.0.0.1:{service.port}"}


def test_the_page_for_programs_lists_the_operations(chromium, service):  # noqa: F811
    page = Page(chromium, service)
    chromium.get(f"{service.address}docs")
    page.until(lambda: len(page.parts("#operations section")) > 10, "operations are listed")
    text = page.one("operations").text
    for operation in service.client.get("/openapi.json").json()["paths"]:
        assert operation in text, operation
