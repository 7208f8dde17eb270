// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/workbench.h"

#include <algorithm>
#include <utility>

#include "model/needle_commands.h"
#include "search/wider.h"
#include "window/bench_commands.h"

namespace espy::desktop {
Workbench::Workbench(const Registry& registry, QObject* parent)
    : QObject(parent),
      registry_(registry),
      search_(registry),
      judging_(registry, matches_, tray_, undo_) {
  settings_.minScore = 0.8;
  connect(&tray_, &NeedleTray::changed, this, &Workbench::onNeedlesChanged);
  connect(&tray_, &NeedleTray::editRequested, this, [this](const NeedleItem& to) {
    undo_.push(new EditNeedle(tray_, to, tr("change needle %1").arg(to.name)));
  });
  connect(&loader_, &PictureLoader::loaded, this, &Workbench::onLoaded);
  connect(&loader_, &PictureLoader::failed, this, [this](const QString& path, const QString& why) {
    if (path == awaitedScene_) awaitScene({});
    emit complained(why);
  });
  connect(&search_, &SearchController::finished, this, &Workbench::onFinished);
  connect(&search_, &SearchController::failed, this, [this](const QString& sentence) {
    // What is at hand is still the answer to what is set.
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

void Workbench::openScene(const QString& path) {
  awaitScene(path);
  loader_.load(path, PictureLoader::Purpose::scene);
}

void Workbench::openNeedles(const QStringList& paths) {
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
    forgetTaken();
    touch();
  };
  if (!scene_) {
    show(scene);  // there is nothing to go back to
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
  SearchSettings exact = usualSettings();
  exact.method = Method::exact;
  exact.tolerance = 0;
  exact.select = {};
  exact.pose = {};
  recallSettings(exact);
  while (!tray_.items().empty()) removeNeedle(tray_.items().front().id);
  search_.forgetPace();
}

void Workbench::onNeedlesChanged() {
  // Undoing may have taken away, or moved, what was being cut out.
  if (cutId_ != 0) emit cutChanged();
  forgetTaken();
  if (!isAnswered()) touch();
}

bool Workbench::isAnswered() const {
  const SearchResultPtr& result = matches_.result();
  if (!result || stale_ || search_.running() || result->scene != scene_) return false;
  std::vector<NeedleItem> asked = result->needles;
  for (const LeftOutNeedle& left : result->leftOut) asked.push_back(left.needle);
  const std::vector<NeedleItem> now = tray_.active();
  return now.size() == asked.size() && std::all_of(now.begin(), now.end(), [&](const auto& needle) {
           return std::any_of(asked.begin(), asked.end(), [&](const NeedleItem& other) {
             return other.id == needle.id && other.picture == needle.picture &&
                    other.mask == needle.mask && other.name == needle.name;
           });
         });
}

void Workbench::setSettings(const SearchSettings& settings) {
  if (knobsBetween(settings_, settings) == 0) return;
  undo_.push(
      new ChangeSettings(settings_, settings, [this](const SearchSettings& now) { apply(now); }));
}

void Workbench::recallSettings(const SearchSettings& settings) {
  usualMinimum_.reset();
  SearchSettings known = settings;
  // A project may come from a machine with other engines.
  const std::vector<std::string> engines = registry_.engineNames();
  if (std::ranges::find(engines, known.engine.toStdString()) == engines.end()) {
    known.engine = SearchSettings().engine;
  }
  apply(known);
}

SearchSettings Workbench::usualSettings() const {
  SearchSettings usual = settings_;
  if (usualMinimum_) usual.minScore = *usualMinimum_;
  return usual;
}

void Workbench::apply(const SearchSettings& settings) {
  const bool onlyScore = knobsBetween(settings_, settings) == scoreKnob;
  // In other poses it takes another time, which nobody knows.
  if (settings_.pose != settings.pose) search_.forgetPace();
  settings_ = settings;
  emit settingsChanged();
  const SearchResultPtr& result = matches_.result();
  const bool known = !stale_ && !search_.running() && result != nullptr;
  const bool answered = known && ((onlyScore && result->settings.minScore <= settings.minScore) ||
                                  (knobsBetween(result->settings, settings) == 0 && isAnswered()));
  if (!answered) touch();
}

void Workbench::setMarkSettings(const MarkSettings& settings) {
  markSettings_ = settings;
  emit markSettingsChanged();
}

void Workbench::setMinimum(double score) {
  SearchSettings settings = settings_;
  settings.minScore = score;
  usualMinimum_.reset();
  setSettings(settings);
}

void Workbench::takeMinimum(double score) {
  const double usual = usualSettings().minScore;
  setMinimum(score);
  usualMinimum_ = usual;
  takenFor_ = {scene_};
  for (const NeedleItem& needle : tray_.active()) takenFor_.push_back(needle.picture);
}

void Workbench::forgetTaken() {
  if (!usualMinimum_) return;
  std::vector<PicturePtr> now{scene_};
  for (const NeedleItem& needle : tray_.active()) now.push_back(needle.picture);
  if (now == takenFor_) return;
  settings_ = usualSettings();
  usualMinimum_.reset();
  emit settingsChanged();
}

bool Workbench::canSearch() const {
  return scene_ != nullptr && !tray_.active().empty();
}

void Workbench::onFinished(const SearchResultPtr& result) {
  const bool wider = std::exchange(wider_, false);
  if (!wider || !result->finding.matches.empty()) {
    matches_.setResult(result);
    removeAgain();
  }
  if (wider && !result->finding.matches.empty()) setSettings(result->settings);
  emit resultChanged();
  if (wider) emit searchedWider(result);
}

bool Workbench::canSearchWider() const {
  return canSearch() && !stale_ && !search_.running() && !widerThan(settings_).empty();
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
    setStale(false);
    matches_.setResult(nullptr);
    emit resultChanged();
  } else if (search_.isQuick()) {
    searchNow();
  } else {
    search_.cancel();  // its answer would be to another question
    setStale(true);
  }
}

void Workbench::setStale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  emit staleChanged();
}

}  // namespace espy::desktop
