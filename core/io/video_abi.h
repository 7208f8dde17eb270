// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/formats_abi.h"

/// The border between Espy and its module for videos, in plain C as that for picture formats.
extern "C" {

/// What a video says of itself; 0 where it does not.
struct EspyVideoFacts {
  std::int64_t frames;
  double framesASecond;
  std::int64_t width;
  std::int64_t height;
};

struct EspyVideos {
  std::uint32_t version;  ///< `kEspyVideosVersion` of the module's build
  /// A video, to be closed; or null with the reason in `said`.
  void* (*open)(const char* path, EspyVideoFacts* facts, char* said, std::size_t saidSize);
  void (*close)(void* video);
  /// Goes one frame on. 0, or 1 where there is none.
  int (*skip)(void* video);
  /// The next frame. 0; or 1 with the reason in `said`, or nothing where there is none.
  int (*read)(void* video, EspyPixels* result, char* said, std::size_t saidSize);
  void (*releasePixels)(void* keep);
};

/// What the module exports, under the name "espyVideos".
using EspyVideosEntry = const EspyVideos* (*)();
}

inline constexpr std::uint32_t kEspyVideosVersion = 1;
