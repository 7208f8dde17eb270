// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <string>
#include <vector>

#include "identify/surface_desk.h"
#include "model/job.h"

namespace espy::desktop {

/// The ids of a library in their order, or those that begin with some letters: of a million only
/// the pages that somebody scrolls to. A thread fetches them.
class IdList : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit IdList(QObject* parent = nullptr);

  void setLibrary(LibraryPtr library);
  /// Lists what begins with this; nothing else of what there is is touched.
  void setBeginning(const QString& letters);
  const QString& beginning() const { return beginning_; }
  /// The library has other surfaces now. About as many are listed as before.
  void reload();

  QString id(int row) const { return ids_[static_cast<std::size_t>(row)]; }
  /// Is all there that there is?
  bool isComplete() const { return complete_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void fetched();  ///< a page, perhaps an empty one
  void failed(const QString& sentence);

 private:
  struct Page {
    std::vector<std::string> ids;
    bool last = false;
    QString trouble;
  };
  /// What to fetch: so many ids behind this one.
  struct Wanted {
    std::string beginning;
    std::string after;
    std::int64_t most = 0;
  };
  static Page pageOf(const SurfaceLibrary& library, const Wanted& wanted);

  void fetch(bool first, std::int64_t most);
  void take(const Page& page, bool first);

  LibraryPtr library_;
  QString beginning_;
  std::vector<QString> ids_;
  std::string last_;  ///< the last id, as the library has it
  bool complete_ = true;
  bool fetching_ = false;
  Job job_;
};

}  // namespace espy::desktop
