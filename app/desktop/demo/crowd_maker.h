// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QRect>
#include <thread>

#include "model/picture.h"

namespace espy::desktop {

/// A generated crowd and the traveller to find in it.
struct DrawnCrowd {
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< of the traveller, pixels of the scene
};

/// Generates crowds on a thread of its own: large ones take seconds.
class CrowdMaker : public QObject {
  Q_OBJECT

 public:
  /// 41 megapixels.
  static constexpr QSize kLarge{7680, 5400};

  explicit CrowdMaker(QObject* parent = nullptr);
  ~CrowdMaker() override;

  /// No-op while one is being generated.
  void draw(QSize size);
  bool running() const { return running_; }

 signals:
  void drawn(const espy::desktop::DrawnCrowd& crowd);
  void failed(const QString& sentence);

 private:
  bool running_ = false;
  std::jthread thread_;  ///< last member: joins before the others are destroyed
};

}  // namespace espy::desktop
