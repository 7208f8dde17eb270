// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy {
namespace {

using Kind = FindOption::Kind;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

constexpr unsigned bitOf(Method method) {
  return 1U << static_cast<unsigned>(method);
}
constexpr unsigned kSums = bitOf(Method::sad) | bitOf(Method::ssd);
constexpr unsigned kScored = kSums | bitOf(Method::zncc);
constexpr unsigned kOutline = bitOf(Method::outline);

/// Completes an option by the member that `at` returns a reference to.
template <class Value, class At>
FindOption stored(FindOption option, At at) {
  option.get = [at](const FindOptions& options) -> OptionValue {
    return static_cast<Value>(at(options));
  };
  option.set = [at](FindOptions& options, const OptionValue& value) {
    auto& member = at(options);
    member = static_cast<std::remove_reference_t<decltype(member)>>(std::get<Value>(value));
  };
  return option;
}

/// `top`: 0 is none.
FindOption top() {
  FindOption option{"top", "select.top", Kind::whole, 1, kUnlimited};
  option.get = [](const FindOptions& options) -> OptionValue {
    return static_cast<std::int64_t>(options.select.top.value_or(0));
  };
  option.set = [](FindOptions& options, const OptionValue& value) {
    const auto count = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
    options.select.top = count > 0 ? std::optional(count) : std::nullopt;
  };
  return option;
}

// clang-format off
#define ESPY_MEMBER(path) [](auto& options) -> auto& { return options.path; }
// clang-format on

std::vector<FindOption> makeTable() {
  return {
      stored<std::int64_t>({.name = "method",
                            .member = "method",
                            .kind = Kind::choice,
                            .words = {kMethodNames.begin(), kMethodNames.end()},
                            .type = "Method"},
                           ESPY_MEMBER(method)),
      stored<std::int64_t>({.name = "tolerance",
                            .member = "tolerance",
                            .kind = Kind::whole,
                            .most = 65535,
                            .methods = bitOf(Method::exact),
                            .instead = "min_score"},
                           ESPY_MEMBER(tolerance)),
      // Exact matches all have the score 1.
      stored<double>({"min_score", "minScore", Kind::real, -1, 1}, ESPY_MEMBER(minScore)),
      stored<double>(
          {.name = "bend", .member = "bend", .kind = Kind::real, .most = 1, .methods = kOutline},
          ESPY_MEMBER(bend)),
      stored<bool>({.name = "weighted", .member = "weighted", .methods = kSums},
                   ESPY_MEMBER(weighted)),
      stored<std::int64_t>({.name = "channel_means",
                            .member = "channelMeans",
                            .kind = Kind::choice,
                            .words = {"all", "each"},
                            .type = "ChannelMeans",
                            .methods = bitOf(Method::zncc)},
                           ESPY_MEMBER(channelMeans)),
      stored<double>({"denoise", "denoise", Kind::real, 0, 1000}, ESPY_MEMBER(denoise)),
      stored<PoseRange>({.name = "angle",
                         .member = "pose.angle",
                         .kind = Kind::range,
                         .least = -360,
                         .most = 360,
                         .methods = kScored | kOutline,
                         .instead = "quarter_turns"},
                        ESPY_MEMBER(pose.angle)),
      stored<PoseRange>({.name = "scale",
                         .member = "pose.scale",
                         .kind = Kind::range,
                         .least = 0.01,
                         .most = 100,
                         .methods = kScored | kOutline},
                        ESPY_MEMBER(pose.scale)),
      stored<bool>({.name = "quarter_turns", .member = "pose.quarterTurns"},
                   ESPY_MEMBER(pose.quarterTurns)),
      stored<bool>({.name = "flip", .member = "pose.flip"}, ESPY_MEMBER(pose.flip)),
      stored<std::int64_t>({.name = "search",
                            .member = "pose.search",
                            .kind = Kind::choice,
                            .words = {"fast", "complete"},
                            .type = "PoseSearch"},
                           ESPY_MEMBER(pose.search)),
      stored<std::int64_t>({.name = "polarity",
                            .member = "pose.polarity",
                            .kind = Kind::choice,
                            .words = {"same", "any"},
                            .type = "Polarity",
                            .methods = bitOf(Method::zncc)},
                           ESPY_MEMBER(pose.polarity)),
      stored<double>({.name = "visible",
                      .member = "pose.visible",
                      .kind = Kind::real,
                      .most = 1,
                      .methods = kScored},
                     ESPY_MEMBER(pose.visible)),
      top(),
      stored<double>({"overlap", "select.overlap", Kind::real, 0, 1}, ESPY_MEMBER(select.overlap)),
      stored<bool>({.name = "nearest", .member = "nearest"}, ESPY_MEMBER(nearest)),
      stored<bool>({.name = "across", .member = "select.across"}, ESPY_MEMBER(select.across)),
      stored<bool>({.name = "sub_pixel", .member = "subPixel", .methods = kScored},
                   ESPY_MEMBER(subPixel)),
      stored<double>({"judge_recall", "judgeRecall", Kind::real, 0, 1}, ESPY_MEMBER(judgeRecall)),
  };
}

#undef ESPY_MEMBER

/// "sad, ssd, zncc"
std::string methodsOf(const FindOption& option) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMethodNames.size(); ++i) {
    if (option.belongsTo(static_cast<Method>(i))) names.emplace_back(kMethodNames.at(i));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const std::vector<FindOption>& findOptions() {
  static const std::vector<FindOption> kTable = makeTable();
  return kTable;
}

const FindOption& findOption(std::string_view name) {
  return *std::find_if(findOptions().begin(), findOptions().end(),
                       [&](const FindOption& option) { return option.name == name; });
}

void completeOptions(FindOptions& options, const std::set<std::string_view>& given,
                     const std::function<std::string(std::string_view)>& spelled) {
  const auto refuse = [](const Message& sentence) { throw Error(ErrorCode::badUse, sentence); };
  for (const std::string_view name : given) {
    const FindOption& option = findOption(name);
    // A tolerance of 0 says that the caller expects exact matches.
    const bool used = !option.isDefault(options) || name == "tolerance";
    if (!used || option.belongsTo(options.method)) continue;
    const std::string method = methodName(options.method);
    if (option.instead.empty()) {
      refuse(phrase("{} is for {}, not for {}", spelled(name), methodsOf(option), method));
    }
    refuse(phrase("{} is for {}; with {} use {}", spelled(name), methodsOf(option), method,
                  spelled(option.instead)));
  }
  if (options.pose.visible <= 0) refuse(phrase("{}: must be more than 0", spelled("visible")));
  if (options.bend <= 0) refuse(phrase("{}: must be more than 0", spelled("bend")));
  const auto checkLimits = [&](std::string_view name, const PoseRange& range) {
    if (options.method != Method::outline || !given.contains(name) || !range.isOne()) return;
    refuse(phrase("{}: outlines need two limits, the first below the last", spelled(name)));
  };
  checkLimits("angle", options.pose.angle);
  checkLimits("scale", options.pose.scale);
  if (options.scored() && !given.contains("overlap")) options.select.overlap = kScoredOverlap;
  if (options.method == Method::outline && !given.contains("min_score")) {
    options.minScore = kOutlineScore;
  }
}

}  // namespace espy
