// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace espy::bench {

/// A PNG decoder to compare with.
struct PngPeer {
  std::string name;  ///< with its version
  /// Decodes a file without conversion, 16-bit samples in native byte order, into reused memory.
  /// Throws on errors.
  std::function<void(std::span<const std::uint8_t> file, std::vector<std::uint8_t>& pixels)> decode;
};

/// libspng and libpng, as far as they were available at build time.
std::vector<PngPeer> pngPeers();

}  // namespace espy::bench
