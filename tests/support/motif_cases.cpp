// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/motif_cases.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

using Row = std::vector<double>;

/// Generates one case.
class Drawing {
 public:
  Drawing(const MotifCaseOptions& options, std::uint64_t seed)
      : options_(options), dice_(seed), width_(std::max<std::int64_t>(2, options.length / 9)) {}

  MotifCase drawn() {
    for (std::int64_t i = 0; i < options_.channels; ++i) {
      made_.query.push_back(smoothNoise(options_.length, width_, dice_.next()));
    }
    std::vector<PlantedAs> kinds;
    for (int kind = 0; kind < kPlantedKinds; ++kind) {
      const auto as = static_cast<PlantedAs>(kind);
      const std::int64_t times = isMotif(as) ? 1 : options_.negatives;
      // With three channels, two would stay next to their own position.
      if (as == PlantedAs::exchanged && channels() < 4) continue;
      kinds.insert(kinds.end(), static_cast<std::size_t>(times), as);
    }
    for (std::size_t i = kinds.size(); i > 1; --i) {
      std::swap(kinds[i - 1], kinds[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
    }
    // A slot holds the longest motif with its lags twice.
    const std::int64_t slot = 4 * options_.length + 20 * options_.lag;
    const std::int64_t samples = slot * (std::ssize(kinds) + 1);
    for (std::int64_t i = 0; i < options_.channels; ++i) {
      made_.data.push_back(smoothNoise(samples, width_, dice_.next()));
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto within = static_cast<int>(slot / 2);
      plant(kinds[i], slot * static_cast<std::int64_t>(i) + slot / 2 + dice_.below(within));
    }
    addNoise();
    return std::move(made_);
  }

 private:
  std::int64_t channels() const { return options_.channels; }

  void put(const Row& motif, std::int64_t channel, std::int64_t at) {
    std::copy(motif.begin(), motif.end(), made_.data[channel].begin() + at);
  }

  void plant(PlantedAs kind, std::int64_t start) {
    std::int64_t length = options_.length;
    if (kind == PlantedAs::stretched) {
      const double by = dice_.between(1, options_.stretch);
      length = std::llround(static_cast<double>(length) * (dice_.below(2) == 0 ? by : 1 / by));
    }
    const std::vector<std::int64_t> places = placesOf(kind);
    for (std::int64_t i = 0; i < channels(); ++i) {
      if (places[i] < 0) continue;
      put(shaped(kind, made_.query[i], length), places[i], start + lagOf(kind, i));
    }
    made_.planted.push_back({kind, start, length});
  }

  /// Data channel of each motif channel; -1: none.
  std::vector<std::int64_t> placesOf(PlantedAs kind) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(channels()));
    std::iota(places.begin(), places.end(), 0);
    const auto any = [&](std::int64_t count) { return dice_.below(static_cast<int>(count)); };
    switch (kind) {
      case PlantedAs::missing:
        for (std::int64_t i = std::max<std::int64_t>(1, channels() / 5); i > 0;) {
          auto& place = places[static_cast<std::size_t>(any(channels()))];
          if (place < 0) continue;
          place = -1;
          --i;
        }
        break;
      case PlantedAs::switched:
        for (std::int64_t i = std::max<std::int64_t>(1, channels() / 5); i > 0; --i) {
          const std::int64_t first = any(channels() - 1);
          if (places[first] == first && places[first + 1] == first + 1) {
            std::swap(places[first], places[first + 1]);
          }
        }
        break;
      case PlantedAs::single: {
        const std::int64_t only = any(channels());
        for (std::int64_t i = 0; i < channels(); ++i) places[i] = i == only ? i : -1;
        break;
      }
      case PlantedAs::exchanged:
        std::rotate(places.begin(), places.begin() + (channels() + 1) / 2, places.end());
        break;
      default:
        break;
    }
    return places;
  }

  std::int64_t lagOf(PlantedAs kind, std::int64_t channel) {
    const auto lag = static_cast<int>(options_.lag);
    if (kind == PlantedAs::lagged) return dice_.below(2 * lag + 1) - lag;
    if (kind != PlantedAs::scattered) return 0;
    const std::int64_t far = std::max<std::int64_t>(4 * lag, options_.length / 2);
    return far * (channel % 3 - 1) + dice_.below(lag + 1) - lag / 2;
  }

  Row shaped(PlantedAs kind, const Row& motif, std::int64_t length) {
    const std::int64_t half = options_.length / 2;
    Row row = motif;
    switch (kind) {
      case PlantedAs::stretched: {
        row = resampled(motif, length);
        const double height = dice_.between(0.6, 1.6);
        for (double& sample : row) sample *= height;
        break;
      }
      case PlantedAs::part:
        row.resize(static_cast<std::size_t>(half));
        break;
      case PlantedAs::reordered:
        std::rotate(row.begin(), row.begin() + half, row.end());
        break;
      case PlantedAs::similar: {
        const Row other = smoothNoise(options_.length, width_, dice_.next());
        for (std::size_t i = 0; i < row.size(); ++i) {
          row[i] = (row[i] + other[i]) * std::sqrt(0.5);
        }
        break;
      }
      default:
        break;
    }
    return row;
  }

  void addNoise() {
    const double height = std::pow(10, -options_.decibels / 20);
    for (Row& row : made_.data) {
      for (double& sample : row) sample += height * dice_.normal();
    }
  }

  const MotifCaseOptions& options_;
  MotifDice dice_;
  std::int64_t width_;
  MotifCase made_;
};

}  // namespace

const char* nameOf(PlantedAs kind) {
  constexpr const char* kNames[kPlantedKinds] = {"exact",    "lagged",    "missing",   "stretched",
                                                 "switched", "part",      "reordered", "single",
                                                 "similar",  "scattered", "exchanged"};
  return kNames[static_cast<int>(kind)];
}

MotifCase drawMotifCase(const MotifCaseOptions& options, std::uint64_t seed) {
  return Drawing(options, seed).drawn();
}

}  // namespace espy::lab
