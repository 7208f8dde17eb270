// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/judge.h"
#include "espy/scene.h"
#include "espy/search.h"

#pragma GCC visibility push(default)
/// One picture and everything that is asked of it: where the needles lie, which of the matches a
/// judge keeps, where they lie between pixels. What the command, a batch and Python have in common.
///
///     espy::LookOptions options;
///     options.method = espy::Method::zncc;
///     espy::Look look = espy::lookAt(registry, "auto", picture, {{needle}}, options);
namespace espy {

/// How one picture is looked at.
struct LookOptions : SearchOptions {
  bool nearest = false;       ///< where nothing reaches the minimum score, take what comes nearest
  bool subPixel = false;      ///< sad, ssd, zncc: say where matches lie between pixels
  double judgeRecall = 0.99;  ///< the share of true matches that a judge is to keep
};

/// Where the matches of a finding lie between pixels.
struct SubPixels {
  std::vector<SubPixel> matches;  ///< one for each, or none when nobody asked
  std::optional<SubPixel> best;
};

/// What there was to see.
struct Look {
  Finding finding;  ///< its matches are those that are kept
  SubPixels subPixels;
  std::vector<double> judged;  ///< what the judge says of each match; none without a judge
  Message judgedElsewhere;     ///< why threads judged where another engine has searched, or empty
};

/// Looks at a picture whose pixels can be read here. `judge` may be null. Stages of what comes
/// behind the search ("judge", "refine") are added to the finding's.
Look lookAt(const Registry& registry, std::string_view engine, const Scene& scene,
            std::span<const Needle> needles, const LookOptions& options,
            const Judge* judge = nullptr, const Control& control = {});

/// What a look is told with: the names of the picture and of its needles.
struct LookNames {
  const std::string& image;
  std::span<const std::string> needles;
};

/// The object that `espy find --json` writes, without times and without its last brace, so that
/// more may follow. It comes in parts, since it may be large.
void writeJson(const LookNames& names, Size size, const LookOptions& options, const Look& look,
               const std::function<void(std::string_view)>& write);

}  // namespace espy
#pragma GCC visibility pop
