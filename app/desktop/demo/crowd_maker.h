// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QRect>
#include <thread>

#include "model/picture.h"

namespace espy::desktop {

/// A crowd, and who is looked for in it.
struct DrawnCrowd {
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< where he is
};

/// Draws crowds in a thread of its own: a large one takes seconds.
class CrowdMaker : public QObject {
  Q_OBJECT

 public:
  /// 41 megapixels.
  static constexpr QSize kLarge{7680, 5400};

  explicit CrowdMaker(QObject* parent = nullptr);
  ~CrowdMaker() override;

  /// Nothing happens while another one is being drawn.
  void draw(QSize size);
  bool running() const { return running_; }

 signals:
  void drawn(const espy::desktop::DrawnCrowd& crowd);
  void failed(const QString& sentence);

 private:
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
