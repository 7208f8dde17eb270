// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <string>
#include <vector>

#include "identify/surface_controller.h"
#include "model/job.h"

namespace espy::desktop {

/// Sorted ids of a library, optionally filtered by prefix. Pages are fetched on demand on a worker
/// thread.
class IdList : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit IdList(QObject* parent = nullptr);

  void setLibrary(LibraryPtr library);
  /// Lists only ids with this prefix.
  void setBeginning(const QString& letters);
  const QString& beginning() const { return beginning_; }
  /// Fetches again after the library has changed, about as many ids as were listed.
  void reload();

  QString id(int row) const { return ids_[static_cast<std::size_t>(row)]; }
  /// True when all pages were fetched.
  bool isComplete() const { return complete_; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(ids_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void fetched();  ///< a page was fetched; it may be empty
  void failed(const QString& sentence);

 private:
  struct Page {
    std::vector<std::string> ids;
    bool last = false;
    QString trouble;
  };
  /// Request for up to `most` ids that follow `after`.
  struct PageRequest {
    std::string beginning;
    std::string after;
    std::int64_t most = 0;
  };
  static Page pageOf(const SurfaceLibrary& library, const PageRequest& wanted);

  void fetch(bool first, std::int64_t most);
  void take(const Page& page, bool first);

  LibraryPtr library_;
  QString beginning_;
  std::vector<QString> ids_;
  std::string last_;  ///< UTF-8 id of the last row
  bool complete_ = true;
  bool fetching_ = false;
  Job job_;
};

}  // namespace espy::desktop
