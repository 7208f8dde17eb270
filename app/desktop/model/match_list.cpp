// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/match_list.h"

#include <QLocale>
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace espy::desktop {
namespace {

QString toQString(std::string_view ascii) {
  return QString::fromLatin1(ascii.data(), static_cast<qsizetype>(ascii.size()));
}

/// The filter as numbers can contain it; nothing where they cannot.
std::string lowAscii(const QString& text) {
  std::string low;
  for (const QChar c : text) {
    if (c.unicode() >= 0x80) return {};
    low += static_cast<char>(c.toLower().unicode());
  }
  return low;
}

}  // namespace

void MatchList::setResult(SearchResultPtr result) {
  beginResetModel();
  result_ = std::move(result);
  removed_.assign(result_ ? result_->finding.matches.size() : 0, false);
  lookAtNeedles();
  replaceShown(wanted());
  endResetModel();
  emit shownChanged();
}

int MatchList::rowOf(std::uint32_t index) const {
  return index < rows_.size() ? rows_[index] : -1;
}

void MatchList::setMinimum(double score) {
  if (score == minimum_) return;
  minimum_ = score;
  refresh();
}

void MatchList::setText(const QString& text) {
  if (text == filter_) return;
  filter_ = text;
  lookAtNeedles();
  refresh();
}

void MatchList::setRemoved(std::span<const std::uint32_t> indices, bool removed) {
  for (const std::uint32_t index : indices) {
    if (index < removed_.size()) removed_[index] = removed;
  }
  refresh();
}

int MatchList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int MatchList::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

Qt::ItemFlags MatchList::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled |
         Qt::ItemNeverHasChildren;
}

QVariant MatchList::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const MatchRow row = rowFor(shown_[static_cast<std::size_t>(index.row())]);
  const MatchColumn& column = matchColumns()[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole: {
      if (column.text == nullptr) return needleOf(row.match).name;
      ShortText text;
      column.text(row, text);
      return toQString(text.view());
    }
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (column.text == nullptr ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::DecorationRole:
      return column.text == nullptr ? QVariant(needleOf(row.match).colour) : QVariant();
    case Qt::ToolTipRole:
      return toolTip(row);
    default:
      return {};
  }
}

QVariant MatchList::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  const MatchColumn& column = matchColumns()[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return tr(column.title);
    case Qt::ToolTipRole:
      return tr(column.explanation);
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (column.text == nullptr ? Qt::AlignLeft : Qt::AlignRight));
    default:
      return {};
  }
}

void MatchList::sort(int column, Qt::SortOrder order) {
  sortColumn_ = column >= 0 && column < kColumns ? column : NumberColumn;
  sortOrder_ = order;
  refresh();
}

void MatchList::refresh() {
  std::vector<std::uint32_t> next = wanted();
  if (next == shown_) return;
  beginResetModel();
  replaceShown(std::move(next));
  endResetModel();
  emit shownChanged();
}

void MatchList::replaceShown(std::vector<std::uint32_t> shown) {
  shown_ = std::move(shown);
  rows_.assign(removed_.size(), -1);
  for (std::size_t row = 0; row < shown_.size(); ++row) {
    rows_[shown_[row]] = static_cast<std::int32_t>(row);
  }
}

std::vector<std::uint32_t> MatchList::wanted() const {
  std::vector<std::uint32_t> indices;
  if (!result_) return indices;
  const std::vector<Match>& matches = result_->finding.matches;
  const std::string low = lowAscii(filter_);
  indices.reserve(matches.size());
  for (std::uint32_t i = 0; i < matches.size(); ++i) {
    if (removed_[i] || matches[i].score < minimum_) continue;
    if (!filter_.isEmpty() && !contains(rowFor(i), low)) continue;
    indices.push_back(i);
  }
  return sorted(std::move(indices));
}

std::vector<std::uint32_t> MatchList::sorted(std::vector<std::uint32_t> indices) const {
  if (sortColumn_ == NumberColumn) {
    if (sortOrder_ == Qt::DescendingOrder) std::reverse(indices.begin(), indices.end());
    return indices;
  }
  // Equal ones stay in the order of the search, upwards and downwards.
  const auto key = matchColumns()[static_cast<std::size_t>(sortColumn_)].key;
  const std::uint64_t flip = sortOrder_ == Qt::DescendingOrder ? ~std::uint64_t{0} : 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(indices.size());
  for (const std::uint32_t index : indices) keyed.emplace_back(key(rowFor(index)) ^ flip, index);
  std::sort(keyed.begin(), keyed.end());
  std::transform(keyed.begin(), keyed.end(), indices.begin(),
                 [](const auto& pair) { return pair.second; });
  return indices;
}

void MatchList::lookAtNeedles() {
  needles_.clear();
  if (!result_) return;
  const std::vector<NeedleItem>& items = result_->needles;
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return QString::localeAwareCompare(items[a].name, items[b].name) < 0;
  });
  needles_.resize(items.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && items[order[i]].name != items[order[i - 1]].name) ++rank;
    NeedleFacts& facts = needles_[order[i]];
    facts.nameRank = rank;
    facts.shown = items[order[i]].name.contains(filter_, Qt::CaseInsensitive);
  }
}

MatchRow MatchList::rowFor(std::uint32_t index) const {
  const Match& of = match(index);
  return {of, index, needles_[of.needle].nameRank, result_->settings.hasDistance()};
}

bool MatchList::contains(const MatchRow& row, std::string_view lowText) const {
  if (needles_[row.match.needle].shown) return true;
  if (lowText.empty()) return false;
  ShortText text;
  return std::ranges::any_of(matchColumns(), [&](const MatchColumn& column) {
    if (column.text == nullptr) return false;
    text.clear();
    column.text(row, text);
    return text.view().find(lowText) != std::string_view::npos;
  });
}

QString MatchList::toolTip(const MatchRow& row) const {
  const Match& of = row.match;
  const auto number = [](std::uint32_t value) { return QString::number(value); };
  QString text =
      tr("%1 at %2, %3: %4 x %5 pixels, score %6")
          .arg(needleOf(of).name, number(of.x), number(of.y), number(of.width), number(of.height),
               QString::number(of.score, 'g', QLocale::FloatingPointShortest));
  if (row.hasDistance)
    text += tr(", distance %1").arg(QString::fromStdString(digitsOfDistance(of)));
  return text;
}

}  // namespace espy::desktop
