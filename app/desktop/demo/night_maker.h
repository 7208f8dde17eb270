// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QRect>
#include <thread>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "model/picture.h"

namespace espy::desktop {

/// A picture of the traveller, and where a search finds him in it.
struct NightPhoto {
  PicturePtr picture;
  Match match;
};

/// A crowd at night, where the score cannot tell who is who, and photographs of whom is looked for
/// that were taken in such light.
struct NightCrowd {
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< where he is
  std::vector<NightPhoto> photos;
};

/// So similar to the traveller is whoever may be him in this light.
inline constexpr double kNightScore = 0.4;

/// The same crowd on every machine.
NightCrowd drawNight(const Registry& registry);

/// Draws it in a thread of its own.
class NightMaker : public QObject {
  Q_OBJECT

 public:
  explicit NightMaker(const Registry& registry, QObject* parent = nullptr);
  ~NightMaker() override;

  /// Nothing happens while it is being drawn.
  void draw();
  bool running() const { return running_; }

 signals:
  void drawn(const espy::desktop::NightCrowd& crowd);
  void failed(const QString& sentence);

 private:
  const Registry& registry_;
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
