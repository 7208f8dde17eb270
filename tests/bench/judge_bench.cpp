// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Small locally connected networks: crops per second, and the gain from reusing weights for many
// samples and from fusing layers.
//
//     [ESPY_SIMD=LEVEL] judge_bench [--json FILE]
#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "base/parallel.h"
#include "bench/options.h"
#include "bench/plain_loops.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "judge/fast.h"
#include "support/networks.h"

namespace espy::bench {
namespace {

/// Unfused baseline: layer by layer, sample by sample.
void runLayerByLayer(const NetworkTask& task, std::span<float> results) {
  const Network& network = task.network;
  const std::vector<LayerShape> layers = layersOf(network.shape);
  const auto width = static_cast<std::size_t>(network.shape.inputs);
  const std::size_t margin = static_cast<std::size_t>(network.shape.neighbours) / 2;
  std::vector<float> from(width + 2 * margin);
  std::vector<float> to(width + 2 * margin);
  for (std::int64_t s = 0; s < task.count(); ++s) {
    std::copy_n(task.samples.begin() + s * network.shape.inputs, width, from.begin() + margin);
    for (const LayerShape& layer : layers) {
      addLayer(from.data(), network.weights.data() + layer.firstWeight,
               network.biases.data() + layer.firstBias, layer.outputs(), network.shape.neighbours,
               to.data() + margin);
      std::swap(from, to);
    }
    std::copy_n(from.begin() + margin, width, results.begin() + s * network.shape.inputs);
  }
}

Control onThreads(int threads) {
  Control control;
  control.threads = threads;
  return control;
}

double operationsOf(const NetworkTask& task) {
  return 2 * static_cast<double>(task.network.weights.size()) * static_cast<double>(task.count());
}

/// Crops of 32 x 32 pixels.
void benchCrops(Report& report) {
  test::Random random(1);
  const Network network =
      test::drawNetwork(random, {.inputs = 1024, .neighbours = 9, .layers = 8, .columns = 32});
  constexpr std::int64_t kCrops = 4096;
  const std::vector<float> crops = test::drawNumbers(random, kCrops * 1024, 1);
  const NetworkTask task{network, crops};
  std::vector<float> evidence(kCrops);
  const int all = hardwareThreads();
  const auto run = [&](int threads) {
    return [&, threads] {
      RunReport unheard;
      judge::runFast(task, judge::NetworkResult::evidence, evidence, {}, onThreads(threads),
                     unheard);
    };
  };
  const std::vector<Timing> timings =
      race({{"one thread", run(1)}, {fmt::format("{} threads", all), run(all)}});
  std::string note;
  for (const Timing& timing : timings) {
    const double aSecond = kCrops / timing.milliseconds * 1000;
    note += fmt::format("{}: {:.2f} M crops and {:.0f} G operations a second. ", timing.name,
                        aSecond / 1e6, aSecond / kCrops * operationsOf(task) / 1e9);
  }
  const double rate = kCrops / timings.back().milliseconds * 1000;
  report.add("4096 crops of 32x32, 8 layers, 9 neighbours", note, timings,
             {{"at least 0.5 M crops a second on all threads", rate >= 0.5e6}});
}

void benchRows(Report& report, std::int64_t inputs, int neighbours, int layers, bool held) {
  test::Random random(2);
  const Network network =
      test::drawNetwork(random, {.inputs = inputs, .neighbours = neighbours, .layers = layers});
  constexpr std::int64_t kSamples = 16;
  const std::vector<float> samples = test::drawNumbers(random, kSamples * inputs, 1);
  const NetworkTask task{network, samples};
  std::vector<float> wanted(samples.size());
  std::vector<float> results(samples.size());
  runLayerByLayer(task, wanted);
  const auto fast = [&] {
    RunReport unheard;
    judge::runFast(task, judge::NetworkResult::outputs, results, {}, onThreads(1), unheard);
  };
  const auto oneByOne = [&] {
    RunReport unheard;
    for (std::int64_t s = 0; s < kSamples; ++s) {
      const auto at = static_cast<std::size_t>(s * inputs);
      const auto size = static_cast<std::size_t>(inputs);
      judge::runFast({network, std::span(samples).subspan(at, size)}, judge::NetworkResult::outputs,
                     std::span(results).subspan(at, size), {}, onThreads(1), unheard);
    }
  };
  for (const std::function<void()>& run : {std::function<void()>(fast), {oneByOne}}) {
    run();
    if (results == wanted) continue;
    fmt::print("other outputs are computed\n");
    std::exit(1);
  }
  const int runs = inputs >= 1'000'000 ? 5 : 11;
  const std::vector<Timing> timings =
      race({{"layer by layer", [&] { runLayerByLayer(task, results); }, runs},
            {"sample by sample, layers together", oneByOne, runs},
            {"16 samples for each weight loaded, layers together", fast, runs}});
  const double gain = timings[0].milliseconds / timings[2].milliseconds;
  std::vector<Bar> bars;
  if (held) bars.push_back({"at least 3 times as fast as layer by layer", gain >= 3});
  const double mebi = static_cast<double>(network.weights.size()) * 4 / (1 << 20);
  report.add(fmt::format("16 samples of {} numbers, {} layers, {} neighbours, one thread", inputs,
                         layers, neighbours),
             fmt::format("{:.0f} MiB of weights; {:.1f} times; {:.0f} G operations a second.", mebi,
                         gain, operationsOf(task) / timings[2].milliseconds / 1e6),
             timings, bars);
}

int benchAll(const std::string& json) {
  Report report("judge");
  benchCrops(report);
  benchRows(report, 1024, 9, 16, false);
  benchRows(report, 100'000, 3, 16, true);
  benchRows(report, 100'000, 9, 16, true);
  benchRows(report, 1'000'000, 3, 16, true);
  if (!json.empty()) report.write(json);
  return report.allReached() ? 0 : 1;
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  const auto options = espy::bench::optionsOf(argc, argv, {"--json"});
  return espy::bench::benchAll(espy::bench::valueOf(options, "--json"));
}
