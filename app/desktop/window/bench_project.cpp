// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The workbench as a project, and back.
#include <algorithm>
#include <map>
#include <utility>

#include "window/workbench.h"

namespace espy::desktop {

Project Workbench::project() const {
  Project project;
  project.scene = scene_;
  project.needles = tray_.items();
  project.search = usualSettings();
  project.marks = markSettings_;
  for (int row = 0; row < tray_.rowCount(); ++row) {
    const auto expected = expected_.constFind(tray_.items()[static_cast<std::size_t>(row)].id);
    if (expected != expected_.constEnd()) project.expected.insert(row, *expected);
    const NeedleItem& needle = tray_.items()[static_cast<std::size_t>(row)];
    for (const Verdicts::Elsewhere& one : matches_.verdicts().elsewhere(scene_, needle)) {
      project.saidElsewhere.push_back({{row, one.match, one.said == Said::yes},
                                       one.pixels,
                                       one.corner,
                                       static_cast<int>(one.picture)});
    }
    if (!scene_) continue;
    for (const Verdicts::Of& one : matches_.verdicts().of(scene_, needle)) {
      project.said.push_back({row, one.match, one.said == Said::yes});
    }
  }
  const SearchResultPtr& result = matches_.result();
  if (!result) return project;
  for (const std::uint32_t index : matches_.removed()) {
    const Match& match = result->finding.matches[index];
    const int needle = tray_.rowOf(result->needles[match.needle].id);
    if (needle >= 0) {
      project.removed.push_back(
          {needle, windowOf(match), match.angle, match.scale, match.mirrored});
    }
  }
  return project;
}

void Workbench::setProject(Project project) {
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
  const auto needleOf = [&](const SaidMatch& said) -> const NeedleItem& {
    return project.needles[static_cast<std::size_t>(said.needle)];
  };
  const auto meaning = [](const SaidMatch& said) { return said.yes ? Said::yes : Said::no; };
  for (const SaidMatch& said : project.said) {
    if (scene_) matches_.verdicts().say(scene_, needleOf(said), said.match, meaning(said));
  }
  std::map<std::pair<int, int>, std::vector<Verdicts::Elsewhere>> elsewhere;
  for (const SaidElsewhere& said : project.saidElsewhere) {
    elsewhere[{said.needle, said.picture}].push_back(
        {said.pixels, said.corner, said.match, meaning(said)});
  }
  for (const auto& [of, all] : elsewhere) {
    matches_.verdicts().sayElsewhere(project.needles[static_cast<std::size_t>(of.first)], all);
  }
  for (NeedleItem& needle : project.needles) {
    needle.id = tray_.newId();
    const auto known = project.expected.constFind(tray_.rowCount());
    if (known != project.expected.constEnd()) expected.insert(needle.id, *known);
    tray_.insert(tray_.rowCount(), std::move(needle));
  }
  setExpected(expected);
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
