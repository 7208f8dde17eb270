// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Measures how long each action blocks the GUI thread of a window with a million matches. A program
// to run by hand, not a test.
//
//     actions_bench [MATCHES_PER_SIDE]
#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"
#include "espy/engine/all.h"
#include "widgets/mnemonic.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kPitch = 4;  ///< distance between dots, in pixels

PicturePtr dots(int side) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image({side * kPitch + 2, side * kPitch + 2}, {1, Depth::u8});
  const MutableImageView pixels = picture->image.pixels();
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    std::uint8_t* row = pixels.row(y);
    for (std::int64_t x = 0; x < pixels.width(); ++x) {
      row[x] = x % kPitch == 1 && y % kPitch == 1 ? 20 : 230;
    }
  }
  picture->name = QStringLiteral("dots");
  return picture;
}

/// The longest interval between two ticks of the GUI thread during `work` and for some time
/// afterwards.
template <class Work>
double blockedTime(const Work& work) {
  constexpr int kAfterwards = 1500;
  QElapsedTimer since;
  double longest = 0;
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, [&] {
    longest = std::max(longest, static_cast<double>(since.nsecsElapsed()) / 1e6);
    since.start();
  });
  beat.start(0);
  since.start();
  QTimer::singleShot(0, work);
  QTest::qWait(kAfterwards);
  return longest;
}

/// Without actions that open a dialog or a window, or quit.
constexpr ActionId kMeasured[] = {
    ActionId::nextMatch,   ActionId::previousMatch, ActionId::fullScreen, ActionId::fullScreen,
    ActionId::sidePanel,   ActionId::sidePanel,     ActionId::zoomIn,     ActionId::zoomOut,
    ActionId::actualSize,  ActionId::fit,           ActionId::minimap,    ActionId::minimap,
    ActionId::passOne,     ActionId::passTwo,       ActionId::passThree,  ActionId::passNone,
    ActionId::toolHand,    ActionId::toolLasso,     ActionId::toolIgnore, ActionId::toolCrop,
    ActionId::batch,       ActionId::picture,       ActionId::passes,     ActionId::passes,
    ActionId::copyCommand, ActionId::copyCode,      ActionId::sayYes,     ActionId::undo,
    ActionId::selectAll,   ActionId::removeMatches, ActionId::undo,       ActionId::selectAll,
    ActionId::sayNo,       ActionId::undo,          ActionId::search,
};

void run(int side) {
  const Registry registry = makeRegistry();
  QSettings().setValue(QStringLiteral("search/automatic"), false);  // one search at a time
  MainWindow window(registry);
  window.resize(1280, 800);
  window.show();
  if (!QTest::qWaitForWindowExposed(&window)) return;
  Workbench& bench = window.bench();
  bench.setScene(dots(side));
  bench.cut(QRect(0, 0, kPitch, kPitch));
  constexpr int kPatience = 120000;
  if (!QTest::qWaitFor([&] { return bench.matches().rowCount() > 0; }, kPatience)) return;
  QTest::qWait(2000);
  std::printf("%d matches; milliseconds that the window stood still:\n",
              bench.matches().rowCount());
  for (const ActionId what : kMeasured) {
    QAction* action = window.actions().at(what);
    if (!action->isEnabled()) {
      std::printf("%-44s off\n", qPrintable(action->iconText()));
      continue;
    }
    const double longest = blockedTime([action] { action->trigger(); });
    std::printf("%-44s %7.1f\n", qPrintable(action->iconText()), longest);
  }
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  QApplication::setOrganizationName(QStringLiteral("espy-bench"));
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  constexpr int kSide = 1000;
  espy::desktop::run(argc > 1 ? std::atoi(argv[1]) : kSide);
  return 0;
}
