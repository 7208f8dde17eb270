// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Small networks: shape, inference, training and refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "judge/arithmetic.h"
#include "judge/training.h"
#include "support/networks.h"

namespace espy {
namespace {

using namespace test;

const Registry& engines() {
  static const Registry registry = makeRegistry();
  return registry;
}

/// Engines with all three capabilities.
std::vector<std::string> ableEngines() {
  std::vector<std::string> names;
  for (const Engine& engine : engines().engines()) {
    if (engines().refusal<TrainNetwork>(engine.name).empty()) names.push_back(engine.name);
  }
  return names;
}

template <class Work>
std::string refusalOf(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "nothing was refused";
}

TEST(NetworkArithmetic, TheActivationLooksLikeTanh) {
  EXPECT_EQ(judge::activation(0), 0);
  EXPECT_EQ(judge::slope(0), 1);
  for (const float end : {1.875F, 2.0F, 1e30F}) {
    EXPECT_NEAR(judge::activation(end), 1, 2e-7);
    EXPECT_NEAR(judge::activation(-end), -1, 2e-7);
    EXPECT_NEAR(judge::slope(end), 0, 1e-12);
  }
  for (int i = -3000; i <= 3000; ++i) {
    const float x = static_cast<float>(i) / 1000;
    EXPECT_LT(std::abs(judge::activation(x) - std::tanh(x)), 0.09) << x;
    EXPECT_EQ(judge::activation(-x), -judge::activation(x));
    const double u = std::clamp(static_cast<double>(x) / 1.875, -1.0, 1.0);
    EXPECT_NEAR(judge::slope(x), (1 - u * u) * (1 - u * u), 3e-7) << x;
    EXPECT_NEAR(judge::activation(x), 1.875 * (u - 2 * u * u * u / 3 + std::pow(u, 5) / 5), 3e-7);
  }
}

TEST(NetworkArithmetic, TheLogisticIsThatOfTheExponential) {
  for (int i = -9000; i <= 9000; ++i) {
    const float x = static_cast<float>(i) / 100;
    const double wanted = 1 / (1 + std::exp(-static_cast<double>(x)));
    EXPECT_NEAR(judge::logistic(x), wanted, 1e-6 * std::max(1e-30, wanted) + 1e-34) << x;
  }
  EXPECT_EQ(judge::logistic(0), 0.5F);
}

TEST(NetworkShapes, LayersAlternateAndShrink) {
  NetworkShape shape{.inputs = 9 * 7, .neighbours = 3, .layers = 3, .padded = false, .columns = 7};
  const std::vector<LayerShape> layers = layersOf(shape);
  ASSERT_EQ(layers.size(), 3U);
  EXPECT_TRUE(layers[0].beside);
  EXPECT_EQ(layers[0].inputs(), 63);
  EXPECT_EQ(layers[0].columns, 5);
  EXPECT_EQ(layers[0].rows, 9);
  EXPECT_FALSE(layers[1].beside);
  EXPECT_EQ(layers[1].columns, 5);
  EXPECT_EQ(layers[1].rows, 7);
  EXPECT_EQ(layers[1].firstBias, 45);
  EXPECT_EQ(layers[1].firstWeight, 3 * 45);
  EXPECT_EQ(layers[2].columns, 3);
  EXPECT_EQ(layers[2].firstBias, 45 + 35);
  shape.padded = true;
  EXPECT_EQ(layersOf(shape)[2].outputs(), 63);
  EXPECT_EQ(layersOf(shape)[2].before, 1);
  shape.columns = 0;
  EXPECT_TRUE(layersOf(shape)[1].beside);
}

TEST(NetworkShapes, InvalidShapesAreRefused) {
  const auto refused = [](const NetworkShape& shape) {
    return refusalOf([&] { layersOf(shape); });
  };
  EXPECT_EQ(refused({.inputs = 0}), "a network needs at least one input");
  EXPECT_EQ(refused({.inputs = -5}), "a network needs at least one input");
  EXPECT_EQ(refused({.inputs = 9, .neighbours = 2}),
            "each output of a network sees 2 neighbours; it must be an odd number up to 255");
  EXPECT_NE(refused({.inputs = 9, .neighbours = -1}), "nothing was refused");
  EXPECT_NE(refused({.inputs = 9, .neighbours = 257}), "nothing was refused");
  EXPECT_EQ(refused({.inputs = 9, .layers = 0}), "a network has 0 layers; it must be 1 to 1000");
  EXPECT_EQ(refused({.inputs = 9, .columns = 2}), "9 inputs do not make a picture of 2 columns");
  EXPECT_EQ(refused({.inputs = 4, .neighbours = 3, .layers = 2, .padded = false}),
            "no inputs are left after 1 of 2 layers");
  EXPECT_EQ(refused({.inputs = std::int64_t{1} << 35, .layers = 2}),
            "a network of 2 layers with 34359738368 inputs is too large");
  EXPECT_NE(refused({.inputs = std::numeric_limits<std::int64_t>::max()}), "nothing was refused");
}

TEST(NetworkRuns, ASmallOneByHand) {
  // Two layers on three numbers: the first sees (left, self, right), padded.
  Network network{{.inputs = 3, .neighbours = 3, .layers = 2}, {}, {}, {1, 2, 4}, 0.5F};
  network.weights = {1, 1, 1, 0, 0, 0, 0, 0, 0,   // its left neighbour
                     0, 0, 0, 0, 0, 0, 1, 1, 1};  // its right neighbour
  network.biases = {0.25F, 0, 0, 0, 0, 0};
  const std::vector<float> samples{0.5F, -1, 0.75F, 3, 0, 0};
  const auto twice = [](float x) { return judge::activation(judge::activation(x)); };
  const std::vector<float> wanted{
      judge::activation(judge::activation(0.5F)), twice(-1), 0, twice(3), 0, 0};
  for (const std::string& engine : ableEngines()) {
    const auto run = runNetwork(engines(), engine, {network, samples});
    EXPECT_EQ(run.values, wanted) << engine;
    EXPECT_EQ(run.report.engine, engine);
    const auto rated = rateSamples(engines(), engine, {network, samples});
    ASSERT_EQ(rated.values.size(), 2U);
    EXPECT_FLOAT_EQ(rated.values[0], wanted[0] + 2 * wanted[1] + 0.5F);
    EXPECT_FLOAT_EQ(rated.values[1], wanted[3] + 0.5F);
    EXPECT_TRUE(rateSamples(engines(), engine, {network, {}}).values.empty());
  }
}

TEST(NetworkRuns, NonFiniteNumbersAreRefused) {
  Random random(2);
  const NetworkShape shape{.inputs = 20, .neighbours = 3, .layers = 2};
  const Network good = drawNetwork(random, shape);
  const std::vector<float> fine = drawNumbers(random, 40, 1);
  const std::string sample = "a number of a sample is not finite, or beyond 10^15";
  const std::string number = "a number of the network is not finite, or beyond 10^15";
  for (const std::string& engine : ableEngines()) {
    const auto refused = [&](const Network& network, std::span<const float> samples) {
      const NetworkTask task{network, samples};
      const std::string sentence = refusalOf([&] { rateSamples(engines(), engine, task); });
      EXPECT_EQ(refusalOf([&] { runNetwork(engines(), engine, task); }), sentence);
      return sentence;
    };
    for (const float odd : {std::numeric_limits<float>::infinity(), -1.1e15F, 3e38F,
                            std::numeric_limits<float>::quiet_NaN()}) {
      std::vector<float> samples = fine;
      samples[33] = odd;
      EXPECT_EQ(refused(good, samples), sample);
      for (std::vector<float> Network::*part :
           {&Network::weights, &Network::biases, &Network::readout}) {
        Network bad = good;
        (bad.*part).back() = odd;
        EXPECT_EQ(refused(bad, fine), number);
      }
      Network bad = good;
      bad.readoutBias = odd;
      EXPECT_EQ(refused(bad, fine), number);
    }
    EXPECT_EQ(refused(good, std::span(fine).first(39)),
              "39 numbers are not a whole number of samples of 20");
    Network few = good;
    few.weights.pop_back();
    EXPECT_EQ(refused(few, fine),
              "a network of this shape has 120 weights, 40 biases and 20 readout weights, not 119, "
              "40 and 20");
  }
}

TEST(NetworkRuns, TheLargestNumbersDoNotOverflow) {
  Random random(3);
  Network network = drawNetwork(random, {.inputs = 30, .neighbours = 15, .layers = 3});
  for (float& weight : network.weights) weight = std::copysign(Network::kGreatest, weight);
  std::vector<float> samples = drawNumbers(random, 60, 1);
  for (float& value : samples) value = std::copysign(Network::kGreatest, value);
  for (const std::string& engine : ableEngines()) {
    for (const float value : runNetwork(engines(), engine, {network, samples}).values) {
      ASSERT_LE(std::abs(value), 1 + 1e-6F);
    }
    for (const float value : rateSamples(engines(), engine, {network, samples}).values) {
      ASSERT_TRUE(std::isfinite(value));
    }
  }
}

/// Rows of noise with a bump or a dent.
struct Bumps {
  std::vector<float> samples;
  std::vector<float> kinds;

  Bumps(Random& random, int count) {
    for (int s = 0; s < count; ++s) {
      std::vector<float> sample = drawNumbers(random, 24, 0.3F);
      const bool bump = random.oneIn(2);
      const auto at = static_cast<std::size_t>(4 + random.below(14));
      for (std::size_t i = at; i < at + 3; ++i) sample[i] += bump ? 0.8F : -0.8F;
      samples.insert(samples.end(), sample.begin(), sample.end());
      kinds.push_back(bump ? 1 : 0);
    }
  }
};

TEST(NetworkTraining, LearnsASimpleTask) {
  Random random(4);
  const Bumps known(random, 300);
  const Bumps held(random, 200);
  const Network start = randomNetwork({.inputs = 24, .neighbours = 5, .layers = 3}, 7);
  for (const std::string& engine : ableEngines()) {
    for (const auto method : {TrainOptions::Method::adam, TrainOptions::Method::momentum}) {
      TrainOptions options;
      options.method = method;
      options.rate = method == TrainOptions::Method::adam ? 0.01F : 0.05F;
      const TrainedNetwork trained =
          trainNetwork(engines(), engine, {start, known.samples, known.kinds, {}, options});
      EXPECT_EQ(trained.report.engine, engine);
      ASSERT_EQ(trained.losses.size(), 30U);
      EXPECT_NEAR(trained.losses.front(), std::log(2.0), 0.2);
      EXPECT_LT(trained.losses.back(), 0.05);
      const auto rated = rateSamples(engines(), engine, {trained.network, held.samples}).values;
      int right = 0;
      for (std::size_t s = 0; s < rated.size(); ++s) right += (rated[s] > 0) == (held.kinds[s] > 0);
      EXPECT_GE(right, 190) << engine;
    }
  }
}

TEST(NetworkTraining, IsDeterministicOnAnyNumberOfThreads) {
  Random random(5);
  const Bumps known(random, 37);
  const Network start =
      randomNetwork({.inputs = 24, .neighbours = 7, .layers = 4, .columns = 6}, 1);
  EXPECT_EQ(start, randomNetwork(start.shape, 1));
  EXPECT_NE(start, randomNetwork(start.shape, 2));
  TrainOptions options;
  options.rounds = 4;
  options.batch = 10;
  options.decay = 0.01F;
  const auto trained = [&](const std::string& engine, int threads, std::uint64_t seed) {
    Control control;
    control.threads = threads;
    options.seed = seed;
    return trainNetwork(engines(), engine, {start, known.samples, known.kinds, {}, options},
                        control);
  };
  const TrainedNetwork wanted = trained("reference", 1, 3);
  EXPECT_NE(wanted.network, trained("reference", 1, 4).network);
  EXPECT_NE(wanted.network, start);
  for (const std::string& engine : ableEngines()) {
    for (const int threads : {1, 2, 3, 7}) {
      const TrainedNetwork again = trained(engine, threads, 3);
      EXPECT_EQ(again.network, wanted.network) << engine << " on " << threads;
      EXPECT_EQ(again.losses, wanted.losses) << engine << " on " << threads;
    }
  }
}

TEST(NetworkTraining, ARoundVisitsEverySampleOnce) {
  const std::vector<std::int64_t> first = judge::orderOfRound(100, 0, 1);
  std::vector<std::int64_t> sorted = first;
  std::sort(sorted.begin(), sorted.end());
  for (std::int64_t i = 0; i < 100; ++i) ASSERT_EQ(sorted[static_cast<std::size_t>(i)], i);
  EXPECT_NE(first, sorted);
  EXPECT_NE(first, judge::orderOfRound(100, 1, 1));
  EXPECT_NE(first, judge::orderOfRound(100, 0, 2));
  EXPECT_EQ(first, judge::orderOfRound(100, 0, 1));
}

TEST(NetworkTraining, InvalidTasksAreRefused) {
  Random random(6);
  const Network network = drawNetwork(random, {.inputs = 4});
  const std::vector<float> samples = drawNumbers(random, 8, 1);
  for (const std::string& engine : ableEngines()) {
    const auto refused = [&](std::vector<float> kinds, std::vector<float> importance,
                             const TrainOptions& options) {
      return refusalOf([&] {
        trainNetwork(engines(), engine, {network, samples, kinds, importance, options});
      });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(refused({}, {}, {}), "there are no samples to learn from");
    EXPECT_EQ(refused({1}, {}, {}), "there must be one kind for each sample");
    EXPECT_EQ(refused({1, 1.5F}, {}, {}), "the kind of a sample must be from 0 to 1");
    EXPECT_EQ(refused({1, nan}, {}, {}), "the kind of a sample must be from 0 to 1");
    EXPECT_EQ(refused({1, 0}, {1}, {}), "there must be one importance for each sample, or none");
    EXPECT_EQ(refused({1, 0}, {1, -1}, {}), "the importance of a sample must be from 0 to 1000000");
    EXPECT_EQ(refused({1, 0}, {1, nan}, {}),
              "the importance of a sample must be from 0 to 1000000");
    EXPECT_EQ(refused({1, 0}, {}, {.rate = nan}), "a rate must be from 0 to 1000000");
    EXPECT_EQ(refused({1, 0}, {}, {.momentum = 1}),
              "momentum and spread must be at least 0 and less than 1");
    EXPECT_EQ(refused({1, 0}, {}, {.decay = -1}), "a decay must be from 0 to 1000000");
    EXPECT_EQ(refused({1, 0}, {}, {.batch = 0}),
              "a step needs at least one sample, and the number of rounds must not be negative");
  }
}

TEST(NetworkTraining, DivergingWeightsEndIt) {
  Random random(7);
  const Network network = drawNetwork(random, {.inputs = 16, .neighbours = 5, .layers = 2});
  const std::vector<float> samples = drawNumbers(random, 160, 1);
  const std::vector<float> kinds(10, 1);
  TrainOptions options;
  options.method = TrainOptions::Method::momentum;
  options.rate = 1e6F;
  options.decay = 1e6F;  // overshoots the weight, with growing oscillation
  for (const std::string& engine : ableEngines()) {
    EXPECT_EQ(refusalOf([&] {
                trainNetwork(engines(), engine, {network, samples, kinds, {}, options});
              }),
              "in round 2 the network's weights grew without bounds; a smaller rate may help")
        << engine;
  }
}

TEST(NetworkTraining, StopsOnRequest) {
  Random random(8);
  const Bumps known(random, 300);
  const Network start = randomNetwork({.inputs = 24}, 7);
  for (const std::string& engine : ableEngines()) {
    std::stop_source stop;
    Control control;
    control.stop = stop.get_token();
    std::vector<double> reported;
    control.progress = [&](double done) {
      reported.push_back(done);
      if (reported.size() == 3) stop.request_stop();
    };
    try {
      trainNetwork(engines(), engine, {start, known.samples, known.kinds}, control);
      ADD_FAILURE() << engine << " did not stop";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_EQ(reported.size(), 3U);
    EXPECT_THROW(rateSamples(engines(), engine, {start, known.samples}, control), Error);
  }
}

}  // namespace
}  // namespace espy
