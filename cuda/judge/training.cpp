// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/judge/engines.h"
#include "cuda/judge/train.h"

namespace espy::cuda {
namespace {

std::vector<TrainLayer> trainLayersOf(const NetworkShape& shape,
                                      const std::vector<LayerShape>& layers) {
  const std::int64_t biases = layers.back().firstBias + layers.back().outputs();
  std::vector<TrainLayer> all;
  std::int64_t valuesAt = 0;
  for (const LayerShape& layer : layers) {
    all.push_back({layer.inputs(), layer.outputs(), layer.columns, layer.inputColumns,
                   layer.beside ? layer.inputColumns : layer.inputRows,
                   layer.beside ? layer.columns : layer.rows, layer.beside ? 1 : layer.inputColumns,
                   layer.before, layer.beside, layer.firstWeight,
                   biases * shape.neighbours + layer.firstBias, valuesAt, layer.firstBias});
    valuesAt += layer.inputs();
  }
  return all;
}

/// A network in training and its device buffers.
class Training {
 public:
  Training(Gpu& gpu, const TrainingTask& task)
      : stream_(gpu.stream()),
        task_(task),
        layers_(trainLayersOf(task.network.shape, layersOf(task.network.shape))),
        samples_(task.samples.size()),
        kinds_(task.kinds.size()),
        importance_(task.kinds.size()),
        order_(task.kinds.size()),
        evidence_(task.kinds.size()),
        diverged_(1) {
    const Network& network = task.network;
    const TrainLayer& last = layers_.back();
    const auto readoutAt =
        static_cast<std::int64_t>(network.weights.size() + network.biases.size());
    const auto all = static_cast<std::size_t>(readoutAt + last.outputs + 1);
    const bool adam = task.options.method == TrainOptions::Method::adam;
    const std::int64_t atOnce = std::min<std::int64_t>(task.options.batch, task.count());
    const std::int64_t pitch = last.valuesAt + last.inputs + last.outputs;
    const auto room = static_cast<std::size_t>(atOnce * pitch);
    numbers_ = DeviceBuffer<float>(all);
    means_ = zeros(all);
    if (adam) squares_ = zeros(all);
    values_ = DeviceBuffer<float>(room);
    sums_ = DeviceBuffer<float>(room);
    deltas_ = DeviceBuffer<float>(room);
    wrong_ = DeviceBuffer<float>(static_cast<std::size_t>(atOnce));
    step_ = {.neighbours = network.shape.neighbours,
             .samples = samples_.data(),
             .kinds = kinds_.data(),
             .importance = importance_.data(),
             .numbers = numbers_.data(),
             .means = means_.data(),
             .squares = squares_.data(),
             .readoutAt = readoutAt,
             .readoutBiasAt = readoutAt + last.outputs,
             .pitch = pitch,
             .values = values_.data(),
             .sums = sums_.data(),
             .deltas = deltas_.data(),
             .wrong = wrong_.data(),
             .diverged = diverged_.data()};
    send(network.weights, 0);
    send(network.biases, layers_.front().biasesAt);
    send(network.readout, readoutAt);
    send({&network.readoutBias, 1}, step_.readoutBiasAt);
    stream_.copy(samples_.data(), task.samples.data(), samples_.bytes());
    stream_.copy(kinds_.data(), task.kinds.data(), kinds_.bytes());
    const std::vector<float> ones(task.importance.empty() ? task.kinds.size() : 0, 1.0F);
    stream_.copy(importance_.data(), (ones.empty() ? task.importance : std::span(ones)).data(),
                 importance_.bytes());
    call("cudaMemsetAsync",
         [&] { return cudaMemsetAsync(diverged_.data(), 0, diverged_.bytes(), stream_.get()); });
    stream_.wait();  // for `ones`
  }

  /// All samples once, in steps; returns their evidence. Empty if a weight left its bounds.
  std::vector<float> round(const std::vector<std::int64_t>& order, const Control& control) {
    stream_.copy(order_.data(), order.data(), order_.bytes());
    for (std::int64_t first = 0; first < task_.count(); first += task_.options.batch) {
      control.check();
      step_.count =
          static_cast<int>(std::min<std::int64_t>(task_.options.batch, task_.count() - first));
      step_.order = order_.data() + first;
      step_.share = 1.0F / static_cast<float>(step_.count);
      step_.factors = judge::factorsOf(task_.options, steps_++);
      step_.evidence = evidence_.data() + first;
      trainStep(step_, layers_, stream_);
    }
    std::vector<float> evidence(order.size());
    int diverged = 0;
    stream_.copy(evidence.data(), evidence_.data(), evidence_.bytes());
    stream_.copy(&diverged, diverged_.data(), diverged_.bytes());
    stream_.wait();
    if (diverged != 0) evidence.clear();
    return evidence;
  }

  Network network() const {
    Network network = task_.network;
    const auto fetch = [&](std::span<float> numbers, std::int64_t at) {
      stream_.copy(numbers.data(), numbers_.data() + at, numbers.size_bytes());
    };
    fetch(network.weights, 0);
    fetch(network.biases, layers_.front().biasesAt);
    fetch(network.readout, step_.readoutAt);
    fetch({&network.readoutBias, 1}, step_.readoutBiasAt);
    stream_.wait();
    return network;
  }

 private:
  void send(std::span<const float> numbers, std::int64_t at) const {
    stream_.copy(numbers_.data() + at, numbers.data(), numbers.size_bytes());
  }
  DeviceBuffer<float> zeros(std::size_t count) const {
    DeviceBuffer<float> buffer(count);
    call("cudaMemsetAsync",
         [&] { return cudaMemsetAsync(buffer.data(), 0, buffer.bytes(), stream_.get()); });
    return buffer;
  }

  const Stream& stream_;
  const TrainingTask& task_;
  std::vector<TrainLayer> layers_;
  DeviceBuffer<float> samples_;
  DeviceBuffer<float> kinds_;
  DeviceBuffer<float> importance_;
  DeviceBuffer<std::int64_t> order_;
  DeviceBuffer<float> evidence_;
  DeviceBuffer<int> diverged_;
  DeviceBuffer<float> numbers_;
  DeviceBuffer<float> means_;
  DeviceBuffer<float> squares_;
  DeviceBuffer<float> values_;
  DeviceBuffer<float> sums_;
  DeviceBuffer<float> deltas_;
  DeviceBuffer<float> wrong_;
  TrainStep step_{};
  std::int64_t steps_ = 0;
};

}  // namespace

TrainedNetwork trainNetwork(const TrainingTask& task, const Control& control) {
  control.check();
  TrainedNetwork trained;
  trained.report.engine = currentEngine();
  trained.report.strategy = phrase("in parallel over samples, then over parameters");
  const GpuLease gpu(trained.report.timeline);
  const StageTimer timer(trained.report.timeline, "learn");
  Training training(*gpu, task);
  for (int round = 0; round < task.options.rounds; ++round) {
    const std::vector<std::int64_t> order =
        judge::orderOfRound(task.count(), round, task.options.seed);
    const std::vector<float> evidence = training.round(order, control);
    if (evidence.empty()) judge::throwDiverged(round);
    double loss = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      loss += judge::lossOf(evidence[k], task.kinds[static_cast<std::size_t>(order[k])]);
    }
    trained.losses.push_back(loss / static_cast<double>(task.count()));
    if (control.progress) {
      control.progress(static_cast<double>(round + 1) / task.options.rounds);
    }
  }
  trained.network = training.network();
  return trained;
}

}  // namespace espy::cuda
