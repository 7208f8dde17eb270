// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/view_actions.h"

#include <span>

#include "canvas/canvas.h"
#include "live/live_view.h"
#include "signal/found_view.h"
#include "signal/lanes_view.h"
#include "signal/signal_view.h"
#include "window/actions.h"

namespace espy::desktop {
namespace {

template <class View>
struct ViewAction {
  ActionId what;
  void (*act)(View& view);
  bool (*possible)(const View& view);
};

bool hasRecording(const SignalView& view) {
  return view.hasRecording();
}

bool hasMatches(const SignalView& view) {
  return view.hasMatches();
}

constexpr ViewAction<SignalView> kSignalActions[] = {
    {ActionId::exportMatches, [](SignalView& view) { view.matches().askWhere(false); }, hasMatches},
    {ActionId::fit, [](SignalView& view) { view.lanes().fit(); }, hasRecording},
    {ActionId::zoomIn, [](SignalView& view) { view.lanes().zoom(kZoomStep); }, hasRecording},
    {ActionId::zoomOut, [](SignalView& view) { view.lanes().zoom(1 / kZoomStep); }, hasRecording},
    {ActionId::nextMatch, [](SignalView& view) { view.matches().step(1); }, hasMatches},
    {ActionId::previousMatch, [](SignalView& view) { view.matches().step(-1); }, hasMatches},
    {ActionId::search, [](SignalView& view) { view.isBusy() ? view.cancel() : view.search(); },
     [](const SignalView& view) { return view.canSearch() || view.isBusy(); }}};

bool always(const LiveView& /*view*/) {
  return true;
}

bool hasFrame(const LiveView& view) {
  return view.hasFrame();
}

constexpr ViewAction<LiveView> kLiveActions[] = {
    {ActionId::openNeedles, [](LiveView& view) { view.needles().askForFiles(&view); }, always},
    {ActionId::paste, [](LiveView& view) { view.paste(); }, always},
    {ActionId::removeNeedle, [](LiveView& view) { view.removeNeedle(); },
     [](const LiveView& view) { return view.hasNeedles(); }},
    {ActionId::undo, [](LiveView& view) { view.needles().undo().undo(); },
     [](const LiveView& view) { return view.canUndo(); }},
    {ActionId::redo, [](LiveView& view) { view.needles().undo().redo(); },
     [](const LiveView& view) { return view.canRedo(); }},
    {ActionId::fit, [](LiveView& view) { view.canvas().fit(); }, hasFrame},
    {ActionId::actualSize, [](LiveView& view) { view.canvas().actualSize(); }, hasFrame},
    {ActionId::zoomIn, [](LiveView& view) { view.canvas().zoomBy(kZoomStep); }, hasFrame},
    {ActionId::zoomOut, [](LiveView& view) { view.canvas().zoomBy(1 / kZoomStep); }, hasFrame}};

/// Actions of a view, enabled as it changes.
template <class View>
QHash<int, QAction*> actionsOf(View& view, std::span<const ViewAction<View>> table) {
  QHash<int, QAction*> actions;
  for (const ActionLine& line : actionTable()) {
    for (const ViewAction<View>& each : table) {
      if (each.what != line.what) continue;
      QAction* action = Actions::make(line, &view);
      QObject::connect(action, &QAction::triggered, &view, [&view, &each] { each.act(view); });
      actions.insert(static_cast<int>(each.what), action);
    }
  }
  const auto enable = [&view, table, actions] {
    for (const ViewAction<View>& each : table)
      actions.value(static_cast<int>(each.what))->setEnabled(each.possible(view));
  };
  QObject::connect(&view, &View::changed, &view, enable);
  enable();
  return actions;
}

}  // namespace

QHash<int, QAction*> signalActions(SignalView& view) {
  return actionsOf<SignalView>(view, kSignalActions);
}

QHash<int, QAction*> liveActions(LiveView& view) {
  return actionsOf<LiveView>(view, kLiveActions);
}

}  // namespace espy::desktop
