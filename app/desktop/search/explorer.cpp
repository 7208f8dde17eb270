// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/explorer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/poses.h"
#include "model/score_gap.h"

namespace espy::desktop {
namespace {

using std::chrono_literals::operator""s;

constexpr double kLowScore = 0.3;        ///< lowest score that is searched
constexpr double kLowPosedScore = 0.6;   ///< with poses, where a low score costs much more
constexpr double kUsualMinimum = 0.8;    ///< where the scores have no gap
constexpr std::uint64_t kMost = 10'000;  ///< matches of one kind
/// Needles that are searched with poses. The limits do not suffice for more, whose poses alone
/// would take a quarter of a megabyte each.
constexpr std::size_t kMostPosed = 1000;
constexpr double kTurned = 3;      ///< degrees; less is within the step of upright needles
constexpr double kResized = 0.04;  ///< likewise, of the scale

std::chrono::milliseconds limitOf(VariantKind kind) {
  return kind == VariantKind::resized ? 8s : 2s;
}

/// Whether only this kind finds the match.
bool isSpecial(VariantKind kind, const Match& match) {
  switch (kind) {
    case VariantKind::turned:
      return std::abs(signedAngle(match)) > kTurned;
    case VariantKind::resized:
      return std::abs(match.scale - 1) > kResized;
    case VariantKind::mirrored:
      return match.mirrored;
    default:
      return true;
  }
}

PoseOptions posesFor(VariantKind kind) {
  PoseOptions pose;
  switch (kind) {
    case VariantKind::turned:
      return posesOf(PoseChoice::angles);
    case VariantKind::resized:
      return posesOf(PoseChoice::anglesAndSizes);
    case VariantKind::mirrored:
      return posesOf(PoseChoice::symmetries);
    default:
      return pose;
  }
}

FoundVariant foundOf(VariantKind kind, SearchResult result, const SearchSettings& base,
                     std::size_t originals) {
  FoundVariant found;
  found.kind = kind;
  std::vector<Match>& matches = result.finding.matches;
  const bool cut = result.settings.select.top != base.select.top && matches.size() >= kMost;
  result.settings.select.top = base.select.top;
  if (cut) result.settings.minScore = matches.back().score;
  result.wider = false;
  found.minimum = kUsualMinimum;
  if (result.settings.scored()) {
    found.minimum = std::max(separatingScore(matches, originals).value_or(kUsualMinimum),
                             result.settings.minScore);
  }
  for (const Match& match : matches) {
    const bool reaches = !result.settings.scored() || match.score >= found.minimum;
    ++(reaches ? found.count : found.weaker);
    if (reaches && isSpecial(kind, match)) ++found.special;
  }
  found.result = std::make_shared<const SearchResult>(std::move(result));
  return found;
}

}  // namespace

SearchSettings settingsFor(VariantKind kind, const SearchSettings& base) {
  SearchSettings settings = base;
  const bool exact = kind == VariantKind::identical;
  settings.method = exact ? Method::exact : Method::zncc;
  settings.tolerance = 0;
  settings.weighted = false;
  settings.pose = posesFor(kind);
  settings.select.overlap = exact ? SelectOptions().overlap : kScoredOverlap;
  return settings;
}

VariantKind kindOf(const SearchSettings& settings) {
  if (!settings.scored()) return VariantKind::identical;
  for (const VariantKind kind : kVariantKinds) {
    if (kind != VariantKind::identical && settings.pose == posesFor(kind)) return kind;
  }
  return VariantKind::similar;
}

Explorer::Explorer(const Registry& registry, QObject* parent) : QObject(parent), search_(registry) {
  connect(&search_, &SearchController::finished, this, &Explorer::take);
  connect(&search_, &SearchController::failed, this, [this] { take(nullptr); });
}

void Explorer::start(std::vector<NeedleItem> needles, const SearchResultPtr& shown) {
  ++round_;
  search_.cancel();
  scene_ = shown->scene;
  needles_ = std::move(needles);
  base_ = shown->settings;
  found_.clear();
  originals_ = static_cast<std::size_t>(std::ranges::count_if(
      needles_, [this](const NeedleItem& needle) { return needle.isOf(scene_); }));
  // What is shown is searched first, so that it gets its weaker matches soon.
  order_.assign(std::begin(kVariantKinds), std::end(kVariantKinds));
  const auto first = std::ranges::find(order_, kindOf(base_));
  std::rotate(order_.begin(), first, first + 1);
  next_ = 0;
  if (order_.front() == VariantKind::identical) {
    const std::size_t count = shown->finding.matches.size();
    found_.push_back({VariantKind::identical, shown, base_.minScore, count, 0, count});
    next_ = 1;
  }
  searchNext();
}

void Explorer::searchNext() {
  emit changed();
  if (!running()) return emit ended();
  SearchSettings settings = settingsFor(current(), base_);
  if (settings.pose.isAsked() && needles_.size() > kMostPosed) return take(nullptr);
  if (settings.scored()) {
    settings.minScore = settings.pose.isAsked() ? kLowPosedScore : kLowScore;
    if (!settings.select.top) settings.select.top = kMost;
  }
  search_.start({scene_, needles_, base_, {settings}, limitOf(current()) * stretch_});
}

void Explorer::take(SearchResultPtr result) {
  if (!running()) return;
  const VariantKind kind = current();
  const int round = round_;
  if (result && result->scene) {
    found_.push_back(foundOf(kind, *result, base_, originals_));
  } else {
    found_.emplace_back().kind = kind;
  }
  ++next_;
  emit arrived(kind);
  if (round == round_) searchNext();  // else a listener started anew or stopped
}

void Explorer::stop() {
  if (!running()) return;
  ++round_;
  search_.cancel();
  order_.resize(next_);
  emit changed();
}

void Explorer::clear() {
  ++round_;
  search_.cancel();
  order_.clear();
  next_ = 0;
  found_.clear();
  scene_.reset();
  needles_.clear();
  emit changed();
}

const FoundVariant* Explorer::found(VariantKind kind) const {
  const auto one = std::ranges::find(found_, kind, &FoundVariant::kind);
  return one == found_.end() ? nullptr : &*one;
}

}  // namespace espy::desktop
