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

/// A photograph of the traveller with its best match.
struct NightPhoto {
  PicturePtr picture;
  Match match;
};

/// A crowd at night in which the score alone does not separate the traveller from look-alikes, and
/// photographs of him in the same light to learn from.
struct NightCrowd {
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< of the traveller, pixels of the scene
  std::vector<NightPhoto> photos;
};

/// Minimum score in this light.
inline constexpr double kNightScore = 0.4;

/// Deterministic: the same crowd on every machine.
NightCrowd drawNight(const Registry& registry);

/// Generates it on a thread of its own.
class NightMaker : public QObject {
  Q_OBJECT

 public:
  explicit NightMaker(const Registry& registry, QObject* parent = nullptr);
  ~NightMaker() override;

  /// No-op while one is being generated.
  void draw();
  bool running() const { return running_; }

 signals:
  void drawn(const espy::desktop::NightCrowd& crowd);
  void failed(const QString& sentence);

 private:
  const Registry& registry_;
  bool running_ = false;
  std::jthread thread_;  ///< last member: joins before the others are destroyed
};

}  // namespace espy::desktop
