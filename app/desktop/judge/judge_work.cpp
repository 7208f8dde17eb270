// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_work.h"

#include <utility>

#include "espy/engine/judge.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// CPU fallback; supports everything that judges need.
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

/// The engine that rates samples, possibly in place of the chosen one.
struct Rater {
  std::string engine;
  QString why;  ///< reason for another engine, or empty
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
  std::vector<double> all(matches.size(), Judged::kNoProbability);
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
    asked = asked || judge.by == Judge::By::network;  // a regression needs no engine
    const std::vector<double> said = judgeMatches(registry, rater.engine, judge, needles[needle],
                                                  result.scene->image, own, control);
    for (std::size_t i = 0; i < places.size(); ++i) all[places[i]] = said[i];
  }
  Judged judged{std::make_shared<const std::vector<double>>(std::move(all)), {}, {}, {}};
  if (asked && !rater.why.isEmpty()) {
    judged.engine = QString::fromStdString(rater.engine);
    judged.engineReason = rater.why;
  }
  return judged;
}

}  // namespace

void JudgeWork::learn(LearnOrder order) {
  standIn_.clear();
  if (!canLearn(registry_, order.engine.toStdString())) {
    order.engine = standIn_ = QString::fromLatin1(kProcessor);
  }
  const NeedleItem needle = order.needle;
  learner_.start(
      [this, order = std::move(order)](const Job::Handle& handle) {
        const auto progress = [this](double part) { emit progressed(part); };
        return std::make_shared<const Judge>(
            learnedFrom(registry_, order, handle.control(order.threads, progress)));
      },
      [this, needle](const Outcome<std::shared_ptr<const Judge>>& outcome) {
        if (outcome.value) return emit learned(*outcome.value, needle);
        emit failed(outcome.failure.sentence, true);
      });
}

void JudgeWork::judge(JudgeOrder order) {
  const SearchResultPtr result = order.result;
  judge_.start(
      [this, order = std::move(order)](const Job::Handle& handle) {
        return probabilities(registry_, order, handle.control(order.result->settings.threads));
      },
      [this, result](const Outcome<Judged>& outcome) {
        if (outcome.value) return emit judged(result, *outcome.value);
        emit failed(outcome.failure.sentence, false);
      });
}

}  // namespace espy::desktop
