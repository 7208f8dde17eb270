// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/recording.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Finds occurrences of a short multi-channel pattern (motif) in recordings, tolerant of tempo,
/// amplitude and lags between channels.
///
///     espy::MotifOptions options;
///     options.top = 5;
///     const espy::MotifFinding found = espy::findMotif({{{beat}}, {{day}}, options});
///     std::cout << found.matches[0].start << ", off by " << found.matches[0].distance;
///
/// A query is compared with the window at each position of the data, channel by channel. Distances
/// are defined in double; every engine returns the same matches in the same order, with bit-equal
/// distances. The definitions are in docs/signal.md.
namespace espy {

/// Distance of a query and a window.
enum class MotifMethod : std::uint8_t {
  sad,     ///< sum of absolute differences
  euclid,  ///< root of the sum of squared differences
  dtw,     ///< the same along the best warping path (dynamic time warping)
};

/// Normalisation of query and window.
enum class MotifNormalise : std::uint8_t {
  none,
  mean,    ///< subtract the mean
  z,       ///< and divide by the deviation; nearly constant signals become zeros
  global,  ///< the same with mean and deviation of the whole channel
};

/// How the channels' distances are combined.
enum class ChannelRule : std::uint8_t {
  /// Each query channel is assigned a data channel: the most assignments, then the least sum.
  /// Unassigned channels add a penalty: see `missingShare`.
  assigned,
  /// All channels are warped along one path (dependent DTW). For sad and euclid the plain sum.
  together,
  /// The mean distance of the best-matching channels: all but `missing` ones.
  mean,
};

/// Lengths to which the query is scaled, relative to its own (uniform scaling).
struct MotifStretch {
  double least = 1;
  double most = 1;
  double step = 0;  ///< 0: a fiftieth of the query, at least one sample
};

/// Options of a motif search. The defaults find the best window.
struct MotifOptions {
  MotifMethod method = MotifMethod::dtw;
  /// Default: none for sad, global with `open`, else z.
  std::optional<MotifNormalise> normalise;

  // dtw: Sakoe-Chiba band
  double bandShare = 0.05;           ///< relative to the query's length, rounded down
  std::optional<std::int64_t> band;  ///< in samples; takes precedence
  /// The window may begin and end anywhere, with any length (SPRING); without a band, all channels
  /// along one path. For dtw with `none` or `global`.
  bool open = false;
  MotifStretch stretch;

  // several channels
  ChannelRule rule = ChannelRule::assigned;
  std::int64_t lag = 0;   ///< samples by which each channel may be shifted in either direction
  double lagPenalty = 0;  ///< added to a channel's sum per sample of its lag
  /// Query channel i may match data channel j if |i - j| < reach. 0: 1; but a single query channel
  /// may match any data channel, with equal weights.
  std::int64_t reach = 0;
  /// Weight of a channel's sum if j differs from i; at least 1. For a reach above 1.
  double elsewhere = 1.25;
  std::int64_t missing = 0;  ///< query channels that may remain unassigned
  /// With `missing`: a channel is missing if its sum at every lag exceeds this share of the sum of
  /// the query's channel against its own mean; it then costs that share. (With `global`, relative
  /// to the data channel where that is least.)
  double missingShare = 0.4;

  // which matches
  std::int64_t top = 0;  ///< most matches; 0: all if there is a `maxDistance`, else one
  /// Drops a match that begins at most this many samples from a better one. Default: a quarter of
  /// the query, rounded down.
  std::optional<std::int64_t> exclude;
  double maxDistance = std::numeric_limits<double>::infinity();
};

/// Query and data. The caller owns the samples and must keep them alive; all channels of each side
/// are equally long.
struct MotifTask {
  std::vector<Samples> query;
  std::vector<Samples> data;
  MotifOptions options;
};

/// One channel of a match.
struct ChannelMatch {
  std::int64_t query = 0;  ///< channel of the query, from 0
  std::int64_t data = 0;   ///< channel of the data, from 0
  std::int64_t lag = 0;    ///< samples by which its window begins after the match
  double distance = 0;

  bool operator==(const ChannelMatch&) const = default;
};

/// An occurrence of the query.
struct MotifMatch {
  std::int64_t start = 0;              ///< first sample in the data, from 0
  std::int64_t length = 0;             ///< samples in the window
  double distance = 0;                 ///< 0 is identical
  double stretch = 1;                  ///< window length / query length
  std::vector<ChannelMatch> channels;  ///< assigned channels in the query's order

  bool operator==(const MotifMatch&) const = default;
};

/// Matches, best first: by distance, by the sum of their channels' lags, by start, by length.
struct MotifFinding {
  std::vector<MotifMatch> matches = {};
  /// `motifProfile`: per sample, the distance of the window that begins there, the best over all
  /// scaled lengths; infinite if there is no match. As many as there are positions for the shortest
  /// length. With `open`: the distance of the best path that ends there. Ignores `top`, `exclude`
  /// and `maxDistance`.
  std::vector<double> distances = {};
  RunReport report = {};
};

/// Finds the query. Throws `badUse` for an invalid request: channels of different lengths, queries
/// with gaps, incompatible options; `unsupported` if the engine cannot do it (a GPU: open ends,
/// lags beyond 16384, queries of 2 M samples).
MotifFinding findMotif(const MotifTask& task, std::string_view engine = "auto",
                       const Control& control = {});

/// Finds each of these queries in the same data: one finding each, in order. Data are uploaded to a
/// GPU once. All queries are validated before the first search. Throws as `findMotif`.
std::vector<MotifFinding> findMotifs(std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data,
                                     const MotifOptions& options = {},
                                     std::string_view engine = "auto", const Control& control = {});

/// Computes the query's distance at every position, bit-equal on every engine. Nothing is pruned,
/// so it is much slower than `findMotif`. Throws as that, and `tooLarge` if memory for the
/// distances is exhausted.
MotifFinding motifProfile(const MotifTask& task, std::string_view engine = "auto",
                          const Control& control = {});

/// The warping path of one channel of a match (an index into its `channels`): pairs of samples of
/// the query, scaled to the match's length, and of the data, both from 0. Of several best paths the
/// one nearest to the query's side; for sad and euclid the diagonal.
std::vector<std::pair<std::int64_t, std::int64_t>> warpingPath(const MotifTask& task,
                                                               const MotifMatch& match,
                                                               std::size_t channel,
                                                               const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
