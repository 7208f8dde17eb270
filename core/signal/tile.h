// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"

/// Floats in the place of a channel's samples, and how far off they are.
///
/// A window of the definition is (x - mean) / deviation. Here it is `sample * factor + shift` of
/// floats, each off by at most 2^-22 of itself and of the shift. Along a path a sample counts up to
/// 2 band + 1 times; so the root of a sum of squares is off by no more than `slack`, whatever the
/// path. Sums are added in float, too, each step rounded once: `kept` allows for both.
namespace espy::signal {

/// One channel of the query at one length, in float.
struct FloatQuery {
  std::vector<double> exact;   ///< as the definition compares it
  std::vector<float> samples;  ///< the same in the unit of the tiles
  double centre = 0;           ///< what tiles take from their samples, if it is the query that says
  double gain = 1;             ///< sums of differences are so many times as large as the exact ones
  double size = 0;             ///< the root of the mean square of `samples`
  double flat = 0;             ///< the exact sum of a window that is as good as constant

  FloatQuery(const MotifTask& task, std::span<const double> exact);

 private:
  double gainFor(double deviation) const;
};

/// What windows are, beside ordinary.
enum class WindowState : std::uint8_t {
  plain,
  gap,       ///< never a match
  flat,      ///< as good as constant: its sum is known
  doubtful,  ///< floats say too little: to be settled at once
};

/// What a sum of floats says of the exact one.
struct FloatGuard {
  double slack;  ///< how far roots may be apart (for sad: sums), in the unit of floats
  double unit;   ///< how many times as large differences of floats are
  double grown;  ///< what adding floats may add, as a factor
  bool isSad;

  /// The sum of floats up to which a window may have an exact sum whose root is `rootLimit` at
  /// most; for sad, which itself is.
  float limit(double rootLimit) const;
  /// What the exact sum is at least, and at most.
  double leastSum(double sum) const;
  double mostSum(double sum) const;
};

/// Some places of one channel that lie beside each other, for windows of one length.
class Tile {
 public:
  /// Behind the last place there are so many more that may be read, and are never kept.
  static constexpr std::int64_t kPad = 64;

  /// Prepares places `first` to `first + count`. `like` tells what the samples are measured by,
  /// where the normalisation leaves that to the query.
  void prepare(const MotifTask& task, std::int64_t channel, const RowLevel& level,
               const FloatQuery& like, std::int64_t first, std::int64_t count, std::int64_t length);

  std::int64_t first() const { return first_; }
  std::int64_t count() const { return count_; }
  std::int64_t length() const { return length_; }
  const float* samples() const { return samples_.data(); }
  const float* factors() const { return factors_.data(); }
  const float* shifts() const { return shifts_.data(); }
  WindowState state(std::int64_t place) const { return states_[place]; }
  bool allPlain() const { return others_ == 0; }
  std::int64_t doubtful() const { return doubtful_; }

  /// The window at a place (counted in the tile).
  void copyWindow(std::int64_t place, float* out) const;

  /// The sums of floats up to which windows may have an exact sum whose root is `rootLimit` at most
  /// (for sad: which itself is); less than 0 where a window need not be looked at or is not plain.
  /// There are `kPad` more than places.
  void fillKept(const FloatQuery& query, double rootLimit, float* limits) const;
  FloatGuard guard(std::int64_t place, const FloatQuery& query) const {
    return {slacks_[place] + slackOf(query), unit(), 1 + 2 * rounding_, isSad_};
  }

 private:
  void readSamples(const MotifTask& task, std::int64_t channel, const RowLevel& level,
                   const FloatQuery& like);
  void sumUp();
  RowLevel roughLevel() const;
  void judgeWindows();
  bool mayHaveConstants() const;
  void markGapsAndConstants();
  double unit() const;
  double slackOf(const FloatQuery& query) const;

  MotifNormalise how_ = MotifNormalise::z;
  bool isSad_ = false;
  std::int64_t band_ = 0;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  std::int64_t length_ = 0;
  double gain_ = 1;
  double centre_ = 0;    ///< what was taken from samples, times `gain_`
  double rounding_ = 0;  ///< by how much, relatively, a sum of floats may be off
  double perUnit_ = 0;   ///< slack of a window whose samples and shift are around 1
  bool hasGaps_ = false;
  std::int64_t others_ = 0;  ///< windows that are not plain
  std::int64_t doubtful_ = 0;
  std::vector<double> raw_;
  std::vector<double> sums_;
  std::vector<double> squares_;
  WorkVector<float> samples_;
  WorkVector<float> factors_;
  WorkVector<float> shifts_;
  std::vector<float> slacks_;
  std::vector<std::uint8_t> unsure_;
  std::vector<WindowState> states_;
};

}  // namespace espy::signal
