// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace espy::cuda {

/// Cuts a needle into pieces whose part of the scene fits into shared memory: some rows and columns
/// of one channel each, processed in turn by a block. All pieces but the last in each direction
/// have one size.
struct Pieces {
  int channels = 1;
  int down = 1;          ///< number of pieces
  int across = 1;        ///< number of pieces
  int rows = 1;          ///< rows of a piece, except the last
  int rowsOfLast = 1;    ///< in the lowest pieces
  int columns = 1;       ///< bytes from piece to piece
  int wordsOfPiece = 0;  ///< words of kernel data from piece to piece

  __host__ __device__ int count() const { return channels * down * across; }
  __host__ __device__ int channelOf(int piece) const { return piece / (down * across); }
  __host__ __device__ int downOf(int piece) const { return piece / across % down; }
  __host__ __device__ int acrossOf(int piece) const { return piece % across; }
  __host__ __device__ int rowsOf(int piece) const {
    return downOf(piece) == down - 1 ? rowsOfLast : rows;
  }

  /// Cuts evenly into pieces of at most `most` rows.
  void cutRows(std::int64_t height, std::int64_t most) {
    down = static_cast<int>((height + most - 1) / most);
    rows = static_cast<int>((height + down - 1) / down);
    down = static_cast<int>((height + rows - 1) / rows);
    rowsOfLast = static_cast<int>(height - std::int64_t{rows} * (down - 1));
  }
};

}  // namespace espy::cuda
