// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// ABI of the screen module, in plain C. `said` receives the reason of a failure.
extern "C" {

struct EspyScreenArea {
  std::int64_t x;
  std::int64_t y;
  std::int64_t width;
  std::int64_t height;
};

struct EspyScreenRequest {
  const char* display;    ///< null: $DISPLAY
  std::int64_t monitor;   ///< from 1; 0: all
  std::uint64_t window;   ///< 0: none
  EspyScreenArea region;  ///< relative to the above; without pixels: all of it
  int useDamage;
};

struct EspyScreenFacts {
  EspyScreenArea area;     ///< in the drawable that is read
  std::uint32_t masks[3];  ///< red, green, blue in a 32-bit pixel, little endian
  int damage;              ///< whether the server reports what changes
  int shared;              ///< whether pixels come by shared memory
};

/// Pixels of an area, relative to the area that was opened; 4 bytes each.
struct EspyScreenPart {
  EspyScreenArea area;
  const std::uint8_t* data;
  std::int64_t stride;
};

struct EspyScreenWindow {
  std::uint64_t id;
  char title[200];  ///< UTF-8, cut between characters, ends with 0
};

struct EspyScreens {
  std::uint32_t version;  ///< `kEspyScreensVersion` of the module's build
  void* (*open)(const EspyScreenRequest* request, EspyScreenFacts* facts, char* said,
                std::size_t size);
  void (*close)(void* screen);
  /// Waits until something is damaged, but at most so long. Returns 1 if so, 0 if not, -1 on
  /// failure.
  int (*wait)(void* screen, int milliseconds, char* said, std::size_t size);
  /// Reads what was damaged since the last call; without damage reports, or if `all`, everything.
  /// Returns the number of parts, which live until the next call, or -1.
  std::int64_t (*read)(void* screen, int all, const EspyScreenPart** parts, char* said,
                       std::size_t size);
  /// Writes the first `most` monitors; returns their number, or -1.
  std::int64_t (*monitors)(const char* display, EspyScreenArea* areas, std::int64_t most,
                           char* said, std::size_t size);
  /// Writes the first `most` windows of programs that are shown; returns their number, or -1.
  std::int64_t (*windows)(const char* display, EspyScreenWindow* windows, std::int64_t most,
                          char* said, std::size_t size);
};
}

inline constexpr std::uint32_t kEspyScreensVersion = 2;
