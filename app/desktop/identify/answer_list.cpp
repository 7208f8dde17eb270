// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/answer_list.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "identify/surface_words.h"

namespace espy::desktop {
namespace {

QString signOf(const AnswerList::Entry& entry) {
  if (!entry.answer) return QStringLiteral("\u2026 ");
  if (!entry.answer->failure.isEmpty()) return QStringLiteral("\u26a0 ");
  return entry.answer->answer.known ? QStringLiteral("\u2713 ") : QStringLiteral("\u2013 ");
}

QString stateOf(const AnswerList::Entry& entry) {
  if (entry.answer) return shortVerdictOf(*entry.answer);
  return entry.state == AnswerList::State::waiting ? AnswerList::tr("waiting")
                                                   : AnswerList::tr("not processed");
}

}  // namespace

const Photo& AnswerList::add(Photo photo) {
  photo.id = ++last_;
  const int row = rowCount();
  beginInsertRows({}, row, row);
  entries_.push_back({std::move(photo), State::waiting, nullptr});
  endInsertRows();
  return entries_.back().photo;
}

void AnswerList::setAnswer(int photo, const PhotoAnswerPtr& answer) {
  const int row = rowOf(photo);
  if (row < 0) return;  // removed meanwhile
  entries_[static_cast<std::size_t>(row)].state = State::answered;
  entries_[static_cast<std::size_t>(row)].answer = answer;
  changed(row);
}

void AnswerList::stop() {
  for (int row = 0; row < rowCount(); ++row) {
    Entry& entry = entries_[static_cast<std::size_t>(row)];
    if (entry.state != State::waiting) continue;
    entry.state = State::stopped;
    changed(row);
  }
}

std::vector<Photo> AnswerList::identifyAgain(const std::vector<int>& rows) {
  std::vector<Photo> photos;
  for (const int row : rows) {
    Entry& entry = entries_[static_cast<std::size_t>(row)];
    entry.state = State::waiting;
    entry.answer = nullptr;
    photos.push_back(entry.photo);
    changed(row);
  }
  return photos;
}

std::vector<Photo> AnswerList::askAllAgain() {
  std::vector<int> rows(entries_.size());
  std::iota(rows.begin(), rows.end(), 0);
  return identifyAgain(rows);
}

void AnswerList::remove(std::vector<int> rows) {
  std::sort(rows.rbegin(), rows.rend());
  for (const int row : rows) {
    beginRemoveRows({}, row, row);
    entries_.erase(entries_.begin() + row);
    endRemoveRows();
  }
}

int AnswerList::rowOf(int photo) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [photo](const Entry& entry) { return entry.photo.id == photo; });
  return found == entries_.end() ? -1 : static_cast<int>(found - entries_.begin());
}

int AnswerList::waiting() const {
  return static_cast<int>(std::count_if(entries_.begin(), entries_.end(), [](const Entry& entry) {
    return entry.state == State::waiting;
  }));
}

QVariant AnswerList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Entry& entry = this->entry(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return signOf(entry) + tr("%1: %2").arg(entry.photo.name, stateOf(entry));
    case Qt::AccessibleTextRole:
      return tr("%1: %2").arg(entry.photo.name, stateOf(entry));
    case Qt::ToolTipRole:
      if (entry.answer && !entry.answer->failure.isEmpty()) return entry.answer->failure;
      return entry.photo.path.isEmpty() ? entry.photo.name : entry.photo.path;
    default:
      return {};
  }
}

void AnswerList::changed(int row) {
  emit dataChanged(index(row), index(row));
}

}  // namespace espy::desktop
