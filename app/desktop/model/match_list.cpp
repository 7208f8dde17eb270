// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/match_list.h"

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <QScopeGuard>
#include <algorithm>
#include <iterator>
#include <utility>

#include "model/poses.h"

namespace espy::desktop {
namespace {

QString toQString(std::string_view latin) {
  return QString::fromLatin1(latin.data(), static_cast<qsizetype>(latin.size()));
}

QVariant alignmentOf(int column) {
  return QVariant(Qt::AlignVCenter |
                  (column == MatchList::NeedleColumn ? Qt::AlignLeft : Qt::AlignRight));
}

/// Row by match index; -1 if not shown.
std::vector<std::int32_t> rowsOf(const std::vector<std::uint32_t>& shown, std::size_t matches) {
  std::vector<std::int32_t> rows(matches, -1);
  for (std::size_t row = 0; row < shown.size(); ++row) {
    rows[shown[row]] = static_cast<std::int32_t>(row);
  }
  return rows;
}

}  // namespace

void MatchList::setResult(SearchResultPtr result) {
  job_.forget();
  setFiltering(false);
  beginResetModel();
  result_ = std::move(result);
  filter_.setResult(result_);
  covered_.reset();
  said_ =
      result_ ? std::make_shared<const std::vector<MatchVerdict>>(verdicts_.of(*result_)) : nullptr;
  filter_.setVerdicts(said_);
  // Slow filtering follows later; until then no outdated rows are shown.
  const bool quick = filter_.isQuick();
  shown_ = quick ? filter_.shown() : std::vector<std::uint32_t>();
  rows_ = rowsOf(shown_, matchCount());
  endResetModel();
  emit shownChanged();
  if (!quick) refresh();
}

int MatchList::rowOf(std::uint32_t index) const {
  return index < rows_.size() ? rows_[index] : -1;
}

void MatchList::setMinimum(double score) {
  if (score == filter_.minimum()) return;
  filter_.setMinimum(score);
  refresh();
  if (covered_) emit coveredChanged();
}

std::size_t MatchList::reaching() const {
  if (!result_ || minimum() < 0) return matchCount();
  return static_cast<std::size_t>(std::ranges::count_if(
      result_->finding.matches, [this](const Match& match) { return match.score >= minimum(); }));
}

std::size_t MatchList::weaker() const {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < matchCount(); ++i) {
    if (match(i).score < minimum() && !isRemoved(i)) ++count;
  }
  return count;
}

void MatchList::setCovered(std::optional<std::vector<Match>> covered) {
  covered_ = std::move(covered);
  emit coveredChanged();
}

std::size_t MatchList::coveredReaching() const {
  if (!covered_) return 0;
  const auto end = std::ranges::partition_point(
      *covered_, [this](const Match& match) { return match.score >= minimum(); });
  return static_cast<std::size_t>(end - covered_->begin());
}

void MatchList::setCoveredShown(bool shown) {
  if (shown == coveredShown_) return;
  coveredShown_ = shown;
  emit coveredChanged();
}

void MatchList::setText(const QString& text) {
  if (text == filter_.text()) return;
  filter_.setText(text);
  refresh();
}

std::vector<std::uint32_t> MatchList::removed() const {
  std::vector<std::uint32_t> indices;
  const std::size_t count = result_ ? result_->finding.matches.size() : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (filter_.isRemoved(i)) indices.push_back(i);
  }
  return indices;
}

void MatchList::setRemoved(std::span<const std::uint32_t> indices, bool removed) {
  for (const std::uint32_t index : indices) filter_.setRemoved(index, removed);
  const auto done = qScopeGuard([this] { emit removedChanged(); });
  if (filter_.isQuick() || filtering() || !removed) return refresh();
  // Removal keeps the order of the rest, so update the rows immediately.
  std::vector<bool> gone(matchCount(), false);
  for (const std::uint32_t index : indices) {
    if (index < gone.size()) gone[index] = true;
  }
  std::vector<std::uint32_t> rest;
  rest.reserve(shown_.size());
  std::copy_if(shown_.begin(), shown_.end(), std::back_inserter(rest),
               [&](std::uint32_t index) { return !gone[index]; });
  show(std::move(rest), {});
}

void MatchList::say(std::span<const std::uint32_t> indices, MatchVerdict said) {
  for (const std::uint32_t index : indices) {
    verdicts_.say(result_->scene, needleOf(match(index)), match(index), said);
  }
  reapplyVerdicts();
}

void MatchList::reapplyVerdicts() {
  if (!result_) return;
  said_ = std::make_shared<const std::vector<MatchVerdict>>(verdicts_.of(*result_));
  filter_.setVerdicts(said_);
  repaint();
  emit verdictsChanged();
  refresh();
}

void MatchList::setJudged(JudgedPtr judged) {
  if (!judged && !filter_.judged()) return;
  filter_.setJudged(std::move(judged));
  repaint();
  emit judgedChanged();
  refresh();
}

void MatchList::setRejectedShown(bool shown) {
  if (shown == filter_.rejectedShown()) return;
  filter_.setRejectedShown(shown);
  emit judgedChanged();
  refresh();
}

std::size_t MatchList::rejectedCount() const {
  std::size_t count = 0;
  if (!filter_.judged()) return count;
  for (std::uint32_t i = 0; i < matchCount(); ++i) {
    if (filter_.isRejected(i) && !filter_.isRemoved(i) && match(i).score >= minimum()) ++count;
  }
  return count;
}

std::vector<std::uint32_t> MatchList::kept() const {
  std::vector<std::uint32_t> kept(shown_);
  if (filter_.judged()) {  // shown or about to be hidden
    std::erase_if(kept, [this](std::uint32_t index) { return filter_.isRejected(index); });
  }
  return kept;
}

void MatchList::repaint() {
  if (!shown_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

Qt::ItemFlags MatchList::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled |
         Qt::ItemNeverHasChildren;
}

QVariant MatchList::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const MatchRow row = filter_.rowFor(shown_[static_cast<std::size_t>(index.row())]);
  const MatchColumn& column = matchColumns()[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole: {
      if (index.column() == NeedleColumn) return needleOf(row.match).name;
      if (index.column() == MirroredColumn) return row.match.mirrored ? tr("yes") : QString();
      if (index.column() == VerdictColumn) return signOf(row.said);
      ShortText text;
      column.text(row, text);
      return toQString(text.view());
    }
    case Qt::AccessibleTextRole:
      if (index.column() == VerdictColumn && row.said != MatchVerdict::nothing) {
        return row.said == MatchVerdict::yes ? tr("true") : tr("false");
      }
      return {};
    case Qt::ForegroundRole:
      // Greyed, like disabled items.
      if (isRejected(row.index)) return QGuiApplication::palette().brush(QPalette::PlaceholderText);
      return {};
    case Qt::TextAlignmentRole:
      return alignmentOf(index.column());
    case Qt::DecorationRole:
      return index.column() == NeedleColumn ? QVariant(needleOf(row.match).colour) : QVariant();
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
      return alignmentOf(section);
    default:
      return {};
  }
}

void MatchList::sort(int column, Qt::SortOrder order) {
  filter_.setOrder(column >= 0 && column < kColumns ? column : NumberColumn, order);
  refresh();
}

void MatchList::refresh() {
  if (filter_.isQuick()) {
    job_.forget();
    setFiltering(false);
    return show(filter_.shown(), {});
  }
  setFiltering(true);
  job_.start(
      [filter = filter_, count = matchCount()](const Job::Handle& handle) {
        std::vector<std::uint32_t> shown = filter.shown(handle.stop());
        std::vector<std::int32_t> rows;
        if (!handle.stopped()) rows = rowsOf(shown, count);
        return std::pair(std::move(shown), std::move(rows));
      },
      [this](auto outcome) {
        setFiltering(false);
        if (outcome.value) show(std::move(outcome.value->first), std::move(outcome.value->second));
      });
}

void MatchList::setFiltering(bool filtering) {
  if (filtering == filtering_) return;
  filtering_ = filtering;
  emit filteringChanged(filtering);
}

void MatchList::show(std::vector<std::uint32_t> shown, std::vector<std::int32_t> rows) {
  if (shown == shown_) return;
  beginResetModel();
  shown_ = std::move(shown);
  rows_ = rows.empty() ? rowsOf(shown_, matchCount()) : std::move(rows);
  endResetModel();
  emit shownChanged();
}

QString MatchList::countText() const {
  const QLocale locale;
  const auto counted = [&](std::size_t count) {
    return locale.toString(static_cast<qulonglong>(count));
  };
  // Automatic search keeps weaker matches, which were not asked for.
  const bool automatic = result_ && result_->settings.automatic;
  const std::size_t all = automatic ? reaching() : matchCount();
  const std::size_t shown = filtering() ? all : shown_.size();
  if (shown < all) return tr("%1 of %2 matches").arg(counted(shown), counted(all));
  return all == 1 ? tr("1 match") : tr("%1 matches").arg(counted(all));
}

bool MatchList::scalesVary() const {
  if (!result_) return false;
  const std::vector<Match>& matches = result_->finding.matches;
  return std::ranges::any_of(matches, [](const Match& match) { return match.scale != 1; });
}

QString MatchList::toolTip(const MatchRow& row) const {
  const Match& of = row.match;
  const auto number = [](std::uint32_t value) { return QString::number(value); };
  QString text =
      tr("%1 at %2, %3: %4 x %5 pixels, score %6")
          .arg(needleOf(of).name, number(of.x), number(of.y), number(of.width), number(of.height),
               QString::number(of.score, 'g', QLocale::FloatingPointShortest));
  if (of.isPosed()) {
    text +=
        tr(", turned by %1°, scale %2")
            .arg(QLocale().toString(signedAngle(of), 'f', 2), QLocale().toString(of.scale, 'f', 4));
    if (of.mirrored) text += tr(", mirrored");
  }
  const Finding& finding = result_->finding;
  if (row.index < finding.seen.size()) {
    const auto whole = [](double value) { return QLocale().toString(std::lround(value)); };
    text += tr(", %1 % of the outline seen").arg(whole(100 * finding.seen[row.index]));
    QStringList bends;
    for (const float bend : finding.bends[row.index]) bends += whole(bend) + QChar(0xb0);
    text += tr(", parts turned by %1").arg(bends.join(QLatin1Char(' ')));
  }
  if (row.judge >= 0) text += tr(", judge %1").arg(QLocale().toString(row.judge, 'f', 3));
  if (row.hasDistance)
    text += tr(", distance %1").arg(QString::fromStdString(of.distance.digits()));
  return text;
}

}  // namespace espy::desktop
