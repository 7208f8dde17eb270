// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "identify/photo.h"

namespace espy::desktop {

/// Model of the photographs to identify and their answers.
class AnswerList : public QAbstractListModel {
  Q_OBJECT

 public:
  enum class State { waiting, answered, stopped };
  struct Entry {
    Photo photo;
    State state = State::waiting;
    PhotoAnswerPtr answer;
  };

  using QAbstractListModel::QAbstractListModel;

  /// Appends a photograph and assigns its id.
  const Photo& add(Photo photo);
  void setAnswer(int photo, const PhotoAnswerPtr& answer);
  /// Marks all waiting photographs as stopped.
  void stop();
  /// Marks these rows, or all, as waiting again; returns their photographs.
  std::vector<Photo> identifyAgain(const std::vector<int>& rows);
  std::vector<Photo> askAllAgain();
  void remove(std::vector<int> rows);

  const Entry& entry(int row) const { return entries_[static_cast<std::size_t>(row)]; }
  int rowOf(int photo) const;
  int waiting() const;

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void changed(int row);

  std::vector<Entry> entries_;
  int last_ = 0;  ///< id that was assigned last
};

}  // namespace espy::desktop
