// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Brute force with an early exit, one thread per position.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "cuda/base/launch.cuh"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/compare.cuh"
#include "cuda/exact/needle_pack.h"

namespace espy::cuda {
namespace {

/// Words of the needle that are compared first: scattered, so that a flat border does not match for
/// long at every position.
constexpr int kFirstWords = 8;

struct FirstWords {
  std::uint32_t count = 0;
  std::uint32_t row[kFirstWords] = {};
  std::uint32_t word[kFirstWords] = {};
  std::uint32_t value[kFirstWords] = {};
  std::uint32_t second[kFirstWords] = {};
};

/// May the needle match at (x, y)? Adds the number of words compared to `compared`; returns true if
/// undecided after `most` words.
template <Compare how>
__device__ bool liesAt(const DevicePlane& scene, const DeviceNeedles& needles,
                       const FirstWords& firsts, std::int64_t x, std::int64_t y, std::uint32_t most,
                       std::uint32_t& compared) {
  const std::uint32_t end = compared + min(most, ~0U - compared);
  for (std::uint32_t i = 0; i < firsts.count; ++i) {
    if (compared == end) return true;
    ++compared;
    const std::uint32_t word = wordAt(pixelAt(scene, x, y + firsts.row[i]), firsts.word[i]);
    if (differs<how>(word, firsts.value[i], firsts.second[i])) return false;
  }
  const DeviceNeedle needle = needles.needles[0];
  const std::uint32_t* value = needles.words + needle.values;
  const std::uint32_t* second = needles.words + needle.seconds;
  for (std::uint32_t row = 0; row < needle.height; ++row) {
    WordReader reader(pixelAt(scene, x, y + row));
    for (std::uint32_t i = 0; i < needle.rowWords; ++i) {
      if (compared == end) return true;
      ++compared;
      if (differs<how>(reader.next(), *value++, second[i])) return false;
    }
    second += needle.secondStride;
  }
  return true;
}

/// Rows of positions tested by a launch.
struct Rows {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};

/// Counters of a sampled test: words compared, and undecided positions.
struct SampleCounts {
  unsigned long long compared = 0;
  unsigned long long open = 0;
};

/// `bits` and `counts` may be null.
template <Compare how>
__global__ void everyPlace(DevicePlane scene, DeviceNeedles needles, FirstWords firsts,
                           std::int64_t columns, Rows rows, std::uint32_t most, std::uint32_t* bits,
                           std::int64_t rowWords, SampleCounts* counts) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::uint32_t compared = 0;
  std::uint32_t open = 0;
  for (std::int64_t row = blockIdx.y; row < rows.count; row += gridDim.y) {
    const std::int64_t y = rows.first + row * rows.step;
    const bool lies = x < columns && liesAt<how>(scene, needles, firsts, x, y, most, compared);
    const std::uint32_t word = __ballot_sync(~0U, lies);
    open += static_cast<std::uint32_t>(__popc(word));
    if (bits != nullptr && threadIdx.x % 32 == 0 && x / 32 < rowWords) {
      bits[y * rowWords + x / 32] = word;
    }
  }
  if (counts == nullptr) return;
  for (int i = 16; i > 0; i /= 2) compared += __shfl_down_sync(~0U, compared, i);
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(&counts->compared, static_cast<unsigned long long>(compared));
  if (open != 0) atomicAdd(&counts->open, static_cast<unsigned long long>(open));
}

FirstWords chooseFirstWords(const exact::Pattern& pattern) {
  const auto rowWords = static_cast<std::uint32_t>(pattern.rowBytes / 4);  // complete words
  FirstWords firsts;
  if (rowWords == 0) return firsts;
  const std::uint64_t words = rowWords * static_cast<std::uint64_t>(pattern.size.height);
  // Multiples of the golden ratio are scattered for any shape.
  for (std::uint64_t i = 0; i < 4 * kFirstWords && firsts.count < kFirstWords; ++i) {
    const std::uint64_t at = (i * 0x9e3779b97f4a7c15U >> 32) * words >> 32;
    const auto row = static_cast<std::uint32_t>(at / rowWords);
    const auto word = static_cast<std::uint32_t>(at % rowWords);
    const std::int64_t offset = row * pattern.rowBytes + std::int64_t{word} * 4;
    std::uint32_t value = 0;
    std::uint32_t second = ~0U;
    std::memcpy(&value, pattern.low.data() + offset, 4);
    if (pattern.ranged) {
      std::memcpy(&second, pattern.high.data() + offset, 4);
      if (value == 0 && second == ~0U) continue;  // matches anything
    } else if (!pattern.care.empty()) {
      std::memcpy(&second, pattern.care.data() + offset, 4);
      if (second == 0) continue;
    }
    firsts.row[firsts.count] = row;
    firsts.word[firsts.count] = word;
    firsts.value[firsts.count] = value;
    firsts.second[firsts.count] = second;
    ++firsts.count;
  }
  return firsts;
}

/// The search of one needle: what its launches share.
class EveryPlace {
 public:
  EveryPlace(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle)
      : stream_(gpu.stream()), scene_(scene), needles_(needle.pack.onDevice()) {
    const exact::Pattern& pattern = *needle.pattern;
    starts_ = {scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
    rowWords_ = (starts_.width + 63) / 64 * 2;
    firsts_ = chooseFirstWords(pattern);
    kernel_ = !pattern.ranged                     ? everyPlace<Compare::masked>
              : pattern.format.depth == Depth::u8 ? everyPlace<Compare::range8>
                                                  : everyPlace<Compare::range16>;
  }

  Size starts() const { return starts_; }
  std::int64_t rowWords() const { return rowWords_; }

  PositionSample sample() {
    constexpr std::int64_t kRows = 64;
    const std::int64_t count = std::min(kRows, starts_.height);
    const DeviceBuffer<SampleCounts> counted(1);
    const PinnedBuffer<SampleCounts> onHost(1);
    stream_.set(counted.data(), 0, counted.bytes());
    run({0, starts_.height / count, count}, PositionSample::kMost, nullptr, counted.data());
    stream_.copy(onHost.data(), counted.data(), counted.bytes());
    stream_.wait();
    const auto places = static_cast<double>(starts_.width * count);
    return {static_cast<double>(onHost.data()->compared) / places,
            static_cast<double>(onHost.data()->open) / places};
  }

  /// Queues a test of some rows, with at most `most` words per position.
  void test(std::int64_t first, std::int64_t count, std::uint32_t most, std::uint32_t* bits) {
    run({first, 1, count}, most, bits, nullptr);
  }

 private:
  void run(const Rows& rows, std::uint32_t most, std::uint32_t* bits, SampleCounts* counts) {
    launch("everyPlace", kernel_,
           dim3(blocksFor(rowWords_ * 32, kBlockThreads), rowsOfGrid(rows.count)), kBlockThreads,
           stream_, scene_, needles_, firsts_, starts_.width, rows, most, bits, rowWords_, counts);
  }

  using Kernel = void (*)(DevicePlane, DeviceNeedles, FirstWords, std::int64_t, Rows, std::uint32_t,
                          std::uint32_t*, std::int64_t, SampleCounts*);

  const Stream& stream_;
  DevicePlane scene_;
  DeviceNeedles needles_;
  Size starts_;
  std::int64_t rowWords_ = 0;
  FirstWords firsts_;
  Kernel kernel_ = nullptr;
};

/// Tests all rows without a limit per position, in short launches, also on a slow GPU: starts with
/// few words in the worst case, then adapts to the measured time.
void testToTheEnd(EveryPlace& search, const exact::Pattern& pattern, const Stream& stream,
                  const Control& control, std::uint32_t* bits) {
  using Clock = std::chrono::steady_clock;
  constexpr double kWordsAtFirst = 1 << 30;
  constexpr double kSecondsEach = 0.02;
  const Size starts = search.starts();
  const double wordsARow = static_cast<double>(starts.width) *
                           static_cast<double>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  auto atOnce = static_cast<std::int64_t>(std::clamp(kWordsAtFirst / wordsARow, 1.0, 65535.0));
  for (std::int64_t first = 0; first < starts.height;) {
    control.check();
    const std::int64_t rows = std::min(atOnce, starts.height - first);
    const auto begin = Clock::now();
    search.test(first, rows, ~0U, bits);
    stream.wait();
    first += rows;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const double grow = std::clamp(kSecondsEach / std::max(seconds, 1e-5), 0.25, 64.0);
    atOnce = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(rows) * grow));
  }
}

}  // namespace

PositionSample samplePositions(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle) {
  return EveryPlace(gpu, scene, needle).sample();
}

bool compareEveryPosition(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                          bool withoutLimit, const Control& control, std::vector<Place>& places) {
  // Words that a thread compares itself; longer matches are left to many threads.
  constexpr std::uint32_t kMostAlone = 96;
  const exact::Pattern& pattern = *needle.pattern;
  EveryPlace search(gpu, scene, needle);
  const Size starts = search.starts();
  const DeviceBuffer<std::uint32_t> found(
      static_cast<std::size_t>(search.rowWords() * starts.height));
  const PlaceBits bits{found.data(), search.rowWords(), 0, starts};
  const std::int64_t words = (pattern.rowBytes + 3) / 4 * pattern.size.height + kFirstWords;
  // In short launches for any picture size.
  constexpr std::int64_t kPlacesAtOnce = std::int64_t{1} << 28;
  const std::int64_t atOnce = std::max<std::int64_t>(1, kPlacesAtOnce / starts.width);
  for (std::int64_t first = 0; first < starts.height; first += atOnce) {
    if (first > 0) gpu.stream().wait();
    control.check();
    search.test(first, std::min(atOnce, starts.height - first), kMostAlone, found.data());
  }
  if (words <= kMostAlone) {
    fetchPlaces(gpu, bits, 0, control, places);
    return true;
  }
  if (checkPlaces(gpu, scene, needle, bits, 0, control, places)) return true;
  if (!withoutLimit) return false;
  testToTheEnd(search, pattern, gpu.stream(), control, found.data());
  fetchPlaces(gpu, bits, 0, control, places);
  return true;
}

}  // namespace espy::cuda
