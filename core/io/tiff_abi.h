// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/formats_abi.h"

/// ABI of the TIFF module, in plain C.
extern "C" {

/// Facts from the first directory of a file.
struct EspyTiffFacts {
  std::int64_t width;
  std::int64_t height;
  std::int32_t samples;      ///< per pixel in the file
  std::int32_t colours;      ///< channels without alpha: 1 or 3; 3 for a palette
  std::int32_t sampleBytes;  ///< of a decoded channel: 1 or 2; 4: floating point
  std::int32_t palette;      ///< 1 or 0
  std::int32_t orientation;  ///< 1 to 8, not yet applied
};

struct EspyTiffs {
  std::uint32_t version;  ///< `kEspyTiffsVersion` of the module's build
  /// Opens a file in memory, which must outlive the handle. Returns 0; or, with the reason in
  /// `said`, 1 for a damaged file and 2 for an unsupported one.
  int (*open)(const std::uint8_t* bytes, std::size_t size, void** tiff, EspyTiffFacts* facts,
              char* said, std::size_t saidSize);
  /// Decodes into `pixels`, `channels` interleaved samples per pixel: `colours` and, if there is
  /// one more, the first extra sample as alpha. Returns 0, or 1 with the reason in `said`.
  int (*read)(void* tiff, std::uint8_t* pixels, std::int32_t channels, char* said,
              std::size_t saidSize);
  void (*close)(void* tiff);
  /// Encodes 1 to 4 channels of 8 or 16 bits, or one or three of 32-bit floating point
  /// (`sampleBytes` 4).
  int (*encode)(const EspyPixels* picture, EspyBytes* result, char* said, std::size_t saidSize);
  void (*releaseBytes)(void* keep);
};
}

inline constexpr std::uint32_t kEspyTiffsVersion = 1;
