// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/formats_abi.h"

/// ABI of the video module, in plain C.
extern "C" {

/// Facts about a video; 0 if unknown.
struct EspyVideoFacts {
  std::int64_t frames;
  double framesASecond;
  std::int64_t width;
  std::int64_t height;
};

struct EspyVideos {
  std::uint32_t version;  ///< `kEspyVideosVersion` of the module's build
  /// Opens a video; returns null with the reason in `said` on failure. Release with `close`.
  void* (*open)(const char* path, EspyVideoFacts* facts, char* said, std::size_t saidSize);
  void (*close)(void* video);
  /// Skips one frame. Returns 0, or 1 at the end.
  int (*skip)(void* video);
  /// Decodes the next frame: grey, or three channels in BGR order, valid until the video's next
  /// call. Returns 0; or 1 with the reason in `said`, which is empty at the end.
  int (*read)(void* video, EspyPixels* result, char* said, std::size_t saidSize);
  /// Opens a camera: a number, a device or an address. As `open`.
  void* (*openCamera)(const char* name, EspyVideoFacts* facts, char* said, std::size_t saidSize);
  /// Starts a video of this size; returns null with the reason in `said` on failure.
  void* (*create)(const char* path, const char* codec, double framesASecond, std::int64_t width,
                  std::int64_t height, char* said, std::size_t saidSize);
  /// Writes a frame of 1 or 3 channels. Returns 0, or 1 with the reason in `said`.
  int (*write)(void* writer, const std::uint8_t* pixels, std::int64_t stride, int channels,
               char* said, std::size_t saidSize);
  void (*finish)(void* writer);
};
}

inline constexpr std::uint32_t kEspyVideosVersion = 3;
