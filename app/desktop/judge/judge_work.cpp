// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_work.h"

#include <QElapsedTimer>
#include <utility>

#include "espy/error.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Can whatever judges need.
constexpr const char* kProcessor = "threads";

Judge learnedFrom(const Registry& registry, const LearnOrder& order, const Control& control) {
  const std::vector<NeedleItem> items{order.needle};
  const std::vector<Needle> needles = needlesOf(items);
  std::vector<ImageView> pictures;
  for (const PicturePtr& picture : order.pictures) pictures.push_back(picture->image);
  return learnJudge(registry, order.engine.toStdString(), {needles.front(), pictures, order.clicks},
                    control);
}

bool canLearn(const Registry& registry, const std::string& engine) {
  return engine == "auto" || (registry.refusal<TrainNetwork>(engine).empty() &&
                              registry.refusal<RateSamples>(engine).empty());
}

/// Who can rate samples on behalf of this engine.
struct Rater {
  std::string engine;
  QString why;  ///< it is another one; empty: it is not
};

Rater raterFor(const Registry& registry, const std::string& engine) {
  const Message refusal = registry.refusal<RateSamples>(engine);
  if (refusal.empty()) return {engine, {}};
  return {kProcessor, translated(refusal)};
}

Judged probabilities(const Registry& registry, const JudgeOrder& order, const Control& control) {
  const SearchResult& result = *order.result;
  const std::vector<Match>& matches = result.finding.matches;
  const std::vector<Needle> needles = needlesOf(result.needles);
  std::vector<double> all(matches.size(), Judged::kNobody);
  const Rater rater = raterFor(registry, result.finding.report.engine);
  bool asked = false;
  for (std::size_t needle = 0; needle < needles.size(); ++needle) {
    if (!order.judges[needle] || !order.judges[needle]->judge.isOn()) continue;
    std::vector<std::size_t> places;
    std::vector<Match> own;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i].needle != needle) continue;
      places.push_back(i);
      own.push_back(matches[i]);
    }
    const Judge& judge = order.judges[needle]->judge;
    asked = asked || judge.by == Judge::By::network;  // a regression asks no engine
    const std::vector<double> said = judgeMatches(registry, rater.engine, judge, needles[needle],
                                                  result.scene->image, own, control);
    for (std::size_t i = 0; i < places.size(); ++i) all[places[i]] = said[i];
  }
  Judged judged{std::make_shared<const std::vector<double>>(std::move(all)), {}, {}, {}};
  if (asked && !rater.why.isEmpty()) {
    judged.engine = QString::fromStdString(rater.engine);
    judged.whyEngine = rater.why;
  }
  return judged;
}

}  // namespace

JudgeWork::JudgeWork(const Registry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

JudgeWork::~JudgeWork() {
  learner_.request_stop();
  judge_.request_stop();
}

void JudgeWork::post(const std::uint64_t& last, std::uint64_t turn, bool& running, Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [&last, turn, &running, tell = std::move(tell)] {
        if (turn != last) return;
        running = false;
        tell();
      },
      Qt::QueuedConnection);
}

void JudgeWork::cancelLearning() {
  ++learnTurn_;
  learner_.request_stop();
  learning_ = false;
}

void JudgeWork::cancelJudging() {
  ++judgeTurn_;
  judge_.request_stop();
  judging_ = false;
}

void JudgeWork::learn(LearnOrder order) {
  cancelLearning();
  learning_ = true;
  standIn_.clear();
  if (!canLearn(registry_, order.engine.toStdString())) {
    order.engine = standIn_ = QString::fromLatin1(kProcessor);
  }
  learner_ = std::jthread(
      [this, turn = learnTurn_, order = std::move(order)](const std::stop_token& stop) {
        constexpr qint64 kTellEvery = 30;  // milliseconds
        QElapsedTimer told;
        Control control;
        control.threads = order.threads;
        control.stop = stop;
        control.progress = [&](double part) {
          if (told.isValid() && told.elapsed() < kTellEvery) return;
          told.start();
          QMetaObject::invokeMethod(
              this,
              [this, turn, part] {
                if (turn == learnTurn_) emit progressed(part);
              },
              Qt::QueuedConnection);
        };
        try {
          const auto learnt = std::make_shared<const Judge>(learnedFrom(registry_, order, control));
          post(learnTurn_, turn, learning_,
               [this, learnt, needle = order.needle] { emit learned(learnt, needle); });
        } catch (const std::exception& error) {
          const QString sentence = translated(error);
          post(learnTurn_, turn, learning_, [this, sentence] { emit failed(sentence, true); });
        }
      });
}

void JudgeWork::judge(JudgeOrder order) {
  cancelJudging();
  judging_ = true;
  judge_ = std::jthread(
      [this, turn = judgeTurn_, order = std::move(order)](const std::stop_token& stop) {
        Control control;
        control.threads = order.result->settings.threads;
        control.stop = stop;
        try {
          const Judged all = probabilities(registry_, order, control);
          post(judgeTurn_, turn, judging_,
               [this, result = order.result, all] { emit judged(result, all); });
        } catch (const std::exception& error) {
          const QString sentence = translated(error);
          post(judgeTurn_, turn, judging_, [this, sentence] { emit failed(sentence, false); });
        }
      });
}

}  // namespace espy::desktop
