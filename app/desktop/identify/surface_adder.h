// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "identify/identify_tools.h"

namespace espy::desktop {

/// A photograph that was not added, and why.
struct AddProblem {
  QString file;
  QString sentence;  ///< begins with the file's name
};

/// A photograph to add to a library.
struct AddItem {
  QString file;
  std::string id;
  bool known = false;  ///< the library has a surface of this id
};

/// What adding would do, computed before anything is written.
struct AddPlan {
  QString folder;  ///< the library
  std::vector<AddItem> items;
  std::vector<AddProblem> problems;
  int known = 0;  ///< number of items with `known`
};

/// Progress of adding.
struct AddProgress {
  int all = 0;
  int looked = 0;  ///< items processed
  int added = 0;
  int replaced = 0;
  int skipped = 0;
  std::vector<AddProblem> problems;  ///< since the last report
  bool committed = false;            ///< something was committed since the last report
  bool cancelled = false;
  QString failure;  ///< error that ended it; empty if none
};

/// Id of a file's surface: its name without folder and last suffix.
QString surfaceIdOf(const QString& file);

/// Looks up which ids the library has, and rejects files whose id another file in the list has.
/// Throws what opening the library throws.
AddPlan planOfAdding(const QString& folder, const QStringList& files);

/// Adds the photographs of a plan. A known id is replaced if `replace` is set, else skipped. Counts
/// only committed surfaces, which persist whatever happens later. On a full disk it commits as many
/// as fit.
class SurfaceAdder {
 public:
  using OnProgress = std::function<void(const AddProgress& news)>;

  SurfaceAdder(const IdentifyTools& tools, AddPlan plan, bool replace)
      : tools_(tools), plan_(std::move(plan)), replace_(replace) {}

  /// Reports progress through `onProgress`, the end included. Throws nothing.
  void run(const std::stop_token& stop, const OnProgress& onProgress);

 private:
  void addAll(const std::stop_token& stop, const OnProgress& onProgress);
  void addOne(SurfaceWriter& writer, const AddItem& item, const std::stop_token& stop);
  void commit(SurfaceWriter& writer, const OnProgress& onProgress);
  /// After a failed commit: commits one surface at a time until one fails.
  void commitSingly(SurfaceWriter& writer);
  void problem(const QString& file, const QString& sentence);
  void reportProgress(const OnProgress& onProgress);

  const IdentifyTools& tools_;
  AddPlan plan_;
  bool replace_;
  AddProgress news_;  ///< counts are of committed surfaces
  /// Surfaces since the last commit.
  std::vector<std::pair<const AddItem*, Features>> uncommitted_;
};

}  // namespace espy::desktop
