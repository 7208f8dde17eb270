// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/shared_options.h"

#include <fmt/format.h>

#include <limits>

#include "common/messages.h"
#include "common/suggestion.h"
#include "common/values.h"

namespace espy::cli {
namespace {

constexpr int kMostThreads = 1024;

}  // namespace

void addMask(OptionParser& parser, std::string& mask) {
  parser.option("--mask", "FILE",
                "grey picture of the needle's size: 0 = ignore this pixel\n"
                "(default: the needle's alpha)",
                mask);
}

void addReading(OptionParser& parser, SharedOptions& shared) {
  parser.option(
      "--max-pixels", "N", "refuse larger pictures (default: 2^34)", [&](const std::string& text) {
        shared.reading.maxPixels =
            parseInteger("--max-pixels", text, 1, std::numeric_limits<std::int64_t>::max());
      });
}

void addEngineOptions(OptionParser& parser, SharedOptions& shared) {
  parser.group("Engine");
  parser.option("--engine", "NAME", "auto, or a name that `espy devices` prints (default: auto)",
                shared.engine);
  std::vector<std::string> engines = makeFindRegistry().engineNames();
  engines.insert(engines.begin(), "auto");
  parser.offer(engines);
  parser.option("--threads", "N", "threads of the engines threads and openmp (default: all)",
                [&](const std::string& text) {
                  shared.threads =
                      static_cast<int>(parseInteger("--threads", text, 1, kMostThreads));
                });
}

void addMarkOptions(OptionParser& parser, MarkOptions& marks) {
  const std::vector<std::string> styles(kMarkStyleNames.begin(), kMarkStyleNames.end());
  parser.choice("--mark", "STYLE", styles,
                fmt::format("outline, whiteout, dim, lighten or none (default: {})",
                            styles[static_cast<std::size_t>(marks.style)]),
                [&](std::size_t chosen) { marks.style = static_cast<MarkStyle>(chosen); });
  parser.option(
      "--thickness", "T",
      fmt::format("thickness of the outline in pixels, 1..255 (default: {})", marks.thickness),
      [&](const std::string& text) {
        marks.thickness = static_cast<int>(parseInteger("--thickness", text, 1, 255));
      });
  parser.option("--colour,--color", "#rrggbb", "colour of the outline (default: #00c000)",
                [&](const std::string& text) { marks.colour = parseColour("--colour", text); });
}

void addFlagsInAlpha(OptionParser& parser, MarkOptions& marks) {
  parser.flag("--flags-in-alpha",
              "the alpha samples of the written picture are its flags: 0, 1\n"
              "or 2, see --flags; for .png, .pam and .tif",
              marks.flagsInAlpha);
}

void checkFlagsInAlpha(const MarkOptions& marks, const std::vector<std::string>& pictures) {
  if (!marks.flagsInAlpha) return;
  if (pictures.empty()) throw UseError("--flags-in-alpha: no marked picture is to be written");
  for (const std::string& picture : pictures) checkKeepsAlpha(picture);
}

void addText(OptionParser& parser, const std::string& jsonHelp, SharedOptions& shared) {
  parser.group("Text");
  parser.flag("--json", jsonHelp, shared.json);
  parser.flag("--timings", "print a table of stages on standard error", shared.timings);
  parser.flag("--quiet", "no output and no error messages: only the exit status", shared.quiet);
}

void checkEngine(const Registry& registry, const std::string& engine) {
  if (engine == "auto") return;
  // Without a driver nothing is known of single devices.
  const std::string known = registry.knows(engine) ? engine : engine.substr(0, engine.find(':'));
  const Engine* asked = registry.knows(known) ? &registry.engine(known) : nullptr;
  if (asked == nullptr || (asked->available && known != engine)) {
    std::vector<std::string> names = registry.engineNames();
    names.insert(names.begin(), "auto");
    throw UseError(fmt::format("--engine {}: must be one of {}{}", engine, fmt::join(names, ", "),
                               suggestion(engine, names)));
  }
  if (!asked->available) {
    throw UseError("--engine " + engine + ": cannot run here: " + asked->detail.text());
  }
}

}  // namespace espy::cli
