// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_queue.h"

#include <QBrush>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <algorithm>
#include <functional>
#include <utility>

#include "model/index_needles.h"
#include "widgets/contrast.h"

namespace espy::desktop {

void BatchQueue::add(const QStringList& files) {
  std::vector<Entry> fresh;
  for (const QString& file : files) {
    const QString path = QDir::cleanPath(QFileInfo(file).absoluteFilePath());
    if (known_.contains(path)) continue;
    known_.insert(path);
    fresh.push_back({path, {}});
  }
  if (fresh.empty()) return;
  beginInsertRows({}, size(), size() + static_cast<int>(fresh.size()) - 1);
  images_.insert(images_.end(), fresh.begin(), fresh.end());
  endInsertRows();
}

void BatchQueue::remove(const std::vector<int>& rows) {
  std::vector<bool> goes(images_.size(), false);
  for (const int row : rows) goes[static_cast<std::size_t>(row)] = true;
  beginResetModel();
  std::vector<Entry> rest;
  for (std::size_t i = 0; i < images_.size(); ++i) {
    if (goes[i]) {
      known_.remove(images_[i].file);
    } else {
      rest.push_back(images_[i]);
    }
  }
  images_ = std::move(rest);
  endResetModel();
}

void BatchQueue::clear() {
  beginResetModel();
  images_.clear();
  known_.clear();
  endResetModel();
}

void BatchQueue::restart() {
  if (images_.empty()) return;
  for (Entry& entry : images_) entry.fate = {};
  emit dataChanged(index(0, 0), index(size() - 1, kColumns - 1));
}

void BatchQueue::setFate(int row, const ImageFate& fate) {
  images_[static_cast<std::size_t>(row)].fate = fate;
  emit dataChanged(index(row, 0), index(row, kColumns - 1));
}

QStringList BatchQueue::files() const {
  QStringList all;
  for (const Entry& entry : images_) all.append(entry.file);
  return all;
}

int BatchQueue::count(BatchState state) const {
  return static_cast<int>(std::count_if(images_.begin(), images_.end(), [&](const Entry& entry) {
    return entry.fate.state == state;
  }));
}

std::size_t BatchQueue::matches() const {
  std::size_t sum = 0;
  for (const Entry& entry : images_) sum += entry.fate.matches;
  return sum;
}

SearchResultPtr BatchQueue::found(std::vector<NeedleItem> needles,
                                  const SearchSettings& settings) const {
  struct Found {
    std::uint32_t picture;
    const Match* match;
  };
  std::vector<Found> all;
  auto pictures = std::make_shared<BatchPictures>();
  for (const Entry& entry : images_) {
    if (entry.fate.state != BatchState::done || !entry.fate.found) continue;
    for (const Match& match : *entry.fate.found) {
      all.push_back({static_cast<std::uint32_t>(pictures->files.size()), &match});
    }
    pictures->files.append(entry.file);
  }
  std::ranges::stable_sort(all, std::ranges::greater(),
                           [](const Found& one) { return one.match->score; });
  auto result = std::make_shared<SearchResult>();
  result->scene = std::make_shared<const Picture>();
  result->needles = std::move(needles);
  result->settings = settings;
  for (const Found& one : all) {
    pictures->of.push_back(one.picture);
    result->finding.matches.push_back(*one.match);
  }
  result->pictures = std::move(pictures);
  if (!result->needles.empty() && result->needles.front().isIndex()) {
    result->indexes = std::exchange(result->needles, {});
    result->needles = foundOf(result->indexes.front(), foundNeedles(result->finding.matches));
  }
  return result;
}

QString BatchQueue::nameOf(BatchState state) {
  switch (state) {
    case BatchState::queued:
      return tr("queued");
    case BatchState::running:
      return tr("running");
    case BatchState::done:
      return tr("done");
    case BatchState::cancelled:
      return tr("cancelled");
    case BatchState::failed:
      break;
  }
  return tr("failed");
}

QString BatchQueue::stateText(const Entry& entry) {
  if (entry.fate.state != BatchState::failed) return nameOf(entry.fate.state);
  // Removes the file's name that begins the reason: the row shows it already.
  QString fact = entry.fate.reason;
  for (const QString& file : {entry.file, entry.fate.output}) {
    const QString begin = file + QStringLiteral(": ");
    if (fact.startsWith(begin)) fact.remove(0, begin.size());
  }
  return tr("failed: %1").arg(fact);
}

QString BatchQueue::text(const Entry& entry, int column) const {
  const bool done = entry.fate.state == BatchState::done;
  const QLocale locale;
  switch (column) {
    case kImage:
      return QDir::toNativeSeparators(entry.file);
    case kState:
      return stateText(entry);
    case kMatches:
      return done ? locale.toString(static_cast<qulonglong>(entry.fate.matches)) : QString();
    case kTime:
      return done ? tr("%1 ms").arg(locale.toString(entry.fate.milliseconds, 'f', 1)) : QString();
    default:
      return {};
  }
}

QVariant BatchQueue::sortKey(const Entry& entry, int column) {
  const bool done = entry.fate.state == BatchState::done;
  switch (column) {
    case kImage:
      return entry.file;
    case kState:
      return stateText(entry);
    case kMatches:
      return done ? static_cast<double>(entry.fate.matches) : -1.0;
    default:
      return done ? entry.fate.milliseconds : -1.0;
  }
}

QVariant BatchQueue::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= size()) return {};
  const Entry& entry = images_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return text(entry, index.column());
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter |
                      (index.column() < kMatches ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ForegroundRole:
      if (entry.fate.state != BatchState::failed) return {};
      return QBrush(troubleInk(QGuiApplication::palette().color(QPalette::Base)));
    case Qt::ToolTipRole:
      return entry.fate.reason.isEmpty() ? entry.file : entry.fate.reason;
    case kSortRole:
      return sortKey(entry, index.column());
    default:
      return {};
  }
}

QVariant BatchQueue::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant(Qt::AlignVCenter | (section < kMatches ? Qt::AlignLeft : Qt::AlignRight));
  }
  if (role != Qt::DisplayRole) return {};
  static constexpr const char* kTitles[kColumns] = {QT_TR_NOOP("Picture"), QT_TR_NOOP("State"),
                                                    QT_TR_NOOP("Matches"), QT_TR_NOOP("Time")};
  return tr(kTitles[section]);
}

}  // namespace espy::desktop
