// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/signal_actions.h"

#include <iterator>

#include "signal/found_view.h"
#include "signal/lanes_view.h"
#include "signal/signal_view.h"
#include "window/actions.h"

namespace espy::desktop {
namespace {

struct SignalAction {
  ActionId what;
  void (*act)(SignalView& view);
  bool (*possible)(const SignalView& view);
};

bool hasRecording(const SignalView& view) {
  return view.hasRecording();
}

bool hasMatches(const SignalView& view) {
  return view.hasMatches();
}

constexpr SignalAction kActions[] = {
    {ActionId::exportMatches, [](SignalView& view) { view.matches().askWhere(false); }, hasMatches},
    {ActionId::fit, [](SignalView& view) { view.lanes().fit(); }, hasRecording},
    {ActionId::zoomIn, [](SignalView& view) { view.lanes().zoom(kZoomStep); }, hasRecording},
    {ActionId::zoomOut, [](SignalView& view) { view.lanes().zoom(1 / kZoomStep); }, hasRecording},
    {ActionId::nextMatch, [](SignalView& view) { view.matches().step(1); }, hasMatches},
    {ActionId::previousMatch, [](SignalView& view) { view.matches().step(-1); }, hasMatches},
    {ActionId::search, [](SignalView& view) { view.isBusy() ? view.cancel() : view.search(); },
     [](const SignalView& view) { return view.canSearch() || view.isBusy(); }}};

}  // namespace

QHash<int, QAction*> signalActions(SignalView& view) {
  QHash<int, QAction*> actions;
  for (const ActionLine& line : actionTable()) {
    for (const SignalAction& each : kActions) {
      if (each.what != line.what) continue;
      QAction* action = Actions::make(line, &view);
      QObject::connect(action, &QAction::triggered, &view, [&view, &each] { each.act(view); });
      actions.insert(static_cast<int>(each.what), action);
    }
  }
  const auto enable = [&view, actions] {
    for (const SignalAction& each : kActions)
      actions.value(static_cast<int>(each.what))->setEnabled(each.possible(view));
  };
  QObject::connect(&view, &SignalView::changed, &view, enable);
  enable();
  return actions;
}

}  // namespace espy::desktop
