// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/enabled_actions.h"

#include <QUndoStack>

#include "signal/signal_view.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {

void enableActions(const Actions& actions, Workbench& bench, bool seen) {
  QUndoStack& undo = bench.undo();
  const bool scene = bench.scene() != nullptr;
  const bool needles = !bench.tray().items().empty();
  const bool found = bench.matches().result() && !bench.matches().result()->finding.matches.empty();
  actions.at(Do::undo)->setEnabled(undo.canUndo());
  actions.at(Do::redo)->setEnabled(undo.canRedo());
  actions.at(Do::undo)->setToolTip(MainWindow::tr("Undo: %1").arg(undo.undoText()));
  actions.at(Do::redo)->setToolTip(MainWindow::tr("Redo: %1").arg(undo.redoText()));
  for (const Do what : {Do::saveNeedle, Do::copyPicture, Do::removeNeedle}) {
    actions.at(what)->setEnabled(needles);
  }
  for (const Do what : {Do::exportMatches, Do::exportPicture, Do::exportCrops, Do::selectAll}) {
    actions.at(what)->setEnabled(found);
  }
  for (const Do what : {Do::nextMatch, Do::previousMatch}) actions.at(what)->setEnabled(found);
  const bool file = scene && !bench.scene()->path.isEmpty();
  for (const Do what : {Do::nextPicture, Do::previousPicture, Do::readAgain}) {
    actions.at(what)->setEnabled(file);
  }
  for (const Do what : {Do::saveProject, Do::saveProjectAs}) {
    actions.at(what)->setEnabled(scene || needles);
  }
  for (const Do what : {Do::copyCommand, Do::copyCode}) {
    actions.at(what)->setEnabled(bench.canSearch());
  }
  actions.at(Do::keepNeedle)->setEnabled(bench.cutId() != 0);
  for (const Do what : {Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut}) {
    actions.at(what)->setEnabled(scene && seen);
  }
  actions.at(Do::search)->setEnabled(bench.search().running() || bench.canSearch());
  actions.at(Do::identifyPicture)->setEnabled(scene);
  actions.at(Do::race)->setEnabled(bench.canSearch());
}

void enableSignalActions(const Actions& actions, const SignalView& view) {
  for (const Do what : {Do::fit, Do::zoomIn, Do::zoomOut}) {
    actions.at(what)->setEnabled(view.hasRecording());
  }
  for (const Do what : {Do::nextMatch, Do::previousMatch, Do::exportMatches}) {
    actions.at(what)->setEnabled(view.hasMatches());
  }
  actions.at(Do::search)->setEnabled(view.canSearch() || view.isBusy());
}

}  // namespace espy::desktop
