// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "espy/engine/registry.h"
#include "model/job.h"
#include "model/match_list.h"

namespace espy::desktop {

/// Input of learning a judge.
struct LearnOrder {
  std::vector<PicturePtr> pictures;  ///< indexed by the clicks
  NeedleItem needle;
  std::vector<Click> clicks;
  QString engine;
  int threads = 0;
};

/// Input of judging: matches and judges.
struct JudgeOrder {
  SearchResultPtr result;
  std::vector<NeedleJudgePtr> judges;  ///< by needle; null: not judged
};

/// Learns and judges, each on its own worker thread. A new order cancels the previous one of its
/// kind. A cancelled order emits no result.
class JudgeWork : public QObject {
  Q_OBJECT

 public:
  explicit JudgeWork(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  void learn(LearnOrder order);
  void cancelLearning() { learner_.forget(); }
  bool learning() const { return learner_.running(); }
  /// Engine that learns because the chosen one cannot; empty: the chosen one.
  const QString& standIn() const { return standIn_; }

  void judge(JudgeOrder order);
  void cancelJudging() { judge_.forget(); }
  bool judging() const { return judge_.running(); }

 signals:
  void progressed(double part);  ///< of learning
  void learned(const std::shared_ptr<const espy::Judge>& judge,
               const espy::desktop::NeedleItem& needle);
  /// The caller sets the thresholds.
  void judged(const espy::desktop::SearchResultPtr& result, const espy::desktop::Judged& judged);
  void failed(const QString& sentence, bool learning);

 private:
  const Registry& registry_;
  QString standIn_;
  Job learner_;
  Job judge_;
};

}  // namespace espy::desktop
