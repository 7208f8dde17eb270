// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Looks candidates up in the buckets, and compares the pixels of the pictures found there. A block
// takes some candidates: each thread looks one up, so that these random reads are in flight
// together; then some lanes of a warp ("a group") compare each picture with the scene.
#include "cuda/base/launch.cuh"
#include "cuda/exact/compare.cuh"
#include "cuda/index/block_colours.cuh"
#include "cuda/index/kernels.h"
#include "index/needle_keys.h"

namespace espy::cuda {
namespace {

/// Candidates that a block looks up together.
constexpr unsigned kChunk = 64;
/// Pictures that are compared before the block goes on.
constexpr unsigned kMostProposed = 192;

/// A picture that may lie at (x, y); or a crowd whose block is there.
struct Proposed {
  std::uint64_t pixelsAt;
  std::uint32_t number;
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t width;
  std::uint32_t height;
  std::uint8_t channels;
  std::uint8_t depth;
  std::uint8_t hasMask;
  std::uint8_t transparent;
  bool isCrowd;
};

/// What a block found, written together: thousands of single appends would wait for each other.
class FoundInBlock {
 public:
  static constexpr unsigned kMost = 256;
  struct Shared {
    uint3 items[kMost];
    unsigned count;
    unsigned long long first;
  };

  __device__ FoundInBlock(Shared& shared, const FoundList& to) : shared_(shared), to_(to) {
    if (threadIdx.x == 0) shared.count = 0;
    __syncthreads();
  }
  __device__ void add(const FoundPicture& found) {
    if (to_.rowCounts != nullptr) {
      atomicAdd(&to_.rowCounts[static_cast<std::int64_t>(found.y) - to_.firstRow], 1U);
    }
    const unsigned slot = atomicAdd(&shared_.count, 1U);
    if (slot < kMost) {
      shared_.items[slot] = make_uint3(found.y, found.x, found.picture);
    } else {
      store(atomicAdd(to_.list.count, 1ULL), found);
    }
  }
  /// To be called by all threads of the block.
  __device__ void finish() {
    __syncthreads();
    const unsigned count = min(shared_.count, kMost);
    if (threadIdx.x == 0 && count > 0) {
      shared_.first = atomicAdd(to_.list.count, static_cast<unsigned long long>(count));
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < count; i += kBlockThreads) {
      const uint3 item = shared_.items[i];
      store(shared_.first + i, {item.x, item.y, item.z});
    }
  }

 private:
  __device__ void store(unsigned long long slot, const FoundPicture& found) {
    if (slot < to_.list.room) to_.list.items[slot] = found;
  }

  Shared& shared_;
  const FoundList& to_;
};

struct SceneFacts {
  DevicePlane plane;
  int channels = 1;
  int sampleBytes = 1;

  __device__ bool hasAlpha() const { return channels % 2 == 0; }
  __device__ bool fits(std::int64_t x, std::int64_t y, std::int64_t width,
                       std::int64_t height) const {
    return x >= 0 && y >= 0 && x + width <= plane.width && y + height <= plane.height;
  }
};

/// A sample as 16 bits: an 8-bit value v is 257 v.
__device__ std::uint32_t deepSample(const std::uint8_t* at, int sampleBytes) {
  if (sampleBytes == 1) return __ldg(at) * 257U;
  return __ldg(at) | static_cast<std::uint32_t>(__ldg(at + 1)) << 8;
}

/// Red, green and blue as 16 bits each; equal for equal pixels of any two formats.
__device__ std::uint64_t deepColour(const std::uint8_t* pixel, int channels, int sampleBytes) {
  const std::uint64_t red = deepSample(pixel, sampleBytes);
  if (channels < 3) return red * 0x100010001U;
  return red | std::uint64_t{deepSample(pixel + sampleBytes, sampleBytes)} << 16 |
         std::uint64_t{deepSample(pixel + 2 * sampleBytes, sampleBytes)} << 32;
}

/// Positions of a lane's items in rows of equally many, without divisions.
class RowSteps {
 public:
  __device__ RowSteps(unsigned lane, unsigned lanes, std::uint32_t columns)
      : columns_(columns),
        rowStep_(lanes / columns),
        columnStep_(lanes % columns),
        row(lane / columns),
        column(lane % columns) {}
  __device__ void next() {
    row += rowStep_;
    column += columnStep_;
    if (column < columns_) return;
    column -= columns_;
    ++row;
  }

 private:
  std::uint32_t columns_;
  std::uint32_t rowStep_;
  std::uint32_t columnStep_;

 public:
  std::uint32_t row;
  std::uint32_t column;
};

/// The rows in which occurrences begin, and the scene.
struct Bounds {
  const SceneFacts& scene;
  const SceneRows& rows;

  __device__ bool allow(std::int64_t x, std::int64_t y, std::int64_t width,
                        std::int64_t height) const {
    return y >= rows.first && y < rows.end && scene.fits(x, y, width, height);
  }
};

/// Brings the first bytes of a picture to the L2.
__device__ void prefetch(const std::uint8_t* pixels, std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 128;
  constexpr std::uint64_t kMost = 8 * kLine;
  for (std::uint64_t at = 0; at < min(bytes, kMost); at += kLine) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(pixels + at));
  }
}

/// Fills `proposed` by the picture whose block lies at (x, y); false if it cannot lie there.
__device__ bool propose(const Bounds& bounds, const DeviceSegment& segment, std::uint32_t number,
                        std::int64_t x, std::int64_t y, std::uint32_t blockRow,
                        Proposed& proposed) {
  const index::PictureEntry picture = segment.pictures[number];
  if (blockRow >= picture.height || !bounds.allow(x, y, picture.width, picture.height)) {
    return false;
  }
  proposed = {picture.pixelsAt,
              number,
              static_cast<std::uint32_t>(x),
              static_cast<std::uint32_t>(y),
              picture.width,
              picture.height,
              picture.channels,
              picture.depth,
              picture.hasMask,
              picture.transparent,
              false};
  return true;
}

template <int lanes>
class Verification {
 public:
  __device__ Verification(const SceneFacts& scene, const DeviceSegment& segment,
                          const Bounds& bounds, FoundInBlock& found)
      : scene_(scene), segment_(segment), bounds_(bounds), found_(found) {}

  /// Lists the picture if it lies there, or those of the crowd.
  __device__ void check(const Proposed& proposed) {
    if (proposed.isCrowd) {
      lookUpCrowd(proposed);
    } else {
      compare(proposed);
    }
  }

 private:
  __device__ void compare(const Proposed& picture) {
    const bool sameFormat = picture.channels == scene_.channels &&
                            picture.depth == scene_.sampleBytes && !scene_.hasAlpha();
    const bool lies =
        sameFormat && picture.transparent == 0 ? sameBytes(picture) : samePixels(picture);
    if (lies && lane_ == 0) found_.add({picture.y, picture.x, picture.number});
  }

  __device__ bool any(bool value) const { return __any_sync(mask_, static_cast<int>(value)) != 0; }

  /// Calls `differ(row, column)` for all items of rows, each lane's in turn, until a lane's differ.
  template <class Differ>
  __device__ bool noneDiffer(std::uint32_t columns, std::uint32_t rows,
                             const Differ& differ) const {
    constexpr int kTogether = 6;
    RowSteps at(lane_, lanes, columns);
    const std::uint64_t items = std::uint64_t{columns} * rows;
    for (std::uint64_t done = 0; done < items; done += kTogether * lanes) {
      bool differs = false;
#pragma unroll
      for (int i = 0; i < kTogether; ++i) {
        if (at.row < rows) differs |= differ(at.row, at.column);
        at.next();
      }
      if (any(differs)) return false;
    }
    return true;
  }

  __device__ bool sameBytes(const Proposed& picture) const {
    const std::uint8_t* window = pixelAt(scene_.plane, picture.x, picture.y);
    const std::uint8_t* pixels = segment_.pixels + picture.pixelsAt;
    const auto rowBytes = std::uint64_t{picture.width} * scene_.plane.bytesPerPixel;
    const auto words = static_cast<std::uint32_t>((rowBytes + 3) / 4);
    const auto rest = static_cast<unsigned>(rowBytes % 4);
    if (rest == 0) {
      const auto* wanted = reinterpret_cast<const std::uint32_t*>(pixels);
      return noneDiffer(words, picture.height, [&](std::uint32_t row, std::uint32_t word) {
        return wordAt(window + row * scene_.plane.pitch, word) !=
               __ldg(wanted + (std::uint64_t{row} * words + word));
      });
    }
    const std::uint32_t last = (1U << (8 * rest)) - 1;
    return noneDiffer(words, picture.height, [&](std::uint32_t row, std::uint32_t word) {
      const std::uint32_t here = wordAt(window + row * scene_.plane.pitch, word);
      const std::uint32_t wanted = wordAt(pixels + row * rowBytes, word);
      return ((here ^ wanted) & (word + 1 == words ? last : ~0U)) != 0;
    });
  }

  __device__ bool samePixels(const Proposed& picture) const {
    const std::uint8_t* window = pixelAt(scene_.plane, picture.x, picture.y);
    const std::uint8_t* pixels = segment_.pixels + picture.pixelsAt;
    const std::uint64_t all = std::uint64_t{picture.width} * picture.height;
    const int channels = picture.channels;
    const int depth = picture.depth;
    const std::uint8_t* mask = picture.hasMask != 0 ? pixels + all * (channels * depth) : nullptr;
    return noneDiffer(picture.width, picture.height, [&](std::uint32_t row, std::uint32_t column) {
      const std::uint64_t i = std::uint64_t{row} * picture.width + column;
      const std::uint8_t* wanted = pixels + i * (channels * depth);
      if (channels % 2 == 0 && deepSample(wanted + (channels - 1) * depth, depth) == 0) {
        return false;
      }
      if (mask != nullptr && __ldg(mask + i) == 0) return false;
      const std::uint8_t* here =
          window + row * scene_.plane.pitch + std::int64_t{column} * scene_.plane.bytesPerPixel;
      return deepColour(here, scene_.channels, scene_.sampleBytes) !=
             deepColour(wanted, channels, depth);
    });
  }

  /// Windows of a crowd's shape that have the scene's hash.
  struct Windows {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };

  /// Each lane has a shape; the windows that it finds are compared by all lanes.
  __device__ void lookUpCrowd(const Proposed& block) {
    const index::CrowdEntry crowd = segment_.crowds[block.number];
    for (std::uint32_t first = 0; first < crowd.shapes; first += lanes) {
      Windows windows;
      std::int64_t x = 0;
      std::int64_t y = 0;
      std::uint32_t dy = 0;
      if (first + lane_ < crowd.shapes) {
        const index::ShapeEntry shape = segment_.shapes[crowd.first + first + lane_];
        x = std::int64_t{block.x} - shape.dx;
        y = std::int64_t{block.y} - shape.dy;
        dy = shape.dy;
        if (bounds_.allow(x, y, shape.width, shape.height)) {
          windows = windowsOf(shape, windowHash(x, y, shape.width, shape.height));
        }
      }
      __syncwarp(mask_);
      for (int lane = 0; lane < lanes; ++lane) {
        const std::uint64_t count = __shfl_sync(mask_, windows.count, lane, lanes);
        const std::uint64_t at = __shfl_sync(mask_, windows.first, lane, lanes);
        const std::int64_t windowX = __shfl_sync(mask_, x, lane, lanes);
        const std::int64_t windowY = __shfl_sync(mask_, y, lane, lanes);
        const std::uint32_t blockRow = __shfl_sync(mask_, dy, lane, lanes);
        for (std::uint64_t w = at; w < at + count; ++w) {
          Proposed picture;
          if (propose(bounds_, segment_, segment_.windows[w].picture, windowX, windowY, blockRow,
                      picture)) {
            compare(picture);
          }
        }
      }
    }
  }

  /// `index::WindowHash` of the colours of a window.
  __device__ std::uint64_t windowHash(std::int64_t x, std::int64_t y, std::uint32_t width,
                                      std::uint32_t height) const {
    const int bytes = scene_.plane.bytesPerPixel;
    std::uint64_t hash = index::kWindowHashStart;
    for (std::uint32_t row = 0; row < height; ++row) {
      const std::uint8_t* at = pixelAt(scene_.plane, x, y + row);
      std::uint32_t column = 0;
      for (; column + 1 < width; column += 2, at += 2 * bytes) {
        const std::uint64_t left = colourAt(at, scene_.sampleBytes, scene_.channels);
        const std::uint64_t right = colourAt(at + bytes, scene_.sampleBytes, scene_.channels);
        hash = index::windowHashWith(hash, left | right << 32);
      }
      std::uint64_t rest = 0;
      if (column < width) {
        const std::uint32_t colour = colourAt(at, scene_.sampleBytes, scene_.channels);
        rest = std::uint64_t{4} << 32 | __byte_perm(colour, 0, 0x0123);
      }
      hash = index::windowHashWith(hash, rest);
    }
    return index::windowHashEnd(hash);
  }

  __device__ Windows windowsOf(const index::ShapeEntry& shape, std::uint64_t hash) const {
    const index::WindowEntry* all = segment_.windows + shape.first;
    std::uint64_t low = 0;
    std::uint64_t high = shape.windows;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (all[middle].hash < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    Windows same{shape.first + low, 0};
    while (low + same.count < shape.windows && all[low + same.count].hash == hash) ++same.count;
    return same;
  }

  const SceneFacts& scene_;
  const DeviceSegment& segment_;
  const Bounds& bounds_;
  FoundInBlock& found_;
  unsigned lane_ = threadIdx.x % lanes;
  unsigned mask_ =
      lanes == 32 ? ~0U : ((1U << (lanes % 32)) - 1) << (threadIdx.x % 32 / lanes * lanes);
};

/// The key of a block.
__device__ std::uint64_t keyAt(const SceneFacts& scene, const Candidate& block) {
  const auto rowAt = [&](std::int64_t y) {
    const std::uint8_t* at = pixelAt(scene.plane, block.x, y);
    return index::rowHash(
        colourPairAt(at, scene.sampleBytes, scene.channels),
        colourPairAt(at + 2 * scene.plane.bytesPerPixel, scene.sampleBytes, scene.channels));
  };
  return index::blockKey(rowAt(block.y), rowAt(std::int64_t{block.y} + 1));
}

struct ProposedInBlock {
  Proposed items[kMostProposed];
  unsigned count;
};

/// Appends what the candidate's bucket entry proposes. Returns false if there is no room.
__device__ bool proposeEntry(const Bounds& bounds, const DeviceSegment& segment,
                             const Candidate& candidate, std::uint64_t key,
                             const index::KeyEntry& entry, ProposedInBlock& to) {
  if (entry.key != key) return true;
  Proposed proposed{};
  if (entry.dx == index::kCrowd) {
    proposed.number = entry.picture;
    proposed.x = candidate.x;
    proposed.y = candidate.y;
    proposed.isCrowd = true;
  } else if (!propose(bounds, segment, entry.picture, std::int64_t{candidate.x} - entry.dx,
                      std::int64_t{candidate.y} - entry.dy, entry.dy, proposed)) {
    return true;
  }
  const unsigned slot = atomicAdd(&to.count, 1U);
  if (slot >= kMostProposed) return false;
  to.items[slot] = proposed;
  if (!proposed.isCrowd) {
    prefetch(segment.pixels + proposed.pixelsAt,
             std::uint64_t{proposed.width} * proposed.height * proposed.channels * proposed.depth);
  }
  return true;
}

template <int lanes>
__global__ void __launch_bounds__(kBlockThreads)
    verify(SceneFacts scene, DeviceSegment segment, DeviceKeys keys,
           DeviceList<Candidate> candidates, CandidateRange range, SceneRows rows, FoundList to) {
  __shared__ FoundInBlock::Shared foundHere;
  __shared__ ProposedInBlock proposed;
  FoundInBlock found(foundHere, to);
  const Bounds bounds{scene, rows};
  Verification<lanes> verification(scene, segment, bounds, found);
  const std::uint64_t listed = *candidates.count;
  const std::uint64_t end =
      listed <= range.limit ? min(listed, range.first + range.most) : range.first;
  for (std::uint64_t chunk = range.first + blockIdx.x * kChunk; chunk < end;
       chunk += gridDim.x * kChunk) {
    Candidate candidate;
    std::uint64_t key = 0;
    std::uint32_t entry = 0;
    std::uint32_t last = 0;
    if (threadIdx.x < kChunk && chunk + threadIdx.x < end) {
      candidate = candidates.items[chunk + threadIdx.x];
      key = keyAt(scene, candidate);
      const std::uint32_t* bucket = keys.starts + (key >> keys.bucketShift);
      entry = __ldg(bucket);
      last = __ldg(bucket + 1);
    }
    for (bool more = true; more;) {
      if (threadIdx.x == 0) proposed.count = 0;
      __syncthreads();
      while (entry < last &&
             proposeEntry(bounds, segment, candidate, key, keys.entries[entry], proposed)) {
        ++entry;
      }
      __syncthreads();
      const unsigned count = min(proposed.count, kMostProposed);
      for (unsigned i = threadIdx.x / lanes; i < count; i += kBlockThreads / lanes) {
        verification.check(proposed.items[i]);
      }
      more = __syncthreads_or(static_cast<int>(entry < last)) != 0;
    }
  }
  found.finish();
}

}  // namespace

void verifyCandidates(const Gpu& gpu, const DeviceScene& scene, const DeviceSegment& segment,
                      const DeviceKeys& keys, const DeviceList<Candidate>& candidates,
                      const CandidateRange& range, SceneRows rows, bool largePictures,
                      const FoundList& to) {
  constexpr int kBlocksEach = 8;  // per multiprocessor
  const SceneFacts facts{scene.plane, scene.format.channels,
                         scene.format.depth == Depth::u8 ? 1 : 2};
  const auto kernel = largePictures ? verify<32> : verify<16>;
  launch("verify", kernel, static_cast<unsigned>(kBlocksEach * gpu.multiprocessors()),
         kBlockThreads, gpu.stream(), facts, segment, keys, candidates, range, rows, to);
}

}  // namespace espy::cuda
