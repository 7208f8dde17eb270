// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Screen module: a Wayland session, by the desktop's ScreenCast portal and PipeWire.
#include <poll.h>

#include <chrono>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "live/screen_module.h"
#include "live/wayland/frames.h"
#include "live/wayland/portal.h"

namespace espy::live {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kFirstFrame{10};
constexpr int kSlice = 20;  // milliseconds

Portal::Asked askedOf(const EspyScreenRequest& request) {
  Portal::Asked asked;
  asked.window = request.window != 0;
  asked.token = request.token != nullptr ? request.token : "";
  asked.stopped = [&request] {
    return request.stopped != nullptr && request.stopped(request.context) != 0;
  };
  return asked;
}

/// One or several sources as one picture.
class Screen {
 public:
  explicit Screen(const EspyScreenRequest& request)
      : portal_(askedOf(request)), pipeWire_(portal_.openPipeWire()) {
    const auto count = static_cast<std::int64_t>(portal_.sources().size());
    if (request.monitor > count) {
      fail("there is no monitor " + std::to_string(request.monitor) + " among the " +
           std::to_string(count) + " that the desktop shares");
    }
    for (std::int64_t i = 0; i < count; ++i) {
      if (request.monitor != 0 && i != request.monitor - 1) continue;
      const Portal::Source& source = portal_.sources()[static_cast<std::size_t>(i)];
      sources_.push_back(source);
      frames_.push_back(std::make_unique<Frames>(pipeWire_, source.node, request.useDamage != 0));
    }
    waitForFrames(request);
    const EspyScreenArea base = place();
    area_ = regionWithin(base, request);
    pixels_.resize(static_cast<std::size_t>(area_.width * area_.height * kPixelBytes));
  }

  EspyScreenFacts facts() const {
    constexpr std::uint32_t kRed = 0xff0000;
    constexpr std::uint32_t kGreen = 0xff00;
    constexpr std::uint32_t kBlue = 0xff;
    return {area_, {kRed, kGreen, kBlue}, 1, 1, portal_.token().c_str()};
  }

  bool wait(int milliseconds) {
    const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
    for (;;) {
      pipeWire_.clear();
      portal_.process();
      if (changed()) return true;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
      if (left.count() <= 0) return false;
      pollfd ready[] = {{pipeWire_.event(), POLLIN, 0}, {portal_.descriptor(), POLLIN, 0}};
      ::poll(ready, 2, static_cast<int>(left.count()));
    }
  }

  const std::vector<EspyScreenPart>& read(bool all) {
    parts_.clear();
    const PipeWire::Lock lock(pipeWire_);
    pipeWire_.checkError();
    const std::int64_t stride = area_.width * kPixelBytes;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const EspyScreenArea shown = intersected(places_[i], area_);
      if (shown.width == 0 || shown.height == 0) continue;
      const EspyScreenArea wanted{shown.x - places_[i].x, shown.y - places_[i].y, shown.width,
                                  shown.height};
      const std::int64_t left = shown.x - area_.x;
      const std::int64_t top = shown.y - area_.y;
      std::uint8_t* const to = pixels_.data() + top * stride + left * kPixelBytes;
      for (const EspyScreenArea& each : frames_[i]->copy(all, wanted, to, stride)) {
        parts_.push_back({{left + each.x, top + each.y, each.width, each.height},
                          to + each.y * stride + each.x * kPixelBytes,
                          stride});
      }
    }
    if (all) parts_ = {{{0, 0, area_.width, area_.height}, pixels_.data(), stride}};
    return parts_;
  }

 private:
  bool changed() const {
    const PipeWire::Lock lock(pipeWire_);
    pipeWire_.checkError();
    for (const auto& frames : frames_) {
      if (frames->changed()) return true;
    }
    return false;
  }

  bool started() const {
    const PipeWire::Lock lock(pipeWire_);
    for (const auto& frames : frames_) {
      if (!frames->started()) return false;
    }
    return true;
  }

  void waitForFrames(const EspyScreenRequest& request) {
    const Clock::time_point end = Clock::now() + kFirstFrame;
    while (!started()) {
      if (request.stopped != nullptr && request.stopped(request.context) != 0) fail("cancelled");
      if (Clock::now() > end) fail("PipeWire sends no frames of it");
      wait(kSlice);
      if (!started()) ::poll(nullptr, 0, 1);  // one of several has started
    }
  }

  /// Places the sources as on the desktop; if that is not known in pixels, because monitors are
  /// scaled, side by side. Returns the area that contains them.
  EspyScreenArea place() {
    const PipeWire::Lock lock(pipeWire_);
    bool known = true;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      places_.push_back(frames_[i]->size());
      known =
          known && sources_[i].width == places_[i].width && sources_[i].height == places_[i].height;
    }
    std::vector<std::size_t> order(places_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sources_[a].x < sources_[b].x; });
    std::int64_t left = 0;
    for (const std::size_t i : order) {
      places_[i].x = known ? sources_[i].x : left;
      places_[i].y = known ? sources_[i].y : 0;
      left += places_[i].width;
    }
    EspyScreenArea all = places_.front();
    for (const EspyScreenArea& each : places_) {
      const std::int64_t right = std::max(all.x + all.width, each.x + each.width);
      const std::int64_t bottom = std::max(all.y + all.height, each.y + each.height);
      all.x = std::min(all.x, each.x);
      all.y = std::min(all.y, each.y);
      all.width = right - all.x;
      all.height = bottom - all.y;
    }
    return all;
  }

  Portal portal_;
  PipeWire pipeWire_;
  std::vector<Portal::Source> sources_;
  std::vector<std::unique_ptr<Frames>> frames_;
  std::vector<EspyScreenArea> places_;  ///< of the frames
  EspyScreenArea area_{};
  std::vector<std::uint8_t> pixels_;  ///< of the area; black where there is no monitor
  std::vector<EspyScreenPart> parts_;
};

/// Lists neither monitors nor windows.
template <class Listed>
std::int64_t list(const char*, Listed*, std::int64_t, char* said, std::size_t size) {
  return guarded<std::int64_t>(-1, said, size, []() -> std::int64_t {
    fail("the desktop does not tell what there is; it asks what to share");
  });
}

}  // namespace
}  // namespace espy::live

extern "C" __attribute__((visibility("default"))) const EspyScreens* espyScreens() {
  using namespace espy::live;
  using Calls = ScreenCalls<Screen>;
  static constexpr EspyScreens kScreens{kEspyScreensVersion,   Calls::open, Calls::close,
                                        Calls::wait,           Calls::read, list<EspyScreenArea>,
                                        list<EspyScreenWindow>};
  return &kScreens;
}
