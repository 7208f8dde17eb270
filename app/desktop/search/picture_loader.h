// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "model/picture.h"

namespace espy::desktop {

/// Reads picture files in threads of its own, so that the window never waits for a disk: needles in
/// their order, and of scenes only the one that was asked for last. A pipe holds up nothing else.
class PictureLoader : public QObject {
  Q_OBJECT

 public:
  /// What a picture is for.
  enum class Purpose { scene, needle };

  explicit PictureLoader(QObject* parent = nullptr);
  /// Ends the waiting for pipes, and leaves threads to themselves that are in a folder on a network
  /// that does not answer.
  ~PictureLoader() override;

  void load(const QString& path, Purpose purpose);

 signals:
  void loaded(const espy::desktop::PicturePtr& picture,
              espy::desktop::PictureLoader::Purpose purpose);
  /// `sentence` names the file and the fact.
  void failed(const QString& path, const QString& sentence);

 private:
  struct Lane;
  using LanePtr = std::shared_ptr<Lane>;

  LanePtr makeLane();

  std::vector<LanePtr> lanes_;
  LanePtr scene_;    ///< reads the last one
  LanePtr needles_;  ///< reads those that are files
};

}  // namespace espy::desktop
