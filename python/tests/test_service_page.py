# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The identify service's web page in a browser, with a fake service."""

import base64
import json
import os
import shutil
from urllib.parse import quote, urlsplit

import pytest

import fake_service as stand_in

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None


def _missing():
    if webdriver is None:
        return "there is no selenium for Python"
    absent = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    return f"there is no {' and no '.join(absent)}" if absent else ""


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "there is a browser")

RED, BLUE = (200, 40, 40), (40, 40, 200)
INLIER, OUTLIER, OUTLINE, SKY = (0, 212, 95), (255, 139, 61), (255, 205, 0), (17, 24, 38)
PLAIN = (141, 150, 163)
NO_SKY = (*SKY, True)  # any other colour
#: The photograph fills its frame, so these are the bounding boxes of what is red or blue.
BOX = """
  const [canvas, colours, fromLeft, fromTop] = arguments, {width, height} = canvas;
  const copy = Object.assign(document.createElement("canvas"), {width, height});
  const brush = copy.getContext("2d", {willReadFrequently: true});
  brush.drawImage(canvas, 0, 0);
  const pixels = brush.getImageData(0, 0, width, height).data;
  return colours.map(([red, green, blue, other = false]) => {
    const box = {count: 0, left: width, top: height, right: 0, bottom: 0};
    for (let at = 0; at < pixels.length; at += 4) {
      const far = Math.abs(pixels[at] - red) + Math.abs(pixels[at + 1] - green) + Math.abs(pixels[at + 2] - blue) > 12;
      const x = at / 4 % width, y = Math.floor(at / 4 / width);
      if (far !== other || pixels[at + 3] < 255 || x < fromLeft || y < fromTop) continue;
      box.count += 1;
      box.left = Math.min(box.left, x), box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y), box.bottom = Math.max(box.bottom, y + 1);
    }
    return box;
  });
"""
#: Simulates a drop or a paste of files; arguments: which, and [name, type, base64] of each file.
BRING = """
  const [how, files] = arguments, data = new DataTransfer();
  for (const [name, type, text] of files) {
    data.items.add(new File([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))], name, {type}));
  }
  const event = how === "paste" ? new ClipboardEvent("paste", {clipboardData: data, bubbles: true})
    : new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
  document.getElementById("drop").dispatchEvent(event);
"""


@pytest.fixture(scope="module")
def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in (
        "headless=new",
        "window-size=1280,800",
        "disable-dev-shm-usage",
        "force-color-profile=srgb",
    ):
        options.add_argument(f"--{argument}")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # root cannot use the sandbox
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


class Page:
    """The page as users see and operate it."""

    def __init__(self, driver, service):
        self.driver = driver
        self.service = service
        #: Expected error statuses, which the browser logs on its console.
        self.refusals = set()

    def open(self):
        self.driver.get(self.service.address)
        self.until(lambda: self.service.key or self.text("facts"), "libraries are listed")

    def until(self, condition, what):
        return WebDriverWait(self.driver, 20, 0.05).until(lambda _: condition(), what)

    def one(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.one(name).text

    def parts(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def bring(self, *files, how="drop"):
        given = [[name, kind, base64.b64encode(body).decode()] for name, kind, body in files]
        self.driver.execute_script(BRING, how, given)

    def answered(self, words):
        self.until(lambda: words in self.text("verdict"), f"the answer is {words}")

    def boxes(self, number, *colours, left=0, top=0):
        """Bounding boxes of these colours in a canvas, right of and below this column and row."""
        canvas = self.parts("#gallery canvas")[number]
        return self.driver.execute_script(BOX, canvas, colours, left, top)

    def logged(self):
        """Messages on the console that no test expects."""
        entries = self.driver.get_log("browser")
        return [
            entry["message"]
            for entry in entries
            if not any(f"status of {status} " in entry["message"] for status in self.refusals)
        ]

    def hosts(self):
        """The hosts of all requests."""
        events = (
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        )
        sent = [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
        return {
            urlsplit(url).netloc for url in sent if urlsplit(url).scheme not in ("data", "blob")
        }


@pytest.fixture
def service():
    with stand_in.FakeService() as service:
        yield service


@pytest.fixture
def page(chromium, service):
    chromium.get("about:blank")
    for log in ("browser", "performance"):
        chromium.get_log(log)
    page = Page(chromium, service)
    yield page
    assert page.logged() == []
    assert page.hosts() <= {urlsplit(service.origin).netloc}


@pytest.fixture
def photo():
    return "wall.png", "image/png", stand_in.png(640, 480, RED, BLUE)


def test_a_chosen_file_is_searched_and_the_answer_shown(page, service, photo, tmp_path):
    file = tmp_path / photo[0]
    file.write_bytes(photo[2])
    page.open()
    page.one("files").send_keys(str(file))
    page.answered("This is brick-17.")
    assert [tuple(request) for request in service.of("POST")] == [
        ("POST", "libraries/bricks/search?top=10&pairs=true", "image/png", "", photo[2])
    ]
    assert page.text("reason") == (
        "41 of 57 matched features fit one flat surface. It has 40 more matched features than any other surface."
    )
    assert [part.text for part in page.parts(".card .id")] == ["brick-17", "brick-3", "plank-8"]
    assert [part.text for part in page.parts(".card .evidence")] == [
        "57 matched features, 41 of them agree, margin 40",
        "17 matched features, 0 of them agree",
        "12 matched features, 3 of them agree",
    ]
    stages = [part.text for part in page.parts("#stages li")]
    assert stages[:-1] == ["decode 3.1 ms", "features 80 ms", "identify 4.0 ms", "verify 2.0 ms"]
    assert stages[-1].startswith("sending and waiting ")
    widths = [part.size["width"] for part in page.parts("#bar span")]
    assert len(widths) == len(stages) and widths[1] > 10 * widths[2] > 0
    assert page.text("request") == "request a1b2c3"
    assert not page.one("missing").is_displayed()


@pytest.mark.parametrize("how", ["drop", "paste"])
def test_files_are_dropped_and_pasted(page, service, photo, how):
    page.open()
    page.bring(photo, how=how)
    page.answered("This is brick-17.")
    assert service.of("POST")[0].body == photo[2]


@pytest.mark.parametrize("size", [(640, 480), (3000, 2250)])
def test_the_canvas_shows_photograph_outline_and_matches(page, service, size):
    scale = size[0] / 640
    shown = stand_in.answer(size=size)
    best = shown["matches"][0]
    best["homography"] = [
        value * (scale if row < 6 else 1) for row, value in enumerate(best["homography"])
    ]
    best["pairs"] = [[x * scale, y * scale, *rest] for x, y, *rest in best["pairs"]]
    service.answers = [shown]
    page.open()
    page.bring(("wall.png", "image/png", stand_in.png(*size, RED, BLUE)))
    page.answered("This is brick-17.")
    page.until(lambda: page.boxes(0, RED)[0]["count"], "the photograph is drawn")
    red, blue, outline, inlier, outlier = page.boxes(0, RED, BLUE, OUTLINE, INLIER, OUTLIER)
    (sky,) = page.boxes(0, SKY, left=blue["right"])
    width, height = blue["right"] - red["left"], blue["bottom"] - red["top"]
    assert width / height == pytest.approx(4 / 3, rel=0.02)
    assert red["right"] <= blue["left"] + 2 and red["right"] - red["left"] == pytest.approx(
        width / 2, abs=2
    )
    corners = [
        stand_in.moved(x, y, best["homography"])
        for x, y in [(0, 0), (320, 0), (320, 320), (0, 320)]
    ]
    for side, axis, extreme in (
        ("left", 0, min),
        ("right", 0, max),
        ("top", 1, min),
        ("bottom", 1, max),
    ):
        place = extreme(corner[axis] for corner in corners) / size[axis]
        place = min(max(place, 0), 1) * (width, height)[axis]
        start = red["left"] if axis == 0 else red["top"]
        assert outline[side] - start == pytest.approx(place, abs=4), side
    assert sky["count"] > 10_000
    assert inlier["count"] > 100 and outlier["count"] > 50
    assert inlier["right"] > sky["left"] and inlier["left"] < blue["right"]


def test_a_reference_is_drawn_as_its_features(page, service, photo):
    shown = stand_in.answer()
    best = shown["matches"][0]
    best["pairs"] = []
    best["reference"]["points"] = [[100, 120, 120, 90]]  # angle: downwards
    service.answers = [shown]
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    page.until(lambda: page.boxes(0, RED)[0]["count"], "the photograph is drawn")
    (blue,) = page.boxes(0, BLUE)
    (sky,) = page.boxes(0, SKY, left=blue["right"] + 1)
    (drawn,) = page.boxes(0, NO_SKY, left=sky["left"] + 1)
    scale = (sky["bottom"] - sky["top"]) / 320
    places = {"left": 40, "right": 160, "top": 60, "bottom": 180}
    for side, place in places.items():
        start = sky["left"] if side in ("left", "right") else sky["top"]
        assert drawn[side] - start == pytest.approx(place * scale, abs=3), side
    (lower,) = page.boxes(0, NO_SKY, left=sky["left"] + 1, top=120 * scale + 2)
    assert lower["count"] > 0.55 * drawn["count"]


def test_matches_that_lie_nowhere_have_no_outline(page, service, photo):
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    page.until(lambda: page.boxes(1, RED)[0]["count"], "the photograph is drawn")
    outline, inlier, outlier = page.boxes(1, OUTLINE, INLIER, OUTLIER)
    assert outline["count"] == 0 and inlier["count"] == 0 and outlier["count"] > 20
    labels = [part.accessible_name for part in page.parts("#gallery canvas")]
    assert labels[0].endswith("the surface is outlined") and labels[1].endswith(
        "it lies nowhere in the photograph"
    )


def test_lines_are_drawn_for_the_best_and_for_others_when_wanted(page, service, photo):
    def between(number):
        """Is anything drawn in the gap between the two pictures?"""
        script = """
          const [canvas, left, right] = arguments, {width, height} = canvas;
          const copy = Object.assign(document.createElement("canvas"), {width, height});
          const brush = copy.getContext("2d", {willReadFrequently: true});
          brush.drawImage(canvas, 0, 0);
          return brush.getImageData(left, 0, right - left, height).data.some(value => value > 0);
        """
        (blue,) = page.boxes(number, BLUE)
        (sky,) = page.boxes(number, SKY, left=blue["right"])
        canvas = page.parts("#gallery canvas")[number]
        return page.driver.execute_script(script, canvas, blue["right"] + 5, sky["left"] - 5)

    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    page.until(lambda: page.boxes(2, BLUE)[0]["count"], "the photograph is drawn")
    assert between(0) and not between(2)
    boxes = page.parts(".lines")
    assert [box.is_selected() for box in boxes] == [True, False, False]
    boxes[2].send_keys(Keys.SPACE)
    assert between(2)
    boxes[2].send_keys(Keys.SPACE)
    assert not between(2)
    webdriver.ActionChains(page.driver).move_to_element(page.parts("#gallery canvas")[2]).perform()
    page.until(lambda: between(2), "lines are drawn under the pointer")


def test_ids_are_text_whatever_they_say(page, service, photo):
    service.libraries[0]["name"] = stand_in.HOSTILE
    service.answers = [
        stand_in.answer(
            id=stand_in.HOSTILE, request=stand_in.HOSTILE, missing=[stand_in.HOSTILE], coverage=0.5
        )
    ]
    page.open()
    page.bring((stand_in.HOSTILE, "image/png", photo[2]))
    page.answered(f"This is {stand_in.HOSTILE}.")
    assert page.parts(".card .id")[0].text == stand_in.HOSTILE
    assert (
        service.of("POST")[0].target
        == f"libraries/{quote(stand_in.HOSTILE, safe=chr(39))}/search?top=10&pairs=true"
    )
    assert page.parts("img") == []
    assert page.driver.execute_script("return window.harmed") is None


def test_an_unknown_surface_is_reported_as_none_of_these(page, service, photo):
    service.answers = [stand_in.answer(known=False)]
    page.open()
    page.bring(photo)
    page.answered("This is not one of the 1,200 surfaces in bricks.")
    assert page.text("reason") == (
        "The most similar is brick-17, but only 3 of 9 matched features fit one flat surface."
    )


@pytest.mark.parametrize(
    ("coverage", "words"),
    [(0.5, "50 %"), (0.9999, "99.9 %"), (0.0001, "less than 0.1 %"), (0, None)],
)
def test_what_was_not_searched_is_never_reported_as_absent(page, service, photo, coverage, words):
    service.answers = [stand_in.answer(known=False, coverage=coverage)]
    page.open()
    page.bring(photo)
    searched = f"Not among the {words} of bricks that were searched."
    page.answered(searched if words else "Nothing of bricks could be searched.")
    assert page.text("reason").endswith(
        "The rest could not be searched just now, and may contain the surface."
    )
    page.one("missing").find_element(By.TAG_NAME, "summary").click()
    assert [part.text for part in page.parts("#missing li")] == [
        "part 3 of 16: its machine does not answer"
    ]


def test_a_known_surface_is_shown_with_what_was_searched(page, service, photo):
    service.answers = [stand_in.answer(coverage=0.5)]
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    assert page.text("reason").endswith("Only 50 % of the library was searched.")


def test_a_library_is_chosen(page, service, photo):
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    page.one("library").send_keys("planks")
    page.until(lambda: len(service.of("POST")) == 2, "the other library is searched")
    assert service.of("POST")[1].target.startswith("libraries/planks%20%26%20boards/search?")
    assert page.text("facts") == "1 surface; only 50 % can be searched just now"


def test_refusals_are_shown_in_the_words_of_the_service(page, service, photo):
    page.refusals = {413}
    service.answers = [(413, stand_in.problem(413, "Too large", "Photographs may have 32 MiB."))]
    page.open()
    page.bring(photo)
    page.answered("Photographs may have 32 MiB. (request d4e5f6)")
    assert page.one("answer").get_attribute("data-kind") == "problem"
    assert not page.one("remember").is_displayed() and page.parts(".card") == []


def test_a_drop_without_a_file_is_reported(page, service):
    page.open()
    page.bring()
    page.until(lambda: page.text("note").startswith("That was not a file."), "it is reported")
    assert service.of("POST") == [] and not page.one("answer").is_displayed()


def test_a_service_without_libraries_is_reported(page, service, photo):
    service.libraries = []
    page.driver.get(service.address)
    page.until(
        lambda: page.text("note").startswith("This service has no library yet"), "it is reported"
    )
    page.bring(photo)
    page.until(lambda: page.text("note") == "There is no library to search.", "it is reported")
    assert service.of("POST") == []


def test_one_refused_photograph_does_not_stop_the_others(page, service, photo):
    page.refusals = {415}
    service.answers = [
        stand_in.answer(),
        (415, stand_in.problem(415, "No picture", "This is no picture.")),
        stand_in.answer(id="stone-2"),
    ]
    page.open()
    page.bring(photo, ("notes.txt", "text/plain", b"hello"), ("b.png", "image/png", photo[2]))
    page.until(lambda: "stone-2" in page.text("photos"), "all are searched")
    assert [part.text.split("\n") for part in page.parts("#photos button")] == [
        ["wall.png", "brick-17"],
        ["notes.txt", "not searched"],
        ["b.png", "stone-2"],
    ]
    types = [request.type for request in service.of("POST")]
    assert types == ["image/png", "text/plain", "image/png"]
    assert page.text("verdict") == "This is brick-17."
    page.parts("#photos button")[1].click()
    page.answered("This is no picture.")
    page.parts("#photos button")[2].send_keys(Keys.ENTER)
    page.answered("This is stone-2.")
    assert [part.get_attribute("aria-pressed") for part in page.parts("#photos button")] == [
        "false",
        "false",
        "true",
    ]


def test_a_key_is_requested_once_it_is_needed_and_kept_in_the_tab(page, service, photo):
    page.refusals = {401}
    service.key = "open-sesame"
    page.open()
    page.until(lambda: page.one("key").is_displayed(), "the key is asked for")
    assert page.text("key-why") == "The service requires a key."
    assert page.one("key-value").accessible_name == "Key"
    page.one("key-value").send_keys("wrong", Keys.ENTER)
    page.until(lambda: "does not have the required role" in page.text("key-why"), "the wrong key is reported")
    page.one("key-value").send_keys("open-sesame", Keys.ENTER)
    page.until(lambda: page.text("facts") == "1,200 surfaces", "libraries are listed")
    assert not page.one("key").is_displayed()
    page.bring(photo)
    page.answered("This is brick-17.")
    assert service.of("POST")[0].key == "Bearer open-sesame"
    kept = page.driver.execute_script(
        "return [Object.values(sessionStorage), localStorage.length, document.cookie]"
    )
    assert kept == [["open-sesame"], 0, ""]


def test_no_key_is_requested_where_none_is_needed(page, photo):
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    assert not page.one("key").is_displayed()


def test_a_search_without_a_key_ends_where_none_is_given(page, service, photo):
    page.refusals = {401}
    page.open()
    service.key = "open-sesame"
    page.bring(photo, photo)
    page.until(lambda: page.one("key").is_displayed(), "the key is asked for")
    page.one("key-cancel").click()
    page.answered("The header Authorization must bring a key. (request d4e5f6)")
    assert len(service.of("POST")) == 1
    assert not page.one("stop").is_displayed()


@pytest.mark.parametrize("id", ["plank 3", "ä/../%2F?#", stand_in.HOSTILE])
def test_a_photograph_is_remembered(page, service, photo, id):
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    listed = len(service.of("GET"))
    page.one("remember-id").send_keys(id, Keys.ENTER)
    page.until(
        lambda: page.text("note") == f"wall.png is remembered as {id}, and searched from now on.",
        "it is reported",
    )
    (request,) = service.of("PUT")
    assert request.target == f"libraries/bricks/references/{quote(id, safe=chr(39))}?wait=true"
    assert (request.type, request.body) == (photo[1], photo[2])
    page.until(lambda: len(service.of("GET")) > listed, "libraries are counted again")


@pytest.mark.parametrize("id", [".", ".."])
def test_ids_that_mean_a_folder_in_an_address_are_refused(page, service, photo, id):
    service.answers = [stand_in.answer(id=id)]
    page.open()
    page.bring(photo)
    page.answered(f"This is {id}.")
    page.one("remember-id").send_keys(id, Keys.ENTER)
    page.until(lambda: page.text("note") == f"“{id}” cannot be an id.", "it is reported")
    page.parts(".remove")[0].click()
    page.driver.switch_to.alert.accept()
    assert service.of("PUT") == service.of("DELETE") == []


def test_a_reference_is_removed_when_that_is_meant(page, service, photo):
    service.answers = [stand_in.answer(id=stand_in.HOSTILE)]
    page.open()
    page.bring(photo)
    page.answered("This is <img")
    page.parts(".remove")[0].click()
    assert stand_in.HOSTILE in page.driver.switch_to.alert.text
    page.driver.switch_to.alert.dismiss()
    assert service.of("DELETE") == []
    page.parts(".remove")[0].click()
    page.driver.switch_to.alert.accept()
    page.until(lambda: page.text("note").endswith("is removed from bricks."), "it is reported")
    (request,) = service.of("DELETE")
    assert request.target == f"libraries/bricks/references/{quote(stand_in.HOSTILE, safe=chr(39))}"
    assert [button.is_displayed() for button in page.parts(".remove")] == [False, True, True]


def test_a_newer_drop_gives_the_search_before_up(page, service, photo):
    service.answers = [stand_in.answer(id="old"), stand_in.answer(id="new")]
    service.go_on.clear()
    page.open()
    page.bring(photo, ("second.png", "image/png", photo[2]))
    page.until(lambda: len(service.of("POST")) == 1, "the first search has begun")
    page.bring(("newer.png", "image/png", photo[2]))
    page.until(lambda: len(service.of("POST")) == 2, "the second search has begun")
    page.until(lambda: service.given_up == 1, "the first one is given up")
    service.go_on.set()
    page.answered("This is new.")
    assert (
        len(service.of("POST")) == 2
    )  # the second photograph of the first drop is not searched any more


def test_a_search_is_stopped(page, service, photo):
    service.go_on.clear()
    page.open()
    page.bring(photo)
    page.until(lambda: len(service.of("POST")) == 1, "the search has begun")
    page.one("stop").click()
    page.answered("The search was stopped.")
    page.until(lambda: service.given_up == 1, "it is given up")


def test_what_the_browser_cannot_draw_is_searched_and_shown_plain(page, service, samples):
    body = (samples / "traveller.ppm").read_bytes()
    page.open()
    page.bring(("traveller.ppm", "", body))
    page.answered("This is brick-17.")
    request = service.of("POST")[0]
    assert (request.type, request.body) == ("application/octet-stream", body)
    plain, inlier = page.boxes(0, PLAIN, INLIER)
    assert plain["count"] > 50_000 and inlier["count"] > 100


def test_photographs_are_drawn_as_they_lie_in_the_file(page, service):
    page.open()
    made = page.driver.execute_script(
        """
        const canvas = Object.assign(document.createElement("canvas"), {width: 640, height: 480});
        const brush = canvas.getContext("2d");
        for (const [colour, left] of [["rgb(200 40 40)", 0], ["rgb(40 40 200)", 320]]) {
          brush.fillStyle = colour;
          brush.fillRect(left, 0, 320, 480);
        }
        return canvas.toDataURL("image/jpeg", 1).split(",")[1];
        """
    )
    # An EXIF segment with a quarter turn.
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    body = base64.b64decode(made)
    turned = body[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + body[2:]
    page.bring(("turned.jpg", "image/jpeg", turned))
    page.answered("This is brick-17.")
    page.until(lambda: page.boxes(0, RED)[0]["count"], "the photograph is drawn")
    red, blue = page.boxes(0, RED, BLUE)
    width = blue["right"] - red["left"]
    assert red["right"] - red["left"] == pytest.approx(width / 2, abs=4)
    assert red["bottom"] - red["top"] == pytest.approx(width * 3 / 4, abs=4)


def test_everything_is_reached_by_keyboard_and_has_a_name(page, photo):
    page.open()
    page.bring(photo)
    page.answered("This is brick-17.")
    controls = [
        part
        for part in page.parts("input, select, button, a, canvas, summary")
        if part.is_displayed()
    ]
    assert [
        part.get_attribute("outerHTML") for part in controls if not part.accessible_name.strip()
    ] == []
    names = {name: page.one(name).accessible_name for name in ("library", "remember-id")}
    assert names == {"library": "Library", "remember-id": "Remember this photograph as"}
    page.driver.execute_script("document.activeElement.blur()")
    reached = set()
    for _ in range(len(controls) + 2):
        webdriver.ActionChains(page.driver).send_keys(Keys.TAB).perform()
        active = page.driver.switch_to.active_element
        reached.add(active.get_attribute("id") or active.get_attribute("class") or active.tag_name)
    assert {"library", "files", "remember-id", "remember-go", "lines", "remove", "a"} <= reached


def test_it_fits_a_phone_and_the_dark(page, service, photo):
    service.answers = [stand_in.answer(id="a-long-id-without-any-space-" * 6)]

    def emulate(command, **what):
        page.driver.execute_cdp_cmd(f"Emulation.{command}", what)

    def ground():
        return page.driver.execute_script("return getComputedStyle(document.body).backgroundColor")

    try:
        emulate("setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        page.open()
        light = ground()
        page.bring(photo, photo, photo, photo)
        page.answered("This is a-long-id")
        assert page.driver.execute_script("return document.documentElement.scrollWidth") == 390
        page.until(lambda: page.boxes(0, BLUE)[0]["count"], "the photograph is drawn")
        blue, sky = page.boxes(0, BLUE, SKY)
        assert sky["top"] > blue["bottom"]
        emulate("setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.until(lambda: ground() != light, "the page is dark")
        page.until(
            lambda: page.boxes(0, SKY)[0]["count"] < sky["count"] / 2, "the canvas is drawn again"
        )
    finally:
        emulate("clearDeviceMetricsOverride")
        emulate("setEmulatedMedia", features=[])


def test_it_works_below_a_prefix(chromium, photo):
    with stand_in.FakeService("/tools/espy/") as service:
        page = Page(chromium, service)
        page.open()
        page.bring(photo)
        page.answered("This is brick-17.")
        page.parts("nav a")[0].click()
        page.until(lambda: len(page.parts(".operation")) == 3, "operations are listed")
        assert f"curl '{service.address}libraries'" in page.parts(".operation pre")[1].text
        assert page.logged() == []


def test_operations_are_listed_for_programs(page, service):
    page.driver.get(service.address + "docs")
    page.until(lambda: len(page.parts(".operation")) == 3, "operations are listed")
    assert page.text("title") == "Espy identify"
    assert [part.text for part in page.parts("#contents a")] == [
        "GET /libraries",
        "POST /libraries/{lib}/search",
        "DELETE /libraries/{lib}/references/{id}",
    ]
    search = page.parts(".operation")[1].text
    assert "Which surface is this? <b>not bold</b>" in search
    assert "top query integer How many candidates are told\ndefault 10, at least 1" in search
    assert "image/*: bytes" in search and "401 A key is needed" in search
    assert (
        f"curl -X POST '{service.origin}/libraries/it'\\''s/search' \\\n"
        '     -H "Authorization: Bearer $KEY" \\\n'
        "     -H 'Content-Type: image/jpeg' \\\n"
        "     --data-binary @photograph.jpg"
    ) in search
    first = page.parts(".operation")[0]
    first.find_element(By.TAG_NAME, "summary").click()
    assert '"name": "bricks"' in first.text and '"of": ' in first.text
    assert (
        "DELETE '" in page.parts(".operation")[2].text
        and "/references/ID'" in page.parts(".operation")[2].text
    )
    page.parts("#contents a")[2].click()
    top = page.driver.execute_script(
        "return document.querySelectorAll('.operation')[2].getBoundingClientRect().top"
    )
    assert top < page.driver.execute_script("return innerHeight")
