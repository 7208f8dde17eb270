// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Two small kernels: one inserts the needles' runs into a hash table; the other looks up every
// position of the lattice, and a whole warp compares windows whose probed row matches.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "cuda/base/launch.cuh"
#include "cuda/exact/check_windows.h"
#include "cuda/exact/compare.cuh"
#include "cuda/exact/needle_pack.h"
#include "cuda/exact/place_list.h"
#include "cuda/exact/sampled_search.h"

namespace espy::cuda {
namespace {

constexpr std::uint32_t kMostHits = 1U << 18;
/// Hits downloaded together with the counts; most searches have no more.
constexpr std::uint32_t kFirstHits = 2048;
/// Words of the probed row that are compared before a window becomes a candidate.
constexpr std::uint32_t kNearWords = 64;

/// Words that a lane loads together, to hide latency.
constexpr std::uint32_t kWordsALane = 8;

/// Limits of the rounds, of 32 * kWordsALane words each, that a warp spends on one window, and on
/// all its windows. Undecided windows are left to a separate kernel, because with few warps, as for
/// large needles, none may hold up the others.
constexpr std::uint32_t kRoundsOfWindow = 16;
constexpr std::uint32_t kRoundsOfWarp = 24;
/// Candidates that a warp compares between two checks whether their needle is given up: checking
/// each costs half as much again where many match.
constexpr int kGiveUpCheckEvery = 8;
/// Steps along a chain that are counted as one.
constexpr std::uint32_t kStepsCounted = 8;

struct Counts {
  std::uint32_t hits;
  std::uint32_t open;   ///< undecided windows
  std::uint32_t steps;  ///< along chains of the table, in units of kStepsCounted
  std::uint32_t blocksDone;
};

/// Which bytes of a run form its key, as up to four masks.
struct Key {
  std::uint32_t words = 1;
  std::uint32_t care[4] = {};
};

/// The hash table and the lists, in one allocation whose front is cleared before a search.
struct SearchBuffers {
  std::uint32_t* heads = nullptr;  ///< by hash: run number + 1, or 0
  std::uint32_t mask = 0;          ///< number of heads - 1
  std::uint32_t* next = nullptr;   ///< by run: the next of the chain
  std::uint32_t* hashes = nullptr;
  Counts* counts = nullptr;
  std::uint32_t* candidates = nullptr;  ///< by needle: windows whose probed row matches
  Hit* hits = nullptr;
  Hit* open = nullptr;
  std::uint32_t maxCandidates = 0;  ///< per needle, before it is given up
  std::uint32_t mostSteps = 0;
};

struct Probes {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::int64_t columnStep = 1;
  std::int64_t rowStep = 1;      ///< in the scene
  std::int64_t heldRowStep = 1;  ///< in the rows on the device
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
                                 int bytesPerPixel, const SearchBuffers& buffers) {
  const DeviceRun run = runAt(needles, i);
  const DeviceNeedle needle = needles.needles[run.needle];
  const std::uint32_t* row = needles.words + needle.values + run.dy * needle.rowWords;
  const auto* at = reinterpret_cast<const std::uint8_t*>(row) + run.dx * bytesPerPixel;
  const std::uint32_t hash = hashWords(WordReader(at), key);
  buffers.hashes[i] = hash;
  buffers.next[i] = atomicExch(&buffers.heads[hash & buffers.mask], i + 1);
}

__global__ void hashRuns(DeviceNeedles needles, Key key, int bytesPerPixel, SearchBuffers buffers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < needles.runCount) insertRun(needles, i, key, bytesPerPixel, buffers);
}

/// A small upload: read from pinned host memory by the kernel, word by word.
struct Staged {
  const std::uint32_t* from = nullptr;
  std::uint32_t* to = nullptr;
  std::uint32_t words = 0;
};

/// For few runs: one block copies the needles, clears the counters, and fills the table.
__global__ void fetchAndHashRuns(Staged staged, DeviceNeedles needles, Key key, int bytesPerPixel,
                                 SearchBuffers buffers, std::uint32_t clearedWords) {
  for (std::uint32_t i = threadIdx.x; i < staged.words; i += blockDim.x) {
    staged.to[i] = staged.from[i];
  }
  for (std::uint32_t i = threadIdx.x; i < clearedWords; i += blockDim.x) buffers.heads[i] = 0;
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < needles.runCount; i += blockDim.x) {
    insertRun(needles, i, key, bytesPerPixel, buffers);
  }
}

/// Does the start of the window's row `dy`, which begins at `row`, match the needle's?
__device__ inline bool startsAlike(const std::uint8_t* row, const DeviceNeedle& needle,
                                   const std::uint32_t* words, std::uint32_t dy) {
  const std::uint32_t* values = words + needle.values + dy * needle.rowWords;
  const std::uint32_t* masks = words + needle.seconds + dy * needle.secondStride;
  const std::uint32_t count = min(needle.rowWords, kNearWords);
  for (std::uint32_t first = 0; first < count; first += kWordsALane) {
    bool differ = false;
    for (std::uint32_t i = first; i < min(first + kWordsALane, count); ++i) {
      differ |= differs<Compare::masked>(wordAt(row, i), values[i], masks[i]);
    }
    if (differ) return false;
  }
  return true;
}

/// A lane's cursor in the chain of its probe's hash.
struct Chain {
  std::uint32_t run = 0;  ///< the next run's number + 1; 0 at the end
  std::uint32_t hash = 0;
  std::uint32_t steps = 0;
  std::int64_t x = 0;  ///< of the probe
  std::int64_t y = 0;
  const std::uint8_t* at = nullptr;
};

__device__ inline bool isGivenUp(const SearchBuffers& buffers, std::uint32_t needle) {
  return *const_cast<volatile std::uint32_t*>(&buffers.candidates[needle]) >= buffers.maxCandidates;
}

/// Advances to the next window that contains the probe and whose probed row matches. False at the
/// end of the chain.
__device__ bool nextCandidate(Chain& chain, const DevicePlane& held, Size scene,
                              const DeviceNeedles& needles, const SearchBuffers& buffers,
                              Hit& hit) {
  while (chain.run != 0) {
    const std::uint32_t run = chain.run - 1;
    chain.run = buffers.next[run];
    if (++chain.steps % kStepsCounted == 0 &&
        atomicAdd(&buffers.counts->steps, 1U) >= buffers.mostSteps) {
      return false;
    }
    if (buffers.hashes[run] != chain.hash) continue;
    const DeviceRun found = runAt(needles, run);
    const DeviceNeedle needle = needles.needles[found.needle];
    const std::int64_t left = chain.x - found.dx;
    const std::int64_t top = chain.y - found.dy;
    if (left < 0 || top < 0 || left + needle.width > scene.width ||
        top + needle.height > scene.height) {
      continue;
    }
    if (isGivenUp(buffers, found.needle)) {
      if (needles.runCount == needles.runsANeedle) return false;  // it is the only one
      continue;
    }
    if (!startsAlike(chain.at - static_cast<std::int64_t>(found.dx) * held.bytesPerPixel, needle,
                     needles.words, found.dy)) {
      continue;
    }
    hit = {found.needle, static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(top)};
    return true;
  }
  return false;
}

/// Does any of this lane's words from `first` on differ?
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

/// Result of comparing a window.
enum class Verdict : std::uint8_t { differs, lies, open };

/// All lanes of a warp compare one window, within the limits of rounds.
__device__ Verdict warpCompares(const DevicePlane& scene, const DeviceNeedles& needles,
                                const Hit& hit, std::uint32_t& spent) {
  const DeviceNeedle needle = needles.needles[hit.needle];
  const std::uint32_t words = needle.rowWords * needle.height;
  constexpr std::uint32_t kWordsARound = 32 * kWordsALane;
  const std::uint32_t end = min(words, kRoundsOfWindow * kWordsARound);
  bool differ = false;
  std::uint32_t rounds = 0;
  for (std::uint32_t first = 0; first < end && !differ; first += kWordsARound) {
    ++rounds;
    differ =
        __any_sync(~0U, laneDiffers(scene, needles, needle, hit, first + threadIdx.x % 32, words));
  }
  spent += rounds;
  return differ ? Verdict::differs : end == words ? Verdict::lies : Verdict::open;
}

/// Counts the candidates of a warp's lanes, with one atomic per needle.
__device__ void countCandidates(bool has, const Hit& own, const SearchBuffers& buffers) {
  for (std::uint32_t left = __ballot_sync(~0U, has); left != 0;) {
    const int lane = __ffs(static_cast<int>(left)) - 1;
    const std::uint32_t needle = __shfl_sync(~0U, own.needle, lane);
    const std::uint32_t same = __ballot_sync(~0U, has && own.needle == needle);
    if (static_cast<int>(threadIdx.x % 32) == lane) {
      atomicAdd(&buffers.candidates[needle], static_cast<std::uint32_t>(__popc(same)));
    }
    left &= ~same;
  }
}

/// Lists the windows of these lanes as undecided.
__device__ void listUndecided(std::uint32_t lanes, const Hit& own, const SearchBuffers& buffers) {
  if (lanes == 0) return;
  const std::uint32_t lane = threadIdx.x % 32;
  std::uint32_t first = 0;
  if (lane == 0) {
    first = atomicAdd(&buffers.counts->open, static_cast<std::uint32_t>(__popc(lanes)));
  }
  first = __shfl_sync(~0U, first, 0);
  const std::uint32_t slot = first + __popc(lanes & ((1U << lane) - 1));
  if ((lanes >> lane & 1U) != 0 && slot < kMostHits) buffers.open[slot] = own;
}

/// Processes the candidates of a warp's probes: compares them if the whole scene is on the device,
/// and lists them. To be called by all lanes. `spent`: rounds of comparing so far.
template <bool compare>
__device__ void settle(Chain chain, const DevicePlane& held, Size scene,
                       const DeviceNeedles& needles, const SearchBuffers& buffers,
                       std::uint32_t& spent) {
  while (__any_sync(~0U, chain.run != 0)) {
    Hit own;
    const bool has = nextCandidate(chain, held, scene, needles, buffers, own);
    if (!has) chain.run = 0;  // also if it was given up within a chain
    countCandidates(has, own, buffers);
    std::uint32_t open = 0;
    int compared = 0;
    std::uint32_t dropped = ~0U;  // index of a needle
    for (std::uint32_t left = __ballot_sync(~0U, has); left != 0; left &= left - 1) {
      if (compare && spent >= kRoundsOfWarp) {
        open |= left;
        break;
      }
      const int lane = __ffs(static_cast<int>(left)) - 1;
      const Hit hit{__shfl_sync(~0U, own.needle, lane), __shfl_sync(~0U, own.x, lane),
                    __shfl_sync(~0U, own.y, lane)};
      // Another warp may have given up the needle; checking costs a memory access.
      if (hit.needle == dropped) continue;
      if (++compared % kGiveUpCheckEvery == 0 && __any_sync(~0U, isGivenUp(buffers, hit.needle))) {
        dropped = hit.needle;
        continue;
      }
      if (compare) {
        const Verdict verdict = warpCompares(held, needles, hit, spent);
        if (verdict == Verdict::open) open |= 1U << lane;
        if (verdict != Verdict::lies) continue;
      }
      if (threadIdx.x % 32 != 0) continue;
      const std::uint32_t slot = atomicAdd(&buffers.counts->hits, 1U);
      if (slot < kMostHits) buffers.hits[slot] = hit;
    }
    listUndecided(open, own, buffers);
  }
}

/// The last block to finish writes counts, candidates and the first hits, which are contiguous, to
/// pinned host memory.
__device__ void answer(const SearchBuffers& buffers, std::uint32_t headWords, std::uint32_t* host) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  const std::uint32_t blocks = gridDim.x * gridDim.y;
  if (threadIdx.x == 0) last = atomicAdd(&buffers.counts->blocksDone, 1U) == blocks - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  const auto* from = reinterpret_cast<const volatile std::uint32_t*>(buffers.counts);
  const std::uint32_t hitWords = min(from[0], kFirstHits) * (sizeof(Hit) / sizeof(std::uint32_t));
  for (std::uint32_t i = threadIdx.x; i < headWords + hitWords; i += blockDim.x) host[i] = from[i];
}

template <bool compare>
__global__ void __launch_bounds__(kBlockThreads)
    probe(DevicePlane held, Size scene, Probes probes, Key key, DeviceNeedles needles,
          SearchBuffers buffers, std::uint32_t headWords, std::uint32_t* host) {
  const std::int64_t column = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const bool inside = column < probes.columns;
  std::uint32_t spent = 0;
  for (std::int64_t row = blockIdx.y; row < probes.rows; row += gridDim.y) {
    Chain chain;
    if (inside) {
      chain.x = column * probes.columnStep;
      chain.y = row * probes.rowStep;
      chain.at = pixelAt(held, chain.x, row * probes.heldRowStep);
      chain.hash = hashWords(WordReader(chain.at), key);
      chain.run = __ldg(&buffers.heads[chain.hash & buffers.mask]);
    }
    settle<compare>(chain, held, scene, needles, buffers, spent);
  }
  answer(buffers, headWords, host);
}

Key keyOf(const exact::KeyShape& shape) {
  Key key;
  key.words = static_cast<std::uint32_t>((shape.bytes + 3) / 4);
  std::uint8_t care[16] = {};
  std::memcpy(care, &shape.careLow, 8);
  std::memcpy(care + 8, &shape.careHigh, 8);
  std::fill(care + shape.bytes, care + 16, std::uint8_t{0});
  std::memcpy(key.care, care, 16);
  return key;
}

/// Divisor of the limit of candidates for needles of one colour.
constexpr std::uint32_t kShareOfOneColour = 8;

bool isOneColour(const exact::Pattern& pattern) {
  constexpr std::size_t kFewBytes = std::size_t{1} << 16;  // larger needles are not checked
  const auto pixel = static_cast<std::size_t>(pattern.format.bytesPerPixel());
  const std::size_t bytes = pattern.low.size();
  return pattern.care.empty() && bytes <= kFewBytes && bytes > pixel &&
         std::memcmp(pattern.low.data(), pattern.low.data() + pixel, bytes - pixel) == 0;
}

/// One search: buffers, launches and results.
class Search {
 public:
  Search(Gpu& gpu, Size scene, std::span<const exact::Pattern* const> group,
         const exact::Plan& plan, const Control& control)
      : gpu_(gpu),
        stream_(gpu.stream()),
        scene_(scene),
        plan_(plan),
        group_(group),
        groupSize_(group.size()),
        pack_(group, &plan, threadsForNeedles(control)),
        bytesPerPixel_(group.front()->format.bytesPerPixel()) {
    const std::size_t runs = plan.runCount(group.size());
    const std::size_t heads = std::bit_ceil(std::max<std::size_t>(4 * runs, 4096));
    // Layout: heads, counts, candidates (cleared); hits, undecided windows, hashes, next.
    constexpr std::size_t kCountWords = sizeof(Counts) / sizeof(std::uint32_t);
    constexpr std::size_t kListWords = kMostHits * sizeof(Hit) / sizeof(std::uint32_t);
    clearedWords_ = heads + kCountWords + groupSize_;
    memory_ = DeviceBuffer<std::uint32_t>(clearedWords_ + 2 * kListWords + 2 * runs);
    buffers_.heads = memory_.data();
    buffers_.mask = static_cast<std::uint32_t>(heads - 1);
    buffers_.counts = reinterpret_cast<Counts*>(buffers_.heads + heads);
    buffers_.candidates = buffers_.heads + heads + kCountWords;
    buffers_.hits = reinterpret_cast<Hit*>(buffers_.candidates + groupSize_);
    buffers_.open = buffers_.hits + kMostHits;
    buffers_.hashes = reinterpret_cast<std::uint32_t*>(buffers_.open + kMostHits);
    buffers_.next = buffers_.hashes + runs;
    headWords_ = kCountWords + groupSize_;
    answer_ = PinnedBuffer<std::uint32_t>(headWords_ + kListWords);
    // Above this limit another strategy is faster.
    buffers_.maxCandidates =
        static_cast<std::uint32_t>(std::min<std::int64_t>(scene.pixels() / 256 + 20000, kMostHits));
    // In areas of one colour each probe hits every run of such a needle: it has more hits than
    // sampling can handle, or hardly any.
    if (group.size() == 1 && isOneColour(*group.front()))
      buffers_.maxCandidates /= kShareOfOneColour;
    // Some steps per probe; flat needles have chains of thousands.
    const std::int64_t probes = scene.pixels() / plan.lattice.area();
    buffers_.mostSteps = static_cast<std::uint32_t>(
        std::min<std::int64_t>(probes / 4 + 64, 1 << 24) * (32 / kStepsCounted));
  }

  void fillTable() {
    const Key key = keyOf(plan_.shape);
    const DeviceNeedles& needles = pack_.onDevice();
    constexpr std::size_t kFewRuns = 2048;
    constexpr std::size_t kFewWords = 8192;
    if (needles.runCount <= kFewRuns && pack_.words() <= kFewWords) {
      const Staged staged{pack_.staged(), pack_.arrives(),
                          static_cast<std::uint32_t>(pack_.words())};
      launch("fetchAndHashRuns", fetchAndHashRuns, 1, 1024, stream_, staged, needles, key,
             bytesPerPixel_, buffers_, static_cast<std::uint32_t>(clearedWords_));
      return;
    }
    pack_.send(stream_);
    stream_.set(buffers_.heads, 0, clearedWords_ * sizeof(std::uint32_t));
    launch("hashRuns", hashRuns, blocksFor(needles.runCount, kBlockThreads), kBlockThreads, stream_,
           needles, key, bytesPerPixel_, buffers_);
  }

  /// `held` is the scene, or rows of it, of which each `heldRowStep`-th belongs to the lattice.
  /// Without `compare` hits are windows whose probed row matches.
  void probeAll(const DevicePlane& held, std::int64_t heldRowStep, bool compare) {
    Probes probes;
    probes.columnStep = plan_.lattice.columnStep;
    probes.rowStep = plan_.lattice.rowStep;
    probes.heldRowStep = heldRowStep;
    probes.columns = (scene_.width - plan_.runPixels) / probes.columnStep + 1;
    probes.rows = (scene_.height - 1) / probes.rowStep + 1;
    const auto kernel = compare ? probe<true> : probe<false>;
    launch("probe", kernel, dim3(blocksFor(probes.columns, kBlockThreads), rowsOfGrid(probes.rows)),
           kBlockThreads, stream_, held, scene_, probes, keyOf(plan_.shape), pack_.onDevice(),
           buffers_, static_cast<std::uint32_t>(headWords_), answer_.data());
  }

  /// `scene` is null if nothing was compared.
  SampledResult collect(const DevicePlane* scene, StageClock& clock, const Control& control) {
    clock.end();
    stream_.wait();
    SampledResult result;
    std::uint32_t maxCandidates = buffers_.maxCandidates;
    Counts counts = fetchCounts();
    bool lost =
        counts.hits > kMostHits || counts.open > kMostHits || counts.steps > buffers_.mostSteps;
    if (!lost && counts.open > 0) {
      maxCandidates = std::min(maxCandidates, worthChecking(counts.open));
      clock.begin("pass 1");
      WindowsToCheck windows{{buffers_.open, &buffers_.counts->open, kMostHits},
                             largestNeedle(),
                             ~std::uint64_t{0},
                             buffers_.candidates,
                             maxCandidates};
      checkWindows(gpu_, *scene, pack_.onDevice(), *group_.front(), windows,
                   {buffers_.hits, &buffers_.counts->hits, kMostHits});
      stream_.copy(answer_.data(), buffers_.counts,
                   headWords_ * sizeof(std::uint32_t) + kFirstHits * sizeof(Hit));
      clock.end();
      stream_.wait();
      counts = fetchCounts();
      lost = counts.hits > kMostHits;
    }
    const std::uint32_t* candidates = answer_.data() + headWords_ - groupSize_;
    for (std::uint32_t n = 0; n < groupSize_; ++n) {
      if (lost || candidates[n] >= maxCandidates) result.givenUp.push_back(n);
    }
    if (lost) return result;
    const std::uint32_t count = counts.hits;
    // Very many hits of one needle are downloaded as bits, which need no sorting.
    constexpr std::uint32_t kMostSorted = 16384;
    if (groupSize_ == 1 && count > kMostSorted) {
      std::vector<Place> places;
      fetchHits(gpu_, buffers_.hits, count, scene_, 0, control, places);
      result.hits.reserve(count);
      for (const Place& place : places) result.hits.push_back({0, place.x, place.y});
      return result;
    }
    const std::uint32_t had = std::min(count, kFirstHits);
    auto* hits = reinterpret_cast<Hit*>(answer_.data() + headWords_);
    if (count > had) {
      stream_.copy(hits + had, buffers_.hits + had, (count - had) * sizeof(Hit));
      stream_.wait();
    }
    result.hits.assign(hits, hits + count);
    return result;
  }

 private:
  Counts fetchCounts() const {
    Counts counts;
    std::memcpy(&counts, answer_.data(), sizeof counts);
    return counts;
  }

  static std::uint32_t wordsOf(const exact::Pattern& pattern) {
    return static_cast<std::uint32_t>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  }
  std::uint32_t largestNeedle() const {
    std::uint32_t most = 1;
    for (const exact::Pattern* pattern : group_) most = std::max(most, wordsOf(*pattern));
    return most;
  }

  /// Needles with at least this number of candidates are not worth comparing: another strategy is
  /// faster. Adjacent copies of a needle have at most the scene's words.
  std::uint32_t worthChecking(std::uint32_t open) const {
    const auto most = static_cast<std::uint64_t>(4 * scene_.pixels() + (1 << 20));
    const std::uint32_t* candidates = answer_.data() + headWords_ - groupSize_;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> costs;
    for (std::size_t n = 0; n < groupSize_; ++n) {
      costs.emplace_back(candidates[n],
                         std::uint64_t{std::min(candidates[n], open)} * wordsOf(*group_[n]));
    }
    std::sort(costs.begin(), costs.end());
    std::uint64_t all = 0;
    for (const auto& [count, words] : costs) {
      all += words;
      if (all > most) return count;
    }
    return ~0U;
  }

  Gpu& gpu_;
  const Stream& stream_;
  Size scene_;
  const exact::Plan& plan_;
  std::span<const exact::Pattern* const> group_;
  std::size_t groupSize_;
  NeedlePack pack_;
  int bytesPerPixel_;
  std::size_t clearedWords_ = 0;
  std::size_t headWords_ = 0;  ///< of the answer: counts and candidates, before the hits
  DeviceBuffer<std::uint32_t> memory_;
  PinnedBuffer<std::uint32_t> answer_;
  SearchBuffers buffers_;
};

}  // namespace

SampledResult findSampled(Gpu& gpu, const DevicePlane& scene,
                          std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                          StageClock& clock, const Control& control) {
  Search search(gpu, {scene.width, scene.height}, group, plan, control);
  clock.begin("pass 1");
  search.fillTable();
  search.probeAll(scene, plan.lattice.rowStep, true);
  return search.collect(&scene, clock, control);
}

SampledResult proposeFromRows(Gpu& gpu, const DevicePlane& latticeRows, Size scene,
                              std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                              StageClock& clock, const Control& control) {
  Search search(gpu, scene, group, plan, control);
  clock.begin("pass 1");
  search.fillTable();
  search.probeAll(latticeRows, 1, false);
  return search.collect(nullptr, clock, control);
}

}  // namespace espy::cuda
