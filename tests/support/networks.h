// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "espy/engine/network.h"
#include "support/random_pictures.h"

/// Random networks and shapes.
namespace espy::test {

inline float evenly(Random& random, float least, float most) {
  return least + (most - least) * static_cast<float>(random.below(1 << 24)) / (1 << 24);
}

inline std::vector<float> drawNumbers(Random& random, std::int64_t count, float most) {
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) number = evenly(random, -most, most);
  return numbers;
}

/// Weights large enough that some sums reach the saturation of the activation, and some do not.
inline Network drawNetwork(Random& random, const NetworkShape& shape) {
  const LayerShape last = layersOf(shape).back();
  const std::int64_t biases = last.firstBias + last.outputs();
  const float most = 3 / std::sqrt(static_cast<float>(shape.neighbours));
  Network network;
  network.shape = shape;
  network.weights = drawNumbers(random, biases * shape.neighbours, most);
  network.biases = drawNumbers(random, biases, 0.5F);
  network.readout = drawNumbers(random, last.outputs(), 1);
  network.readoutBias = evenly(random, -1, 1);
  return network;
}

/// A random valid shape, up to these numbers of neighbours, layers and inputs.
inline NetworkShape drawShape(Random& random, int neighbours, int layers, std::int64_t inputs) {
  NetworkShape shape;
  shape.neighbours = 1 + 2 * static_cast<int>(random.below((neighbours + 1) / 2));
  shape.layers = 1 + static_cast<int>(random.below(layers));
  shape.padded = random.oneIn(2);
  // Samples that each layer without padding loses; layers alternate between columns and rows.
  const int lost = shape.padded ? 0 : shape.neighbours - 1;
  if (random.oneIn(2)) {
    const auto side = std::max<std::int64_t>(1, std::llround(std::sqrt(inputs)));
    shape.columns = 1 + lost * ((shape.layers + 1) / 2) + random.below(side);
    shape.inputs = shape.columns * (1 + lost * (shape.layers / 2) + random.below(side));
  } else {
    shape.inputs = 1 + std::int64_t{lost} * shape.layers + random.below(inputs);
  }
  return shape;
}

}  // namespace espy::test
