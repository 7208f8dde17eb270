// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/option_parser.h"
#include "espy/engine/live.h"

namespace espy::cli {

/// --region, --monitor, --window and --display.
struct ScreenPart {
  std::optional<Area> region;
  int monitor = 0;
  std::uint64_t window = 0;
  std::string display;

  bool given() const { return region || monitor != 0 || window != 0 || !display.empty(); }
  /// Throws UseError for a monitor and a window.
  void check() const;
  ScreenOptions options() const;
};
/// Adds these options.
void addScreenPart(OptionParser& parser, ScreenPart& part);

/// What `espy watch` looks at.
struct WatchSource {
  bool screen = false;
  ScreenPart part;
  std::string camera;
  std::string video;
  std::optional<double> rate;

  /// Throws UseError unless exactly one source is given.
  void check() const;
  std::unique_ptr<Stream> open() const;
};
/// Adds the options of the source.
void addSource(OptionParser& parser, WatchSource& source);

}  // namespace espy::cli
