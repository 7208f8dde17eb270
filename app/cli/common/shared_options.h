// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "common/option_parser.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// What every verb that searches, paints or counts lets people choose, said once so that they say
/// it alike.
struct SharedOptions {
  std::string engine = "auto";
  int threads = 0;  ///< 0: all
  ReadOptions reading;

  bool json = false;
  bool timings = false;
  bool quiet = false;
};

/// --max-pixels.
void addReading(OptionParser& parser, SharedOptions& shared);
/// --engine and --threads, under a title of their own.
void addWhoComputes(OptionParser& parser, SharedOptions& shared);
/// --thickness and --colour.
void addOutlineLook(OptionParser& parser, MarkOptions& marks);
/// --json, --timings and --quiet, under a title of their own. `jsonHelp` says what is printed.
void addText(OptionParser& parser, const std::string& jsonHelp, SharedOptions& shared);

/// Throws UseError unless `engine` is `auto` or names one of the registry that can run here.
void checkEngine(const Registry& registry, const std::string& engine);

}  // namespace espy::cli
