// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/workbench.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "canvas/lasso_tool.h"
#include "model/needle_commands.h"
#include "search/search_controller.h"
#include "window/workbench_commands.h"

namespace espy::desktop {

Workbench::Workbench(const Registry& registry, QObject* parent)
    : QObject(parent),
      registry_(registry),
      search_(registry),
      judging_(registry, matches_, tray_, undo_),
      explorer_(registry) {
  settings_.minScore = kUsualMinimum;
  connect(&tray_, &NeedleTray::changed, this, &Workbench::onNeedlesChanged);
  connect(&tray_, &NeedleTray::editRequested, this, [this](const NeedleItem& to) {
    undo_.push(new EditNeedle(tray_, to, tr("change needle %1").arg(to.name)));
  });
  connect(&loader_, &PictureLoader::loaded, this, &Workbench::onLoaded);
  connect(&loader_, &PictureLoader::failed, this, [this](const QString& path, const QString& why) {
    if (path == awaitedScene_) awaitScene({});
    failures_ += why;
    emit complained(failures_.join(QLatin1Char('\n')));
  });
  connect(&search_, &SearchController::finished, this, &Workbench::onFinished);
  connect(&search_, &SearchController::started, &explorer_, &Explorer::clear);
  connect(&explorer_, &Explorer::arrived, this, &Workbench::onExplored);
  connect(&search_, &SearchController::failed, this, [this](const QString& sentence) {
    // After a failed wider search the current result is still valid.
    if (!std::exchange(wider_, false)) matches_.setResult(nullptr);
    emit resultChanged();
    emit complained(sentence);
  });
  connect(&search_, &SearchController::stopped, this, [this] {
    if (std::exchange(wider_, false)) {
      emit resultChanged();
    } else {
      setStale(canSearch());
    }
  });
}

/// Failures of files that are opened together are reported together.
void Workbench::beginOpening() {
  if (opening_) return;
  opening_ = true;
  failures_.clear();
  QMetaObject::invokeMethod(
      this, [this] { opening_ = false; }, Qt::QueuedConnection);
}

void Workbench::openScene(const QString& path) {
  beginOpening();
  awaitScene(path);
  loader_.load(path, PictureLoader::Purpose::scene);
}

void Workbench::openNeedles(const QStringList& paths) {
  if (paths.isEmpty()) return;
  beginOpening();
  for (const QString& path : paths) loader_.load(path, PictureLoader::Purpose::needle);
}

void Workbench::onLoaded(const PicturePtr& picture, PictureLoader::Purpose purpose) {
  if (!picture->note.isEmpty()) {
    emit noted(tr("%1: %2").arg(picture->name, picture->note));
  }
  if (purpose == PictureLoader::Purpose::needle) {
    addNeedle(picture);
  } else if (picture->path == awaitedScene_) {
    awaitScene({});
    setScene(picture);
    // A new picture clears the notices.
    if (!failures_.isEmpty()) emit complained(failures_.join(QLatin1Char('\n')));
  }
}

void Workbench::awaitScene(const QString& path) {
  awaitedScene_ = path;
  emit loadingChanged();
}

void Workbench::setScene(PicturePtr scene) {
  const auto show = [this](const PicturePtr& shown) {
    matches_.verdicts().changeScene(scene_, shown);
    scene_ = shown;
    cutId_ = 0;
    matches_.setResult(nullptr);
    emit sceneChanged();
    emit cutChanged();
    emit resultChanged();
    resetTemporaryMinimum();
    resetVariant();
    touch();
  };
  if (!scene_) {
    show(scene);  // nothing to undo
  } else {
    undo_.push(new ChangeScene(scene_, std::move(scene), show));
  }
}

void Workbench::addNeedle(PicturePtr picture, std::shared_ptr<const Image> mask,
                          std::optional<QRect> origin) {
  NeedleItem item;
  item.id = tray_.newId();
  item.name = picture->name;
  item.picture = std::move(picture);
  item.mask = std::move(mask);
  item.origin = origin;
  if (origin) item.source = scene_;
  item.colour = tray_.nextColour();
  undo_.push(new AddNeedle(tray_, std::move(item)));
}

void Workbench::removeNeedle(int id) {
  if (tray_.find(id) != nullptr) undo_.push(new RemoveNeedle(tray_, id));
}

void Workbench::startOver() {
  SearchSettings exact = settingsToStore();
  exact.automatic = false;
  exact.method = Method::exact;
  exact.tolerance = 0;
  exact.select = {};
  exact.pose = {};
  recallSettings(exact);
  while (!tray_.items().empty()) removeNeedle(tray_.items().front().id);
}

void Workbench::beginDemo() {
  if (!beforeDemo_) beforeDemo_ = settingsToStore();
  startOver();
}

void Workbench::endDemo() {
  if (!beforeDemo_) return;
  SearchSettings before = *std::exchange(beforeDemo_, std::nullopt);
  if (storedMinimum_) {  // the demo's matches stay visible until needles or picture change
    storedMinimum_ = std::exchange(before.minScore, settings_.minScore);
  }
  const bool same = knobsBetween(settings_, before) == 0;
  settings_ = before;
  emit settingsChanged();
  if (same) return;
  search_.cancel();
  setStale(canSearch());
}

void Workbench::onNeedlesChanged() {
  // An undo may have removed or changed the crop needle.
  if (cutId_ != 0) emit cutChanged();
  resetTemporaryMinimum();
  const auto isExplored = [this](const NeedleItem& item) {
    return !item.on || explored_.contains(item.id);
  };
  // A rectangle that only moves keeps what it looks for.
  if (!std::ranges::all_of(tray_.items(), isExplored)) resetVariant();
  if (!isAnswered()) touch();
}

bool Workbench::isAnswered() const {
  const SearchResultPtr& result = matches_.result();
  if (!result || stale_ || search_.running() || result->scene != scene_) return false;
  std::unordered_map<int, const NeedleItem*> asked;
  for (const std::vector<NeedleItem>* searched : {&result->needles, &result->indexes}) {
    for (const NeedleItem& needle : *searched) {
      if (needle.id > 0) asked.emplace(needle.id, &needle);  // else found of an index
    }
  }
  for (const SkippedNeedle& left : result->leftOut) asked.emplace(left.needle.id, &left.needle);
  return std::ranges::all_of(tray_.items(),
                             [&asked](const NeedleItem& needle) {
                               if (!needle.on) return true;
                               const auto other = asked.find(needle.id);
                               if (other == asked.end()) return false;
                               const NeedleItem& before = *other->second;
                               asked.erase(other);
                               return before.picture == needle.picture &&
                                      before.mask == needle.mask && before.name == needle.name;
                             }) &&
         asked.empty();
}

void Workbench::setSettings(const SearchSettings& settings) {
  if (knobsBetween(settings_, settings) == 0) return;
  undo_.push(
      new ChangeSettings(settings_, settings, [this](const SearchSettings& now) { apply(now); }));
}

void Workbench::recallSettings(const SearchSettings& settings) {
  storedMinimum_.reset();
  SearchSettings known = settings;
  // A project may name an engine that this machine lacks.
  if (!registry_.knows(known.engine.toStdString())) {
    known.engine = SearchSettings().engine;
  }
  apply(known);
}

SearchSettings Workbench::settingsToStore() const {
  SearchSettings usual = settings_;
  if (storedMinimum_) usual.minScore = *storedMinimum_;
  return usual;
}

void Workbench::apply(const SearchSettings& settings) {
  const bool onlyScore = knobsBetween(settings_, settings) == scoreKnob;
  settings_ = settings;
  emit settingsChanged();
  const SearchResultPtr& result = matches_.result();
  const bool known = !stale_ && !search_.running() && result != nullptr;
  const bool answered = known && ((onlyScore && result->settings.minScore <= settings.minScore) ||
                                  (knobsBetween(result->settings, settings) == 0 && isAnswered()));
  if (!answered && !(known && selectAgain(settings))) touch();
}

bool Workbench::selectAgain(const SearchSettings& settings) {
  const SearchResultPtr all = candidates_.of(matches_.result());
  const unsigned other = ~(scoreKnob | selectionKnob);
  if (settings.automatic || !all || settings.minScore < all->settings.minScore || !isAnswered() ||
      (knobsBetween(all->settings, settings) & other) != 0) {
    return false;
  }
  matches_.setResult(candidates_.selected(matches_.result(), settings));
  emit resultChanged();
  return true;
}

void Workbench::setMarkSettings(const MarkSettings& settings) {
  markSettings_ = settings;
  emit markSettingsChanged();
}

void Workbench::setMinimum(double score) {
  SearchSettings settings = settings_;
  settings.minScore = score;
  storedMinimum_.reset();
  minimumChosen_ = true;
  setSettings(settings);
}

void Workbench::setTemporaryMinimum(double score) {
  const double usual = settingsToStore().minScore;
  setMinimum(score);
  makeMinimumTemporary(usual);
}

void Workbench::makeMinimumTemporary(double usual) {
  storedMinimum_ = usual;
  temporaryMinimumFor_ = {scene_};
  for (const NeedleItem& needle : tray_.active()) temporaryMinimumFor_.push_back(needle.picture);
}

void Workbench::resetTemporaryMinimum() {
  if (!storedMinimum_) return;
  std::vector<PicturePtr> now{scene_};
  for (const NeedleItem& needle : tray_.active()) now.push_back(needle.picture);
  if (now == temporaryMinimumFor_) return;
  settings_ = settingsToStore();
  storedMinimum_.reset();
  emit settingsChanged();
}

bool Workbench::canSearch() const {
  return scene_ != nullptr && std::ranges::any_of(tray_.items(), &NeedleItem::on);
}

void Workbench::onFinished(const SearchResultPtr& result) {
  const bool wider = std::exchange(wider_, false);
  if (!wider || !result->finding.matches.empty()) {
    candidates_.set(result, result);
    matches_.setResult(result);
    removeAgain();
  }
  if (wider && !result->finding.matches.empty()) setSettings(result->settings);
  emit resultChanged();
  if (wider) emit searchedWider(result);
  if (!wider) explore(result);
}

void Workbench::resetVariant() {
  picked_ = false;
  minimumChosen_ = false;
  if (!settings_.automatic) return;
  explorer_.clear();
  settings_ = settingsFor(VariantKind::identical, settingsToStore());
  storedMinimum_.reset();
  emit settingsChanged();
}

void Workbench::explore(const SearchResultPtr& result) {
  if (!settings_.automatic) return;
  const std::vector<NeedleItem> needles = tray_.active();
  explored_.clear();
  for (const NeedleItem& needle : needles) explored_.insert(needle.id);
  // What an index has is found exactly only.
  const bool index = std::ranges::any_of(needles, &NeedleItem::isIndex);
  if (!needles.empty() && !index) explorer_.start(needles, result);
}

void Workbench::onExplored(VariantKind kind) {
  const FoundVariant& arrived = *explorer_.found(kind);
  const VariantKind shown = kindOf(settings_);
  if (!arrived.result || (held_ && held_())) return;
  if (kind == shown) {
    // The search that came first has no matches below its minimum.
    if (kind != VariantKind::identical) {
      removedBefore_ = removedNow();
      adopt(arrived, minimumChosen_ ? settings_.minScore : arrived.minimum);
    }
    return;
  }
  const FoundVariant* const before = explorer_.found(shown);
  const bool alone = before == nullptr || before->count <= explorer_.originals();
  if (!picked_ && alone && arrived.count > explorer_.originals()) adopt(arrived, arrived.minimum);
}

void Workbench::showVariant(VariantKind kind) {
  const FoundVariant* found = explorer_.found(kind);
  if (found == nullptr || !found->result) return;
  picked_ = true;
  minimumChosen_ = false;
  adopt(*found, found->minimum);
}

void Workbench::adopt(const FoundVariant& found, double minimum) {
  const SearchResultPtr result = found.result;
  const double usual = settingsToStore().minScore;
  const SearchSettings before = settings_;
  settings_ = result->settings;
  settings_.minScore = std::max(minimum, result->settings.minScore);
  makeMinimumTemporary(usual);
  setStale(false);
  matches_.setResult(result);
  removeAgain();
  if (knobsBetween(before, settings_) != 0) emit settingsChanged();
  emit resultChanged();
}

bool Workbench::canSearchWider() const {
  return canSearch() && !tray_.activePictures().empty() && !stale_ && !search_.running() &&
         !widerThan(settings_).empty();
}

void Workbench::searchWider() {
  if (!canSearchWider()) return;
  wider_ = true;
  search_.start({scene_, tray_.active(), settings_, widerThan(settings_), mostWider_});
}

void Workbench::searchNow() {
  if (!canSearch()) return;
  wider_ = false;
  setStale(false);
  search_.start({scene_, tray_.active(), settings_});
}

void Workbench::touch() {
  if (!canSearch()) {
    search_.cancel();
    explorer_.clear();
    setStale(false);
    matches_.setResult(nullptr);
    emit resultChanged();
  } else {
    searchNow();
  }
}

void Workbench::setStale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  emit staleChanged();
}

PicturePtr Workbench::cutPicture(const QRect& rectangle) const {
  auto picture = std::make_shared<Picture>();
  picture->image = cutOut(scene_->image, rectangle);
  return picture;
}

void Workbench::cut(const QRect& rectangle) {
  if (!scene_) return;
  const QRect inside = rectangle & frameOf(scene_->image);
  if (inside.isEmpty()) return;
  // The mask is kept while the rectangle only moves.
  const NeedleItem* now = tray_.find(cutId_);
  const bool sameSize = now != nullptr && now->origin && now->origin->size() == inside.size();
  replaceCut(cutPicture(inside), sameSize ? now->mask : nullptr, inside);
}

void Workbench::cutLasso(const QPolygon& polygon) {
  if (!scene_) return;
  const LassoMask cut = lassoMaskOf(polygon);
  const QRect inside = cut.frame & frameOf(scene_->image);
  if (inside.isEmpty()) return;
  std::shared_ptr<const Image> mask = cut.mask;
  if (inside != cut.frame) {
    mask =
        std::make_shared<const Image>(cutOut(*cut.mask, inside.translated(-cut.frame.topLeft())));
  }
  replaceCut(cutPicture(inside), std::move(mask), inside);
}

void Workbench::setCutMask(const PixelMask& mask) {
  const NeedleItem* now = tray_.find(cutId_);
  if (now == nullptr) return;
  NeedleItem item = *now;
  item.mask = mask;
  item.judge = nullptr;  // trained with another mask
  undo_.push(new EditNeedle(tray_, std::move(item), tr("ignore a part")));
  emit cutChanged();
}

void Workbench::replaceCut(const PicturePtr& picture, std::shared_ptr<const Image> mask,
                           const QRect& origin) {
  if (const NeedleItem* now = tray_.find(cutId_)) {
    NeedleItem item = *now;
    auto named = std::make_shared<Picture>();
    named->image = Image(picture->image.view(), picture);
    named->name = item.name;
    item.picture = std::move(named);
    item.mask = std::move(mask);
    item.origin = origin;
    item.judge = nullptr;
    undo_.push(new EditNeedle(tray_, std::move(item), tr("cut out"), gesture_));
  } else {
    auto named = std::make_shared<Picture>();
    named->image = Image(picture->image.view(), picture);
    named->name = tr("cut %1").arg(++cuts_);
    addNeedle(std::move(named), std::move(mask), origin);
    cutId_ = tray_.items().back().id;
    ++gesture_;
  }
  emit cutChanged();
}

void Workbench::keepCut() {
  if (const NeedleItem* now = tray_.find(cutId_)) {
    NeedleItem kept = *now;
    kept.kept = true;
    cutId_ = 0;
    undo_.push(new EditNeedle(tray_, std::move(kept), tr("keep the needle")));
  }
  cutId_ = 0;
  emit cutChanged();
}

void Workbench::resumeCut(int id) {
  const NeedleItem* item = tray_.find(id);
  if (id == cutId_) return;
  if (item == nullptr || item->kept || !item->isOf(scene_)) {
    if (cutId_ != 0) keepCut();  // selecting another needle ends the crop
    return;
  }
  cutId_ = id;
  ++gesture_;
  emit cutChanged();
}

std::optional<QRect> Workbench::cutRectangle() const {
  const NeedleItem* item = tray_.find(cutId_);
  return item == nullptr ? std::nullopt : item->origin;
}

Project Workbench::project() const {
  Project project;
  project.scene = scene_;
  project.needles = tray_.items();
  project.search = settings_.automatic ? settings_ : settingsToStore();
  project.marks = markSettings_;
  for (int row = 0; row < tray_.rowCount(); ++row) {
    const auto expected = expected_.constFind(tray_.items()[static_cast<std::size_t>(row)].id);
    if (expected != expected_.constEnd()) project.expected.insert(row, *expected);
    const NeedleItem& needle = tray_.items()[static_cast<std::size_t>(row)];
    for (const Verdicts::OtherPictureVerdict& one : matches_.verdicts().elsewhere(scene_, needle)) {
      project.labelledElsewhere.push_back({{row, one.match, one.said == MatchVerdict::yes},
                                           one.pixels,
                                           one.corner,
                                           static_cast<int>(one.picture)});
    }
    if (!scene_) continue;
    for (const Verdicts::Of& one : matches_.verdicts().of(scene_, needle)) {
      project.said.push_back({row, one.match, one.said == MatchVerdict::yes});
    }
  }
  project.removed = removedNow();
  return project;
}

std::vector<RemovedMatch> Workbench::removedNow() const {
  std::vector<RemovedMatch> removed;
  const SearchResultPtr& result = matches_.result();
  if (!result) return removed;
  for (const std::uint32_t index : matches_.removed()) {
    const Match& match = result->finding.matches[index];
    const int needle = tray_.rowOf(result->needles[match.needle].id);
    if (needle >= 0) {
      removed.push_back({needle, windowOf(match), match.angle, match.scale, match.mirrored});
    }
  }
  return removed;
}

void Workbench::setProject(Project project) {
  beforeDemo_.reset();
  const double usual = settingsToStore().minScore;
  startOver();
  undo_.clear();
  awaitScene({});
  cutId_ = 0;
  scene_ = project.scene;
  matches_.setResult(nullptr);
  matches_.verdicts().clear();
  emit sceneChanged();
  emit cutChanged();
  recallSettings(project.search);
  setMarkSettings(project.marks);
  QHash<int, int> expected;
  explored_.clear();
  const auto needleOf = [&](const LabelledMatch& said) -> const NeedleItem& {
    return project.needles[static_cast<std::size_t>(said.needle)];
  };
  const auto meaning = [](const LabelledMatch& said) {
    return said.yes ? MatchVerdict::yes : MatchVerdict::no;
  };
  for (const LabelledMatch& said : project.said) {
    if (scene_) matches_.verdicts().say(scene_, needleOf(said), said.match, meaning(said));
  }
  std::map<std::pair<int, int>, std::vector<Verdicts::OtherPictureVerdict>> elsewhere;
  for (const LabelledElsewhere& said : project.labelledElsewhere) {
    elsewhere[{said.needle, said.picture}].push_back(
        {said.pixels, said.corner, said.match, meaning(said)});
  }
  for (const auto& [of, all] : elsewhere) {
    matches_.verdicts().addToOtherPicture(project.needles[static_cast<std::size_t>(of.first)], all);
  }
  for (NeedleItem& needle : project.needles) {
    needle.id = tray_.newId();
    explored_.insert(needle.id);  // the kind that was shown stays
    const auto known = project.expected.constFind(tray_.rowCount());
    if (known != project.expected.constEnd()) expected.insert(needle.id, *known);
    tray_.insert(tray_.rowCount(), std::move(needle));
  }
  setExpected(expected);
  if (settings_.automatic) {
    picked_ = minimumChosen_ = true;
    makeMinimumTemporary(usual);
  }
  removedBefore_ = std::move(project.removed);
  emit resultChanged();
  touch();
}

void Workbench::setExpected(const QHash<int, int>& expected) {
  if (expected == expected_) return;
  expected_ = expected;
  emit expectedChanged();
}

void Workbench::removeAgain() {
  if (removedBefore_.empty()) return;
  std::vector<RemovedMatch> before = std::exchange(removedBefore_, {});
  std::sort(before.begin(), before.end());
  const SearchResultPtr& result = matches_.result();
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < result->finding.matches.size(); ++i) {
    const Match& match = result->finding.matches[i];
    const RemovedMatch each{tray_.rowOf(result->needles[match.needle].id), windowOf(match),
                            match.angle, match.scale, match.mirrored};
    if (std::binary_search(before.begin(), before.end(), each)) indices.push_back(i);
  }
  if (!indices.empty()) matches_.setRemoved(indices, true);
}

}  // namespace espy::desktop
