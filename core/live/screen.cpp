// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <future>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "espy/control.h"
#include "espy/engine/live.h"
#include "espy/error.h"
#include "files/message.h"
#include "files/module.h"
#include "io/bmp.h"
#include "live/restore_token.h"
#include "live/screen_abi.h"
#include "live/tile_hashes.h"
#include "picture/areas.h"

namespace espy {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t kSaid = 300;
constexpr files::ModuleName kX11Module{"espy_screen", "espyScreens", "libxcb"};
constexpr files::ModuleName kWaylandModule{"espy_wayland", "espyScreens",
                                           "libpipewire and libsystemd"};
/// The module for Wayland, a table of its own.
struct WaylandScreens : EspyScreens {};
constexpr const char* kWayland = "wayland";
constexpr const char* kX11 = "x11";
/// Interval of checks for a stop.
constexpr Seconds kSlice{0.02};
/// An X server that does not answer for this long is given up.
constexpr std::chrono::seconds kPatience{10};
/// Of that, for a caller that cannot stop it.
constexpr std::chrono::milliseconds kAtOnce{150};
/// Share of a core that reading an unchanged screen without damage reports takes.
constexpr double kStillShare = 0.025;
/// Seconds without a change until reading is slowed down to that.
constexpr double kStillAfter = 1;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Whether the screen is that of a Wayland session.
bool isWayland(const std::string& display) {
  if (!display.empty()) return display == kWayland;
  return !environment("WAYLAND_DISPLAY").empty() && environment("XDG_SESSION_TYPE") != kX11;
}

/// The name of an X11 display; empty if there is none.
std::string displayName(const std::string& display) {
  return display.empty() || display == kX11 ? environment("DISPLAY") : display;
}

/// For messages.
std::string shownScreen(const std::string& display) {
  return isWayland(display) ? "screen" : "screen " + displayName(display);
}

/// The module; throws if there is no display to open.
const EspyScreens& screenModule(const std::string& display) {
  if (isWayland(display)) {
    return files::loadedModule<WaylandScreens>(kWaylandModule, kEspyScreensVersion,
                                               shownScreen(display),
                                               phrase("it belongs to a Wayland session"));
  }
  if (displayName(display).empty()) {
    throw Error(ErrorCode::system, phrase("there is no screen: DISPLAY is not set"));
  }
  return files::loadedModule<EspyScreens>(kX11Module, kEspyScreensVersion, shownScreen(display),
                                          phrase("it is an X11 display"));
}

/// Calls into the module and collects the reason of a failure.
class Said {
 public:
  char* text() { return text_.data(); }
  std::size_t size() const { return text_.size(); }
  [[noreturn]] void refuse(const std::string& name) const {
    files::refuse(ErrorCode::system, name, Message(std::string(text_.data())));
  }

 private:
  std::array<char, kSaid> text_{};
};

/// An open screen of a module.
struct OpenedScreen {
  std::unique_ptr<void, void (*)(void*)> screen{nullptr, nullptr};
  EspyScreenFacts facts{};
};

/// Runs `work` in a thread of its own, which is left behind if an X server never answers.
template <class Work>
std::future<std::invoke_result_t<Work>> inThread(Work work) {
  std::packaged_task<std::invoke_result_t<Work>()> task(std::move(work));
  std::future<std::invoke_result_t<Work>> result = task.get_future();
  std::thread(std::move(task)).detach();
  return result;
}

/// The result of `inThread`, begun at `begun`; throws if it takes too long.
template <class Result>
Result answerOf(std::future<Result>& future, Clock::time_point begun, const std::string& name,
                const Control& control = {}) {
  while (future.wait_for(kSlice) != std::future_status::ready) {
    control.check();
    if (Clock::now() - begun < kPatience) continue;
    files::refuse(ErrorCode::system, name,
                  phrase("the X server has not answered for {} seconds", kPatience.count()));
  }
  return future.get();
}

/// Converts pixels with any masks.
void convertRow(const std::uint8_t* in, std::int64_t count,
                const std::array<std::uint32_t, 3>& masks, std::uint8_t* out) {
  for (std::int64_t x = 0; x < count; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, in + 4 * x, sizeof pixel);
    for (std::size_t c = 0; c < 3; ++c) {
      const int low = std::countr_zero(masks[c]);
      const std::uint32_t most = masks[c] >> low;
      const std::uint32_t value = (pixel & masks[c]) >> low;
      out[3 * x + static_cast<std::int64_t>(c)] =
          static_cast<std::uint8_t>((std::uint64_t{value} * 255 + most / 2) / most);
    }
  }
}

/// Keeps the screen as an RGB picture, of which only changed parts are converted.
class ScreenStream final : public Stream {
 public:
  explicit ScreenStream(const ScreenOptions& options)
      : Stream("screen", options.rate),
        options_(options),
        module_(screenModule(options.display)),
        shown_(shownScreen(options.display)),
        interval_(1 / options.rate) {
    // In a Wayland session the user may be asked, which must be possible to cancel. So must a wait
    // for an X server that is busy or stopped.
    if (isWayland(options.display)) return;
    opening_ = inThread([&module = module_, name = shown_, options] {
      return opened(module, name, options, {}, "");
    });
    if (opening_.wait_for(kAtOnce) == std::future_status::ready) use(opening_.get());
  }

  bool next(const std::stop_token& stop) override {
    Control control;
    control.stop = stop;
    control.check();
    if (screen_ == nullptr) open(control);
    const bool first = number() < 0;
    const bool damaged = !first && waitForFrame(control);
    const Clock::time_point taken = Clock::now();
    std::vector<Area> changed;
    compared_ = 0;
    if (first || damaged || facts_.damage == 0) changed = read(first);
    const Clock::time_point done = Clock::now();
    if (!changed.empty()) changed_ = done;
    cost_ = done - taken;
    last_ = taken;
    show(image_, Seconds(taken - start_).count(), number() + 1, std::move(changed));
    setCosts(Milliseconds(done - taken).count() - compared_, compared_);
    return true;
  }

 private:
  static OpenedScreen opened(const EspyScreens& module, const std::string& name,
                             const ScreenOptions& options, const std::stop_token& stop,
                             const std::string& token) {
    EspyScreenRequest request{};
    const std::string display = displayName(options.display);
    request.display = display.c_str();
    request.monitor = options.monitor;
    request.window = options.window;
    if (options.region) {
      const Area& region = *options.region;
      request.region = {region.x, region.y, region.width, region.height};
    }
    request.useDamage = options.useDamage ? 1 : 0;
    request.token = token.c_str();
    request.context = &stop;
    request.stopped = [](const void* asked) {
      return static_cast<const std::stop_token*>(asked)->stop_requested() ? 1 : 0;
    };
    Said said;
    OpenedScreen result;
    result.screen = {module.open(&request, &result.facts, said.text(), said.size()), module.close};
    if (result.screen == nullptr && !stop.stop_requested()) said.refuse(name);
    return result;
  }

  void open(const Control& control) {
    if (opening_.valid()) return use(answerOf(opening_, start_, shown_, control));
    const live::RestoreToken token(options_.window != 0 ? "window" : "monitors");
    const std::string kept = token.read();
    OpenedScreen screen = opened(module_, shown_, options_, control.stop, kept);
    control.check();
    if (screen.facts.token != kept) token.keep(screen.facts.token);
    use(std::move(screen));
  }

  void use(OpenedScreen screen) {
    screen_ = std::move(screen.screen);
    facts_ = screen.facts;
    masks_ = {facts_.masks[0], facts_.masks[1], facts_.masks[2]};
    image_ = Image({facts_.area.width, facts_.area.height}, {3, Depth::u8});
  }

  /// Waits for damage, but not longer than until the next frame is due. Returns whether there is
  /// any. After a pause a change is read at once.
  bool waitForFrame(const Control& control) {
    bool damaged = false;
    for (;;) {
      control.check();
      const Seconds left = last_ + pace() - Clock::now();
      if (left.count() <= 0) break;
      if (damaged) {  // too early: waits for the rest of the interval
        std::this_thread::sleep_for(std::min(left, kSlice));
        continue;
      }
      Said said;
      const auto milliseconds = static_cast<int>(std::ceil(1000 * std::min(left, kSlice).count()));
      const int waited = module_.wait(screen_.get(), milliseconds, said.text(), said.size());
      if (waited < 0) said.refuse(shown_);
      if (waited == 0) continue;
      damaged = true;
      if (idle_) break;
    }
    if (!damaged) {
      Said said;
      const int waited = module_.wait(screen_.get(), 0, said.text(), said.size());
      if (waited < 0) said.refuse(shown_);
      damaged = waited > 0;
    }
    idle_ = !damaged;
    return damaged;
  }

  Clock::duration pace() const {
    Seconds pace = interval_;
    if (facts_.damage == 0 && Seconds(Clock::now() - changed_).count() > kStillAfter) {
      pace = std::max(pace, cost_ / kStillShare);
    }
    return std::chrono::duration_cast<Clock::duration>(pace);
  }

  std::vector<Area> read(bool all) {
    Said said;
    const EspyScreenPart* parts = nullptr;
    const std::int64_t count =
        module_.read(screen_.get(), all ? 1 : 0, &parts, said.text(), said.size());
    if (count < 0) said.refuse(shown_);
    std::vector<Area> changed;
    const Clock::time_point begun = Clock::now();
    for (std::int64_t i = 0; i < count; ++i) {
      if (facts_.damage == 0) {
        readByHashes(parts[i], changed);
      } else {
        readByComparing(parts[i], changed);
      }
    }
    compared_ = Milliseconds(Clock::now() - begun).count();
    if (all) changed = {{0, 0, image_.size().width, image_.size().height}};
    return changed;
  }

  /// Everything: converts the tiles whose hashes changed.
  void readByHashes(const EspyScreenPart& part, std::vector<Area>& changed) {
    const ImageView raw(part.data, image_.size(), {4, Depth::u8}, part.stride);
    changed = hashes_.update(raw);
    for (const Area& area : changed) {
      for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
        convert(raw.pixel(area.x, y), area.width, image_.pixels().pixel(area.x, y));
      }
    }
  }

  /// A damaged part, which may look as before: converts and compares its tiles.
  void readByComparing(const EspyScreenPart& part, std::vector<Area>& changed) {
    const EspyScreenArea& area = part.area;
    const std::int64_t columns = (area.width + live::kTile - 1) / live::kTile;
    const std::int64_t rows = (area.height + live::kTile - 1) / live::kTile;
    std::vector<std::uint8_t> marked(static_cast<std::size_t>(columns * rows), 0);
    std::array<std::uint8_t, 3 * live::kTile> row{};
    const MutableImageView pixels = image_.pixels();
    for (std::int64_t y = 0; y < area.height; ++y) {
      for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t x = column * live::kTile;
        const std::int64_t width = std::min(live::kTile, area.width - x);
        convert(part.data + y * part.stride + 4 * x, width, row.data());
        std::uint8_t* const to = pixels.pixel(area.x + x, area.y + y);
        const auto bytes = static_cast<std::size_t>(3 * width);
        if (std::memcmp(to, row.data(), bytes) == 0) continue;
        std::memcpy(to, row.data(), bytes);
        marked[static_cast<std::size_t>(y / live::kTile * columns + column)] = 1;
      }
    }
    const Size size{area.width, area.height};
    for (const Area& tiles : picture::areasOfCells(marked, columns, rows)) {
      const Area inside = picture::clipped({tiles.x * live::kTile, tiles.y * live::kTile,
                                            tiles.width * live::kTile, tiles.height * live::kTile},
                                           size);
      changed.push_back({area.x + inside.x, area.y + inside.y, inside.width, inside.height});
    }
  }

  void convert(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) const {
    constexpr std::array<std::uint32_t, 3> kUsual{0xff0000, 0xff00, 0xff};
    if (masks_ == kUsual) {
      io::bgraToRgb(in, count, out);
    } else {
      convertRow(in, count, masks_, out);
    }
  }

  ScreenOptions options_;
  const EspyScreens& module_;
  std::string shown_;
  Seconds interval_;
  std::future<OpenedScreen> opening_;  ///< X11, until the server has answered
  std::unique_ptr<void, void (*)(void*)> screen_{nullptr, nullptr};
  EspyScreenFacts facts_{};
  std::array<std::uint32_t, 3> masks_{};
  Image image_;
  live::TileHashes hashes_;  ///< without damage reports
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  Clock::time_point changed_ = start_;
  Seconds cost_{0};      ///< of the last frame
  double compared_ = 0;  ///< of that: milliseconds to compare and convert
  bool idle_ = true;     ///< whether the last frame was unchanged
};

/// What a function of the module lists, at most `most` items.
template <class Item, auto function>
std::vector<Item> listed(const std::string& display, std::size_t most) {
  const std::string name = shownScreen(display);
  const auto list = [&module = screenModule(display), shown = displayName(display), name, most] {
    std::vector<Item> items(most);
    Said said;
    const std::int64_t count =
        (module.*function)(shown.c_str(), items.data(), most, said.text(), said.size());
    if (count < 0) said.refuse(name);
    items.resize(std::min(most, static_cast<std::size_t>(count)));
    return items;
  };
  auto listing = inThread(list);
  return answerOf(listing, Clock::now(), name);
}

}  // namespace

std::vector<Area> screenMonitors(const std::string& display) {
  std::vector<Area> monitors;
  for (const auto& area : listed<EspyScreenArea, &EspyScreens::monitors>(display, 64)) {
    monitors.push_back({area.x, area.y, area.width, area.height});
  }
  return monitors;
}

std::vector<ScreenWindow> screenWindows(const std::string& display) {
  std::vector<ScreenWindow> windows;
  for (const auto& window : listed<EspyScreenWindow, &EspyScreens::windows>(display, 256)) {
    windows.push_back({window.id, window.title});
  }
  return windows;
}

std::unique_ptr<Stream> openScreen() {
  return openScreen(ScreenOptions());
}

std::unique_ptr<Stream> openScreen(const ScreenOptions& options) {
  constexpr double kMostRate = 1000;
  if (!(options.rate > 0 && options.rate <= kMostRate)) {
    throw Error(ErrorCode::badUse, phrase("frames per second: takes more than 0, at most 1000"));
  }
  if (options.monitor < 0) throw Error(ErrorCode::badUse, phrase("monitors are counted from 1"));
  if (isWayland(options.display) && options.window != 0 && options.window != kChosenWindow) {
    throw Error(ErrorCode::badUse,
                phrase("windows of a Wayland session have no ids: it asks which one to share"));
  }
  if (options.region && (options.region->width <= 0 || options.region->height <= 0)) {
    throw Error(ErrorCode::badUse, phrase("the region has no pixels"));
  }
  return std::make_unique<ScreenStream>(options);
}

}  // namespace espy
