// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "live/screen_abi.h"
#include "live/without_sigpipe.h"

/// What the screen modules share. They throw inside, and report a reason by their ABI.
namespace espy::live {

constexpr int kPixelBytes = 4;
/// More damaged rectangles are read as one.
constexpr int kMostRectangles = 32;

[[noreturn]] inline void fail(const std::string& text) {
  throw std::runtime_error(text);
}

/// Calls `run`; an exception becomes `failure` with its text in `said`. A server that ends
/// meanwhile does not end the process.
template <class Result, class Run>
Result guarded(Result failure, char* said, std::size_t size, const Run& run) {
  const WithoutSigpipe alive;
  try {
    return run();
  } catch (const std::exception& error) {
    if (size > 0) std::snprintf(said, size, "%s", error.what());
    return failure;
  }
}

inline EspyScreenArea intersected(const EspyScreenArea& a, const EspyScreenArea& b) {
  const std::int64_t x = std::max(a.x, b.x);
  const std::int64_t y = std::max(a.y, b.y);
  return {x, y, std::max<std::int64_t>(0, std::min(a.x + a.width, b.x + b.width) - x),
          std::max<std::int64_t>(0, std::min(a.y + a.height, b.y + b.height) - y)};
}

/// The region of `request` in the coordinates of `base`, what it is relative to. Throws if it is
/// not within, or if there are no pixels.
inline EspyScreenArea regionWithin(const EspyScreenArea& base, const EspyScreenRequest& request) {
  EspyScreenArea area = base;
  if (request.region.width > 0) {
    const EspyScreenArea wanted{base.x + request.region.x, base.y + request.region.y,
                                request.region.width, request.region.height};
    area = intersected(wanted, base);
    if (area.width != wanted.width || area.height != wanted.height) {
      fail("the region is not within its " + std::to_string(base.width) + " x " +
           std::to_string(base.height) + " pixels");
    }
  }
  if (area.width == 0 || area.height == 0) fail("it has no pixels on the screen");
  return area;
}

/// The functions of a module's class `Screen`.
template <class Screen>
struct ScreenCalls {
  static void* open(const EspyScreenRequest* request, EspyScreenFacts* facts, char* said,
                    std::size_t size) {
    return guarded<void*>(nullptr, said, size, [&]() -> void* {
      auto screen = std::make_unique<Screen>(*request);
      *facts = screen->facts();
      return screen.release();
    });
  }
  static void close(void* screen) {
    const WithoutSigpipe alive;
    delete static_cast<Screen*>(screen);
  }
  static int wait(void* screen, int milliseconds, char* said, std::size_t size) {
    return guarded(-1, said, size,
                   [&] { return static_cast<Screen*>(screen)->wait(milliseconds) ? 1 : 0; });
  }
  static std::int64_t read(void* screen, int all, const EspyScreenPart** parts, char* said,
                           std::size_t size) {
    return guarded<std::int64_t>(-1, said, size, [&] {
      const auto& read = static_cast<Screen*>(screen)->read(all != 0);
      *parts = read.data();
      return static_cast<std::int64_t>(read.size());
    });
  }
};

}  // namespace espy::live
