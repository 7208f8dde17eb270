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
/// Where in these recordings does this piece occur, although it is slower, weaker, or shifted
/// between its channels there?
///
///     std::vector<double> day = ..., beat = ...;
///     espy::MotifOptions options;
///     options.top = 5;
///     const espy::MotifFinding found = espy::findMotif({{{beat}}, {{day}}, options});
///     std::cout << found.matches[0].start << ", off by " << found.matches[0].distance;
///
/// A query is compared with the window of the data that begins at each place, channel by channel.
/// Distances are defined in double; every engine gives the same matches, in the same order, with
/// the same distances to the last bit. docs/signal.md tells the definitions at length.
namespace espy {

/// How a query and a window are compared.
enum class MotifMethod : std::uint8_t {
  sad,     ///< the sum of the absolute differences
  euclid,  ///< the root of the sum of their squares
  dtw,     ///< the same along the best path: samples of one may meet several of the other
};

/// What is done to a query and to a window before they are compared.
enum class MotifNormalise : std::uint8_t {
  none,
  mean,    ///< each loses its mean
  z,       ///< and is divided by its deviation; what is as good as constant becomes zeros
  global,  ///< both lose the mean of the whole channel and are divided by its deviation
};

/// How the channels' distances become one.
enum class ChannelRule : std::uint8_t {
  /// Each query channel is assigned a data channel, so that as many as possible have one, and then
  /// the sum is least. Those that have none count, too: see `missingShare`.
  assigned,
  /// All channels are warped along one path ("dependent"). For sad and euclid the plain sum.
  together,
  /// The mean of the distances of those channels that match best: all but `missing` ones.
  mean,
};

/// Lengths that the query is brought to, as parts of its own: uniform scaling.
struct MotifStretch {
  double least = 1;
  double most = 1;
  double step = 0;  ///< from one to the next; 0: a fiftieth of the query, at least one sample
};

/// What is asked. The values that stand here ask for the best place.
struct MotifOptions {
  MotifMethod method = MotifMethod::dtw;
  /// If not said: none for sad, global with `open`, else z.
  std::optional<MotifNormalise> normalise;

  // dtw: how far a sample of the window may be from that of the query which it meets
  double bandShare = 0.05;           ///< as a part of the query's length, rounded down
  std::optional<std::int64_t> band;  ///< in samples; counts if it is given
  /// The window may begin and end anywhere, however long that makes it; there is no band then, and
  /// all channels go together. For dtw, with `none` or `global`.
  bool open = false;
  MotifStretch stretch;

  // several channels
  ChannelRule rule = ChannelRule::assigned;
  std::int64_t lag = 0;   ///< in samples, by which each channel may be earlier or later
  double lagPenalty = 0;  ///< added to a channel's sum for each sample of its lag
  /// Query channel i may meet data channel j if |i - j| < reach. 0: 1, but a query of one channel
  /// may meet every one of the data, and none of them counts more than another.
  std::int64_t reach = 0;
  /// Weight of a channel's sum where j is not i; at least 1. For a reach above 1.
  double elsewhere = 1.25;
  std::int64_t missing = 0;  ///< query channels that may have none of the data
  /// With `missing`: a channel is missing where its sum is, at every lag, larger than this part of
  /// the sum of the query's channel against its own mean, and then costs as much as this part.
  /// (With `global`, of the data's channels the one counts of which that is least.)
  double missingShare = 0.4;

  // which matches
  std::int64_t top = 0;  ///< matches at most; 0: all if there is a `maxDistance`, else one
  /// Drops a match that begins at most this many samples from a better one. If not given: a
  /// quarter of the query, rounded down.
  std::optional<std::int64_t> exclude;
  double maxDistance = std::numeric_limits<double>::infinity();
};

/// What is looked for, and in what. The samples are the caller's and must stay while they are
/// searched; all channels of each side are equally long.
struct MotifTask {
  std::vector<Samples> query;
  std::vector<Samples> data;
  MotifOptions options;
};

/// One channel's part in a match.
struct ChannelMatch {
  std::int64_t query = 0;  ///< which channel of the query, counted from 0
  std::int64_t data = 0;   ///< which of the data
  std::int64_t lag = 0;    ///< in samples, of its window after the match
  double distance = 0;

  bool operator==(const ChannelMatch&) const = default;
};

/// A place where the query occurs.
struct MotifMatch {
  std::int64_t start = 0;              ///< the first of the samples of the data, counted from 0
  std::int64_t length = 0;             ///< samples of the window
  double distance = 0;                 ///< 0 is identical
  double stretch = 1;                  ///< the window's length by the query's
  std::vector<ChannelMatch> channels;  ///< those that are not missing, in the query's order

  bool operator==(const MotifMatch&) const = default;
};

/// The matches, best first: by distance, by the sum of their channels' lags, by start, by length.
struct MotifFinding {
  std::vector<MotifMatch> matches = {};
  /// `motifProfile`: at each sample the distance of the window that begins there, the best of all
  /// lengths that the query is stretched to; infinite where there is none or it is no match. As
  /// many as there are positions for the shortest of these. With `open`, at each sample the
  /// distance of the best path that ends there. `top`, `exclude` and `maxDistance` do not count.
  std::vector<double> distances = {};
  RunReport report = {};
};

/// Finds the query. Throws `badUse` for what cannot be searched: channels of different lengths,
/// queries with gaps, options that exclude each other; `unsupported` for an engine that cannot do
/// it (a GPU: open ends, lags beyond 16384, queries of 2 M samples).
MotifFinding findMotif(const MotifTask& task, std::string_view engine = "auto",
                       const Control& control = {});

/// Each of these queries in the same data: one finding each, in order. A GPU gets the data once.
/// All queries are checked before the first is searched for. Throws as `findMotif` does.
std::vector<MotifFinding> findMotifs(std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data,
                                     const MotifOptions& options = {},
                                     std::string_view engine = "auto", const Control& control = {});

/// The query's distance at every position, the same on every engine to the last bit. Nothing is
/// pruned, so it takes much longer than `findMotif`. Throws as that does, and `tooLarge` where
/// memory for the distances is short.
MotifFinding motifProfile(const MotifTask& task, std::string_view engine = "auto",
                          const Control& control = {});

/// The warping path of one of a match's channels, an index into its `channels`: which samples meet,
/// of the query, stretched to the match's length, and of the data, both counted from 0. Of several
/// best paths the one that is nearest to the query's side; for sad and euclid the diagonal.
std::vector<std::pair<std::int64_t, std::int64_t>> warpingPath(const MotifTask& task,
                                                               const MotifMatch& match,
                                                               std::size_t channel,
                                                               const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
