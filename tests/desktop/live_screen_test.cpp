// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The view Live on an X server (Xvfb) on which the test paints.
#include "desktop/live_stage.h"
#include "support/virtual_screen.h"

namespace espy::desktop {
namespace {

/// `LiveTestBase` with the view's own tools; what the stage's stream would show is painted.
class LiveScreenTest : public LiveTestBase {
  Q_OBJECT

 private slots:
  void initTestCase() {
    screen_ = std::make_unique<test::VirtualScreen>(LiveStage::kSize);
    if (!screen_->runs()) QSKIP("there is no Xvfb");
    painter_ = std::make_unique<test::ScreenPainter>(screen_->name());
  }
  void outlinesFollowWhatIsPainted();
  void spaceMakesTheFrameTheScene();
  void eventsBecomeACsvFile();
  void onlyTheRegionIsShown();
  void theEndOfTheServerIsASentence();

 private:
  /// Paints the badge there, or nothing.
  void paint(std::optional<QPoint> badge) {
    stage_->move(badge);
    painter_->show(madeFrame(badge), 0, 0);
  }
  bool watches(std::optional<Area> region = {}) {
    paint(QPoint(40, 50));
    view_->runner().setTools(liveTools());
    LiveSource source;
    source.name = QStringLiteral("screen");
    source.screen.display = screen_->name();
    source.screen.region = region;
    view_->start(source);
    return QTest::qWaitFor([this] { return view_->hasFrame(); }, kPatience);
  }

  std::unique_ptr<test::VirtualScreen> screen_;
  std::unique_ptr<test::ScreenPainter> painter_;
};

void LiveScreenTest::outlinesFollowWhatIsPainted() {
  QVERIFY2(watches(), qPrintable(noticeText()));
  QCOMPARE(qImageFrom(view_->canvas().scene()->image), qImageFrom(madeFrame(QPoint(40, 50))));
  cutBadge();
  QVERIFY(outlined({40, 50}));
  for (int step = 0; step < 20; ++step) {
    const QPoint to(7 + 13 * step, 200 - 9 * step);
    paint(to);
    QVERIFY2(outlined(to), qPrintable(QString::number(step)));
  }
  paint({});
  QVERIFY(outlinedNothing());
  paint(QPoint(3, 5));
  QVERIFY(outlined({3, 5}));
}

void LiveScreenTest::spaceMakesTheFrameTheScene() {
  QVERIFY2(watches(), qPrintable(noticeText()));
  cutBadge();
  QVERIFY(outlined({40, 50}));
  view_->canvas().setFocus();
  QTest::keyClick(&view_->canvas(), Qt::Key_Space);
  QVERIFY(view_->isFrozen());
  paint(QPoint(200, 120));
  QTest::qWait(200);
  QCOMPARE(qImageFrom(view_->canvas().scene()->image), qImageFrom(madeFrame(QPoint(40, 50))));
  QTest::keyClick(&view_->canvas(), Qt::Key_Space);
  QVERIFY(outlined({200, 120}));
}

void LiveScreenTest::eventsBecomeACsvFile() {
  const QString path = at(QStringLiteral("screen.csv"));
  QVERIFY2(watches(), qPrintable(noticeText()));
  cutBadge();
  QVERIFY(happened(0, EventKind::appears));
  view_->recordEvents(path);
  paint(QPoint(200, 120));
  QVERIFY(happened(1, EventKind::moves));
  paint({});
  QVERIFY(happened(2, EventKind::vanishes));
  const QList<QByteArray> lines = recordedLines(path);
  QCOMPARE(lines.size(), 4);
  QVERIFY(lines[1].contains(",moves,cut 1,200,120,24,16,1"));
  QVERIFY(lines[2].trimmed().endsWith(",vanishes,cut 1,,,,,,,"));
}

void LiveScreenTest::onlyTheRegionIsShown() {
  QVERIFY2(watches(Area{30, 40, 100, 80}), qPrintable(noticeText()));
  QCOMPARE(qImageFrom(view_->canvas().scene()->image),
           qImageFrom(madeFrame(QPoint(40, 50))).copy(30, 40, 100, 80));
}

void LiveScreenTest::theEndOfTheServerIsASentence() {
  QVERIFY2(watches(), qPrintable(noticeText()));
  painter_.reset();
  screen_.reset();
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(QStringLiteral("the X server has ended")),
                           kPatience);
  QVERIFY(view_->hasFrame());  // the last one stays
}

}  // namespace
ESPY_WINDOW_TEST(live_screen, LiveScreenTest);

}  // namespace espy::desktop
#include "live_screen_test.moc"
