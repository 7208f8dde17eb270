// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "common/option_parser.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Options that several verbs share, with the same wording.
struct SharedOptions {
  std::string engine = "auto";
  int threads = 0;  ///< 0: all
  ReadOptions reading;

  bool json = false;
  bool timings = false;
  bool quiet = false;

  /// `reading`, until a stop is requested.
  ReadOptions readingUntil(const std::stop_token& stop) const {
    ReadOptions until = reading;
    until.stop = stop;
    return until;
  }
};

/// --mask.
void addMask(OptionParser& parser, std::string& mask);
/// --max-pixels.
void addReading(OptionParser& parser, SharedOptions& shared);
/// --engine and --threads, in a group of their own.
void addEngineOptions(OptionParser& parser, SharedOptions& shared);
/// --mark, --thickness and --colour.
void addMarkOptions(OptionParser& parser, MarkOptions& marks);
/// --flags-in-alpha.
void addFlagsInAlpha(OptionParser& parser, MarkOptions& marks);
/// Throws if the flags are wanted in the alpha of these marked pictures and a format cannot keep
/// them, or if there is no picture.
void checkFlagsInAlpha(const MarkOptions& marks, const std::vector<std::string>& pictures);
/// --json, --timings and --quiet, in a group of their own. `jsonHelp` describes the JSON.
void addText(OptionParser& parser, const std::string& jsonHelp, SharedOptions& shared);

/// Throws UseError unless `engine` is `auto` or an available engine of the registry.
void checkEngine(const Registry& registry, const std::string& engine);

}  // namespace espy::cli
