// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/reference.h"

#include <cmath>

#include "base/phrase.h"
#include "judge/arithmetic.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

using Numbers = std::vector<float>;

std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// The index of neighbour r of an output; -1 outside.
std::int64_t neighbour(const LayerShape& layer, std::int64_t row, std::int64_t column, int r) {
  (layer.beside ? column : row) += r - layer.before;
  const bool inside =
      row >= 0 && row < layer.inputRows && column >= 0 && column < layer.inputColumns;
  return inside ? row * layer.inputColumns + column : -1;
}

Numbers sumsOf(const Network& network, const LayerShape& layer, const Numbers& inputs) {
  const float* weights = network.weights.data() + layer.firstWeight;
  const float* biases = network.biases.data() + layer.firstBias;
  Numbers sums(at(layer.outputs()));
  for (std::int64_t row = 0; row < layer.rows; ++row) {
    for (std::int64_t column = 0; column < layer.columns; ++column) {
      const std::int64_t i = row * layer.columns + column;
      float sum = biases[i];
      for (int r = 0; r < network.shape.neighbours; ++r) {
        const std::int64_t from = neighbour(layer, row, column, r);
        sum = std::fma(weights[r * layer.outputs() + i], from < 0 ? 0.0F : inputs[at(from)], sum);
      }
      sums[at(i)] = sum;
    }
  }
  return sums;
}

Numbers activationsOf(const Numbers& sums) {
  Numbers outputs;
  outputs.reserve(sums.size());
  for (const float sum : sums) outputs.push_back(activation(sum));
  return outputs;
}

Numbers sampleOf(std::span<const float> samples, std::int64_t inputs, std::int64_t index) {
  const auto sample = samples.subspan(at(index * inputs), at(inputs));
  return {sample.begin(), sample.end()};
}

Numbers outputsOf(const Network& network, const std::vector<LayerShape>& layers, Numbers sample) {
  for (const LayerShape& layer : layers) {
    sample = activationsOf(sumsOf(network, layer, sample));
  }
  return sample;
}

float evidenceOf(const Network& network, const Numbers& outputs) {
  float sums[16] = {};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    sums[i % 16] = std::fma(network.readout[i], outputs[i], sums[i % 16]);
  }
  for (const int half : {8, 4, 2, 1}) {
    for (int j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0] + network.readoutBias;
}

/// A gradient: one number per parameter.
struct Slopes {
  Numbers weights;
  Numbers biases;
  Numbers readout;
  float readoutBias = 0;

  explicit Slopes(const Network& network)
      : weights(network.weights.size()),
        biases(network.biases.size()),
        readout(network.readout.size()) {}
};

/// An optimiser step of one number with its state.
void move(TrainOptions::Method method, const StepFactors& factors, float decay, float slope,
          float& number, float& mean, float& square) {
  slope = std::fma(decay, number, slope);
  if (method == TrainOptions::Method::momentum) {
    mean = std::fma(factors.momentum, mean, slope);
    number = std::fma(-factors.rate, mean, number);
    return;
  }
  mean = std::fma(factors.momentum, mean, factors.newMomentum * slope);
  square = std::fma(factors.spread, square, factors.newSpread * slope * slope);
  const float root = std::sqrt(square * factors.spreadScale) + kAdamFloor;
  number = std::fma(-factors.rate, mean * factors.momentumScale / root, number);
}

class Training {
 public:
  explicit Training(const TrainingTask& task)
      : task_(task),
        layers_(layersOf(task.network.shape)),
        network_(task.network),
        means_(network_),
        squares_(network_) {}

  void step(std::span<const std::int64_t> samples, double& loss) {
    const float share = 1.0F / static_cast<float>(samples.size());
    Slopes slopes(network_);
    for (const std::int64_t sample : samples) loss += add(sample, share, slopes);
    const StepFactors factors = factorsOf(task_.options, steps_++);
    move(slopes.weights, factors, factors.decay, network_.weights, means_.weights,
         squares_.weights);
    move(slopes.biases, factors, 0, network_.biases, means_.biases, squares_.biases);
    move(slopes.readout, factors, factors.decay, network_.readout, means_.readout,
         squares_.readout);
    espy::judge::move(task_.options.method, factors, 0, slopes.readoutBias, network_.readoutBias,
                      means_.readoutBias, squares_.readoutBias);
  }

  bool diverged() const {
    const auto wild = [](float number) { return !(std::abs(number) <= Network::kGreatest); };
    const auto anyOf = [&](const Numbers& numbers) {
      return std::any_of(numbers.begin(), numbers.end(), wild);
    };
    return anyOf(network_.weights) || anyOf(network_.biases) || anyOf(network_.readout) ||
           wild(network_.readoutBias);
  }

  const Network& network() const { return network_; }

 private:
  /// Adds one sample's gradient; returns its loss.
  double add(std::int64_t index, float share, Slopes& slopes) const {
    // inputs[l] and sums[l]: inputs and pre-activations of layer l.
    std::vector<Numbers> inputs{sampleOf(task_.samples, network_.shape.inputs, index)};
    std::vector<Numbers> sums;
    for (const LayerShape& layer : layers_) {
      sums.push_back(sumsOf(network_, layer, inputs.back()));
      inputs.push_back(activationsOf(sums.back()));
    }
    const float evidence = evidenceOf(network_, inputs.back());
    const float kind = task_.kinds[at(index)];
    const float importance = task_.importance.empty() ? 1.0F : task_.importance[at(index)];
    const float wrong = (logistic(evidence) - kind) * importance * share;

    // Backward: `deltas` are gradients with respect to a layer's pre-activations.
    Numbers deltas(network_.readout.size());
    for (std::size_t i = 0; i < deltas.size(); ++i) {
      deltas[i] = network_.readout[i] * wrong * slope(sums.back()[i]);
      slopes.readout[i] = std::fma(wrong, inputs.back()[i], slopes.readout[i]);
    }
    slopes.readoutBias += wrong;
    for (std::size_t l = layers_.size(); l-- > 0;) {
      Numbers before = addLayer(layers_[l], deltas, inputs[l], slopes);
      if (l == 0) break;
      for (std::size_t i = 0; i < before.size(); ++i) before[i] *= slope(sums[l - 1][i]);
      deltas = std::move(before);
    }
    return lossOf(evidence, kind);
  }

  /// Adds the gradient of a layer's parameters to `slopes`; returns the gradient of its inputs.
  /// That of an input is summed over outputs in a fixed order, first the output whose neighbour 0
  /// it is.
  Numbers addLayer(const LayerShape& layer, const Numbers& deltas, const Numbers& inputs,
                   Slopes& slopes) const {
    const float* weights = network_.weights.data() + layer.firstWeight;
    Numbers before(inputs.size());
    for (int r = 0; r < network_.shape.neighbours; ++r) {
      for (std::int64_t row = 0; row < layer.rows; ++row) {
        for (std::int64_t column = 0; column < layer.columns; ++column) {
          const std::int64_t i = row * layer.columns + column;
          const std::int64_t weight = r * layer.outputs() + i;
          const std::int64_t from = neighbour(layer, row, column, r);
          if (from < 0) continue;
          float& slope = slopes.weights[at(layer.firstWeight + weight)];
          slope = std::fma(deltas[at(i)], inputs[at(from)], slope);
          before[at(from)] = std::fma(weights[weight], deltas[at(i)], before[at(from)]);
        }
      }
    }
    for (std::int64_t i = 0; i < layer.outputs(); ++i) {
      slopes.biases[at(layer.firstBias + i)] += deltas[at(i)];
    }
    return before;
  }

  void move(const Numbers& slopes, const StepFactors& factors, float decay, Numbers& numbers,
            Numbers& means, Numbers& squares) const {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      espy::judge::move(task_.options.method, factors, decay, slopes[i], numbers[i], means[i],
                        squares[i]);
    }
  }

  const TrainingTask& task_;
  std::vector<LayerShape> layers_;
  Network network_;
  Slopes means_;
  Slopes squares_;
  std::int64_t steps_ = 0;
};

void sign(RunReport& report) {
  report.engine = "reference";
  report.strategy = phrase("sample by sample");
}

}  // namespace

void runByReference(const NetworkTask& task, std::span<float> outputs, const Control& control,
                    RunReport& report) {
  sign(report);
  const StageTimer timer(report.timeline, "layers");
  const std::vector<LayerShape> layers = layersOf(task.network.shape);
  for (std::int64_t s = 0; s < task.count(); ++s) {
    control.check();
    const Numbers values =
        outputsOf(task.network, layers, sampleOf(task.samples, task.network.shape.inputs, s));
    std::copy(values.begin(), values.end(), outputs.begin() + s * std::ssize(values));
  }
}

void rateByReference(const NetworkTask& task, std::span<float> evidence, const Control& control,
                     RunReport& report) {
  sign(report);
  const StageTimer timer(report.timeline, "layers");
  const std::vector<LayerShape> layers = layersOf(task.network.shape);
  for (std::int64_t s = 0; s < task.count(); ++s) {
    control.check();
    evidence[at(s)] = evidenceOf(
        task.network,
        outputsOf(task.network, layers, sampleOf(task.samples, task.network.shape.inputs, s)));
  }
}

TrainedNetwork trainByReference(const TrainingTask& task, const Control& control) {
  TrainedNetwork trained;
  sign(trained.report);
  const StageTimer timer(trained.report.timeline, "learn");
  Training training(task);
  const std::int64_t count = task.count();
  for (int round = 0; round < task.options.rounds; ++round) {
    const std::vector<std::int64_t> order = orderOfRound(count, round, task.options.seed);
    double loss = 0;
    for (std::int64_t first = 0; first < count; first += task.options.batch) {
      control.check();
      const std::int64_t size = std::min<std::int64_t>(task.options.batch, count - first);
      training.step(std::span(order).subspan(at(first), at(size)), loss);
      if (training.diverged()) throwDiverged(round);
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
