// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signals.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace samples {
namespace {

using Whole = std::int64_t;
/// Thousandths of a unit.
using Curve = std::vector<Whole>;

/// Reproducible pseudo-random numbers.
class Chance {
 public:
  explicit Chance(std::uint32_t seed) : state_(seed) {}

  /// Between -most and most.
  Whole upTo(Whole most) {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<Whole>(state_ >> 8U) % (2 * most + 1) - most;
  }

 private:
  std::uint32_t state_;
};

/// Adds a smooth hill or valley that reaches 0 at a distance of `half` samples.
void addBump(Curve& curve, Whole middle, Whole half, Whole height) {
  const Whole square = half * half;
  for (Whole i = -half; i <= half; ++i) {
    const Whole at = middle + i;
    if (at < 0 || at >= static_cast<Whole>(curve.size())) continue;
    const Whole left = square - i * i;
    curve[static_cast<std::size_t>(at)] += height * (left * left / square) / square;
  }
}

/// A part of a beat or of a jump, unstretched.
struct Bump {
  Whole middle;
  Whole half;
  Whole height;
};

struct Placement {
  Whole at;
  Whole stretch = 100;   ///< percent of the length
  Whole strength = 100;  ///< percent of the height
};

template <class Bumps>
void addBumps(Curve& curve, const Bumps& bumps, const Placement& placement) {
  for (const Bump& bump : bumps) {
    addBump(curve, placement.at + bump.middle * placement.stretch / 100,
            bump.half * placement.stretch / 100, bump.height * placement.strength / 100);
  }
}

/// Formats 12345 as "12.345".
std::string thousandths(Whole number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%s%lld.%03lld", number < 0 ? "-" : "",
                static_cast<long long>(std::llabs(number) / 1000),
                static_cast<long long>(std::llabs(number) % 1000));
  return text.data();
}

/// Writes rows of a time and a sample of each curve.
void writeTable(const std::string& path, const std::string& head, Whole rate,
                const std::vector<Curve>& curves) {
  std::ofstream file(path, std::ios::binary);
  file << head << '\n';
  for (std::size_t i = 0; i < curves.front().size(); ++i) {
    file << thousandths(static_cast<Whole>(i) * 1000 / rate);
    for (const Curve& curve : curves) file << ',' << thousandths(curve[i]);
    file << '\n';
  }
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

// An electrocardiogram in microvolts at 200 Hz.
constexpr Whole kHeartRate = 200;
constexpr Whole kHeartSamples = 36 * kHeartRate;
constexpr std::array<Bump, 5> kBeat{Bump{-34, 12, 120}, Bump{-7, 5, -110}, Bump{0, 7, 1150},
                                    Bump{7, 6, -230}, Bump{52, 24, 280}};
constexpr std::array<Bump, 3> kOddBeat{Bump{0, 22, 1350}, Bump{24, 20, -620}, Bump{62, 30, -380}};

void addBeat(std::array<Curve, 2>& leads, Whole at, Chance& chance, bool odd, Whole number) {
  const Whole strength = 100 + chance.upTo(5);
  if (odd) {
    const Placement placement{at, 100 + (number % 3 - 1) * 9, strength - 8 * (number % 2)};
    addBumps(leads[0], kOddBeat, {placement.at, placement.stretch, placement.strength * 6 / 10});
    addBumps(leads[1], kOddBeat, placement);
  } else {
    addBumps(leads[0], kBeat, {at, 100, strength * 6 / 10});
    addBumps(leads[1], kBeat, {at, 100, strength});
  }
}

void writeHeart(const std::string& path) {
  std::array<Curve, 2> leads;
  leads.fill(Curve(static_cast<std::size_t>(kHeartSamples)));
  Chance chance(11);
  Whole beat = 0;
  for (Whole at = 90; at < kHeartSamples + 60; ++beat) {
    const bool odd = beat % 8 == 6;
    addBeat(leads, odd ? at - 45 : at, chance, odd, beat / 8);
    at += 162 + chance.upTo(9);
  }
  for (Curve& lead : leads) {
    // Baseline wander due to breathing, and noise.
    for (Whole at = 0; at < kHeartSamples; at += 700) addBump(lead, at, 420, 160);
    for (Whole& sample : lead) sample += chance.upTo(12) + chance.upTo(12);
  }
  writeTable(path, "seconds,I (mV),II (mV)", kHeartRate, {leads[0], leads[1]});
}

// A walk: accelerations at three positions of a leg, at 100 Hz.
constexpr Whole kWalkRate = 100;
constexpr Whole kWalkSamples = 42 * kWalkRate;
constexpr std::array<std::array<Bump, 4>, 3> kJump{
    std::array{Bump{20, 18, -2600}, Bump{52, 22, 3900}, Bump{96, 16, 5200}, Bump{122, 18, -1500}},
    std::array{Bump{14, 14, 1700}, Bump{40, 14, -3300}, Bump{74, 20, 2400}, Bump{108, 16, 4100}},
    std::array{Bump{28, 22, 2900}, Bump{60, 14, 3400}, Bump{88, 18, -3000}, Bump{116, 20, 2100}}};

/// A jump: time and shape, the lag of each sensor, and the curve that it shows.
struct Jump {
  Placement placement;
  std::array<Whole, 3> lags;
  std::array<int, 3> shows;  ///< -1: the sensor did not register it
};
constexpr std::array<Jump, 5> kJumps{
    Jump{{500}, {0, 0, 0}, {0, 1, 2}}, Jump{{1290}, {0, 14, -9}, {0, 1, 2}},
    Jump{{2030, 122, 70}, {0, 0, 0}, {0, 1, 2}}, Jump{{2880}, {0, 0, 0}, {0, 2, 1}},
    Jump{{3650}, {0, 0, 0}, {0, 1, -1}}};

bool inJump(Whole at) {
  for (const Jump& jump : kJumps) {
    if (at > jump.placement.at - 50 && at < jump.placement.at + 190) return true;
  }
  return false;
}

void addStep(std::array<Curve, 3>& places, Whole at, Chance& chance) {
  const Whole strength = 100 + chance.upTo(12);
  const auto add = [&](std::size_t place, Whole middle, Whole half, Whole height) {
    addBump(places[place], at + middle + chance.upTo(2), half, height * strength / 100);
  };
  add(0, 0, 14, 1500);
  add(0, 24, 16, -700);
  add(1, 8, 12, -1100);
  add(1, 30, 16, 900);
  add(2, 14, 10, 1900);
  add(2, 34, 14, -1200);
}

void writeWalk(const std::string& path) {
  std::array<Curve, 3> places;
  places.fill(Curve(static_cast<std::size_t>(kWalkSamples)));
  Chance chance(7);
  for (Whole at = 20; at < kWalkSamples; at += 56 + chance.upTo(4)) {
    if (!inJump(at)) addStep(places, at, chance);
  }
  for (const Jump& jump : kJumps) {
    for (std::size_t place = 0; place < places.size(); ++place) {
      if (jump.shows[place] < 0) continue;
      Placement placement = jump.placement;
      placement.at += jump.lags[place];
      addBumps(places[place], kJump[static_cast<std::size_t>(jump.shows[place])], placement);
    }
  }
  for (Curve& place : places) {
    for (Whole& sample : place) sample += chance.upTo(120) + chance.upTo(120);
  }
  writeTable(path, "seconds,hip (m/s2),knee (m/s2),ankle (m/s2)", kWalkRate,
             {places[0], places[1], places[2]});
}

}  // namespace

void writeSignalSamples(const std::string& folder) {
  writeHeart(folder + "/heart.csv");
  writeWalk(folder + "/walk.csv");
}

}  // namespace samples
