// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/needle_index.h"
#include "index/needle_entries.h"

/// Kernels that search a scene for the pictures of a segment.
namespace espy::cuda {

/// A filter of 2^(32 - shift) words (block_filter.cuh).
struct DeviceFilter {
  std::uint32_t* words = nullptr;
  int shift = 0;
};

/// Keys of one column step in device memory (`index::KeyTable`), with a filter of its own.
struct DeviceKeys {
  DeviceFilter filter;
  const std::uint32_t* starts = nullptr;
  const index::KeyEntry* entries = nullptr;
  int bucketShift = 0;
};

/// What all steps share.
struct DeviceSegment {
  const index::PictureEntry* pictures = nullptr;
  const std::uint8_t* pixels = nullptr;  ///< `kReadAhead` bytes more may be read
  const index::CrowdEntry* crowds = nullptr;
  const index::ShapeEntry* shapes = nullptr;
  const index::WindowEntry* windows = nullptr;
};

struct DeviceScene {
  DevicePlane plane;
  PixelFormat format;
};

/// A probed block that the filter knows.
struct Candidate {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A list in device memory, appended to by kernels. The count continues beyond the capacity.
template <class Item>
struct DeviceList {
  Item* items = nullptr;
  unsigned long long* count = nullptr;  ///< as atomicAdd wants it
  std::uint64_t room = 0;
};

/// Where found pictures are listed.
struct FoundList {
  DeviceList<FoundPicture> list;
  /// By row from `firstRow` on, incremented; may be null.
  std::uint32_t* rowCounts = nullptr;
  std::int64_t firstRow = 0;
};

/// Queues kernels that fill a filter with the blocks of a table and of all crowds.
void buildFilter(const Stream& stream, const DeviceSegment& segment, const DeviceFilter& filter,
                 const index::KeyEntry* entries, std::uint64_t count, std::uint64_t shapes);

/// Queues a kernel that lists the blocks at every `step`-th column whose upper row is among these
/// and that the filter knows.
void probeBlocks(const Gpu& gpu, const DeviceScene& scene, const DeviceFilter& filter,
                 std::int64_t step, SceneRows rows, const DeviceList<Candidate>& to);

/// Which candidates are looked up.
struct CandidateRange {
  std::uint64_t first = 0;
  std::uint64_t most = 0;
  /// Nothing is done if there are more candidates than this.
  std::uint64_t limit = 0;
};

/// Queues a kernel that looks candidates up, compares pixels, and lists the pictures that lie there
/// with their upper row among `rows`.
void verifyCandidates(const Gpu& gpu, const DeviceScene& scene, const DeviceSegment& segment,
                      const DeviceKeys& keys, const DeviceList<Candidate>& candidates,
                      const CandidateRange& range, SceneRows rows, bool largePictures,
                      const FoundList& to);

/// Queues kernels that sort the found pictures of `from` by y, then x, into `to`, unless the list
/// overflowed; rows with very many remain unsorted. Needs `scratch` of the same length. The counts
/// of the rows are overwritten.
void orderByRows(const Gpu& gpu, const FoundList& from, std::int64_t rows, FoundPicture* scratch,
                 FoundPicture* to);

}  // namespace espy::cuda
