// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// A point in time of a recording, in seconds or samples.
struct TimePoint {
  double number = 0;
  bool seconds = false;  ///< `number` is in seconds, otherwise in samples
};

/// Part of the query's file to search for: [from, to).
struct QueryPiece {
  std::string text;  ///< as on the command line
  TimePoint from;
  std::optional<TimePoint> to;  ///< none: to the end
};

/// Parsed arguments of `espy signal`, checked without reading a file.
struct SignalRequest : SharedOptions {
  std::string query;
  std::vector<std::string> data;
  MotifOptions motif;
  RecordingOptions queryReading;
  RecordingOptions dataReading;
  std::optional<QueryPiece> piece;
  std::string annotations;  ///< file for matches as annotations; empty: none
  std::string path;         ///< file for the warping path of the best match; empty: none
  std::string profile;      ///< file for the distance profile; empty: none

  std::vector<std::string> targets() const;
  /// The option that requests one of these files, or empty.
  std::string targetOption() const;
};

/// Parser of the options of `espy signal`.
class SignalOptions {
 public:
  void addTo(OptionParser& parser);
  /// Call after parsing. Throws UseError for contradictory options.
  SignalRequest request(const Registry& registry) const;

 private:
  void addComparison(OptionParser& parser);
  void addChannels(OptionParser& parser);
  void addSelection(OptionParser& parser);
  void addFiles(OptionParser& parser);
  void addOutputs(OptionParser& parser);

  SignalRequest request_;
  std::vector<std::string> files_;
  /// Options to check for contradictions, with their values.
  std::map<std::string, std::string> given_;
};

}  // namespace espy::cli
