// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/parallel.h"
#include "base/scratch.h"
#include "judge/fast.h"
#include "judge/loops.h"

namespace espy::judge {
namespace {

/// Positions [from, to) of a layer.
struct Range {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

class Sweep {
 public:
  Sweep(const FastTask& fast, int registers)
      : fast_(fast), registers_(registers), samples_(std::max(1, registers * fast.loops.lanes)) {
    const int neighbours = fast.task.network.shape.neighbours;
    // The tile fills a buffer; layers are limited so that the overlap computed twice, half of
    // (neighbours - 1) positions per layer, is at most an eighth.
    tile_ = std::max<std::int64_t>(64, fast.options.cached / 2 / samples_);
    together_ =
        neighbours == 1
            ? fast.layers.size()
            : static_cast<std::size_t>(std::max<std::int64_t>(1, tile_ / (4 * (neighbours - 1))));
  }

  void run(std::int64_t firstSample, const Control& control) {
    const std::size_t layers = fast_.layers.size();
    const std::size_t sweeps = (layers + together_ - 1) / together_;
    ScratchVector<float> between[2];
    for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
      const std::size_t begin = layers * sweep / sweeps;
      const std::size_t end = layers * (sweep + 1) / sweeps;
      const std::int64_t width = fast_.layers[end - 1].outputs();
      const bool toResults = end == layers && fast_.result == NetworkResult::outputs;
      ScratchVector<float>& to = between[sweep % 2];
      if (!toResults) to.resize(static_cast<std::size_t>(width * samples_));
      const ScratchVector<float>& from = between[(sweep + 1) % 2];
      parallelFor((width + tile_ - 1) / tile_, threadsFor(control), quiet(control),
                  [&](std::int64_t tile, int) {
                    const Range range{tile * tile_, std::min(width, (tile + 1) * tile_)};
                    addTile(firstSample, begin, end, range, begin == 0 ? nullptr : from.data(),
                            toResults ? nullptr : to.data());
                  });
    }
    if (fast_.result == NetworkResult::outputs) return;
    const float* outputs = between[(sweeps - 1) % 2].data();
    if (registers_ > 0) return evidenceOfLanes(fast_, registers_, outputs, firstSample);
    fast_.results[static_cast<std::size_t>(firstSample)] = evidenceOf(fast_.task.network, outputs);
  }

 private:
  static Control quiet(Control control) {
    control.progress = {};
    return control;
  }

  /// The inputs of these outputs, padding included.
  Range seenBy(const LayerShape& layer, Range outputs) const {
    const std::int64_t from = outputs.from - layer.before;
    return {from, from + (outputs.to - outputs.from) + fast_.task.network.shape.neighbours - 1};
  }

  /// Reads and writes whole layers; null: samples and results.
  void addTile(std::int64_t firstSample, std::size_t begin, std::size_t end, Range wanted,
               const float* from, float* to) const {
    std::vector<Range> ranges(end - begin + 1);  // ranges[l]: inputs of layer begin + l
    ranges.back() = wanted;
    std::int64_t most = wanted.to - wanted.from;
    for (std::size_t l = end; l-- > begin;) {
      ranges[l - begin] = seenBy(fast_.layers[l], ranges[l - begin + 1]);
      most = std::max(most, ranges[l - begin].to - ranges[l - begin].from);
    }
    ScratchVector<float> buffers[2];
    for (auto& buffer : buffers) buffer.resize(static_cast<std::size_t>(most * samples_));
    const auto count =
        static_cast<int>(std::min<std::int64_t>(samples_, fast_.task.count() - firstSample));

    const std::int64_t inputs = fast_.layers[begin].inputs();
    const Range inside = cleared(ranges[0], inputs, buffers[0].data());
    float* first = buffers[0].data() + (inside.from - ranges[0].from) * samples_;
    const std::int64_t size = inside.to - inside.from;
    if (from != nullptr) {
      std::copy_n(from + inside.from * samples_, size * samples_, first);
    } else {
      const float* samples = fast_.task.samples.data() + firstSample * inputs + inside.from;
      toLanes(samples, inputs, count, size, samples_, first);
    }
    for (std::size_t l = begin; l < end; ++l) {
      const LayerShape& layer = fast_.layers[l];
      const Range& seen = ranges[l - begin];
      const Range& range = ranges[l - begin + 1];
      const float* source = buffers[(l - begin) % 2].data();
      const bool straight = l + 1 == end && to != nullptr;
      float* target = straight ? to + range.from * samples_ : buffers[(l - begin + 1) % 2].data();
      const Range done = cleared(range, layer.outputs(), target);
      add(layer, source + (done.from - layer.before - seen.from) * samples_,
          target + (done.from - range.from) * samples_, done);
    }
    if (to != nullptr) return;
    fromLanes(buffers[(end - begin) % 2].data(), samples_, wanted.to - wanted.from,
              fast_.results.data() + firstSample * fast_.width() + wanted.from, fast_.width(),
              count);
  }

  /// The range clipped to the layer; the rest is zeroed.
  Range cleared(Range range, std::int64_t width, float* numbers) const {
    const Range inside{std::clamp<std::int64_t>(range.from, 0, width),
                       std::clamp<std::int64_t>(range.to, 0, width)};
    std::fill_n(numbers, (inside.from - range.from) * samples_, 0.0F);
    std::fill_n(numbers + (inside.to - range.from) * samples_, (range.to - inside.to) * samples_,
                0.0F);
    return inside;
  }

  void add(const LayerShape& layer, const float* inputs, float* outputs, Range range) const {
    const Network& network = fast_.task.network;
    const float* weights = network.weights.data() + layer.firstWeight + range.from;
    const float* biases = network.biases.data() + layer.firstBias + range.from;
    const std::int64_t count = range.to - range.from;
    const int neighbours = network.shape.neighbours;
    if (registers_ == 0) {
      fast_.loops.row(
          {inputs, 1, weights, layer.outputs(), biases, nullptr, outputs, count, neighbours});
    } else {
      fast_.loops.line[registers_ - 1](
          {inputs, outputs, samples_, weights, biases, layer.outputs(), count, neighbours});
    }
  }

  const FastTask& fast_;
  int registers_;
  int samples_;
  std::int64_t tile_;
  std::size_t together_;
};

}  // namespace

void runTiles(const FastTask& task, int registers, const Control& control) {
  Sweep sweep(task, registers);
  const std::int64_t samples = std::max(1, registers * task.loops.lanes);
  for (std::int64_t first = 0; first < task.task.count(); first += samples) {
    sweep.run(first, control);
    if (control.progress) {
      control.progress(std::min(
          1.0, static_cast<double>(first + samples) / static_cast<double>(task.task.count())));
    }
  }
}

}  // namespace espy::judge
