// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_controller.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>
#include <cmath>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/needle_commands.h"
#include "model/translated.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct LabelMatchesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabelMatches)
};

}  // namespace

LabelMatches::LabelMatches(MatchList& list, const std::vector<std::uint32_t>& indices,
                           MatchVerdict said)
    : list_(list), verdict_(said) {
  for (const std::uint32_t index : indices) {
    const NeedleItem& needle = list.needleOf(list.match(index));
    places_.push_back(
        {list.result()->scene, needle.picture, needle.mask, list.match(index), list.said(index)});
  }
  setText(said == MatchVerdict::yes  ? LabelMatchesWords::tr("label as true")
          : said == MatchVerdict::no ? LabelMatchesWords::tr("label as false")
                                     : LabelMatchesWords::tr("remove a label"));
}

void LabelMatches::redo() {
  label(false);
}

void LabelMatches::undo() {
  label(true);
}

void LabelMatches::label(bool before) {
  for (const Place& place : places_) {
    NeedleItem needle;
    needle.picture = place.needle.lock();
    needle.mask = place.mask;
    const PicturePtr scene = place.scene.lock();
    if (!scene || !needle.picture) return setObsolete(true);
    list_.verdicts().say(scene, needle, place.match, before ? place.before : verdict_);
  }
  list_.reapplyVerdicts();
}

ForgetOtherLabels::ForgetOtherLabels(MatchList& list, const NeedleItem& needle)
    : list_(list), scene_(list.result()->scene), needle_(needle.picture), mask_(needle.mask) {
  setText(LabelMatchesWords::tr("remove the labels in other pictures"));
}

void ForgetOtherLabels::redo() {
  NeedleItem needle;
  needle.picture = needle_.lock();
  needle.mask = mask_;
  const PicturePtr scene = scene_.lock();
  if (!scene || !needle.picture) return setObsolete(true);
  forgotten_ = list_.verdicts().removeFromOtherPictures(scene, needle);
  list_.reapplyVerdicts();
}

void ForgetOtherLabels::undo() {
  if (forgotten_) list_.verdicts().putBack(forgotten_);
  list_.reapplyVerdicts();
}

namespace {

constexpr std::chrono::milliseconds kFading{1500};

/// Same pixels and mask, so that a judge of one is valid for the other.
bool isSameNeedle(const NeedleItem& a, const NeedleItem& b) {
  return a.id == b.id && a.picture == b.picture && a.mask == b.mask;
}

bool judgesSome(const std::vector<NeedleJudgePtr>& judges) {
  return std::any_of(judges.begin(), judges.end(),
                     [](const NeedleJudgePtr& judge) { return judge && judge->judge.isOn(); });
}

std::vector<double> thresholdsOf(const std::vector<NeedleJudgePtr>& judges) {
  std::vector<double> thresholds;
  thresholds.reserve(judges.size());
  for (const NeedleJudgePtr& judge : judges) {
    thresholds.push_back(judge ? judge->threshold() : 0);
  }
  return thresholds;
}

}  // namespace

JudgeController::JudgeController(const Registry& registry, MatchList& matches, NeedleTray& tray,
                                 QUndoStack& undo, QObject* parent)
    : QObject(parent), matches_(matches), tray_(tray), undo_(undo), work_(registry) {
  fading_.setSingleShot(true);
  fading_.setInterval(kFading);
  connect(&fading_, &QTimer::timeout, this, [this] { matches_.setRejectedShown(false); });
  connect(&matches, &MatchList::shownChanged, this, &JudgeController::onRows);
  connect(&matches, &MatchList::verdictsChanged, this, &JudgeController::changed);
  connect(&matches, &MatchList::judgedChanged, this, &JudgeController::changed);
  connect(&tray, &NeedleTray::changed, this, &JudgeController::onNeedles);
  connect(&work_, &JudgeWork::progressed, this, [this](double part) {
    progress_ = part;
    emit changed();
  });
  connect(&work_, &JudgeWork::learned, this,
          [this](const std::shared_ptr<const Judge>& judge, const NeedleItem& needle) {
            onLearned(*judge, needle);
          });
  connect(&work_, &JudgeWork::judged, this, &JudgeController::onJudged);
  connect(&work_, &JudgeWork::failed, this, [this](const QString& sentence, bool learning) {
    emit said(learning ? tr("Nothing was learned: %1").arg(sentence)
                       : tr("Matches could not be judged: %1").arg(sentence),
              true);
    emit changed();
  });
}

void JudgeController::onRows() {
  if (result_.lock() != matches_.result() || (result_.expired() && !judges_.empty())) {
    result_ = matches_.result();
    judges_.clear();
    rejudge();
  }
  emit changed();
}

void JudgeController::onNeedles() {
  rejudge();
  emit changed();
}

std::vector<NeedleJudgePtr> JudgeController::judgesNow() const {
  std::vector<NeedleJudgePtr> judges;
  if (!matches_.result()) return judges;
  for (const NeedleItem& needle : matches_.result()->needles) {
    const NeedleItem* now = tray_.find(needle.id);
    judges.push_back(now != nullptr && isSameNeedle(*now, needle) ? now->judge : nullptr);
  }
  return judges;
}

void JudgeController::rejudge() {
  std::vector<NeedleJudgePtr> judges = judgesNow();
  if (judges == judges_) return;
  const bool sameJudges =
      judges.size() == judges_.size() &&
      std::equal(judges.begin(), judges.end(), judges_.begin(), [](const auto& a, const auto& b) {
        return a == b || (a && b && a->judge == b->judge);
      });
  judges_ = std::move(judges);
  if (!judgesSome(judges_)) {
    work_.cancelJudging();
    matches_.setJudged(nullptr);
  } else if (sameJudges && matches_.judged()) {
    auto judged = std::make_shared<Judged>(*matches_.judged());
    judged->thresholds = thresholdsOf(judges_);
    matches_.setJudged(std::move(judged));
  } else if (!sameJudges || !work_.judging()) {
    work_.judge({matches_.result(), judges_});
  }
}

void JudgeController::onJudged(const SearchResultPtr& result, const Judged& judged) {
  if (result != matches_.result()) return;
  if (std::exchange(fade_, false) && fading_.interval() > 0) {
    matches_.setRejectedShown(true);
    fading_.start();
  }
  auto own = std::make_shared<Judged>(judged);
  own->thresholds = thresholdsOf(judges_);
  matches_.setJudged(std::move(own));
}

void JudgeController::setCurrent(std::optional<std::uint32_t> match) {
  if (!match || !matches_.result()) return;
  const int id = matches_.needleOf(matches_.match(*match)).id;
  if (std::exchange(subject_, id) != id) emit changed();
}

const NeedleItem* JudgeController::subject() const {
  const SearchResultPtr& result = matches_.result();
  if (!result) return nullptr;
  const std::vector<NeedleItem>& needles = result->needles;
  const NeedleItem* first = nullptr;
  for (const NeedleItem& needle : needles) {
    const NeedleItem* now = tray_.find(needle.id);
    if (now == nullptr || !isSameNeedle(*now, needle)) continue;
    if (needle.id == subject_) return now;
    if (first == nullptr && (now->judge || labelCount(*now) > 0)) first = now;
  }
  return first;
}

int JudgeController::labelCount(const NeedleItem& needle) const {
  const PicturePtr& scene = matches_.result()->scene;
  return matches_.verdicts().count(scene, needle).all() +
         matches_.verdicts().countInOtherPictures(scene, needle).all();
}

std::optional<double> JudgeController::separatingMinimum(const NeedleItem& needle) const {
  double yes = 2;
  double no = -2;
  for (const Verdicts::Of& one : matches_.verdicts().of(matches_.result()->scene, needle)) {
    double& bound = one.said == MatchVerdict::yes ? yes : no;
    bound = one.said == MatchVerdict::yes ? std::min(yes, one.match.score)
                                          : std::max(no, one.match.score);
  }
  constexpr double kHundredths = 100;
  const double middle = std::round((yes + no) / 2 * kHundredths) / kHundredths;
  // Both kinds must be labelled, and the rounded score must still lie between them.
  if (yes > 1 || no < -1 || !(no < middle && middle <= yes)) return std::nullopt;
  return middle;
}

JudgeState JudgeController::state() const {
  JudgeState state;
  state.learning = work_.learning();
  state.progress = progress_;
  state.learnsInstead = work_.standIn();
  state.leftOut = matches_.rejectedCount();
  state.rejectedShown = matches_.rejectedShown();
  const NeedleItem* needle = subject();
  if (needle == nullptr) return state;
  state.needle = needle->id;
  state.name = needle->name;
  state.several = matches_.result()->needles.size() > 1;
  state.judge = needle->judge;
  const PicturePtr& scene = matches_.result()->scene;
  const Verdicts::Count here = matches_.verdicts().count(scene, *needle);
  const Verdicts::Count elsewhere = matches_.verdicts().countInOtherPictures(scene, *needle);
  state.yes = here.yes + elsewhere.yes;
  state.no = here.no + elsewhere.no;
  state.elsewhere = elsewhere.all();
  if (matches_.result()->settings.scored()) state.separating = separatingMinimum(*needle);
  return state;
}

void JudgeController::label(const std::vector<std::uint32_t>& matches, MatchVerdict said) {
  if (matches.empty() || !matches_.result()) return;
  setCurrent(matches.front());
  const bool again = std::all_of(matches.begin(), matches.end(),
                                 [&](std::uint32_t index) { return matches_.said(index) == said; });
  undo_.push(new LabelMatches(matches_, matches, again ? MatchVerdict::nothing : said));
}

LearnOrder JudgeController::orderFor(const NeedleItem& needle) const {
  const SearchResult& result = *matches_.result();
  const Verdicts& verdicts = matches_.verdicts();
  LearnOrder order;
  order.needle = needle;
  order.engine = result.settings.engine;
  order.threads = result.settings.threads;
  order.pictures = {result.scene};
  for (const Verdicts::Of& one : verdicts.of(result.scene, needle)) {
    order.clicks.push_back({0, one.match, one.said == MatchVerdict::yes});
  }
  for (const Verdicts::OtherPictureVerdict& one : verdicts.elsewhere(result.scene, needle)) {
    // Labels of one picture are consecutive and may share its pixels.
    if (order.pictures.back() != one.pixels) order.pictures.push_back(one.pixels);
    order.clicks.push_back(
        {order.pictures.size() - 1, one.inPixels(), one.said == MatchVerdict::yes});
  }
  return order;
}

void JudgeController::learn() {
  const NeedleItem* needle = subject();
  if (needle == nullptr || !state().enough()) return;
  progress_ = 0;
  work_.learn(orderFor(*needle));
  emit changed();
}

void JudgeController::removeFromOtherPictures() {
  const NeedleItem* needle = subject();
  if (needle == nullptr || state().elsewhere == 0) return;
  undo_.push(new ForgetOtherLabels(matches_, *needle));
}

void JudgeController::cancel() {
  work_.cancelLearning();
  emit changed();
}

void JudgeController::onLearned(const Judge& judge, const NeedleItem& needle) {
  const NeedleItem* now = tray_.find(needle.id);
  if (now != nullptr && isSameNeedle(*now, needle)) {
    const double recall = now->judge ? now->judge->recall : NeedleJudge::kUsualRecall;
    fade_ = judge.isOn();
    give(*now, std::make_shared<const NeedleJudge>(NeedleJudge{judge, recall, {}}),
         tr("learn which matches of %1 are true").arg(now->name));
  }
  emit changed();
}

void JudgeController::give(const NeedleItem& needle, NeedleJudgePtr judge, const QString& words) {
  NeedleItem item = needle;
  item.judge = std::move(judge);
  undo_.push(new EditNeedle(tray_, std::move(item), words));
}

void JudgeController::drop() {
  const NeedleItem* needle = subject();
  if (needle == nullptr || !needle->judge) return;
  const QString words = tr("learn which matches of %1 are true").arg(needle->name);
  if (undo_.canUndo() && undo_.undoText() == words) return undo_.undo();
  give(*needle, nullptr, tr("remove the judge of %1").arg(needle->name));
}

void JudgeController::setRejectedShown(bool shown) {
  fading_.stop();
  matches_.setRejectedShown(shown);
}

void JudgeController::setRecall(double recall) {
  const NeedleItem* needle = subject();
  if (needle == nullptr || !needle->judge || needle->judge->recall == recall) return;
  auto other = std::make_shared<NeedleJudge>(*needle->judge);
  other->recall = recall;
  give(*needle, std::move(other), tr("change the judge of %1").arg(needle->name));
}

std::vector<std::uint32_t> JudgeController::leastSure() const {
  const JudgedPtr& judged = matches_.judged();
  const NeedleItem* needle = subject();
  if (!judged || needle == nullptr || !needle->judge) return {};
  const std::vector<std::uint32_t> removed = matches_.removed();
  std::vector<std::pair<double, std::uint32_t>> sorted;
  for (std::uint32_t i = 0; i < matches_.result()->finding.matches.size(); ++i) {
    const Match& match = matches_.match(i);
    const bool own = matches_.needleOf(match).id == needle->id &&
                     match.score >= matches_.minimum() &&
                     !std::binary_search(removed.begin(), removed.end(), i);
    if (own && judged->has(i) && matches_.said(i) == MatchVerdict::nothing) {
      sorted.emplace_back(needle->judge->judge.certainty((*judged->probability)[i]), i);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> matches;
  matches.reserve(sorted.size());
  for (const auto& [distance, index] : sorted) matches.push_back(index);
  return matches;
}

void JudgeController::save(int needle, const QString& path) {
  const NeedleItem* item = tray_.find(needle);
  if (item == nullptr || !item->judge) return;
  try {
    writeFile(QFile::encodeName(path).toStdString(), bytesOf(item->judge->judge));
    auto saved = std::make_shared<NeedleJudge>(*item->judge);
    saved->file = path;
    NeedleItem now = *item;
    now.judge = std::move(saved);
    // Not undoable: only the path of the file changes.
    tray_.replace(tray_.rowOf(needle), std::move(now));
    emit said(tr("Saved as %1").arg(path), false);
  } catch (const std::exception& error) {
    emit said(translated(error), true);
  }
}

void JudgeController::load(int needle, const QString& path) {
  const NeedleItem* item = tray_.find(needle);
  if (item == nullptr) return;
  try {
    const std::vector<NeedleItem> items{*item};
    const Judge judge = readJudge(QFile::encodeName(path).toStdString(), needlesOf(items).front());
    subject_ = needle;
    give(*item,
         std::make_shared<const NeedleJudge>(NeedleJudge{judge, NeedleJudge::kUsualRecall, path}),
         tr("load a judge of %1").arg(item->name));
  } catch (const std::exception& error) {
    emit said(translated(error), true);
  }
}

}  // namespace espy::desktop
