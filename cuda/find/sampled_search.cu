// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Three small kernels: the needles' runs go into a hash table; every place of the lattice is looked
// up in it, and a window whose one row there is right becomes a candidate; candidates are compared.
#include <algorithm>
#include <bit>
#include <cstring>

#include "cuda/base/launch.cuh"
#include "cuda/find/compare.cuh"
#include "cuda/find/needle_pack.h"
#include "cuda/find/sampled_search.h"

namespace espy::cuda {
namespace {

constexpr std::uint32_t kMostCandidates = 1U << 18;
/// Matches that come back with the counts, in one copy; most searches have no more.
constexpr std::uint32_t kFirstMatches = 2048;
/// Words of the probed row that are compared before a window becomes a candidate.
constexpr std::uint32_t kNearWords = 64;

/// What the kernels count.
struct Counts {
  std::uint32_t candidates;
  std::uint32_t matches;
  std::uint32_t steps;  ///< along chains of the table, in units of 32
  std::uint32_t unused;
};

/// How a run is cut out of a row: bytes that count, as up to four masks.
struct Key {
  std::uint32_t words = 1;
  std::uint32_t care[4] = {};
};

/// The table and the lists, all in one piece of memory, of which the front is cleared at first.
struct Work {
  std::uint32_t* heads = nullptr;  ///< by hash: a run's number and one, or 0
  std::uint32_t mask = 0;          ///< heads, less one
  std::uint32_t* next = nullptr;   ///< by run: the next of the chain
  std::uint32_t* hashes = nullptr;
  Counts* counts = nullptr;
  std::uint32_t* looks = nullptr;  ///< by needle: windows looked at
  Hit* matches = nullptr;
  Hit* candidates = nullptr;
  std::uint32_t mostLooks = 0;  ///< of a needle, before it is given up
  std::uint32_t mostSteps = 0;
};

struct Probes {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::int64_t columnStep = 1;
  std::int64_t rowStep = 1;      ///< in the scene
  std::int64_t heldRowStep = 1;  ///< among the rows on the device
};

__device__ inline std::uint32_t hashWords(WordReader reader, const Key& key) {
  std::uint32_t hash = 0;
  for (std::uint32_t i = 0; i < key.words; ++i) {
    hash = (hash ^ (reader.next() & key.care[i])) * 0x9e3779b1U;
    hash ^= hash >> 15;
  }
  hash *= 0x85ebca6bU;
  return hash ^ (hash >> 13);
}

__device__ inline DeviceRun runAt(const DeviceNeedles& needles, std::uint32_t i) {
  if (needles.runs != nullptr) return needles.runs[i];
  const std::uint32_t inNeedle = i % needles.runsANeedle;
  return {i / needles.runsANeedle, static_cast<std::uint16_t>(inNeedle % needles.runColumns),
          static_cast<std::uint16_t>(inNeedle / needles.runColumns)};
}

__device__ inline void insertRun(const DeviceNeedles& needles, std::uint32_t i, const Key& key,
                                 int bytesPerPixel, const Work& work) {
  const DeviceRun run = runAt(needles, i);
  const DeviceNeedle needle = needles.needles[run.needle];
  const std::uint32_t* row = needles.words + needle.values + run.dy * needle.rowWords;
  const auto* at = reinterpret_cast<const std::uint8_t*>(row) + run.dx * bytesPerPixel;
  const std::uint32_t hash = hashWords(WordReader(at), key);
  work.hashes[i] = hash;
  work.next[i] = atomicExch(&work.heads[hash & work.mask], i + 1);
}

__global__ void hashRuns(DeviceNeedles needles, Key key, int bytesPerPixel, Work work) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < needles.runCount) insertRun(needles, i, key, bytesPerPixel, work);
}

/// For few runs: one block clears what must be clear, and fills the table.
__global__ void clearAndHashRuns(DeviceNeedles needles, Key key, int bytesPerPixel, Work work,
                                 std::uint32_t clearedWords) {
  for (std::uint32_t i = threadIdx.x; i < clearedWords; i += blockDim.x) work.heads[i] = 0;
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < needles.runCount; i += blockDim.x) {
    insertRun(needles, i, key, bytesPerPixel, work);
  }
}

/// Is the start of the window's row `dy`, which begins at `row`, the needle's?
__device__ inline bool startsAlike(const std::uint8_t* row, const DeviceNeedle& needle,
                                   const std::uint32_t* words, std::uint32_t dy) {
  const std::uint32_t* values = words + needle.values + dy * needle.rowWords;
  const std::uint32_t* masks = words + needle.seconds + dy * needle.secondStride;
  WordReader reader(row);
  const std::uint32_t count = min(needle.rowWords, kNearWords);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (differs<Compare::masked>(reader.next(), values[i], masks[i])) return false;
  }
  return true;
}

/// Follows the chain of a probe's hash, and lists the windows that it may be part of.
__device__ void propose(std::uint32_t run, std::uint32_t hash, std::int64_t x, std::int64_t y,
                        const std::uint8_t* at, const DevicePlane& held, Size scene,
                        const DeviceNeedles& needles, const Work& work) {
  std::uint32_t steps = 0;
  for (; run != 0; run = work.next[run - 1]) {
    if (++steps % 32 == 0 && atomicAdd(&work.counts->steps, 1U) >= work.mostSteps) return;
    if (work.hashes[run - 1] != hash) continue;
    const DeviceRun found = runAt(needles, run - 1);
    const DeviceNeedle needle = needles.needles[found.needle];
    const std::int64_t left = x - found.dx;
    const std::int64_t top = y - found.dy;
    if (left < 0 || top < 0 || left + needle.width > scene.width ||
        top + needle.height > scene.height) {
      continue;
    }
    std::uint32_t* looks = &work.looks[found.needle];
    if (*looks >= work.mostLooks) continue;
    if (atomicAdd(looks, 1U) >= work.mostLooks) continue;
    if (!startsAlike(at - static_cast<std::int64_t>(found.dx) * held.bytesPerPixel, needle,
                     needles.words, found.dy)) {
      continue;
    }
    const std::uint32_t slot = atomicAdd(&work.counts->candidates, 1U);
    if (slot < kMostCandidates) {
      work.candidates[slot] = {found.needle, static_cast<std::uint32_t>(left),
                               static_cast<std::uint32_t>(top)};
    }
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    probe(DevicePlane held, Size scene, Probes probes, Key key, DeviceNeedles needles, Work work) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (column >= probes.columns) return;
  const std::int64_t x = column * probes.columnStep;
  for (std::int64_t row = blockIdx.y; row < probes.rows; row += gridDim.y) {
    const std::uint8_t* at = pixelAt(held, x, row * probes.heldRowStep);
    const std::uint32_t hash = hashWords(WordReader(at), key);
    const std::uint32_t run = __ldg(&work.heads[hash & work.mask]);
    if (run != 0) {
      propose(run, hash, x, row * probes.rowStep, at, held, scene, needles, work);
    }
  }
}

/// Words that a lane compares at once, so that it waits for memory once for all of them.
constexpr std::uint32_t kWordsALane = 8;

/// Does any of the words from `first` on differ that fall to this lane?
__device__ bool laneDiffers(const DevicePlane& scene, const DeviceNeedles& needles,
                            const DeviceNeedle& needle, const Hit& hit, std::uint32_t first,
                            std::uint32_t words) {
  bool differ = false;
  for (std::uint32_t k = 0; k < kWordsALane; ++k) {
    const std::uint32_t i = first + 32 * k;
    if (i >= words) break;
    const std::uint32_t row = i / needle.rowWords;
    const std::uint32_t column = i % needle.rowWords;
    differ |= differs<Compare::masked>(
        wordAt(pixelAt(scene, hit.x, hit.y + row), column), needles.words[needle.values + i],
        needles.words[needle.seconds + row * needle.secondStride + column]);
  }
  return differ;
}

/// A warp compares a candidate.
__global__ void verify(DevicePlane scene, DeviceNeedles needles, Work work) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t warps = gridDim.x * blockDim.x / 32;
  const std::uint32_t count = min(work.counts->candidates, kMostCandidates);
  for (std::uint32_t c = (blockIdx.x * blockDim.x + threadIdx.x) / 32; c < count; c += warps) {
    const Hit hit = work.candidates[c];
    const DeviceNeedle needle = needles.needles[hit.needle];
    const std::uint32_t words = needle.rowWords * needle.height;
    bool differ = false;
    for (std::uint32_t first = 0; first < words && !differ; first += 32 * kWordsALane) {
      differ = __any_sync(~0U, laneDiffers(scene, needles, needle, hit, first + lane, words));
    }
    if (!differ && lane == 0) work.matches[atomicAdd(&work.counts->matches, 1U)] = hit;
  }
}

Key keyOf(const find::KeyShape& shape) {
  Key key;
  key.words = static_cast<std::uint32_t>((shape.bytes + 3) / 4);
  std::uint8_t care[16] = {};
  std::memcpy(care, &shape.careLow, 8);
  std::memcpy(care + 8, &shape.careHigh, 8);
  std::fill(care + shape.bytes, care + 16, std::uint8_t{0});
  std::memcpy(key.care, care, 16);
  return key;
}

/// One search: its memory, its kernels, and what comes back.
class Search {
 public:
  Search(Gpu& gpu, Size scene, std::span<const find::Pattern* const> group, const find::Plan& plan)
      : gpu_(gpu),
        stream_(gpu.stream()),
        scene_(scene),
        plan_(plan),
        groupSize_(group.size()),
        pack_(group, &plan),
        bytesPerPixel_(group.front()->format.bytesPerPixel()) {
    const std::size_t runs = plan.runCount(group.size());
    const std::size_t heads = std::bit_ceil(std::max<std::size_t>(4 * runs, 4096));
    // In this order: heads, counts, looks (cleared); matches, candidates, hashes, next.
    constexpr std::size_t kCountWords = sizeof(Counts) / sizeof(std::uint32_t);
    constexpr std::size_t kListWords = kMostCandidates * sizeof(Hit) / sizeof(std::uint32_t);
    clearedWords_ = heads + kCountWords + groupSize_;
    memory_ = DeviceBuffer<std::uint32_t>(clearedWords_ + 2 * kListWords + 2 * runs);
    work_.heads = memory_.data();
    work_.mask = static_cast<std::uint32_t>(heads - 1);
    work_.counts = reinterpret_cast<Counts*>(work_.heads + heads);
    work_.looks = work_.heads + heads + kCountWords;
    work_.matches = reinterpret_cast<Hit*>(work_.looks + groupSize_);
    work_.candidates = work_.matches + kMostCandidates;
    work_.hashes = reinterpret_cast<std::uint32_t*>(work_.candidates + kMostCandidates);
    work_.next = work_.hashes + runs;
    // As on the CPU: what looking may cost before another search is the better one.
    work_.mostLooks = static_cast<std::uint32_t>(
        std::min<std::int64_t>(scene.pixels() / 16 + 20000, kMostCandidates));
    work_.mostSteps =
        static_cast<std::uint32_t>(std::min<std::int64_t>(scene.pixels() / 32 + 4096, 1 << 24));
  }

  void fillTable() {
    pack_.send(stream_);
    const Key key = keyOf(plan_.shape);
    const DeviceNeedles& needles = pack_.onDevice();
    constexpr std::uint32_t kFewRuns = 2048;
    if (needles.runCount <= kFewRuns) {
      launch("clearAndHashRuns", clearAndHashRuns, 1, 1024, stream_, needles, key, bytesPerPixel_,
             work_, static_cast<std::uint32_t>(clearedWords_));
      return;
    }
    stream_.set(work_.heads, 0, clearedWords_ * sizeof(std::uint32_t));
    launch("hashRuns", hashRuns, blocksFor(needles.runCount, kBlockThreads), kBlockThreads, stream_,
           needles, key, bytesPerPixel_, work_);
  }

  void probeAll(const DevicePlane& held, std::int64_t heldRowStep) {
    Probes probes;
    probes.columnStep = plan_.lattice.columnStep;
    probes.rowStep = plan_.lattice.rowStep;
    probes.heldRowStep = heldRowStep;
    probes.columns = (scene_.width - plan_.runPixels) / probes.columnStep + 1;
    probes.rows = (scene_.height - 1) / probes.rowStep + 1;
    launch("probe", probe, dim3(blocksFor(probes.columns, kBlockThreads), rowsOfGrid(probes.rows)),
           kBlockThreads, stream_, held, scene_, probes, keyOf(plan_.shape), pack_.onDevice(),
           work_);
  }

  void verifyAll(const DevicePlane& scene) {
    launch("verify", verify, static_cast<unsigned>(2 * gpu_.multiprocessors()), kBlockThreads,
           stream_, scene, pack_.onDevice(), work_);
  }

  /// What is in the list of matches, or in that of candidates.
  SampledResult collect(bool candidates, StageClock& clock) {
    const std::size_t head = sizeof(Counts) + groupSize_ * sizeof(std::uint32_t);
    const Hit* list = candidates ? work_.candidates : work_.matches;
    PinnedBuffer<std::uint8_t> answer(head + kMostCandidates * sizeof(Hit));
    auto* hits = reinterpret_cast<Hit*>(answer.data() + head);
    stream_.copy(answer.data(), work_.counts,
                 head + (candidates ? 0 : kFirstMatches * sizeof(Hit)));
    clock.end();
    stream_.wait();
    Counts counts;
    std::memcpy(&counts, answer.data(), sizeof counts);
    const auto* looks = reinterpret_cast<const std::uint32_t*>(answer.data() + sizeof counts);

    SampledResult result;
    const bool lost = counts.candidates > kMostCandidates || counts.steps > work_.mostSteps;
    for (std::uint32_t n = 0; n < groupSize_; ++n) {
      if (lost || looks[n] >= work_.mostLooks) result.givenUp.push_back(n);
    }
    if (lost) return result;
    const std::uint32_t count = candidates ? counts.candidates : counts.matches;
    const std::uint32_t had = candidates ? 0 : kFirstMatches;
    if (count > had) {
      stream_.copy(hits + had, list + had, (count - had) * sizeof(Hit));
      stream_.wait();
    }
    result.hits.assign(hits, hits + count);
    return result;
  }

 private:
  Gpu& gpu_;
  const Stream& stream_;
  Size scene_;
  const find::Plan& plan_;
  std::size_t groupSize_;
  NeedlePack pack_;
  int bytesPerPixel_;
  std::size_t clearedWords_ = 0;
  DeviceBuffer<std::uint32_t> memory_;
  Work work_;
};

}  // namespace

SampledResult findSampled(Gpu& gpu, const DevicePlane& scene,
                          std::span<const find::Pattern* const> group, const find::Plan& plan,
                          StageClock& clock) {
  Search search(gpu, {scene.width, scene.height}, group, plan);
  clock.begin("pass 1");
  search.fillTable();
  search.probeAll(scene, plan.lattice.rowStep);
  search.verifyAll(scene);
  return search.collect(false, clock);
}

SampledResult proposeFromRows(Gpu& gpu, const DevicePlane& latticeRows, Size scene,
                              std::span<const find::Pattern* const> group, const find::Plan& plan,
                              StageClock& clock) {
  Search search(gpu, scene, group, plan);
  clock.begin("pass 1");
  search.fillTable();
  search.probeAll(latticeRows, 1);
  return search.collect(true, clock);
}

}  // namespace espy::cuda
