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

/// What a judge is to be learned from.
struct LearnOrder {
  std::vector<PicturePtr> pictures;  ///< that the clicks count
  NeedleItem needle;
  std::vector<Click> clicks;
  QString engine;
  int threads = 0;
};

/// Which matches are to be judged.
struct JudgeOrder {
  SearchResultPtr result;
  std::vector<NeedleJudgePtr> judges;  ///< by needle; null: nobody
};

/// Learns and judges, each on a worker thread. A new order cancels the one before of its kind. What
/// is cancelled emits nothing more.
class JudgeWork : public QObject {
  Q_OBJECT

 public:
  explicit JudgeWork(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  void learn(LearnOrder order);
  void cancelLearning() { learner_.forget(); }
  bool learning() const { return learner_.running(); }
  /// The engine that learns in place of the chosen one, which cannot; empty: the chosen one.
  const QString& standIn() const { return standIn_; }

  void judge(JudgeOrder order);
  void cancelJudging() { judge_.forget(); }
  bool judging() const { return judge_.running(); }

 signals:
  void progressed(double part);  ///< of learning
  void learned(const std::shared_ptr<const espy::Judge>& judge,
               const espy::desktop::NeedleItem& needle);
  /// Thresholds are the asker's business.
  void judged(const espy::desktop::SearchResultPtr& result, const espy::desktop::Judged& judged);
  void failed(const QString& sentence, bool learning);

 private:
  const Registry& registry_;
  QString standIn_;
  Job learner_;
  Job judge_;
};

}  // namespace espy::desktop
