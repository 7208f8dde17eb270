// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The spotlight on the first match of a search.
#include "window/first_match.h"

#include <QSignalSpy>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"
#include "desktop/window_stage.h"
#include "desktop/window_tests.h"

namespace espy::desktop {

class FirstMatchTest : public WindowStage {
  Q_OBJECT

 private slots:
  void itIsShownOnceForASearch() {
    animate();
    show(kMany, {kPattern});
    QCOMPARE(matches(), std::size_t{7});
    QCOMPARE(shown_, 1);
    SearchSettings settings = bench().settings();
    settings.tolerance = 3;
    bench().setSettings(settings);
    QTRY_COMPARE_WITH_TIMEOUT(bench().matches().result()->settings.tolerance, 3, kPatience);
    awaitSearch();
    QCOMPARE(shown_, 1);
    window_->actions().at(ActionId::search)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(shown_, 2, kPatience);
  }

  void aKeyEndsIt() {
    animate();
    bool visible = false;
    connect(&bench(), &Workbench::resultChanged, window_.get(), [&] {
      if (!light().isVisible()) return;
      visible = true;
      QTest::keyClick(&window_->canvas(), Qt::Key_Shift);
      QVERIFY(!light().isVisible());
      QVERIFY(!light().flying());
    });
    show(kMany, {kPattern});
    QVERIFY(visible);
  }

  void inputDuringTheSearchPreventsIt() {
    animate();
    connect(&bench().search(), &SearchController::started, window_.get(),
            [this] { QTest::mouseClick(&window_->canvas(), Qt::RightButton); });
    show(kMany, {kPattern});
    QCOMPARE(matches(), std::size_t{7});
    QCOMPARE(shown_, 0);
  }

  void theCutIsNoMatch() {
    animate();
    show(kCrowd, {});
    bench().cut(QRect(743, 790, 16, 16));
    QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{1}, kPatience);
    QCOMPARE(shown_, 0);
  }

  void withoutAnimationsThereIsNone() {
    watch();
    show(kMany, {kPattern});
    QCOMPARE(matches(), std::size_t{7});
    QCOMPARE(shown_, 0);
    QVERIFY(window_->canvas().viewport().isFit());
  }

  void itFliesToTheMatchAndFades() {
    animate();
    show(kMany, {kPattern});
    QTRY_VERIFY_WITH_TIMEOUT(!light().isVisible(), kPatience);
    const QRect first = windowOf(bench().matches().match(0));
    QVERIFY(window_->canvas().rect().contains(
        window_->canvas().viewport().toWidget(QRectF(first)).toRect()));
    QVERIFY(!window_->canvas().viewport().isFit());
    // The match is in the picture's corner, and nothing beyond the corner is shown.
    QCOMPARE(first.topLeft(), QPoint(0, 0));
    const QPointF corner = window_->canvas().viewport().toPicture({0, 0});
    QVERIFY(corner.x() > -0.5 && corner.y() > -0.5);
  }

  void theDashesOfTheCutMoveDuringASearch() {
    const QSignalSpy painted(&window_->canvas(), &Canvas::framePainted);
    animate();
    show(kCrowd, {});
    bench().cut(QRect(743, 790, 16, 16));
    awaitSearch();
    window_->canvas().setMarching(true);
    const auto before = painted.count();
    constexpr int kSteps = 3;
    QTRY_VERIFY_WITH_TIMEOUT(painted.count() >= before + kSteps, kPatience);
    window_->canvas().setMarching(false);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Show) ++shown_;
    return QObject::eventFilter(watched, event);
  }

 private:
  Workbench& bench() { return window_->bench(); }
  Spotlight& light() { return window_->firstMatch().spotlight(); }
  void watch() {
    shown_ = 0;
    light().installEventFilter(this);
  }
  void animate() {
    window_->canvas().setStyle(&animated_);
    watch();
  }

  AnimatedStyle animated_{200};
  int shown_ = 0;  ///< number of times that the spotlight appeared
};

ESPY_WINDOW_TEST(first_match, FirstMatchTest);

}  // namespace espy::desktop
#include "first_match_test.moc"
