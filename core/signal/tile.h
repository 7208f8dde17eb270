// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"

/// Float copies of a channel's samples, and their error bounds.
///
/// The definition's window is (x - mean) / deviation. Here it is `sample * factor + shift` in
/// float, each off by at most 2^-22 of itself and of the shift. A path counts a sample up to 2 band
/// + 1 times, so the root of a sum of squares is off by at most `slack`. Rounding of float
/// additions is included in `grown`.
namespace espy::signal {

/// One channel of the query at one length, in float.
struct FloatQuery {
  std::vector<double> exact;   ///< normalised as in the definition
  std::vector<float> samples;  ///< the same in the unit of the tiles
  double centre = 0;           ///< offset of the tiles' samples, if it depends on the query
  double gain = 1;             ///< scale of the tiles' samples, likewise
  double size = 0;             ///< root mean square of `samples`
  double flat = 0;             ///< the exact sum against a constant window

  FloatQuery(const MotifTask& task, std::span<const double> exact);

 private:
  double gainFor(double deviation) const;
};

enum class WindowState : std::uint8_t {
  plain,
  gap,       ///< never a match
  flat,      ///< constant: its sum is known
  doubtful,  ///< floats are too imprecise: settle at once
};

/// Converts between sums of floats and exact sums.
struct FloatGuard {
  double slack;  ///< error of a root (for sad: of a sum), in the unit of floats
  double unit;   ///< scale of float differences
  double grown;  ///< relative rounding of a float sum, as a factor
  bool isSad;

  /// The largest float sum of a window whose exact root (for sad: sum) is at most `rootLimit`.
  float limit(double rootLimit) const;
  double leastSum(double sum) const;
  double mostSum(double sum) const;
};

/// Consecutive positions of one channel, for windows of one length.
class Tile {
 public:
  /// Readable padding behind the last position; never kept.
  static constexpr std::int64_t kPad = 64;

  /// Prepares positions `first` to `first + count`. `like` gives offset and scale where these
  /// depend on the query.
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

  /// The window at a position of the tile.
  void copyWindow(std::int64_t place, float* out) const;

  /// `FloatGuard::limit` of each position; negative where a window is not plain. `kPad` more than
  /// positions.
  void fillPlaceLimits(const FloatQuery& query, double rootLimit, float* limits) const;
  FloatGuard guard(std::int64_t place, const FloatQuery& query) const {
    return {slacks_[place] + slackOf(query), unit(), 1 + 2 * rounding_, isSad_};
  }

 private:
  void readSamples(const MotifTask& task, std::int64_t channel, const RowLevel& level,
                   const FloatQuery& like);
  void sumUp();
  RowLevel roughLevel() const;
  void classifyWindows();
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
  double centre_ = 0;    ///< offset of samples, times `gain_`
  double rounding_ = 0;  ///< relative rounding of a float sum
  double perUnit_ = 0;   ///< slack of a window whose samples and shift are about 1
  bool hasGaps_ = false;
  std::int64_t others_ = 0;  ///< windows that are not plain
  std::int64_t doubtful_ = 0;
  std::vector<double> raw_;
  std::vector<double> sums_;
  std::vector<double> squares_;
  ScratchVector<float> samples_;
  ScratchVector<float> factors_;
  ScratchVector<float> shifts_;
  std::vector<float> slacks_;
  std::vector<std::uint8_t> unsure_;
  std::vector<WindowState> states_;
};

}  // namespace espy::signal
