// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums of absolute differences of all positions, and the layout of their needles.
#include "cuda/score/differences.cuh"

#include <algorithm>
#include <cstring>

namespace espy::cuda {
namespace {

/// Stores every distance.
struct StoreDistances {
  static constexpr bool kExits = false;
  std::uint32_t* distances = nullptr;

  __device__ bool isWanted() const { return true; }
  __device__ bool isWanted(const differences::ThreadPlaces&, std::int64_t) const { return true; }
  __device__ std::uint32_t limit() const { return ~std::uint32_t{0}; }
  __device__ void take(const differences::ThreadPlaces& here, std::uint32_t,
                       const differences::Sums& sums) const {
    const std::int64_t pitch = here.places.grid.pitch;
    if (here.left >= pitch) return;
#pragma unroll
    for (int v = 0; v < differences::kRows; ++v) {
      if (here.top + v >= here.places.endRow) return;
      *reinterpret_cast<uint4*>(distances + (here.top + v) * pitch + here.left) = {
          sums[v][0], sums[v][1], sums[v][2], sums[v][3]};
    }
  }
};

}  // namespace

ComparedBytes comparedBytes(const ScoredNeedle& needle) {
  ComparedBytes bytes{needle.size, needle.channels, {}, {}};
  bytes.present.resize(needle.weights.size());
  for (std::size_t i = 0; i < bytes.present.size(); ++i) bytes.present[i] = needle.weights[i] != 0;
  bytes.values.reserve(needle.values.size());
  for (std::size_t i = 0; i < needle.values.size(); i += bytes.present.size()) {
    for (std::size_t j = 0; j < bytes.present.size(); ++j) {
      const bool present = bytes.present[j] != 0;
      bytes.values.push_back(static_cast<std::uint8_t>(present ? needle.values[i + j] : 0));
    }
  }
  return bytes;
}

DifferenceNeedle::DifferenceNeedle(const Gpu& gpu, const ComparedBytes& bytes)
    : samples_(bytes.size.pixels() * bytes.channels) {
  using differences::kMostWords;
  constexpr int kPieceBytes = kMostWords * 4;
  const Size size = bytes.size;
  masked_ = std::count(bytes.present.begin(), bytes.present.end(), std::uint8_t{0}) != 0;
  pieces_.channels = bytes.channels;
  pieces_.across = static_cast<int>((size.width + kPieceBytes - 1) / kPieceBytes);
  pieces_.columns = kPieceBytes;
  pieces_.cutRows(size.height, differences::kMostRows);
  columnsOfLast_ = static_cast<int>(size.width - std::int64_t{kPieceBytes} * (pieces_.across - 1));
  const int words = pieces_.rows * kMostWords;
  pieces_.wordsOfPiece = masked_ ? 2 * words : words;

  staged_ = PinnedBuffer<std::uint32_t>(static_cast<std::size_t>(pieces_.count()) *
                                        static_cast<std::size_t>(pieces_.wordsOfPiece));
  std::memset(staged_.data(), 0, staged_.bytes());
  auto* to = reinterpret_cast<std::uint8_t*>(staged_.data());
  for (int piece = 0; piece < pieces_.count(); ++piece, to += 4 * pieces_.wordsOfPiece) {
    const std::int64_t left = pieces_.acrossOf(piece) * std::int64_t{kPieceBytes};
    const auto columns =
        static_cast<std::size_t>(std::min<std::int64_t>(kPieceBytes, size.width - left));
    for (int j = 0; j < pieces_.rowsOf(piece); ++j) {
      const std::int64_t y = pieces_.downOf(piece) * std::int64_t{pieces_.rows} + j;
      const std::int64_t channelRow = pieces_.channelOf(piece) * size.height + y;
      std::uint8_t* row = to + j * kPieceBytes;
      std::memcpy(row, bytes.values.data() + channelRow * size.width + left, columns);
      if (!masked_) continue;
      const std::uint8_t* present = bytes.present.data() + y * size.width + left;
      for (std::size_t k = 0; k < columns; ++k) {
        row[static_cast<std::size_t>(4 * words) + k] = present[k] != 0 ? 0xff : 0;
      }
    }
  }
  words_ = DeviceBuffer<std::uint32_t>(staged_.size());
  gpu.stream().copy(words_.data(), staged_.data(), staged_.bytes());
}

bool DifferenceNeedle::isEven() const {
  return columnsOfLast_ % (4 * differences::kWordsAtOnce) == 0;
}

void sumDifferences(const Gpu& gpu, const BytePlanes& planes, const DifferenceNeedle& needle,
                    const PlaceGrid& grid, const Control& control, std::uint32_t* distances) {
  const differences::Places places{grid, 1, planes.pitch};
  differences::queue("sumDifferences", gpu, planes, needle, places, control,
                     StoreDistances{distances});
}

}  // namespace espy::cuda
