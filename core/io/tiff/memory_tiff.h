// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tiffio.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "io/tiff_abi.h"

namespace espy::io {

/// What libtiff reports while one file is open; it prints nothing.
struct TiffTalk {
  std::string wrong;      ///< the first error, or warning that means damage
  bool decoding = false;  ///< pixels, and no longer the directory
};

/// A file in memory: `bytes` to read, or `written`.
struct TiffMemory {
  const std::uint8_t* bytes = nullptr;
  std::uint64_t size = 0;
  std::uint64_t at = 0;
  std::vector<std::uint8_t>* written = nullptr;
};

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using OpenTiff = std::unique_ptr<TIFF, CloseTiff>;

/// Opens `memory` with libtiff in `mode`; null after an error, which `talk` has. Both must outlive
/// the handle. libtiff takes at most `mostBytes` of memory at once.
OpenTiff openTiff(TiffMemory& memory, TiffTalk& talk, const char* mode, std::uint64_t mostBytes);

/// Why a file cannot be read: it is damaged, or of a kind that is not read.
struct BadTiff {
  std::string why;
  bool unsupported = false;
};

/// Runs `work`, whose exceptions must not leave the module: returns 0, or 1 or 2 (unsupported) with
/// the reason in `said`.
template <class Work>
int guardedTiff(char* said, std::size_t size, Work work) noexcept {
  try {
    work();
    return 0;
  } catch (const BadTiff& bad) {
    std::snprintf(said, size, "%s", bad.why.c_str());
    return bad.unsupported ? 2 : 1;
  } catch (const std::exception& e) {
    std::snprintf(said, size, "%s", e.what());
  }
  return 1;
}

/// The functions of `EspyTiffs`.
int openTiffFile(const std::uint8_t* bytes, std::size_t size, void** tiff, EspyTiffFacts* facts,
                 char* said, std::size_t saidSize);
int readTiffFile(void* tiff, std::uint8_t* pixels, std::int32_t channels, char* said,
                 std::size_t saidSize);
void closeTiffFile(void* tiff);

}  // namespace espy::io
