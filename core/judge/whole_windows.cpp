// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/parallel.h"
#include "base/scratch.h"
#include "judge/fast.h"
#include "judge/loops.h"

namespace espy::judge {
namespace {

/// The layout of a layer: lines along the next layer's neighbours, zero-padded.
struct Layout {
  std::int64_t lines = 1;
  std::int64_t length = 1;
  std::int64_t margin = 0;
  bool linesAreRows = true;

  std::int64_t pitch() const { return length + 2 * margin; }
  std::int64_t places() const { return lines * pitch(); }
  std::int64_t rowStep() const { return linesAreRows ? pitch() : 1; }
  std::int64_t columnStep() const { return linesAreRows ? 1 : pitch(); }
};

Layout inputsOf(const LayerShape& layer) {
  if (layer.beside) return {layer.inputRows, layer.inputColumns, layer.before, true};
  return {layer.inputColumns, layer.inputRows, layer.before, false};
}

void clearMargins(const Layout& layout, std::int64_t samples, float* numbers) {
  for (std::int64_t line = 0; line < layout.lines; ++line) {
    float* begin = numbers + line * layout.pitch() * samples;
    std::fill_n(begin, layout.margin * samples, 0.0F);
    std::fill_n(begin + (layout.margin + layout.length) * samples, layout.margin * samples, 0.0F);
  }
}

/// Weights and biases in the order of a layer's lines; column layers would stride otherwise.
struct ReorderedLayer {
  std::vector<float> weights;
  std::vector<float> biases;
};

void reorder(const LayerShape& layer, const float* from, float* to) {
  for (std::int64_t row = 0; row < layer.rows; ++row) {
    for (std::int64_t column = 0; column < layer.columns; ++column) {
      to[column * layer.rows + row] = from[row * layer.columns + column];
    }
  }
}

/// As in the network, except for column layers.
std::vector<ReorderedLayer> reordered(const FastTask& fast) {
  const Network& network = fast.task.network;
  std::vector<ReorderedLayer> all(fast.layers.size());
  for (std::size_t l = 0; l < all.size(); ++l) {
    const LayerShape& layer = fast.layers[l];
    if (layer.beside) continue;
    const std::int64_t outputs = layer.outputs();
    all[l].biases.resize(static_cast<std::size_t>(outputs));
    all[l].weights.resize(static_cast<std::size_t>(outputs * network.shape.neighbours));
    reorder(layer, network.biases.data() + layer.firstBias, all[l].biases.data());
    for (int r = 0; r < network.shape.neighbours; ++r) {
      reorder(layer, network.weights.data() + layer.firstWeight + r * outputs,
              all[l].weights.data() + r * outputs);
    }
  }
  return all;
}

class Group {
 public:
  Group(const FastTask& fast, const std::vector<ReorderedLayer>& reordered, int registers)
      : fast_(fast),
        reordered_(reordered),
        registers_(registers),
        samples_(registers * fast.loops.lanes) {
    for (const LayerShape& layer : fast.layers) layouts_.push_back(inputsOf(layer));
    const LayerShape& last = fast.layers.back();
    layouts_.push_back({last.rows, last.columns, 0, true});
    std::int64_t most = 0;
    for (const Layout& layout : layouts_) most = std::max(most, layout.places());
    for (auto& buffer : buffers_) buffer.resize(static_cast<std::size_t>(most * samples_));
  }

  void run(std::int64_t first) {
    const NetworkTask& task = fast_.task;
    const auto count = static_cast<int>(std::min<std::int64_t>(samples_, task.count() - first));
    const std::int64_t inputs = task.network.shape.inputs;
    const float* samples = task.samples.data() + first * inputs;
    const Layout& layout = layouts_.front();
    for (std::int64_t row = 0; row < layout.lines; ++row) {  // the first layer's lines are rows
      toLanes(samples + row * layout.length, inputs, count, layout.length, samples_,
              buffers_[0].data() + (row * layout.pitch() + layout.margin) * samples_);
    }
    clearMargins(layout, samples_, buffers_[0].data());
    for (std::size_t l = 0; l < fast_.layers.size(); ++l) {
      add(l, buffers_[l % 2].data(), buffers_[(l + 1) % 2].data());
    }
    const float* outputs = buffers_[fast_.layers.size() % 2].data();
    if (fast_.result == NetworkResult::evidence) {
      evidenceOfLanes(fast_, registers_, outputs, first);
    } else {
      fromLanes(outputs, samples_, fast_.width(), fast_.results.data() + first * fast_.width(),
                fast_.width(), count);
    }
  }

 private:
  void add(std::size_t l, const float* from, float* to) const {
    const LayerShape& layer = fast_.layers[l];
    const Layout& in = layouts_[l];
    const Layout& out = layouts_[l + 1];
    clearMargins(out, samples_, to);
    const std::int64_t lineStep = layer.beside ? out.rowStep() : out.columnStep();
    const std::int64_t placeStep = layer.beside ? out.columnStep() : out.rowStep();
    const Network& network = fast_.task.network;
    const float* weights =
        layer.beside ? network.weights.data() + layer.firstWeight : reordered_[l].weights.data();
    const float* biases =
        layer.beside ? network.biases.data() + layer.firstBias : reordered_[l].biases.data();
    LineTask task{};
    task.neighbours = network.shape.neighbours;
    task.outputStep = placeStep * samples_;
    task.weightPitch = layer.outputs();
    task.count = layer.beside ? layer.columns : layer.rows;
    for (std::int64_t line = 0; line < in.lines; ++line) {
      task.inputs = from + line * in.pitch() * samples_;
      task.outputs = to + (out.margin + line * lineStep) * samples_;
      task.weights = weights + line * task.count;
      task.biases = biases + line * task.count;
      fast_.loops.line[registers_ - 1](task);
    }
  }

  const FastTask& fast_;
  const std::vector<ReorderedLayer>& reordered_;
  int registers_;
  int samples_;
  std::vector<Layout> layouts_;  ///< of each layer's inputs, and the last one's outputs
  ScratchVector<float> buffers_[2];
};

}  // namespace

void runWhole(const FastTask& task, int registers, const Control& control) {
  const std::int64_t samples = registers * task.loops.lanes;
  const std::int64_t groups = (task.task.count() + samples - 1) / samples;
  const auto threads = static_cast<int>(std::min<std::int64_t>(threadsFor(control), groups));
  const std::vector<ReorderedLayer> numbers = reordered(task);
  std::vector<Group> works;
  works.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) works.emplace_back(task, numbers, registers);
  parallelFor(groups, threads, control, [&](std::int64_t group, int thread) {
    works[static_cast<std::size_t>(thread)].run(group * samples);
  });
}

}  // namespace espy::judge
