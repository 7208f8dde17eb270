// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/gait_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "lab/insole_data.h"
#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

using Axes = std::array<double, 3>;  ///< up, forward, sideways

constexpr double kTurn = 2 * std::numbers::pi;

double wave(double phase, int times, double at) {
  return std::cos(kTurn * (times * phase - at));
}

Axes walkAt(double p, const Heights& h, double second, double soft) {
  // Two steps; the second comes at phase `second` and is `soft` times as strong.
  const double steps = bump(p, 0.1, 0.06) + soft * bump(p, second + 0.1, 0.06);
  const double lifts = bump(p, 0.32, 0.09) + soft * bump(p, second + 0.32, 0.09);
  return {0.45 * h.of[0] * steps - 0.25 * h.of[1] * lifts,
          0.18 * h.of[2] * (bump(p, 0.18, 0.08) + soft * bump(p, second + 0.18, 0.08)) -
              0.22 * h.of[3] * (bump(p, 0.04, 0.05) + soft * bump(p, second + 0.04, 0.05)),
          0.16 * h.of[4] * wave(p, 1, 0.3) + 0.05 * h.of[5] * wave(p, 3, 0.1)};
}

Axes runAt(double p, const Heights& h) {
  const double steps = bump(p, 0.2, 0.09) + bump(p, 0.7, 0.09);
  return {2.1 * h.of[0] * steps - 0.8 * h.of[1],
          0.5 * h.of[2] * (bump(p, 0.27, 0.07) + bump(p, 0.77, 0.07)) -
              0.6 * h.of[3] * (bump(p, 0.15, 0.05) + bump(p, 0.65, 0.05)),
          0.3 * h.of[4] * wave(p, 1, 0.45) + 0.1 * h.of[5] * wave(p, 2, 0.2)};
}

Axes jumpAt(double p, const Heights& h) {
  return {-0.5 * h.of[0] * bump(p, 0.15, 0.07) + 1.3 * h.of[1] * bump(p, 0.33, 0.07) -
              0.95 * bump(p, 0.55, 0.12) + 2.4 * h.of[2] * bump(p, 0.77, 0.035),
          0.25 * h.of[3] * bump(p, 0.3, 0.08) - 0.35 * h.of[4] * bump(p, 0.79, 0.05),
          0.08 * h.of[5] * wave(p, 2, 0.2)};
}

Axes hopAt(double p, const Heights& h) {
  return {0.9 * h.of[0] * bump(p, 0.25, 0.08) - 0.7 * h.of[1] * bump(p, 0.5, 0.13) +
              1.3 * h.of[2] * bump(p, 0.75, 0.06),
          0.2 * h.of[3] * bump(p, 0.3, 0.1) - 0.2 * h.of[4] * bump(p, 0.8, 0.07),
          0.25 * h.of[5] * wave(p, 1, 0.5)};
}

Axes stairsAt(double p, const Heights& h) {
  const double steps = bump(p, 0.2, 0.1) + bump(p, 0.7, 0.1);
  return {0.3 * h.of[0] * steps - 0.12 * h.of[1] * (bump(p, 0.42, 0.06) + bump(p, 0.92, 0.06)),
          0.22 * h.of[2] * (bump(p, 0.1, 0.1) + bump(p, 0.6, 0.1)),
          0.12 * h.of[4] * wave(p, 1, 0.55) + 0.04 * h.of[5] * wave(p, 2, 0.1)};
}

Axes scaled(const Axes& axes, double by) {
  return {axes[0] * by, axes[1] * by, axes[2] * by};
}

/// Movements of the whole body, at the waist.
Axes wholeBodyAt(Gait gait, double p, const Heights& h) {
  switch (gait) {
    case Gait::walk:
      return walkAt(p, h, 0.5, 1);
    case Gait::limpRight:
      return walkAt(p, h, 0.4, 0.55);
    case Gait::limpLeft:
      return walkAt(p, h, 0.6, 0.55);
    case Gait::run:
      return runAt(p, h);
    case Gait::jump:
      return jumpAt(p, h);
    case Gait::hop:
      return hopAt(p, h);
    case Gait::stairs:
      return stairsAt(p, h);
    default:
      return {};
  }
}

/// Acceleration at a sensor: whole-body movements are stronger at the leg, weaker and later at the
/// arm.
Axes feltAt(Gait gait, Sensor sensor, double p, const Heights& h) {
  if (sensor == Sensor::waist) return wholeBodyAt(gait, p, h);
  if (sensor == Sensor::leg) {
    // A leg makes one step per cycle.
    Axes axes = wholeBodyAt(gait, p, h);
    axes[1] += 0.5 * h.of[3] * wave(p, 1, 0.35);
    return scaled(axes, 1.3);
  }
  Axes axes = scaled(wholeBodyAt(gait, p - 0.05, h), 0.6);
  axes[1] += 0.3 * h.of[4] * wave(p, 1, 0.8);
  return axes;
}

/// Mean length of a cycle in samples.
double usualLength(Gait gait) {
  constexpr double kLengths[kGaits] = {54, 36, 60, 58, 34, 60, 0, 0, 60, 80};
  return kLengths[static_cast<int>(gait)];
}

using Turning = std::array<Axes, 3>;

/// Rotation about a random axis by up to `most` radians.
Turning turning(MotifDice& dice, double most) {
  Axes axis{dice.normal(), dice.normal(), dice.normal()};
  const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]) + 1e-9;
  for (double& part : axis) part /= length;
  const double angle = dice.between(0, most);
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  Turning made;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      made[i][j] = (1 - c) * axis[i] * axis[j] + (i == j ? c : 0);
    }
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    made[j][i] += s * axis[k];
    made[i][j] -= s * axis[k];
  }
  return made;
}

Heights heightsOf(MotifDice& dice, double deviation) {
  Heights heights;
  for (double& one : heights.of) one = std::max(0.3, 1 + deviation * dice.normal());
  return heights;
}

/// Generates the recording of one person.
class Recorder {
 public:
  Recorder(const GaitOptions& options, std::uint64_t person, std::uint64_t seed)
      : options_(options), person_(person), dice_(seed) {
    for (int gait = 0; gait < kGaits; ++gait) {
      cadences_[gait] = 1 + 0.08 * person_.normal();
      heights_[gait] = heightsOf(person_, 0.1);
    }
    made_.channels.resize(options.insole > 0 ? static_cast<std::size_t>(options.insole)
                                             : 3 * options.sensors.size());
    putOn();
    if (options.switched) switchAxes();
    if (options.insole > 0) insole_.emplace(options.insole, person_, dice_);
  }

  GaitRecording recorded() {
    std::vector<Gait> bouts;
    for (const Gait gait : options_.gaits) {
      const bool rare = options_.insole > 0 && (gait == Gait::limpLeft || gait == Gait::limpRight);
      bouts.insert(bouts.end(),
                   static_cast<std::size_t>(rare ? (options_.bouts + 3) / 4 : options_.bouts),
                   gait);
    }
    for (std::size_t i = bouts.size(); i > 1; --i) {
      std::swap(bouts[i - 1], bouts[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
    }
    stand();
    for (const Gait gait : bouts) {
      if (options_.turned) putOn();
      if (options_.switchedAnew) switchAxes();
      for (int cycles = 3 + dice_.below(3); cycles > 0; --cycles) move(gait);
      stand();
    }
    addNoise();
    return std::move(made_);
  }

 private:
  std::int64_t now() const { return std::ssize(made_.channels.front()); }

  /// In three of four recordings two neighbouring axes change places.
  void switchAxes() {
    axes_ = {0, 1, 2};
    const int which = dice_.below(4);
    if (which > 0) std::swap(axes_[which % 2], axes_[which % 2 + 1]);
  }

  void putOn() {
    turnings_.clear();
    if (options_.insole > 0) return;
    for (std::size_t i = 0; i < options_.sensors.size(); ++i) {
      turnings_.push_back(turning(dice_, options_.variation * std::numbers::pi / 9));
    }
  }

  void feel(std::size_t sensor, const Axes& axes) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Axes& row = turnings_[sensor][i];
      made_.channels[3 * sensor + axes_[i]].push_back(row[0] * (axes[0] + 1) + row[1] * axes[1] +
                                                      row[2] * axes[2]);
    }
  }
  void press(Gait gait, double phase, const Heights& heights) {
    for (std::int64_t i = 0; i < options_.insole; ++i) {
      made_.channels[i].push_back(insole_->pressure(gait, i, phase, heights));
    }
  }

  void stand() {
    for (int samples = 30 + dice_.below(90); samples > 0; --samples) {
      if (insole_) press(Gait::stand, 0, {});
      for (std::size_t sensor = 0; sensor < turnings_.size(); ++sensor) feel(sensor, {});
    }
  }

  /// The delay of each axis of each sensor; empty without.
  std::vector<Axes> drawLags() {
    std::vector<Axes> lags;
    if (options_.axisLag <= 0) return lags;
    for (std::size_t i = 0; i < turnings_.size(); ++i) {
      Axes& own = lags.emplace_back();
      for (double& lag : own) lag = options_.axisLag * dice_.normal();
    }
    return lags;
  }

  Axes lagging(Gait gait, std::size_t sensor, double phase, const std::vector<Axes>& lags,
               const Heights& heights) const {
    const Sensor where = options_.sensors[sensor];
    if (lags.empty()) return feltAt(gait, where, phase, heights);
    Axes axes{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
      axes[i] = feltAt(gait, where, phase - lags[sensor][i], heights)[i];
    }
    return axes;
  }

  void move(Gait gait) {
    const int index = static_cast<int>(gait);
    const double length = usualLength(gait) * cadences_[index] *
                          std::max(0.7, 1 + 0.04 * options_.variation * dice_.normal());
    Heights heights = heightsOf(dice_, 0.1 * options_.variation);
    for (std::size_t i = 0; i < heights.of.size(); ++i) heights.of[i] *= heights_[index].of[i];
    const double uneven = 0.04 * options_.variation * dice_.normal();
    const double when = dice_.part();
    if (insole_) insole_->step(options_.variation, dice_);
    std::vector<double> offs;
    for (std::size_t i = 0; i < turnings_.size(); ++i)
      offs.push_back(0.025 * options_.variation * dice_.normal());
    const std::vector<Axes> lags = drawLags();
    if (options_.strength > 0) {
      const double strength = std::max(0.4, 1 + options_.strength * dice_.normal());
      for (double& one : heights.of) one *= strength;
    }
    const std::int64_t samples = std::llround(length);
    made_.cycles.push_back({gait, now(), samples});
    for (std::int64_t k = 0; k < samples; ++k) {
      const double even = static_cast<double>(k) / static_cast<double>(samples);
      // Non-uniform time within the cycle, zero at its ends, so that cycles are continuous.
      const double phase =
          even + uneven * (std::sin(kTurn * (even - when)) + std::sin(kTurn * when));
      if (insole_) press(gait, phase, heights);
      for (std::size_t i = 0; i < turnings_.size(); ++i) {
        feel(i, lagging(gait, i, phase - offs[i], lags, heights));
      }
    }
  }

  void addNoise() {
    for (auto& channel : made_.channels) {
      const std::vector<double> sway = smoothNoise(std::ssize(channel), 40, dice_.next());
      for (std::size_t i = 0; i < channel.size(); ++i) {
        channel[i] += options_.variation * (0.04 * sway[i] + 0.06 * dice_.normal());
      }
    }
  }

  const GaitOptions& options_;
  MotifDice person_;
  MotifDice dice_;
  std::array<double, kGaits> cadences_{};
  std::array<Heights, kGaits> heights_;
  std::vector<Turning> turnings_;  ///< one per sensor; none with an insole
  std::array<int, 3> axes_{0, 1, 2};
  std::optional<Insole> insole_;
  GaitRecording made_;
};

}  // namespace

double bump(double phase, double at, double width) {
  double off = phase - at - std::round(phase - at);
  off /= width;
  return std::exp(-off * off);
}

const char* nameOf(Gait gait) {
  constexpr const char* kNames[kGaits] = {"walk",      "run", "jump", "stairs",     "hop",
                                          "limp-left", "",    "",     "limp-right", "stand"};
  return kNames[static_cast<int>(gait)];
}

GaitRecording drawGaits(const GaitOptions& options, std::uint64_t person, std::uint64_t seed) {
  return Recorder(options, person, seed).recorded();
}

}  // namespace espy::lab
