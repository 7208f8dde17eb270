// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <thread>

#include "model/picture.h"

namespace espy::desktop {

/// Reads picture files in a thread of its own, in order, so that the window never waits for a disk.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  /// What a picture is for.
  enum class Purpose { scene, needle };

  explicit PictureLoader(QObject* parent = nullptr);
  /// Ends the waiting for a pipe, and leaves the thread to itself if it is in a folder on a network
  /// that does not answer.
  ~PictureLoader() override;

  void load(const QString& path, Purpose purpose);

 signals:
  void loaded(const espy::desktop::PicturePtr& picture,
              espy::desktop::PictureLoader::Purpose purpose);
  /// `sentence` names the file and the fact.
  void failed(const QString& path, const QString& sentence);

 private:
  struct Shared;

  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace espy::desktop
