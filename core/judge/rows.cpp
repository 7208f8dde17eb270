// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/parallel.h"
#include "base/scratch.h"
#include "judge/fast.h"

namespace espy::judge {

PaddedPlane planeOf(std::int64_t rows, std::int64_t columns, int margin) {
  const std::int64_t pitch = columns + 2 * margin;
  return {pitch, margin * pitch + margin, (rows + 2 * margin) * pitch};
}

void addRows(const Network& network, const LayerShape& layer, const Loops& loops,
             std::int64_t fromRow, std::int64_t toRow, const float* inputs, float* sums,
             const PaddedPlane& plane, float* outputs) {
  RowTask task{};
  task.inputStep = layer.beside ? 1 : plane.pitch;
  task.weightPitch = layer.outputs();
  task.count = layer.columns;
  task.neighbours = network.shape.neighbours;
  for (std::int64_t row = fromRow; row < toRow; ++row) {
    const std::int64_t at = plane.first + row * plane.pitch;
    task.inputs = inputs + at - layer.before * task.inputStep;
    task.weights = network.weights.data() + layer.firstWeight + row * layer.columns;
    task.biases = network.biases.data() + layer.firstBias + row * layer.columns;
    task.sums = sums == nullptr ? nullptr : sums + at;
    task.outputs = outputs + at;
    loops.row(task);
  }
}

float evidenceOf(const Network& network, const float* outputs) {
  float sums[16] = {};
  loops().readOutOne(network.readout.data(), outputs, std::ssize(network.readout), sums);
  for (const int half : {8, 4, 2, 1}) {
    for (int j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0] + network.readoutBias;
}

void evidenceOfLanes(const FastTask& task, int registers, const float* outputs,
                     std::int64_t firstSample) {
  constexpr int kMost = 32;  // samples of two of the widest registers
  const int samples = registers * task.loops.lanes;
  const Network& network = task.task.network;
  alignas(64) float sums[16 * kMost];
  task.loops.readOut[registers - 1](network.readout.data(), outputs, std::ssize(network.readout),
                                    sums);
  for (const int half : {8, 4, 2, 1}) {
    for (int j = 0; j < half * samples; ++j) sums[j] += sums[j + half * samples];
  }
  const std::int64_t count = std::min<std::int64_t>(samples, task.task.count() - firstSample);
  for (std::int64_t s = 0; s < count; ++s) {
    task.results[static_cast<std::size_t>(firstSample + s)] = sums[s] + network.readoutBias;
  }
}

void runRows(const FastTask& fast, const Control& control) {
  const LayerShape& first = fast.layers.front();
  const PaddedPlane plane = planeOf(first.inputRows, first.inputColumns, first.before);
  const Network& network = fast.task.network;
  const std::int64_t count = fast.task.count();
  const auto threads = static_cast<int>(std::min<std::int64_t>(threadsFor(control), count));
  // The zero padding is kept.
  std::vector<std::vector<float>> planes(static_cast<std::size_t>(2 * threads),
                                         std::vector<float>(static_cast<std::size_t>(plane.size)));
  std::vector<std::vector<float>> results(static_cast<std::size_t>(threads));
  parallelFor(count, threads, control, [&](std::int64_t sample, int thread) {
    const std::size_t own = 2 * static_cast<std::size_t>(thread);
    float* buffers[2] = {planes[own].data(), planes[own + 1].data()};
    const float* from = fast.task.samples.data() + sample * network.shape.inputs;
    for (std::int64_t row = 0; row < first.inputRows; ++row) {
      std::copy_n(from + row * first.inputColumns, first.inputColumns,
                  buffers[0] + plane.first + row * plane.pitch);
    }
    for (std::size_t l = 0; l < fast.layers.size(); ++l) {
      addRows(network, fast.layers[l], fast.loops, 0, fast.layers[l].rows, buffers[l % 2], nullptr,
              plane, buffers[(l + 1) % 2]);
    }
    const LayerShape& last = fast.layers.back();
    const float* outputs = buffers[fast.layers.size() % 2] + plane.first;
    std::vector<float>& result = results[static_cast<std::size_t>(thread)];
    float* to = fast.results.data() + sample * fast.width();
    if (fast.result == NetworkResult::evidence) {
      result.resize(static_cast<std::size_t>(fast.width()));
      to = result.data();
    }
    for (std::int64_t row = 0; row < last.rows; ++row) {
      std::copy_n(outputs + row * plane.pitch, last.columns, to + row * last.columns);
    }
    if (fast.result == NetworkResult::evidence) {
      fast.results[static_cast<std::size_t>(sample)] = evidenceOf(network, to);
    }
  });
}

}  // namespace espy::judge
