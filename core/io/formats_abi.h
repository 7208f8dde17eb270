// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// ABI of the module for picture formats: plain C, so that the compilers of both sides may differ
/// and no exception crosses.
extern "C" {

/// A picture in memory: 1 to 4 interleaved channels in RGB order, samples in native byte order.
struct EspyPixels {
  const std::uint8_t* data;
  std::int64_t width;
  std::int64_t height;
  std::int64_t stride;  ///< bytes from row to row
  std::int32_t channels;
  std::int32_t sampleBytes;  ///< 1 or 2
  void* keep;                ///< handle for `release...`
};

/// An encoded file in memory.
struct EspyBytes {
  const std::uint8_t* data;
  std::size_t size;
  void* keep;
};

struct EspyFormats {
  std::uint32_t version;  ///< `kEspyFormatsVersion` of the module's build
  /// Decodes a whole file. Returns 1 with the reason in `said`, or 0 with the decoder's warnings in
  /// `said`, if any.
  int (*decode)(const std::uint8_t* bytes, std::size_t size, EspyPixels* result, char* said,
                std::size_t saidSize);
  /// Encodes in the format of the extension `ending` (".png"); returns as `decode`.
  int (*encode)(const char* ending, const EspyPixels* picture, EspyBytes* result, char* said,
                std::size_t saidSize);
  void (*releasePixels)(void* keep);
  void (*releaseBytes)(void* keep);
};
}

inline constexpr std::uint32_t kEspyFormatsVersion = 1;
