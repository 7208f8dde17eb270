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

/// Collects libtiff's errors and warnings for one file instead of printing them.
struct TiffMessages {
  std::string wrong;      ///< the first error, or warning that means damage
  bool decoding = false;  ///< reading pixels, no longer the directory
  bool partial = false;   ///< of a strip or tile that extends below the picture
};

/// A file in memory: `bytes` to read, or `written` to write.
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

/// Opens `memory` with libtiff in `mode`; null after an error, which is in `talk`. Both must
/// outlive the handle. libtiff allocates at most `mostBytes` at once.
OpenTiff openTiff(TiffMemory& memory, TiffMessages& talk, const char* mode,
                  std::uint64_t mostBytes);

/// The reason why a file cannot be read: damaged or unsupported.
struct BadTiff {
  std::string why;
  bool unsupported = false;
};

/// Runs `work` and catches its exceptions: returns 0, or 1 (damaged) or 2 (unsupported) with the
/// reason in `said`.
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
