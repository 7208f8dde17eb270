// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QObject>
#include <QStringList>
#include <thread>
#include <vector>

namespace espy::desktop {

/// Looks for pictures in folders, in a thread of its own: a folder can be large, and its disk slow.
class FolderScan : public QObject {
  Q_OBJECT

 public:
  explicit FolderScan(QObject* parent = nullptr);
  ~FolderScan() override;

  /// Files are taken as they are, folders searched. Waits its turn behind the scan before.
  void start(const QStringList& paths, bool recursively);
  /// Nothing is heard of what was started.
  void forget();
  bool running() const { return running_; }

 signals:
  void found(const QStringList& files);  ///< all of them, in the order of names

 private:
  struct Wanted {
    QStringList paths;
    bool recursively;
  };

  void next();

  std::vector<Wanted> waiting_;  ///< in order
  bool running_ = false;
  bool forgotten_ = false;  ///< the scan that runs is for nobody
  std::jthread thread_;     ///< last: ends before what it uses does
};

/// Picture 10 comes behind picture 9, in any language.
QCollator orderOfNames();

/// "*.png" and so on, for all pictures that can be read.
QStringList pictureFilters();

}  // namespace espy::desktop
