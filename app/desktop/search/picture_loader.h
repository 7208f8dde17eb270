// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include "model/job.h"
#include "model/picture.h"

namespace espy::desktop {

/// Reads picture files on worker threads, so that the window never waits for a disk: needles in
/// their order, and of scenes only the one that was asked for last. A pipe delays nothing else.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  /// What a picture is for.
  enum class Purpose { scene, needle };

  using QObject::QObject;

  void load(const QString& path, Purpose purpose);

 signals:
  void loaded(const espy::desktop::PicturePtr& picture,
              espy::desktop::PictureLoader::Purpose purpose);
  /// `sentence` names the file and the fact.
  void failed(const QString& path, const QString& sentence);

 private:
  Job* scene_ = nullptr;    ///< reads the scene that was asked for last
  Job* needles_ = nullptr;  ///< reads those that are files
  DiskJobs jobs_;
};

}  // namespace espy::desktop
