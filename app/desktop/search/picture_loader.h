// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

#include "model/job.h"
#include "model/picture.h"

namespace espy::desktop {

/// Reads picture files on worker threads: needles in order, and only the last requested scene.
/// Pipes get threads of their own, so that they delay no other file.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  /// Use of a picture.
  enum class Purpose { scene, needle };

  using QObject::QObject;

  void load(const QString& path, Purpose purpose);

 signals:
  void loaded(const espy::desktop::PicturePtr& picture,
              espy::desktop::PictureLoader::Purpose purpose);
  /// `sentence` names file and error.
  void failed(const QString& path, const QString& sentence);

 private:
  Job* scene_ = nullptr;    ///< reads the last requested scene
  Job* needles_ = nullptr;  ///< reads needles from regular files
  DiskJobs jobs_;
};

}  // namespace espy::desktop
