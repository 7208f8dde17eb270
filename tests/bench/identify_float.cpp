// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/identify_float.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <tuple>

#include "base/parallel.h"
#include "bench/plain_loops.h"
#include "identify/features_module.h"

namespace espy::bench {
namespace {

constexpr auto kNumbers = static_cast<std::size_t>(kFeatureBytes);

/// The strongest features of a photograph, as floats and quantised to bytes.
struct Precise {
  std::vector<float> numbers;
  std::vector<std::uint8_t> bytes;

  std::size_t count() const { return bytes.size() / kNumbers; }
};

Precise preciseOf(const Image& photo, std::int64_t most) {
  const EspyFeatureFinder& module = identify::featuresModule();
  const EspyPixels pixels{photo.view().row(0),
                          photo.size().width,
                          photo.size().height,
                          photo.view().stride(),
                          1,
                          1,
                          nullptr};
  EspyFeatureList list{};
  std::array<char, 200> error{};
  if (module.find(&pixels, most, 0, 1, &list, error.data(), error.size()) != 0) {
    throw std::runtime_error(error.data());
  }
  std::vector<std::size_t> order(static_cast<std::size_t>(list.count));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const EspyFeature& one = list.features[i];
    return std::tuple(-one.response, one.y, one.x, one.size, one.angle);
  });
  if (std::ssize(order) > most) order.resize(static_cast<std::size_t>(most));
  Precise precise;
  precise.bytes.resize(order.size() * kNumbers);
  std::span<std::uint8_t> bytes = precise.bytes;
  for (const std::size_t i : order) {
    const std::span<const float> numbers(list.numbers + i * kNumbers, kNumbers);
    bytesOfFeature(numbers, bytes.first(kNumbers));
    bytes = bytes.subspan(kNumbers);
    const float sum = std::accumulate(numbers.begin(), numbers.end(), 0.0F);
    for (const float number : numbers) {
      precise.numbers.push_back(512 * std::sqrt(number / sum));
    }
  }
  module.release(list.keep);
  return precise;
}

/// Number of the reference's features that are matched, by squared float distances.
std::int64_t countByFloats(const Precise& query, const Precise& reference) {
  constexpr float kRatio = 0.8F * 0.8F;
  std::vector<bool> matched(reference.count());
  std::vector<float> distances(reference.count());
  for (std::size_t q = 0; q < query.count(); ++q) {
    distancesOf(query.numbers.data() + q * kNumbers, reference.numbers.data(), distances.size(),
                distances.data());
    const auto nearest = std::ranges::min_element(distances);
    const float distance = *nearest;
    *nearest = std::numeric_limits<float>::max();
    if (distance < kRatio * *std::ranges::min_element(distances)) {
      matched[static_cast<std::size_t>(nearest - distances.begin())] = true;
    }
  }
  return std::ranges::count(matched, true);
}

std::vector<Precise> preciseReferences(const TrialPlace& place, std::int64_t surfaces) {
  std::vector<Precise> all(static_cast<std::size_t>(surfaces));
  parallelFor(surfaces, place.threads, {}, [&](std::int64_t i, int) {
    all[static_cast<std::size_t>(i)] = preciseOf(referencePhoto(i), kReferenceFeatures);
  });
  return all;
}

/// Counts of all surfaces from floats.
std::vector<std::int64_t> countsByFloats(const Precise& query,
                                         const std::vector<Precise>& references, int threads) {
  std::vector<std::int64_t> counts(references.size());
  parallelFor(std::ssize(counts), threads, {}, [&](std::int64_t i, int) {
    const auto at = static_cast<std::size_t>(i);
    counts[at] = countByFloats(query, references[at]);
  });
  return counts;
}

/// Counts of all surfaces from bytes.
std::vector<std::int64_t> countsByBytes(const TrialPlace& place, const Shelf& shelf,
                                        const Precise& query) {
  const std::span<const std::uint8_t> bytes(query.bytes);
  Control control;
  control.threads = place.threads;
  RankTask task{shelf, {&bytes, 1}};
  task.options.top = shelf.places();
  const RankFinding found = rankReferences(place.registry, place.engine, task, control);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(shelf.places()));
  for (const Ranked& one : found.rankings[0]) {
    counts[static_cast<std::size_t>(one.reference)] = one.count;
  }
  return counts;
}

bool isFirst(const std::vector<std::int64_t>& counts, std::int64_t surface) {
  return std::ranges::max_element(counts) - counts.begin() == surface;
}

Shelf shelfOf(const std::vector<Precise>& references) {
  std::vector<Features> features;
  for (const Precise& one : references) {
    features.push_back({{}, std::vector<FeaturePoint>(one.count()), one.bytes});
  }
  return {kReferenceFeatures, {slabOf(features, kReferenceFeatures)}};
}

}  // namespace

FloatsAndBytes floatsAndBytes(const TrialPlace& place, test::SurfaceLevel level,
                              std::int64_t surfaces, std::int64_t queries) {
  const std::vector<Precise> references = preciseReferences(place, surfaces);
  const Shelf shelf = shelfOf(references);
  FloatsAndBytes result;
  for (std::int64_t number = 0; result.bytes.of < queries && number < place.queries; ++number) {
    const std::int64_t surface = surfaceQuery(number).surface;
    if (surface < 0 || surface >= surfaces) continue;
    const Precise query = preciseOf(queryPhoto(level, number), kQueryFeatures);
    const auto floats = countsByFloats(query, references, place.threads);
    const auto bytes = countsByBytes(place, shelf, query);
    const bool byFloats = isFirst(floats, surface);
    const bool byBytes = isFirst(bytes, surface);
    result.floats.count(byFloats);
    result.bytes.count(byBytes);
    result.onlyFloats += byFloats && !byBytes ? 1 : 0;
    result.onlyBytes += byBytes && !byFloats ? 1 : 0;
    result.meanFloats += static_cast<double>(floats[static_cast<std::size_t>(surface)]);
    result.meanBytes += static_cast<double>(bytes[static_cast<std::size_t>(surface)]);
  }
  result.meanFloats /= static_cast<double>(std::max<std::int64_t>(1, result.floats.of));
  result.meanBytes /= static_cast<double>(std::max<std::int64_t>(1, result.bytes.of));
  return result;
}

}  // namespace espy::bench
