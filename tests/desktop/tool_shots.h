// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabWidget>
#include <QTemporaryDir>

#include "batch/batch_view.h"
#include "demo/race_view.h"
#include "demo/race_window.h"
#include "desktop/shots.h"
#include "lab/lab_form.h"
#include "lab/lab_view.h"
#include "lab/paper_view.h"
#include "timing/timing_view.h"
#include "window/tool_windows.h"

/// Screenshots of the batch and the tool windows.
namespace espy::desktop {

inline void showTiming(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  // A search long enough to use several threads.
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.95;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  settle(window);
  window.actions().at(ActionId::timing)->trigger();
  await("the view is there", [&] { return window.timing().isVisible(); });
  TimingOptions options;
  options.runs = brief ? 2 : 3;
  window.timing().setOptions(options);
  window.timing().start();
  await("it is measured", [&] { return !window.timing().running(); });
}

inline void showBatch(MainWindow& window) {
  static const QTemporaryDir folder;
  window.findTheTraveller();
  awaitMatches(window);
  window.actions().at(ActionId::batch)->trigger();
  await("the view is there", [&] { return window.batch().isVisible(); });
  BatchView& batch = window.batch();
  batch.form().setFolder(folder.path());
  batch.form().setOverwrite(true);
  batch.setImages({sample("crowd.ppm"), sample("blue_box.ppm"), sample("PROVENANCE.md")});
  await("they are listed", [&] { return batch.queue().size() == 3; });
  batch.start();
  await("the batch has ended", [&] { return !batch.running(); });
  batch.addImages({sample("traveller.ppm"), sample("pattern_many.pgm")});
  await("they are listed", [&] { return batch.queue().size() == 5; });
}

inline void showLab(MainWindow& window) {
  window.actions().at(ActionId::lab)->trigger();
  LabView& lab = window.lab();
  lab.chooseExperiment(QStringLiteral("signal-sad"));
  LabSettings settings;
  settings.swept = QStringLiteral("samples");
  // Threads that wait for a lock are slow while other programs run.
  if (brief) settings.values[QStringLiteral("length")] = QStringLiteral("100");
  settings.sweep =
      brief ? QStringLiteral("300, 500, 700, 1000") : QStringLiteral("10000, 20000, 40000, 80000");
  LabChoice choice = lab.choice();
  choice.runs = brief ? 1 : 3;
  choice.settings[choice.experiment] = settings;
  lab.setChoice(choice);
  lab.start();
  await("the experiment has ended", [&] { return !lab.running(); });
}

inline void showPapers(MainWindow& window) {
  window.actions().at(ActionId::lab)->trigger();
  window.lab().window()->findChild<QTabWidget*>()->setCurrentIndex(1);
  window.tools().papers().setChoice({QStringLiteral("texture"), QStringLiteral("figure-4")});
}

inline void showRace(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  window.actions().at(ActionId::race)->trigger();
  auto* race = window.findChild<RaceWindow*>();
  await("they race", [&] { return !race->view().lanes().empty(); });
  QTest::qWait(100);
  race->view().setTime(race->view().plan().end());
}

inline constexpr State kToolStates[] = {
    {"timing", showTiming}, {"batch", showBatch}, {"lab", showLab},
    {"papers", showPapers}, {"race", showRace},
};

}  // namespace espy::desktop
