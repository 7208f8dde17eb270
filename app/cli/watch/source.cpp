// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "watch/source.h"

#include <array>
#include <charconv>
#include <limits>

#include "common/messages.h"
#include "common/values.h"

namespace espy::cli {
namespace {

constexpr std::int64_t kMostSide = 1 << 20;

/// "X,Y,WIDTH,HEIGHT".
Area parseRegion(const std::string& text) {
  std::array<std::int64_t, 4> numbers{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t end = i + 1 < numbers.size() ? text.find(',', at) : text.size();
    if (end == std::string::npos) {
      throw UseError("--region " + text + ": takes X,Y,WIDTH,HEIGHT in pixels");
    }
    numbers[i] =
        parseInteger("--region " + text + ":", text.substr(at, end - at), i < 2 ? 0 : 1, kMostSide);
    at = end + 1;
  }
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

std::uint64_t parseWindow(const std::string& text) {
  if (text == "choose") return kChosenWindow;
  const bool hex = text.starts_with("0x");
  const char* const first = text.data() + (hex ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t id = 0;
  const auto [stop, error] = std::from_chars(first, end, id, hex ? 16 : 10);
  if (error != std::errc() || stop != end || id == 0 ||
      id > std::numeric_limits<std::uint32_t>::max()) {
    throw UseError("--window " + text + ": takes the id of a window, such as 0x1c00003, or choose");
  }
  return id;
}

}  // namespace

void ScreenPart::check() const {
  if (monitor != 0 && window != 0) throw UseError("--monitor and --window: give only one of them");
}

ScreenOptions ScreenPart::options() const {
  ScreenOptions options;
  options.region = region;
  options.monitor = monitor;
  options.window = window;
  options.display = display;
  return options;
}

void addScreenPart(OptionParser& parser, ScreenPart& part) {
  parser.option("--region", "X,Y,WIDTH,HEIGHT",
                "this part only, in pixels from the upper left of the screen,\n"
                "monitor or window",
                [&](const std::string& text) { part.region = parseRegion(text); });
  parser.option("--monitor", "N",
                "this monitor only, counted from 1 (default: all); in a Wayland\n"
                "session, of those that are shared",
                [&](const std::string& text) {
                  part.monitor = static_cast<int>(parseInteger("--monitor", text, 1, 64));
                });
  parser.option("--window", "ID",
                "this window only, by its X11 id (xwininfo prints it); choose: the\n"
                "desktop asks which one (Wayland)",
                [&](const std::string& text) { part.window = parseWindow(text); });
  parser.option("--display", "NAME",
                "an X11 display such as :1, x11 ($DISPLAY) or wayland (default:\n"
                "wayland in such a session, else x11)",
                part.display);
}

void addSource(OptionParser& parser, WatchSource& source) {
  parser.group("What to watch");
  parser.flag("--screen", "the screen", source.screen);
  addScreenPart(parser, source.part);
  parser.option("--camera", "CAMERA",
                "a camera by its number or device, or an address such as\n"
                "rtsp://host/stream",
                source.camera);
  parser.option("--video", "FILE", "a video file", source.video);
  parser.option("--fps", "F",
                "most frames per second, more than 0 to 1000 (default: screen\n"
                "60; camera and video all)",
                [&](const std::string& text) {
                  constexpr double kLeast = 1e-3;
                  constexpr double kMost = 1000;
                  source.rate = parseReal("--fps", text, kLeast, kMost);
                });
}

void WatchSource::check() const {
  const int given =
      (screen || part.given() ? 1 : 0) + (camera.empty() ? 0 : 1) + (video.empty() ? 0 : 1);
  if (given == 0) throw UseError("--screen, --camera or --video: watch needs one of them");
  if (given > 1) throw UseError("--screen, --camera and --video: give only one of them");
  part.check();
}

std::unique_ptr<Stream> WatchSource::open() const {
  if (!camera.empty()) return openCamera(camera, rate.value_or(0));
  if (!video.empty()) return openVideo(video, rate.value_or(0));
  ScreenOptions options = part.options();
  if (rate) options.rate = *rate;
  return openScreen(options);
}

}  // namespace espy::cli
