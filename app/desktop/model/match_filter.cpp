// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/match_filter.h"

#include <QCollator>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "model/match_list.h"
#include "model/poses.h"

namespace espy::desktop {

namespace {

constexpr int kScoreDigits = 3;
constexpr int kJudgeDigits = 4;
constexpr int kScaleDigits = 3;

/// Maps doubles to integers of the same order.
std::uint64_t rising(double number) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // maps -0 to 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

void numberText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.index} + 1);
}
void xText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.x});
}
void yText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.y});
}
void sizeText(const MatchRow& row, ShortText& text) {
  text.add(std::uint64_t{row.match.width});
  text.add(" x ");
  text.add(std::uint64_t{row.match.height});
}
void angleText(const MatchRow& row, ShortText& text) {
  if (!row.match.isPosed()) return;
  const auto tenths = std::llround(signedAngle(row.match) * 10);
  if (tenths > 0) text.add("+");
  text.addFixed(static_cast<double>(tenths) / 10, tenths % 10 == 0 ? 0 : 1);
  text.add("\xb0");  // the degree sign in Latin-1
}
void scaleText(const MatchRow& row, ShortText& text) {
  if (row.match.isPosed()) text.addFixed(row.match.scale, kScaleDigits);
}
void scoreText(const MatchRow& row, ShortText& text) {
  if (row.match.score == 1) {
    text.add("1");  // only an exact 1 is shown as 1
  } else {
    text.addFixed(row.match.score, kScoreDigits);
  }
}
void judgeText(const MatchRow& row, ShortText& text) {
  if (row.judge >= 0) text.addFixed(row.judge, kJudgeDigits);
}
void distanceText(const MatchRow& row, ShortText& text) {
  if (!row.hasDistance) return;
  if (row.match.distance.high() == 0) {
    text.add(row.match.distance.low());
  } else {
    text.add(row.match.distance.digits());
  }
}

std::uint64_t numberKey(const MatchRow& row) {
  return row.index;
}
/// Sort order: yes, no, none.
std::uint64_t verdictKey(const MatchRow& row) {
  return row.said == MatchVerdict::yes ? 0 : row.said == MatchVerdict::no ? 1 : 2;
}
std::uint64_t nameKey(const MatchRow& row) {
  return row.nameRank;
}
std::uint64_t xKey(const MatchRow& row) {
  return row.match.x;
}
std::uint64_t yKey(const MatchRow& row) {
  return row.match.y;
}
std::uint64_t areaKey(const MatchRow& row) {
  return std::uint64_t{row.match.width} * row.match.height;
}
std::uint64_t angleKey(const MatchRow& row) {
  return rising(signedAngle(row.match));
}
std::uint64_t scaleKey(const MatchRow& row) {
  return rising(row.match.scale);
}
std::uint64_t mirroredKey(const MatchRow& row) {
  return row.match.mirrored ? 1 : 0;
}
std::uint64_t scoreKey(const MatchRow& row) {
  return rising(row.match.score);
}
std::uint64_t judgeKey(const MatchRow& row) {
  return rising(row.judge >= 0 ? row.judge : -1);
}
std::uint64_t distanceKey(const MatchRow& row) {
  return row.match.distance.high() == 0 ? row.match.distance.low()
                                        : std::numeric_limits<std::uint64_t>::max();
}

const std::array kMatchColumns{
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "No."),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Rank in the search, best first"),
                numberText, numberKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "True?"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Your label: a true match, or not"),
                nullptr, verdictKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Needle"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "The needle that was found here"),
                nullptr, nameKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "X"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Column of the upper-left pixel, from 0"),
        xText, xKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Y"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Row of the upper-left pixel, from 0"), yText,
        yKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Size"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Width and height in pixels"),
                sizeText, areaKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Angle"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Rotation of the needle in degrees, counter-clockwise"),
                angleText, angleKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Scale"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Size relative to the needle; 2 is twice as large"),
                scaleText, scaleKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Mirrored"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                          "Whether the needle is mirrored left to right, before it is turned"),
        nullptr, mirroredKey},
    MatchColumn{
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Score"),
        QT_TRANSLATE_NOOP("espy::desktop::MatchList", "How similar they are; 1 is identical"),
        scoreText, scoreKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Judge"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Probability that this is a true match, 0 to 1"),
                judgeText, judgeKey},
    MatchColumn{QT_TRANSLATE_NOOP("espy::desktop::MatchList", "Distance"),
                QT_TRANSLATE_NOOP("espy::desktop::MatchList",
                                  "Sum of the differences of all samples; 0 is identical"),
                distanceText, distanceKey},
};

}  // namespace

std::span<const MatchColumn> matchColumns() {
  return kMatchColumns;
}

namespace {

/// Column 0: the order of the search.
constexpr int kOrderOfSearch = 0;
/// Up to this number of matches, filtering takes less than a frame.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 17;
/// Matches between two checks for a stop request.
constexpr std::size_t kStride = std::size_t{1} << 14;

/// The text in lower-case Latin-1, to search in numbers; empty if it has other characters.
std::string lowLatin(const QString& text) {
  std::string low;
  for (const QChar c : text) {
    if (c.toLower().unicode() > 0xff) return {};
    low += static_cast<char>(c.toLower().unicode());
  }
  return low;
}

using Keyed = std::pair<std::uint64_t, std::uint32_t>;

/// Sorts in runs of kStride; returns early after a stop request.
void sortKeyed(std::vector<Keyed>& keyed, const std::stop_token& stop) {
  const std::size_t count = keyed.size();
  const auto at = [&](std::size_t place) {
    return keyed.begin() + static_cast<std::ptrdiff_t>(std::min(place, count));
  };
  for (std::size_t i = 0; i < count && !stop.stop_requested(); i += kStride) {
    std::sort(at(i), at(i + kStride));
  }
  std::vector<Keyed> merged(count > kStride ? count : 0);
  for (std::size_t width = kStride; width < count; width *= 2) {
    for (std::size_t i = 0; i < count; i += 2 * width) {
      if (stop.stop_requested()) return;
      std::merge(at(i), at(i + width), at(i + width), at(i + 2 * width),
                 merged.begin() + static_cast<std::ptrdiff_t>(i));
    }
    keyed.swap(merged);
  }
}

}  // namespace

void MatchFilter::setResult(SearchResultPtr result) {
  result_ = std::move(result);
  removed_.assign(result_ ? result_->finding.matches.size() : 0, false);
  said_ = nullptr;
  judged_ = nullptr;
  lookAtNeedles();
}

bool MatchFilter::isRejected(std::uint32_t index) const {
  if (!judged_ || !judged_->has(index) || said(index) == MatchVerdict::yes) return false;
  return said(index) == MatchVerdict::no ||
         judged_->isBelow(index, result_->finding.matches[index].needle);
}

void MatchFilter::setText(const QString& text) {
  text_ = text;
  lookAtNeedles();
}

void MatchFilter::setRemoved(std::uint32_t index, bool removed) {
  if (index < removed_.size()) removed_[index] = removed;
}

void MatchFilter::setOrder(int column, Qt::SortOrder order) {
  column_ = column;
  order_ = order;
  rankNames();
}

bool MatchFilter::isQuick() const {
  return removed_.size() <= kMostAtOnce || (text_.isEmpty() && column_ == kOrderOfSearch);
}

std::vector<std::uint32_t> MatchFilter::shown(const std::stop_token& stop) const {
  std::vector<std::uint32_t> indices;
  if (!result_) return indices;
  const std::vector<Match>& matches = result_->finding.matches;
  const std::string low = lowLatin(text_);
  indices.reserve(matches.size());
  for (std::uint32_t i = 0; i < matches.size(); ++i) {
    if (i % kStride == 0 && stop.stop_requested()) return indices;
    if (removed_[i] || matches[i].score < minimum_) continue;
    if (!leftOutShown_ && isRejected(i)) continue;
    if (!text_.isEmpty() && !contains(rowFor(i), low)) continue;
    indices.push_back(i);
  }
  sort(indices, stop);
  return indices;
}

void MatchFilter::sort(std::vector<std::uint32_t>& indices, const std::stop_token& stop) const {
  if (column_ == kOrderOfSearch) {
    if (order_ == Qt::DescendingOrder) std::reverse(indices.begin(), indices.end());
    return;
  }
  // Ties keep the order of the search in both directions.
  const auto key = matchColumns()[static_cast<std::size_t>(column_)].key;
  const std::uint64_t flip = order_ == Qt::DescendingOrder ? ~std::uint64_t{0} : 0;
  std::vector<Keyed> keyed;
  keyed.reserve(indices.size());
  for (const std::uint32_t index : indices) keyed.emplace_back(key(rowFor(index)) ^ flip, index);
  sortKeyed(keyed, stop);
  std::transform(keyed.begin(), keyed.end(), indices.begin(),
                 [](const Keyed& pair) { return pair.second; });
}

void MatchFilter::lookAtNeedles() {
  needles_.clear();
  if (!result_) return;
  for (const NeedleItem& item : result_->needles) {
    needles_.emplace_back().shown = item.name.contains(text_, Qt::CaseInsensitive);
  }
  rankNames();
}

void MatchFilter::rankNames() {
  // Only for this order: thousands of names take longer than a frame.
  if (column_ != MatchList::NeedleColumn || !result_) return;
  const std::vector<NeedleItem>& items = result_->needles;
  const QCollator collator;
  std::vector<QCollatorSortKey> keys;
  keys.reserve(items.size());
  for (const NeedleItem& item : items) keys.push_back(collator.sortKey(item.name));
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && items[order[i]].name != items[order[i - 1]].name) ++rank;
    needles_[order[i]].nameRank = rank;
  }
}

MatchRow MatchFilter::rowFor(std::uint32_t index) const {
  const Match& of = result_->finding.matches[index];
  const double judge = judged_ ? (*judged_->probability)[index] : Judged::kNoProbability;
  return {of,          index, needles_[of.needle].nameRank, result_->settings.hasDistance(),
          said(index), judge};
}

bool MatchFilter::contains(const MatchRow& row, std::string_view lowText) const {
  if (needles_[row.match.needle].shown) return true;
  if (row.match.mirrored && MatchList::tr("yes").contains(text_, Qt::CaseInsensitive)) return true;
  if (row.said != MatchVerdict::nothing && signOf(row.said) == text_) return true;
  if (lowText.empty()) return false;
  ShortText text;
  return std::ranges::any_of(matchColumns(), [&](const MatchColumn& column) {
    if (column.text == nullptr) return false;
    text.clear();
    column.text(row, text);
    return text.view().find(lowText) != std::string_view::npos;
  });
}

}  // namespace espy::desktop
