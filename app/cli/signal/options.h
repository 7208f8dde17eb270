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

/// A border of a piece of a recording, as people say it.
struct PlaceInTime {
  double number = 0;
  bool seconds = false;  ///< else samples
};

/// The piece of the query's file that is looked for: from the first to before the second.
struct QueryPiece {
  std::string text;  ///< as it was written
  PlaceInTime from;
  std::optional<PlaceInTime> to;  ///< none: the end
};

/// What one call of `espy signal` asks for, checked as far as that goes without reading a file.
struct SignalRequest : SharedOptions {
  std::string query;
  std::vector<std::string> data;
  MotifOptions motif;
  RecordingOptions queryReading;
  RecordingOptions dataReading;
  std::optional<QueryPiece> piece;
  std::string annotations;  ///< the file that matches are written to as marks; empty: none
  std::string path;         ///< the same for the warping path of the best match
  std::string profile;      ///< the same for the distance at every place

  std::vector<std::string> targets() const;
  /// An option that asks for one of these; empty: none does.
  std::string targetOption() const;
};

/// The options of `espy signal`.
class SignalOptions {
 public:
  void addTo(OptionParser& parser);
  /// To be called behind the parser. Throws UseError for what contradicts itself.
  SignalRequest request(const Registry& registry) const;

 private:
  void addComparison(OptionParser& parser);
  void addChannels(OptionParser& parser);
  void addSelection(OptionParser& parser);
  void addFiles(OptionParser& parser);
  void addOutputs(OptionParser& parser);

  SignalRequest request_;
  std::vector<std::string> files_;
  /// Options that may have no effect beside others, and what stood behind them.
  std::map<std::string, std::string> given_;
};

}  // namespace espy::cli
