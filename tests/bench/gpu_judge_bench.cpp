// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "cuda/judge/network_on_gpu.h"
#include "espy/engine/all.h"
#include "support/networks.h"

namespace espy::bench {
namespace {

using cuda::DeviceBuffer;
using cuda::DeviceNetwork;
using cuda::DeviceSamples;
using cuda::NetworkOnGpu;

/// Peak rates of the GPU: bytes per ms of a copy (read and written), and thread instructions per
/// ms.
struct Rates {
  double bytesAMs = 0;
  double instructionsAMs = 0;
};
/// Instructions per output besides one product per neighbour: the activation's min, max, *, fma,
/// fma, *.
constexpr double kOfActivation = 6;

class JudgeBench {
 public:
  explicit JudgeBench(Report& report) : report_(report), numbers_(std::size_t{1} << 22) {
    test::Random random(16);
    const std::vector<float> drawn = test::drawNumbers(random, std::int64_t{1} << 22, 0.7F);
    onHold([&](cuda::Gpu& gpu) {
      gpu.stream().copy(numbers_.data(), drawn.data(), numbers_.bytes());
      // 128 thread instructions per clock and multiprocessor.
      rates_.instructionsAMs = gpu.multiprocessors() * 128 * 1.755e6;
    });
    const DeviceBuffer<float> a(std::size_t{1} << 28);
    const DeviceBuffer<float> b(std::size_t{1} << 28);
    const Timing copy = onGpu(
        "copy", [&](cuda::Gpu& gpu) { gpu.stream().copy(a.data(), b.data(), a.bytes()); }, 11);
    rates_.bytesAMs = 2 * static_cast<double>(a.bytes()) / copy.milliseconds;
  }

  /// Crops of 32 x 32 in device memory.
  void crops(int neighbours, int layers, std::int64_t count) {
    const NetworkShape shape{1024, neighbours, layers, true, 32};
    test::Random random(7);
    const Network network = test::drawNetwork(random, shape);
    std::optional<NetworkOnGpu> ours;
    std::optional<NetworkOnGpu> plain;
    onHold([&](cuda::Gpu& gpu) {
      ours.emplace(gpu, network, false);
      plain.emplace(gpu, network, true);
    });
    const auto floats = static_cast<std::size_t>(count * shape.inputs);
    const DeviceBuffer<float> samples = filled(floats);
    const DeviceBuffer<float> one(floats);
    const DeviceBuffer<float> other(floats);
    const DeviceBuffer<float> evidence(static_cast<std::size_t>(count));
    const DeviceBuffer<float> again(static_cast<std::size_t>(count));
    const auto rate = [&](cuda::Gpu& gpu, const NetworkOnGpu& by, const DeviceBuffer<float>& to) {
      const DeviceSamples outputs =
          by.run(gpu, {samples.data(), 1024, count}, {one.data(), 1024, count}, {});
      cuda::readOut(gpu, by.network(), outputs, 0, to.data());
    };
    const Timing run = onGpu(
        "layers in a pipeline",
        [&](cuda::Gpu& gpu) {
          ours->run(gpu, {samples.data(), 1024, count}, {one.data(), 1024, count}, {});
        },
        11);
    const Timing rated = onGpu(
        "and their evidence", [&](cuda::Gpu& gpu) { rate(gpu, *ours, evidence); }, 11);
    onHold([&](cuda::Gpu& gpu) {
      // Both on the same input, which each overwrites.
      refill(gpu, samples);
      gpu.stream().copy(other.data(), samples.data(), other.bytes());
      rate(gpu, *ours, evidence);
      gpu.stream().copy(samples.data(), other.data(), other.bytes());
      rate(gpu, *plain, again);
      mustBeEqual(gpu, evidence.data(), again.data(), count, "crops");
    });
    const Timing layerwise = onGpu(
        "layer by layer, and their evidence", [&](cuda::Gpu& gpu) { rate(gpu, *plain, again); }, 5);
    const double outputs = static_cast<double>(count) * 1024;
    const double arithmetic =
        outputs * (layers * (neighbours + kOfActivation) + 1) / rates_.instructionsAMs;
    const double bytes = outputs * 4 / rates_.bytesAMs;
    const double millions = static_cast<double>(count) / rated.milliseconds / 1e3;
    report_.add(fmt::format("judge, {} crops of 32 x 32, R {}, L {}", count, neighbours, layers),
                fmt::format("floors: instructions {:.3f} ms, bytes {:.3f} ms", arithmetic, bytes),
                {rated, run, layerwise},
                {{fmt::format("at least 80 million a second: {:.1f}", millions), millions >= 80},
                 {fmt::format("7 times layer by layer: {:.1f}",
                              layerwise.milliseconds / rated.milliseconds),
                  layerwise.milliseconds >= 7 * rated.milliseconds}});
  }

  /// Training as from clicks: augmented crops, one step per 16 of them.
  void training(std::int64_t count, int rounds) {
    const NetworkShape shape{1024, 9, 8, true, 32};
    test::Random random(8);
    const std::vector<float> samples = test::drawNumbers(random, count * shape.inputs, 1);
    std::vector<float> kinds;
    for (std::int64_t s = 0; s < count; ++s) kinds.push_back(static_cast<float>(s % 2));
    const Network start = randomNetwork(shape, 1);
    TrainOptions options;
    options.rounds = rounds;
    const TrainingTask task{start, samples, kinds, {}, options};
    const Registry registry = makeRegistry();
    const auto by = [&](const char* engine) { return trainNetwork(registry, engine, task); };
    if (by("cuda").network != by("openmp").network) throw std::runtime_error("training differs");
    const auto [gpu, processor] = timedInterleaved(
        "cuda", [&] { by("cuda"); }, "openmp", [&] { by("openmp"); }, 5);
    const double times = processor.milliseconds / gpu.milliseconds;
    report_.add(fmt::format("judge, training, {} crops of 32 x 32, R 9, L 8, {} rounds, wall",
                            count, rounds),
                fmt::format("{} steps of {} launches", (count + 15) / 16 * rounds, 8 * 3 + 3),
                {gpu, processor},
                {{fmt::format("faster than the processor: {:.1f} times", times), times > 1}});
  }

  /// Long rows, in batches of 64.
  void rows(std::int64_t inputs, int neighbours, int layers) {
    constexpr std::int64_t kSamples = 64;
    const NetworkShape shape{inputs, neighbours, layers, true, 0};
    const auto floats = static_cast<std::size_t>(inputs * kSamples);
    {
      const DeviceBuffer<float> samples = filled(floats);
      const DeviceBuffer<float> one(floats);
      const DeviceBuffer<float> other(floats);
      const NetworkOnGpu ours(network(shape), false);
      const DeviceSamples from{samples.data(), inputs, kSamples};
      const auto timing = [&](const char* name, const NetworkOnGpu& by, int runs) {
        return onGpu(
            name,
            [&](cuda::Gpu& gpu) {
              by.run(gpu, from, {one.data(), inputs, kSamples}, {});
            },
            runs);
      };
      const bool isLong = layers * inputs > 100'000'000;
      const Timing fast = timing("weights in registers", ours, isLong ? 3 : 11);
      const NetworkOnGpu plain(network(shape), true);
      const Timing slow = timing("layer by layer", plain, isLong ? 2 : 5);
      onHold([&](cuda::Gpu& gpu) {
        // Runs both on the same input.
        refill(gpu, samples);
        const float* wanted = plain.run(gpu, from, {one.data(), inputs, kSamples}, {}).numbers;
        gpu.stream().copy(other.data(), wanted, other.bytes());
        refill(gpu, samples);
        const float* got = ours.run(gpu, from, {one.data(), inputs, kSamples}, {}).numbers;
        mustBeEqual(gpu, got, other.data(), inputs * kSamples, "rows");
      });
      const double outputs = static_cast<double>(inputs) * kSamples * layers;
      const double arithmetic = outputs * (neighbours + kOfActivation) / rates_.instructionsAMs;
      const double all = static_cast<double>(inputs) * kSamples * 8 +
                         static_cast<double>(inputs) * layers * 4 * (neighbours + 1);
      const double times = slow.milliseconds / fast.milliseconds;
      report_.add(
          fmt::format("judge, 64 rows of {}, R {}, L {}", inputs, neighbours, layers),
          fmt::format(
              "floors: instructions {:.3f} ms, bytes if nothing came twice {:.3f} ms; layer "
              "by layer moves {:.3f} ms",
              arithmetic, all / rates_.bytesAMs, outputs * 4 * (neighbours + 3) / rates_.bytesAMs),
          {fast, slow}, {{fmt::format("7 times layer by layer: {:.1f}", times), times >= 7}});
    }
    cuda::pool(cuda::MemoryKind::device).trim();
  }

 private:
  template <class Body>
  static void onHold(const Body& body) {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    body(*gpu);
    gpu->stream().wait();
  }

  static void mustBeEqual(cuda::Gpu& gpu, const float* a, const float* b, std::int64_t count,
                          const char* what) {
    const std::int64_t differences = countDifferences(gpu, a, b, count);
    if (differences != 0) {
      throw std::runtime_error(fmt::format("{}: {} numbers differ", what, differences));
    }
  }

  /// Fills a buffer with repeated random values.
  void refill(cuda::Gpu& gpu, const DeviceBuffer<float>& buffer) const {
    std::size_t each = numbers_.size();
    for (std::size_t at = 0; at < buffer.size(); at += each) {
      // Chunks of varying length, so that neighbouring layers or samples differ.
      each = std::min(numbers_.size() - at / numbers_.size() % 997, buffer.size() - at);
      gpu.stream().copy(buffer.data() + at, numbers_.data(), each * sizeof(float));
    }
  }
  DeviceBuffer<float> filled(std::size_t count) const {
    DeviceBuffer<float> buffer(count);
    onHold([&](cuda::Gpu& gpu) { refill(gpu, buffer); });
    return buffer;
  }
  DeviceNetwork network(const NetworkShape& shape) const {
    DeviceNetwork made(shape);
    onHold([&](cuda::Gpu& gpu) { refill(gpu, made.numbers()); });
    return made;
  }

  Report& report_;
  DeviceBuffer<float> numbers_;
  Rates rates_;
};

}  // namespace

void benchJudge(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("judge")) return;
  JudgeBench bench(report);
  for (const int neighbours : {3, 5, 9}) bench.crops(neighbours, 8, 200'000);
  bench.crops(9, 4, 200'000);
  bench.crops(9, 16, 100'000);
  bench.training(2400, 10);
  for (const std::int64_t inputs : {100'000, 1'000'000, 10'000'000}) {
    for (const int neighbours : {3, 9, 15}) {
      for (const int layers : {1, 10, 100}) bench.rows(inputs, neighbours, layers);
    }
  }
  for (const int neighbours : {5, 7, 11, 13}) bench.rows(1'000'000, neighbours, 10);
}

}  // namespace espy::bench
