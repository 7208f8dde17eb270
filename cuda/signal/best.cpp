// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Chooses kernels, buffers and launches of the fast SAD search.
#include "cuda/signal/best.h"

#include "cuda/base/launch_throttle.h"
#include "cuda/signal/signal_on_gpu.h"

namespace espy::cuda {
namespace {

struct Prepared {
  BestStrategy strategy = BestStrategy::floats;
  DeviceBuffer<std::uint32_t> packed;  ///< the data as bytes, for byte comparison
  const std::uint32_t* data = nullptr;
  std::int64_t dataWords = 0;
  QueryLayout layout{};
  DeviceBuffer<std::uint32_t> queries;
};

template <class Value>
Prepared prepare(const SignalOnGpu<Value>& task, BestStrategy strategy, std::uint32_t* misfit,
                 const Stream& stream) {
  const int samples = samplesOfWord(strategy);
  Prepared prepared;
  prepared.strategy = strategy;
  prepared.dataWords = (task.samples() + samples - 1) / samples;
  prepared.layout = {task.count(), task.length, (task.length + samples - 1) / samples,
                     bestAtOnce(task.count())};
  prepared.queries =
      DeviceBuffer<std::uint32_t>(static_cast<std::size_t>(prepared.layout.allWords()));
  if constexpr (std::is_same_v<Value, std::int32_t>) {
    if (strategy == BestStrategy::bytes) {
      prepared.packed = DeviceBuffer<std::uint32_t>(static_cast<std::size_t>(prepared.dataWords));
      prepared.data = prepared.packed.data();
      queuePack(task.data.data(), task.samples(), prepared.packed.data(), misfit, stream);
      queueLayBytes(task.queries.data(), prepared.layout, prepared.queries.data(), misfit, stream);
      return prepared;
    }
  }
  prepared.data = reinterpret_cast<const std::uint32_t*>(task.data.data());
  queueLayWords(task.queries.data(), prepared.layout, prepared.queries.data(), stream);
  return prepared;
}

template <class Value>
void searchBy(BestStrategy strategy, const SignalOnGpu<Value>& task, std::uint32_t* misfit,
              std::uint64_t* keys, const Gpu& gpu, StageClock& clock, const Control& control) {
  // Upper limit of word comparisons per launch: about 30 ms.
  constexpr std::int64_t kMostWords = 3'000'000'000;
  constexpr std::int64_t kMostGroups = 4096;

  control.check();
  clock.begin("prepare");
  const Prepared prepared = prepare(task, strategy, misfit, gpu.stream());
  clock.begin("sums");
  const QueryLayout& layout = prepared.layout;
  const auto tail = task.length % samplesOfWord(prepared.strategy);
  const std::uint32_t lastMask =
      tail == 0 ? ~std::uint32_t{0} : (std::uint32_t{1} << (8 * tail)) - 1;
  const std::int64_t tiles = (task.places() + kBestPlaces - 1) / kBestPlaces;
  LaunchThrottle throttle(gpu.stream(), control);
  overParts(layout.groups(), kMostGroups, [&](std::int64_t group, std::int64_t endGroup) {
    const std::int64_t wordsOfTile =
        kBestPlaces * layout.words * layout.atOnce * (endGroup - group);
    const std::int64_t most =
        std::max<std::int64_t>(kMostWords * gpu.multiprocessors() / wordsOfTile, 1);
    overParts(tiles, most, [&](std::int64_t tile, std::int64_t endTile) {
      const BestPiece piece{prepared.data,
                            prepared.dataWords,
                            prepared.queries.data(),
                            layout.words,
                            lastMask,
                            task.places(),
                            layout.count,
                            tile,
                            group,
                            misfit,
                            keys};
      const dim3 grid(static_cast<unsigned>(endTile - tile),
                      static_cast<unsigned>(endGroup - group));
      throttle.run([&] { queueBest(prepared.strategy, piece, layout.atOnce, grid, gpu.stream()); });
    });
  });
  clock.end();
}

}  // namespace

template <>
void searchBest(const SignalOnGpu<float>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control) {
  searchBy(BestStrategy::floats, task, nullptr, keys, gpu, clock, control);
}

/// Compares bytes, and repeats with whole words if a value did not fit. Checking first would leave
/// the device idle.
template <>
void searchBest(const SignalOnGpu<std::int32_t>& task, std::uint64_t* keys, const Gpu& gpu,
                StageClock& clock, const Control& control) {
  const DeviceBuffer<std::uint32_t> misfit(1);
  const PinnedBuffer<std::uint32_t> seen(1);
  const Stream& stream = gpu.stream();
  stream.set(misfit.data(), 0, misfit.bytes());
  searchBy(BestStrategy::bytes, task, misfit.data(), keys, gpu, clock, control);
  stream.copy(seen.data(), misfit.data(), misfit.bytes());
  stream.wait();
  if (*seen.data() != 0) searchBy(BestStrategy::wholes, task, nullptr, keys, gpu, clock, control);
}

}  // namespace espy::cuda
