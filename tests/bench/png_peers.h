// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace espy::bench {

/// A library that decodes PNG.
struct PngPeer {
  std::string name;  ///< with its version
  /// Decodes a file to the samples that it has, words in the machine's order, in memory that is
  /// used again. Throws where the library refuses.
  std::function<void(std::span<const std::uint8_t> file, std::vector<std::uint8_t>& pixels)> decode;
};

/// libspng and libpng, those that were there when this was built.
std::vector<PngPeer> pngPeers();

}  // namespace espy::bench
