// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "espy/engine/registry.h"
#include "model/job.h"
#include "model/match_list.h"
#include "model/score_plane.h"

namespace espy::desktop {

/// Input of ScoreMapper.
struct ScoreRequest {
  PicturePtr scene;
  NeedleItem needle;
  SearchSettings settings;  ///< exact search has no scores: zncc is used, else sad
};

/// Computes score maps on a worker thread. A new request cancels the previous one, which emits
/// nothing more.
class ScoreMapper : public QObject {
  Q_OBJECT

 public:
  explicit ScoreMapper(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  void start(ScoreRequest request);
  void cancel() { job_.forget(); }
  bool running() const { return job_.running(); }

 signals:
  void made(const espy::desktop::ScorePlanePtr& plane);
  void failed(const QString& sentence);

 private:
  const Registry& registry_;
  Job job_;
};

}  // namespace espy::desktop
