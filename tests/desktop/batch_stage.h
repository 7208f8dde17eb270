// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "batch/batch_view.h"
#include "espy/engine/all.h"

namespace espy::desktop {

/// Test fixture with an empty folder for each case.
class BatchStage : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }

 protected:
  QString at(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

  void touch(const QString& name) {
    QDir(folder_->path()).mkpath(QFileInfo(name).path());
    QFile file(folder_->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
  }

  static QString stateOf(const BatchView& view, int row) {
    return view.queue()
        .data(view.queue().index(row, BatchQueue::kState), Qt::DisplayRole)
        .toString();
  }

  static QPushButton* button(const BatchView& view, const QString& name) {
    for (QPushButton* each : view.findChildren<QPushButton*>()) {
      if (each->accessibleName() == name) return each;
    }
    return nullptr;
  }

  static void setImages(BatchView& view, const QStringList& files) {
    view.setImages(files);
    QTRY_COMPARE(view.queue().size(), files.size());
  }

  const Registry registry_ = makeRegistry();
  std::unique_ptr<QTemporaryDir> folder_;
};

}  // namespace espy::desktop
