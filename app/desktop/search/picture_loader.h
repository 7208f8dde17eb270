// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include "model/picture.h"

namespace espy::desktop {

/// Reads picture files in a thread of its own, in order, so that the window never waits for a disk.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  /// What a picture is for.
  enum class Purpose { scene, needle };

  explicit PictureLoader(QObject* parent = nullptr);
  ~PictureLoader() override;

  void load(const QString& path, Purpose purpose);

 signals:
  void loaded(const espy::desktop::PicturePtr& picture,
              espy::desktop::PictureLoader::Purpose purpose);
  /// `sentence` names the file and the fact.
  void failed(const QString& path, const QString& sentence);

 private:
  QThreadPool pool_;
};

}  // namespace espy::desktop
