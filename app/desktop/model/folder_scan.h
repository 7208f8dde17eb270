// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QObject>
#include <QStringList>

#include "model/job.h"

namespace espy::desktop {

/// Lists the pictures in folders on a worker thread: a folder can be large, and its disk slow.
class FolderScan : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Files are taken as they are, folders searched. Scans run one after the other.
  void start(const QStringList& paths, bool recursively);
  /// Cancels all scans, without a signal.
  void forget() { job_.forget(); }
  bool running() const { return job_.running(); }

 signals:
  void found(const QStringList& files);  ///< all of one scan, each folder's in the order of names

 private:
  Job job_;
};

/// Sorts numbers by value, "picture 9" before "picture 10", in any language.
QCollator orderOfNames();

/// "*.png" and so on, for all pictures that can be read.
QStringList pictureFilters();

}  // namespace espy::desktop
