// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QObject>
#include <QStringList>

#include "model/job.h"

namespace espy::desktop {

/// Lists the pictures in folders on a worker thread.
class FolderScan : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Files are passed through, folders are scanned. Scans run one after the other.
  void start(const QStringList& paths, bool recursively);
  /// Cancels all scans; they emit nothing.
  void forget() { job_.forget(); }
  bool running() const { return job_.running(); }

 signals:
  void found(const QStringList& files);  ///< result of one scan, sorted by name per folder

 private:
  Job job_;
};

/// Collator that sorts numbers by value, "picture 9" before "picture 10", in any language.
QCollator orderOfNames();

/// File name patterns of readable pictures: "*.png" and so on.
QStringList pictureFilters();

}  // namespace espy::desktop
