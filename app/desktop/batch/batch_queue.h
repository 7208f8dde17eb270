// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QSet>
#include <QStringList>
#include <memory>
#include <vector>

#include "espy/engine/batch.h"
#include "model/match_list.h"

namespace espy::desktop {

/// State and result of an image, as the table shows them.
struct ImageFate {
  BatchState state = BatchState::queued;
  QString reason;  ///< error sentence if it failed
  QString output;  ///< path of the marked picture; empty if none is written
  std::size_t matches = 0;
  double milliseconds = 0;
  /// The matches, or the first of them; null: not known.
  std::shared_ptr<const std::vector<Match>> found = {};
};

/// Table model of the images of a batch.
class BatchQueue : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// Role of the sort key, a number or a text.
  static constexpr int kSortRole = Qt::UserRole;
  enum Column { kImage, kState, kMatches, kTime, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  /// Appends files; skips those that are listed.
  void add(const QStringList& files);
  void remove(const std::vector<int>& rows);
  void clear();
  /// Sets all images back to queued.
  void restart();
  void setFate(int row, const ImageFate& fate);

  static QString nameOf(BatchState state);
  int size() const { return static_cast<int>(images_.size()); }
  QString image(int row) const { return images_[static_cast<std::size_t>(row)].file; }
  const ImageFate& fate(int row) const { return images_[static_cast<std::size_t>(row)].fate; }
  QStringList files() const;
  int count(BatchState state) const;
  std::size_t matches() const;
  /// The matches of all images, best first, as the result of a search for these needles.
  SearchResultPtr found(std::vector<NeedleItem> needles, const SearchSettings& settings) const;

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : size();
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Entry {
    QString file;
    ImageFate fate;
  };

  QString text(const Entry& entry, int column) const;
  static QString stateText(const Entry& entry);
  static QVariant sortKey(const Entry& entry, int column);

  std::vector<Entry> images_;
  QSet<QString> known_;
};

}  // namespace espy::desktop
