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

/// Something that was not added, and why.
struct AddProblem {
  QString file;
  QString sentence;  ///< begins with the file
};

/// A photograph that is to become a surface of a library.
struct AddItem {
  QString file;
  std::string id;
  bool known = false;  ///< the library has a surface of this id
};

/// What there is to add, before anything is done.
struct AddPlan {
  QString folder;  ///< the library
  std::vector<AddItem> items;
  std::vector<AddProblem> problems;
  int known = 0;  ///< items that are
};

/// How far it is.
struct AddNews {
  int all = 0;
  int looked = 0;  ///< at so many of all
  int added = 0;
  int replaced = 0;
  int skipped = 0;
  std::vector<AddProblem> problems;  ///< new ones
  bool committed = false;            ///< more is in the library than was told before
  bool cancelled = false;
  QString failure;  ///< what ended it
};

/// The id that a file's surface gets: its name without folders and ending.
QString surfaceIdOf(const QString& file);

/// Looks what is known already, and leaves out what has an id that another one has. Throws what
/// opening the library does.
AddPlan planOfAdding(const QString& folder, const QStringList& files);

/// Adds the photographs of a plan. What has a known id takes its place with `replace`, else it is
/// left out. Only what is said to be added is in the library, and that stays, whatever comes. Where
/// the disk is full, what fits is added.
class SurfaceAdder {
 public:
  using Tell = std::function<void(const AddNews& news)>;

  SurfaceAdder(const IdentifyTools& tools, AddPlan plan, bool replace)
      : tools_(tools), plan_(std::move(plan)), replace_(replace) {}

  /// Tells how far it is, the end included. Throws nothing.
  void run(const std::stop_token& stop, const Tell& tell);

 private:
  void addAll(const std::stop_token& stop, const Tell& tell);
  void addOne(SurfaceWriter& writer, const AddItem& item, const std::stop_token& stop);
  void commit(SurfaceWriter& writer, const Tell& tell);
  /// Where those that were to be committed together had no room: one at a time, until the next has
  /// none.
  void keepWhatFits(SurfaceWriter& writer);
  void problem(const QString& file, const QString& sentence);
  void told(const Tell& tell);

  const IdentifyTools& tools_;
  AddPlan plan_;
  bool replace_;
  AddNews news_;  ///< committed, as it was told
  /// Since the last commit.
  std::vector<std::pair<const AddItem*, Features>> uncommitted_;
};

}  // namespace espy::desktop
