// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The view Live, with a stream that the test changes.
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>

#include "charts/rolling_chart.h"
#include "desktop/live_stage.h"
#include "espy/engine/video.h"
#include "live/source_menu.h"
#include "options/options_panel.h"

namespace espy::desktop {
namespace {

class LiveTest : public LiveTestBase {
  Q_OBJECT

 private slots:
  void outlinesFollow();
  void whatIsDraggedIsWhatWasSeen();
  void eventsAreListed();
  void stillIsListedWhenAsked();
  void spaceFreezesAndGoesOn();
  void aFrozenFrameIsSearched();
  void theFrameOpensInTheMainWindow();
  void keysPlaceARectangle();
  void needlesComeFromFiles();
  void aNeedleThatGoesOffVanishesOnce();
  void eventsAreRecorded();
  void theVideoIsRecorded();
  void aNameThatIsNoVideoIsRefused();
  void aFlatNeedleIsRefused();
  void aLostStreamEndsInASentence();
  void aSourceThatIsNotThereIsOneSentence();
  void aHangingCameraDoesNotHangTheWindow();
  void theChartHasAllStages();
  void aRegionIsDrawnInTheView();
  void aRegionIsDrawnOverTheScreen();
  void windowsAndMonitorsAreOffered();
};

void LiveTest::outlinesFollow() {
  QVERIFY(started());
  cutBadge();
  QCOMPARE(view_->needles().tray().rowCount(), 1);
  QVERIFY(outlined({40, 50}));
  QTRY_VERIFY(!view_->canvas().selection());
  stage_->move(QPoint(200, 120));
  QVERIFY(outlined({200, 120}));
  stage_->move({});
  QVERIFY(outlinedNothing());
  stage_->move(QPoint(3, 5));
  QVERIFY(outlined({3, 5}));
}

void LiveTest::whatIsDraggedIsWhatWasSeen() {
  QVERIFY(started());
  const QRect badge(QPoint(40, 50), LiveStage::kBadge);
  Canvas& canvas = view_->canvas();
  QTest::mousePress(&canvas, Qt::LeftButton, {}, placeOf(badge.topLeft()));
  stage_->move(QPoint(250, 200));  // while it is being cut
  QTest::qWait(200);
  QTest::mouseMove(&canvas, placeOf(badge.center()));
  QTest::mouseMove(&canvas, placeOf(badge.bottomRight()));
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, placeOf(badge.bottomRight()));
  QVERIFY(outlined({250, 200}));
}

void LiveTest::eventsAreListed() {
  QVERIFY(started());
  cutBadge();
  QVERIFY(happened(0, EventKind::appears));
  stage_->move(QPoint(200, 120));
  QVERIFY(happened(1, EventKind::moves));
  stage_->move({});
  QVERIFY(happened(2, EventKind::vanishes));
  const EventTable& events = view_->events();
  QCOMPARE(events.at(1).event.matches.front().x, 200U);
  QCOMPARE(events.at(1).needle, view_->needles().tray().items().front().name);
  QCOMPARE(events.index(1, EventTable::place).data().toString(), QStringLiteral("200, 120"));
  QCOMPARE(events.index(2, EventTable::event).data().toString(), QStringLiteral("vanishes"));
}

void LiveTest::stillIsListedWhenAsked() {
  view_->still().setValue(0.2);
  QVERIFY(started());
  QVERIFY(happened(0, EventKind::still));
  QVERIFY(view_->events().at(0).event.time >= 0.2);
}

void LiveTest::spaceFreezesAndGoesOn() {
  QVERIFY(started());
  cutBadge();
  QVERIFY(outlined({40, 50}));
  view_->activateWindow();
  view_->canvas().setFocus();
  QTest::keyClick(&view_->canvas(), Qt::Key_Space);
  QVERIFY(view_->isFrozen());
  QVERIFY(view_->freezeButton().isChecked());
  const PicturePtr frozen = view_->canvas().scene();
  stage_->move(QPoint(200, 120));
  QTest::qWait(200);
  QCOMPARE(view_->canvas().scene(), frozen);
  QVERIFY(outlined({40, 50}));
  QTest::keyClick(&view_->canvas(), Qt::Key_Space);
  QVERIFY(!view_->isFrozen());
  QVERIFY(outlined({200, 120}));
}

void LiveTest::aFrozenFrameIsSearched() {
  QVERIFY(started());
  view_->setFrozen(true);
  stage_->move(QPoint(200, 120));
  cutBadge();  // there is no badge there in this frame
  drag(QRect(QPoint(40, 50), LiveStage::kBadge));
  QTRY_VERIFY_WITH_TIMEOUT(!view_->canvas().marks()->all().empty(), kPatience);
  SearchSettings exact = view_->settings();
  exact.method = Method::exact;
  view_->setSettings(exact);
  view_->needles().remove(view_->needles().tray().items().front().id);
  QVERIFY(outlined({40, 50}));
}

void LiveTest::theFrameOpensInTheMainWindow() {
  QVERIFY(started());
  view_->setFrozen(true);
  QSignalSpy wanted(view_.get(), &LiveView::pictureWanted);
  for (QToolButton* button : view_->findChildren<QToolButton*>()) {
    if (button->text() == QStringLiteral("Open in the main window")) button->click();
  }
  QCOMPARE(wanted.size(), 1);
  const auto picture = wanted.front().front().value<PicturePtr>();
  QCOMPARE(qImageFrom(picture->image), qImageFrom(view_->canvas().scene()->image));
}

void LiveTest::keysPlaceARectangle() {
  QVERIFY(started());
  view_->activateWindow();
  view_->canvas().setFocus();
  QTest::keyClick(&view_->canvas(), Qt::Key_Return);
  QCOMPARE(view_->needles().tray().rowCount(), 1);
  const QRect first = *view_->canvas().selection();
  QTest::keyClick(&view_->canvas(), Qt::Key_Right);
  QCOMPARE(view_->needles().tray().rowCount(), 1);  // the same needle, elsewhere
  QCOMPARE(*view_->canvas().selection(), first.translated(1, 0));
  QTest::keyClick(&view_->canvas(), Qt::Key_Escape);
  QTest::keyClick(&view_->canvas(), Qt::Key_Return);
  QCOMPARE(view_->needles().tray().rowCount(), 2);
}

void LiveTest::needlesComeFromFiles() {
  QVERIFY(started());
  view_->open(
      {QStringLiteral(ESPY_SOURCE_DIR "/samples/pattern.pgm"), at(QStringLiteral("no.png"))});
  QTRY_COMPARE_WITH_TIMEOUT(view_->needles().tray().rowCount(), 1, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(QStringLiteral("no.png")), kPatience);
}

void LiveTest::aNeedleThatGoesOffVanishesOnce() {
  QVERIFY(started());
  cutBadge();
  QVERIFY(happened(0, EventKind::appears));
  // Another needle is no news about the first one.
  drag(QRect(100, 150, 20, 20));
  QVERIFY(happened(1, EventKind::appears));
  QCOMPARE(view_->events().at(1).needle, view_->needles().tray().items()[1].name);
  stage_->move({});
  QVERIFY(happened(2, EventKind::vanishes));
  QTest::qWait(100);
  QCOMPARE(view_->events().rowCount(), 3);
}

void LiveTest::eventsAreRecorded() {
  const QString path = at(QStringLiteral("events.csv"));
  QVERIFY(started());
  cutBadge();
  QVERIFY(happened(0, EventKind::appears));
  view_->recordEvents(path);
  QVERIFY(view_->eventsButton().isChecked());
  stage_->move(QPoint(200, 120));
  QVERIFY(happened(1, EventKind::moves));
  stage_->move({});
  QVERIFY(happened(2, EventKind::vanishes));
  QVERIFY(!QFile::exists(path));  // it gets its name when it is complete
  const QList<QByteArray> lines = recordedLines(path);
  QCOMPARE(lines.size(), 4);
  QCOMPARE(lines[0].trimmed(),
           QByteArray("time,frame,event,needle,x,y,width,height,score,angle,scale"));
  QVERIFY(lines[1].contains(",moves,cut 1,200,120,24,16,1"));
  QVERIFY(lines[2].trimmed().endsWith(",vanishes,cut 1,,,,,,,"));
}

void LiveTest::theVideoIsRecorded() {
  const QString path = at(QStringLiteral("marked.avi"));
  QVERIFY(started());
  cutBadge();
  QVERIFY(outlined({40, 50}));
  QSignalSpy recorded(&view_->runner(), &LiveRunner::recorded);
  QSignalSpy failed(&view_->runner(), &LiveRunner::recordingFailed);
  view_->recordVideo(path);
  const std::int64_t first = view_->frame()->number;
  QTRY_VERIFY_WITH_TIMEOUT(view_->frame()->number > first + 30 || !failed.isEmpty(), kPatience);
  view_->videoButton().click();
  QTRY_VERIFY_WITH_TIMEOUT(!recorded.isEmpty() || !failed.isEmpty(), kPatience);
  if (!failed.isEmpty()) QSKIP(qPrintable(failed.front().front().toString()));
  FrameReader video(path.toStdString());
  const Image frame = video.frame(0);
  QCOMPARE(frame.size().width, LiveStage::kSize.width);
  const QColor colour = view_->needles().tray().items().front().colour;
  // Above the match is its outline, in the needle's colour, as far as the compression keeps it.
  const std::uint8_t* outline = frame.view().pixel(52, 48);
  const QColor drawn(outline[0], outline[1], outline[2]);
  QVERIFY2(std::abs(drawn.hslHue() - colour.hslHue()) < 25,
           qPrintable(drawn.name() + colour.name()));
}

void LiveTest::aNameThatIsNoVideoIsRefused() {
  QVERIFY(started());
  view_->recordVideo(at(QStringLiteral("marked.png")));
  QVERIFY(noticeText().contains(QStringLiteral("marked.png")));
  QVERIFY(!view_->videoButton().isChecked());
}

void LiveTest::aFlatNeedleIsRefused() {
  QVERIFY(started());
  cutBadge();
  QVERIFY(outlined({40, 50}));
  QImage flat(20, 20, QImage::Format_RGB888);
  flat.fill(QColor(128, 128, 128));
  view_->needles().addPixels(flat);
  QTRY_VERIFY_WITH_TIMEOUT(!noticeText().isEmpty(), kPatience);
  stage_->move(QPoint(200, 120));
  QVERIFY(outlined({200, 120}));  // the other is found
  view_->needles().undo().undo();
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().isEmpty(), kPatience);
}

void LiveTest::aLostStreamEndsInASentence() {
  QVERIFY(started());
  stage_->lost = true;
  QTRY_COMPARE_WITH_TIMEOUT(noticeText(), QStringLiteral("made: delivers no more frames"),
                            kPatience);
  QVERIFY(!view_->isRunning());
  QVERIFY(view_->hasFrame());  // the last one stays
  stage_->lost = false;
  for (QToolButton* button : view_->notice().findChildren<QToolButton*>()) {
    if (button->text() == QStringLiteral("Try again")) button->click();
  }
  QTRY_VERIFY_WITH_TIMEOUT(view_->isRunning() && view_->hasFrame(), kPatience);
  stage_->ended = true;
  QTRY_COMPARE_WITH_TIMEOUT(noticeText(), QStringLiteral("The stream has ended."), kPatience);
}

void LiveTest::aSourceThatIsNotThereIsOneSentence() {
  LiveTools tools = toolsOf(stage_);
  tools.open = [](const LiveSource&) -> std::unique_ptr<Stream> {
    throw Error(ErrorCode::system, Message("camera 3: is not there"));
  };
  view_->runner().setTools(tools);
  view_->start({});
  QTRY_COMPARE_WITH_TIMEOUT(noticeText(), QStringLiteral("camera 3: is not there"), kPatience);
  QVERIFY(!view_->isRunning());
  QVERIFY(!view_->freezeButton().isEnabled());
}

void LiveTest::aHangingCameraDoesNotHangTheWindow() {
  stage_->hangs = true;
  view_->start({});
  QTRY_COMPARE_WITH_TIMEOUT(stage_->count(), 1, kPatience);
  stage_->hangs = false;
  QVERIFY(started());  // another source, meanwhile
  stage_->hangs = true;
  view_->start({});
  QTRY_COMPARE_WITH_TIMEOUT(stage_->count(), 3, kPatience);
  QElapsedTimer timer;
  timer.start();
  view_.reset();
  QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
}

void LiveTest::theChartHasAllStages() {
  QVERIFY(started());
  cutBadge();
  QVERIFY(outlined({40, 50}));
  QTRY_VERIFY_WITH_TIMEOUT(view_->chart().count() > 3, kPatience);
  const std::vector<double>& last = view_->chart().bars().back();
  QCOMPARE(last.size(), std::size_t{4});
  QVERIFY(last[0] >= 0.5);  // as the stream says
  QCOMPARE(last[1], 0.25);
  QVERIFY(view_->status().contains(QStringLiteral("320 x 240")));
  QVERIFY(view_->status().contains(QStringLiteral("dropped")));
  QVERIFY(!view_->chart().accessibleDescription().isEmpty());
}

void LiveTest::aRegionIsDrawnInTheView() {
  view_->pickRegion();
  QTRY_VERIFY_WITH_TIMEOUT(view_->hasFrame(), kPatience);
  drag(QRect(30, 40, 100, 80));
  QTRY_COMPARE_WITH_TIMEOUT(stage_->count(), 2, kPatience);
  QVERIFY(stage_->last().screen.region == (Area{30, 40, 100, 80}));
  QCOMPARE(view_->needles().tray().rowCount(), 0);
}

void LiveTest::aRegionIsDrawnOverTheScreen() {
  makeView(true);
  view_->pickRegion();
  QTRY_VERIFY_WITH_TIMEOUT(view_->picker().isActive(), kPatience);
  QVERIFY(!view_->isVisible());
  ScreenCover& cover = *view_->picker().covers().front();
  QTest::keyClick(&cover, Qt::Key_Escape);
  QVERIFY(!view_->picker().isActive());
  QVERIFY(view_->isVisible());
  QVERIFY(!view_->isRunning());
  view_->pickRegion();
  QTRY_VERIFY_WITH_TIMEOUT(view_->picker().isActive(), kPatience);
  ScreenCover& again = *view_->picker().covers().front();
  // It is deleted once the rectangle is drawn.
  const int width = again.width();
  const int height = again.height();
  const double scale = 320.0 / width;
  QTest::mousePress(&again, Qt::LeftButton, {}, QPoint(width / 4, height / 4));
  QTest::mouseMove(&again, QPoint(width / 2, height / 2));
  QTest::mouseRelease(&again, Qt::LeftButton, {}, QPoint(width / 2, height / 2));
  QTRY_VERIFY_WITH_TIMEOUT(view_->hasFrame(), kPatience);
  const std::optional<Area> region = stage_->last().screen.region;
  QVERIFY(region.has_value());
  QVERIFY(std::abs(static_cast<double>(region->x) - width / 4 * scale) <= 2);
  QVERIFY(std::abs(static_cast<double>(region->width) - width / 4 * scale) <= 3);
}

void LiveTest::windowsAndMonitorsAreOffered() {
  stage_->windows = {{17, "Mail & more"}, {18, ""}};
  SourceMenu& menu = view_->sources();
  emit menu.windows().aboutToShow();
  QTRY_COMPARE_WITH_TIMEOUT(menu.windows().actions().front()->text(),
                            QStringLiteral("Mail && more"), kPatience);
  QCOMPARE(menu.windows().actions().size(), 1);
  menu.windows().actions().front()->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(view_->hasFrame(), kPatience);
  QCOMPARE(stage_->last().screen.window, std::uint64_t{17});
  QVERIFY(view_->status().startsWith(QStringLiteral("Mail & more")));
  const auto before = menu.actions().size();
  emit menu.aboutToShow();
  QTRY_COMPARE_WITH_TIMEOUT(menu.actions().size(), before + 2, kPatience);
  menu.actions()[2]->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(stage_->last().screen.monitor, 2, kPatience);
}

}  // namespace
ESPY_WINDOW_TEST(live, LiveTest);

}  // namespace espy::desktop
#include "live_test.moc"
