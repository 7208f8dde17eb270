// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "judge/arithmetic.h"
#include "judge/fast.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

using Plane = std::vector<float>;

/// One sample of a step: inputs, pre-activations and gradients of each layer. Inputs are
/// zero-padded, the padding of the others is ignored.
struct Pass {
  std::vector<Plane> inputs;  ///< per layer, and the last one's outputs
  std::vector<Plane> sums;
  std::vector<Plane> deltas;
  std::vector<float> outputs;  ///< without padding
  float evidence = 0;
  float wrong = 0;
  std::vector<float> wrongs;  ///< one per output
};

/// Part of a row of a layer, updated by one thread.
struct Piece {
  std::size_t layer;  ///< number of layers: the readout
  std::int64_t row;
  std::int64_t column;
  std::int64_t count;
};

class FastTraining {
 public:
  FastTraining(const TrainingTask& task, const Control& control)
      : task_(task),
        layers_(layersOf(task.network.shape)),
        plane_(planeOf(layers_[0].inputRows, layers_[0].inputColumns, layers_[0].before)),
        loops_(loops()),
        control_(control),
        network_(task.network),
        passes_(
            static_cast<std::size_t>(std::min<std::int64_t>(task.options.batch, task.count()))) {
    control_.progress = {};
    for (const bool square : {false, true}) {
      if (square && task.options.method != TrainOptions::Method::adam) break;
      auto& kept = square ? squares_ : means_;
      kept.weights.resize(network_.weights.size());
      kept.biases.resize(network_.biases.size());
      kept.readout.resize(network_.readout.size());
    }
    const auto size = static_cast<std::size_t>(plane_.size);
    for (Pass& pass : passes_) {
      pass.inputs.assign(layers_.size() + 1, Plane(size));
      pass.sums.assign(layers_.size(), Plane(size));
      pass.deltas.assign(layers_.size(), Plane(size));
      pass.outputs.resize(network_.readout.size());
      pass.wrongs.resize(static_cast<std::size_t>(std::min(kPiece, layers_.back().columns)));
    }
    for (std::size_t l = 0; l <= layers_.size(); ++l) {
      const LayerShape& layer = layers_[std::min(l, layers_.size() - 1)];
      for (std::int64_t row = 0; row < layer.rows; ++row) {
        for (std::int64_t column = 0; column < layer.columns; column += kPiece) {
          pieces_.push_back({l, row, column, std::min(kPiece, layer.columns - column)});
        }
      }
    }
  }

  bool step(std::span<const std::int64_t> samples, double& loss) {
    const float share = 1.0F / static_cast<float>(samples.size());
    const auto count = std::ssize(samples);
    const int threads = threadsFor(control_);
    parallelFor(count, threads, control_, [&](std::int64_t s, int) {
      const auto at = static_cast<std::size_t>(s);
      pass(samples[at], share, passes_[at]);
    });
    const StepFactors factors = factorsOf(task_.options, steps_++);
    std::atomic<bool> diverged = false;
    // Pieces per task.
    constexpr std::int64_t kTogether = 16;
    parallelFor((std::ssize(pieces_) + kTogether - 1) / kTogether, threads, control_,
                [&](std::int64_t chunk, int) {
                  const std::int64_t end =
                      std::min<std::int64_t>(std::ssize(pieces_), (chunk + 1) * kTogether);
                  for (std::int64_t p = chunk * kTogether; p < end; ++p) {
                    move(pieces_[static_cast<std::size_t>(p)], factors, count, diverged);
                  }
                });
    float slope = 0;
    for (std::int64_t s = 0; s < count; ++s) {
      const Pass& pass = passes_[static_cast<std::size_t>(s)];
      slope += pass.wrong;
      loss += lossOf(pass.evidence, task_.kinds[static_cast<std::size_t>(samples[s])]);
    }
    moveOne(factors, 0, slope, network_.readoutBias, means_.readoutBias,
            task_.options.method == TrainOptions::Method::adam ? &squares_.readoutBias : nullptr);
    return !diverged && inBounds(&network_.readoutBias, 1);
  }

  const Network& network() const { return network_; }

 private:
  static constexpr std::int64_t kPiece = 1024;

  static bool inBounds(const float* numbers, std::int64_t count) {
    bool all = true;
    for (std::int64_t i = 0; i < count; ++i) all &= std::abs(numbers[i]) <= Network::kGreatest;
    return all;
  }

  std::int64_t at(std::int64_t row) const { return plane_.first + row * plane_.pitch; }

  void pass(std::int64_t sample, float share, Pass& pass) const {
    const LayerShape& first = layers_.front();
    const LayerShape& last = layers_.back();
    const float* from = task_.samples.data() + sample * network_.shape.inputs;
    for (std::int64_t row = 0; row < first.inputRows; ++row) {
      std::copy_n(from + row * first.inputColumns, first.inputColumns,
                  pass.inputs[0].data() + at(row));
    }
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      addRows(network_, layers_[l], loops_, 0, layers_[l].rows, pass.inputs[l].data(),
              pass.sums[l].data(), plane_, pass.inputs[l + 1].data());
    }
    for (std::int64_t row = 0; row < last.rows; ++row) {
      std::copy_n(pass.inputs.back().data() + at(row), last.columns,
                  pass.outputs.data() + row * last.columns);
    }
    pass.evidence = evidenceOf(network_, pass.outputs.data());
    const auto index = static_cast<std::size_t>(sample);
    const float importance = task_.importance.empty() ? 1.0F : task_.importance[index];
    pass.wrong = (logistic(pass.evidence) - task_.kinds[index]) * importance * share;
    std::fill(pass.wrongs.begin(), pass.wrongs.end(), pass.wrong);

    for (std::int64_t row = 0; row < last.rows; ++row) {
      float* deltas = pass.deltas.back().data() + at(row);
      const float* readout = network_.readout.data() + row * last.columns;
      for (std::int64_t i = 0; i < last.columns; ++i) deltas[i] = readout[i] * pass.wrong;
    }
    for (std::size_t l = layers_.size(); l-- > 0;) {
      Plane& deltas = pass.deltas[l];
      for (std::int64_t row = 0; row < layers_[l].rows; ++row) {
        loops_.multiplyBySlopes(deltas.data() + at(row), pass.sums[l].data() + at(row),
                                layers_[l].columns);
      }
      if (l > 0) back(layers_[l], deltas, pass.deltas[l - 1]);
    }
  }

  /// Backward pass through a layer; the padding collects garbage.
  void back(const LayerShape& layer, const Plane& deltas, Plane& before) const {
    std::fill(before.begin(), before.end(), 0.0F);
    const std::int64_t step = layer.beside ? 1 : plane_.pitch;
    for (int r = 0; r < network_.shape.neighbours; ++r) {
      const float* weights = network_.weights.data() + layer.firstWeight + r * layer.outputs();
      for (std::int64_t row = 0; row < layer.rows; ++row) {
        loops_.back({weights + row * layer.columns, deltas.data() + at(row),
                     before.data() + at(row) + (r - layer.before) * step, layer.columns});
      }
    }
  }

  void move(const Piece& piece, const StepFactors& factors, std::int64_t count,
            std::atomic<bool>& diverged) {
    const float* deltas[kMostAtOnce];
    const float* values[kMostAtOnce];
    std::vector<const float*> many;
    const float** ofDeltas = deltas;
    const float** ofValues = values;
    if (count > kMostAtOnce) {
      many.resize(static_cast<std::size_t>(2 * count));
      ofDeltas = many.data();
      ofValues = many.data() + count;
    }
    const bool ofReadout = piece.layer == layers_.size();
    const LayerShape& layer = layers_[std::min(piece.layer, layers_.size() - 1)];
    const std::int64_t here = at(piece.row) + piece.column;
    const std::int64_t number = piece.row * layer.columns + piece.column;
    const bool adam = task_.options.method == TrainOptions::Method::adam;
    const auto moveAll = [&](std::vector<float> Kept::*part, std::vector<float>& numbers,
                             std::int64_t first, float decay, const float* const* by) {
      loops_.move({ofDeltas, by, count, numbers.data() + first, (means_.*part).data() + first,
                   adam ? (squares_.*part).data() + first : nullptr, piece.count, decay, &factors});
      if (!inBounds(numbers.data() + first, piece.count)) diverged = true;
    };
    for (std::int64_t s = 0; s < count; ++s) {
      const Pass& pass = passes_[static_cast<std::size_t>(s)];
      ofDeltas[s] = ofReadout ? pass.wrongs.data() : pass.deltas[piece.layer].data() + here;
      ofValues[s] = pass.inputs[piece.layer].data() + here;
    }
    if (ofReadout) {
      return moveAll(&Kept::readout, network_.readout, number, factors.decay, ofValues);
    }
    moveAll(&Kept::biases, network_.biases, layer.firstBias + number, 0, nullptr);
    const std::int64_t step = layer.beside ? 1 : plane_.pitch;
    for (std::int64_t s = 0; s < count; ++s) ofValues[s] -= layer.before * step;
    for (int r = 0; r < network_.shape.neighbours; ++r) {
      moveAll(&Kept::weights, network_.weights, layer.firstWeight + r * layer.outputs() + number,
              factors.decay, ofValues);
      for (std::int64_t s = 0; s < count; ++s) ofValues[s] += step;
    }
  }

  static constexpr std::int64_t kMostAtOnce = 64;

  struct Kept {
    std::vector<float> weights;
    std::vector<float> biases;
    std::vector<float> readout;
    float readoutBias = 0;
  };

  const TrainingTask& task_;
  std::vector<LayerShape> layers_;
  PaddedPlane plane_;
  const Loops& loops_;
  Control control_;
  Network network_;
  Kept means_;
  Kept squares_;
  std::vector<Pass> passes_;
  std::vector<Piece> pieces_;
  std::int64_t steps_ = 0;
};

}  // namespace

TrainedNetwork trainFast(const TrainingTask& task, const Control& control) {
  TrainedNetwork trained;
  trained.report.strategy = phrase("in parallel over samples, then over parameters");
  const StageTimer timer(trained.report.timeline, "learn");
  FastTraining training(task, control);
  const std::int64_t count = task.count();
  for (int round = 0; round < task.options.rounds; ++round) {
    const std::vector<std::int64_t> order = orderOfRound(count, round, task.options.seed);
    double loss = 0;
    for (std::int64_t first = 0; first < count; first += task.options.batch) {
      const std::int64_t size = std::min<std::int64_t>(task.options.batch, count - first);
      const auto some =
          std::span(order).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
      if (!training.step(some, loss)) throwDiverged(round);
    }
    trained.losses.push_back(loss / static_cast<double>(count));
    if (control.progress) {
      control.progress(static_cast<double>(round + 1) / task.options.rounds);
    }
  }
  trained.network = training.network();
  return trained;
}

}  // namespace espy::judge
