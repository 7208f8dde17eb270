// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Lanes: mouse, keyboard and painting.
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QWheelEvent>

#include "desktop/signal_stage.h"

namespace espy::desktop {
namespace {

class SignalLanesTest : public SignalTestBase {
  Q_OBJECT

 private slots:
  void aDragChoosesAMotif();
  void aDragOverLanesTakesAllOfThem();
  void edgesCanBeDragged();
  void anEdgeMayPassTheOther();
  void aClickChoosesNothing();
  void theRulerPans();
  void theWheelZoomsAtThePointer();
  void keysDoAllOfIt();
  void keysOfThePictureAreTheLanesOwn();
  void lanesJoinAndLeaveTheMotif();
  void gapsArePaintedAsGaps();
  void aFrameReadsLittle();
  void manyLanesScroll();
  void theOverviewMovesTheView();
  void lanesAreScaledOneByOne();
  void aLaneFitsWhatIsSeen();
  void aScaledLaneReadsNoMore();
  void lanesAreHiddenAndShown();
  void lanesAreMoved();
  void anArrangementBelongsToItsRecording();
  void theMenuOfALaneArrangesIt();
  void aScreenReaderGetsADescription();

 private:
  void turnOver(const QPoint& place, int angle, Qt::KeyboardModifiers keys) const {
    QWidget* canvas = view_->lanes().viewport();
    QWheelEvent event(place, canvas->mapToGlobal(place), {}, {0, angle}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas, &event);
  }
  double heightOf(int lane) const {
    const LaneScale& scale = view_->lanes().laneScale(lane);
    return scale.high - scale.low;
  }
  QPoint nameOf(int lane) const {
    return {view_->lanes().headerWidth() / 2,
            static_cast<int>(view_->lanes().laneRect(lane).center().y())};
  }
  void addLanes(int lanes, std::size_t size = 4000) const {
    Lanes all;
    for (int i = 0; i < lanes; ++i) all.push_back(noise(size, static_cast<unsigned>(i) + 3));
    view_->add(recordingOf(std::move(all), 100), QStringLiteral("lanes"));
    QVERIFY(QTest::qWaitFor(
        [this] { return view_->recordings().all().front()->levels.back()->filled(); }, kPatience));
    QCoreApplication::processEvents();
    view_->lanes().setFocus();
  }
  const LaneSpan& motif() const { return view_->motif().span; }
  /// Equal within a pixel.
  bool near(std::int64_t sample, std::int64_t expected) const {
    return std::abs(static_cast<double>(sample - expected)) <= view_->lanes().window().per() + 1;
  }
};

void SignalLanesTest::aDragChoosesAMotif() {
  addLanes(2);
  drag(placeOf(1000, 1), placeOf(1400, 1));
  QVERIFY(near(motif().from, 1000) && near(motif().to, 1400));
  QCOMPARE(motif().lanes, std::vector<int>{1});
  QVERIFY(settled());
  QVERIFY(stage_->searches >= 1);          // the first search starts automatically
  drag(placeOf(700, 0), placeOf(300, 0));  // backwards
  QVERIFY(near(motif().from, 300) && near(motif().to, 700));
  QCOMPARE(motif().lanes, std::vector<int>{0});
}

void SignalLanesTest::aDragOverLanesTakesAllOfThem() {
  addLanes(3);
  drag(placeOf(1000, 2), placeOf(1200, 1));
  QCOMPARE(motif().lanes, (std::vector<int>{1, 2}));
}

void SignalLanesTest::edgesCanBeDragged() {
  addLanes(1);
  view_->setMotif({1000, 1400, {0}});
  drag(placeOf(1400), placeOf(1700));
  QCOMPARE(motif().from, std::int64_t{1000});
  QVERIFY(near(motif().to, 1700));
  const std::int64_t end = motif().to;
  drag(placeOf(1000), placeOf(800));
  QVERIFY(near(motif().from, 800));
  QCOMPARE(motif().to, end);
}

void SignalLanesTest::anEdgeMayPassTheOther() {
  addLanes(1);
  view_->setMotif({1000, 1400, {0}});
  drag(placeOf(1000), placeOf(2000));
  QCOMPARE(motif().from, std::int64_t{1400});
  QVERIFY(near(motif().to, 2000));
}

void SignalLanesTest::aClickChoosesNothing() {
  addLanes(1);
  view_->setMotif({1000, 1400, {0}});
  QTest::mouseClick(view_->lanes().viewport(), Qt::LeftButton, {}, placeOf(3000));
  QCOMPARE(motif().from, std::int64_t{1000});
  QVERIFY(near(static_cast<std::int64_t>(view_->lanes().cursorPlace().value_or(0)), 3000));
}

void SignalLanesTest::theRulerPans() {
  addLanes(1);
  view_->lanes().showPart(1000, 2000);
  const double from = view_->lanes().window().from();
  drag({600, 5}, {500, 5});
  QVERIFY(std::abs(view_->lanes().window().from() - from - 100 * view_->lanes().window().per()) <
          1e-6);
  QVERIFY(motif().empty());
  drag(placeOf(1500), placeOf(1400), Qt::ControlModifier);
  QVERIFY(motif().empty());
  QVERIFY(view_->lanes().window().from() > from);
}

void SignalLanesTest::theWheelZoomsAtThePointer() {
  addLanes(1);
  const LanesView& lanes = view_->lanes();
  const QPointF place = placeOf(1000);
  const auto turn = [&](QPoint angle, Qt::KeyboardModifiers keys) {
    QWheelEvent event(place, lanes.viewport()->mapToGlobal(place), {}, angle, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(lanes.viewport(), &event);
  };
  const double before = lanes.window().per();
  const double sample = lanes.window().sampleAt(place.x() - lanes.headerWidth());
  turn({0, 360}, {});
  QVERIFY(lanes.window().per() < before);
  QVERIFY(std::abs(lanes.window().sampleAt(place.x() - lanes.headerWidth()) - sample) < 1e-6);
  const double from = lanes.window().from();
  turn({0, -120}, Qt::ShiftModifier);
  QVERIFY(lanes.window().from() > from);
  const double per = lanes.window().per();
  turn({120, 0}, {});
  QCOMPARE(lanes.window().per(), per);
}

void SignalLanesTest::keysDoAllOfIt() {
  addLanes(3);
  const TimeWindow& window = view_->lanes().window();
  const double all = window.per();
  key(Qt::Key_Plus);
  QVERIFY(window.per() < all);
  key(Qt::Key_Right);
  QVERIFY(window.from() > 0);
  key(Qt::Key_End);
  QCOMPARE(window.to(), 4000.0);
  key(Qt::Key_Home);
  QCOMPARE(window.from(), 0.0);
  key(Qt::Key_PageDown);
  QVERIFY(window.from() > 0);
  key(Qt::Key_0);
  QVERIFY(window.showsAll());
  key(Qt::Key_Down);
  QCOMPARE(view_->lanes().currentLane(), 1);
  key(Qt::Key_Return);  // places a motif in the middle
  QVERIFY(!motif().empty());
  QCOMPARE(motif().lanes, std::vector<int>{1});
  const LaneSpan before = motif();
  key(Qt::Key_Right);
  QVERIFY(motif().from > before.from);
  QCOMPARE(motif().length(), before.length());
  const std::int64_t step = motif().from - before.from;
  key(Qt::Key_Left, Qt::ShiftModifier);
  QCOMPARE(motif().from, before.from + step - 10 * step);
  key(Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(motif().length(), before.length() + step);
  key(Qt::Key_Insert);
  QCOMPARE(motif().lanes, std::vector<int>{1});  // the last lane stays
  key(Qt::Key_Down);
  key(Qt::Key_Insert);
  QCOMPARE(motif().lanes, (std::vector<int>{1, 2}));
  QVERIFY(settled());
  const int searches = stage_->searches;
  key(Qt::Key_Return);
  QVERIFY(settled());
  QVERIFY(stage_->searches > searches);
  key(Qt::Key_Delete);
  QVERIFY(view_->motif().empty());
}

void SignalLanesTest::keysOfThePictureAreTheLanesOwn() {
  addLanes(1);
  for (const Qt::Key own : {Qt::Key_Period, Qt::Key_Comma, Qt::Key_Delete}) {
    QKeyEvent event(QEvent::ShortcutOverride, own, Qt::NoModifier);
    event.ignore();
    QCoreApplication::sendEvent(&view_->lanes(), &event);
    QVERIFY(event.isAccepted());
  }
  QKeyEvent other(QEvent::ShortcutOverride, Qt::Key_F4, Qt::NoModifier);
  other.ignore();
  QCoreApplication::sendEvent(&view_->lanes(), &other);
  QVERIFY(!other.isAccepted());
}

void SignalLanesTest::lanesJoinAndLeaveTheMotif() {
  addLanes(3);
  view_->setMotif({1000, 1400, {1}});
  const auto header = [this](int lane) {
    return QPoint(20, static_cast<int>(view_->lanes().laneRect(lane).center().y()));
  };
  QTest::mouseClick(view_->lanes().viewport(), Qt::LeftButton, Qt::ShiftModifier, header(0));
  QCOMPARE(motif().lanes, (std::vector<int>{0, 1}));
  QTest::mouseClick(view_->lanes().viewport(), Qt::LeftButton, Qt::ShiftModifier, header(1));
  QCOMPARE(motif().lanes, std::vector<int>{0});
  QTest::mouseClick(view_->lanes().viewport(), Qt::LeftButton, Qt::ShiftModifier, header(0));
  QCOMPARE(motif().lanes, std::vector<int>{0});
}

/// Number of columns between two x that contain the curve's colour.
int columnsWithCurve(const QImage& picture, const QRectF& lane, double left, double right,
                     const QColor& colour) {
  int columns = 0;
  for (int x = static_cast<int>(left) + 2; x < static_cast<int>(right) - 2; ++x) {
    bool has = false;
    for (int y = static_cast<int>(lane.top()); y < static_cast<int>(lane.bottom()); ++y) {
      has = has || picture.pixelColor(x, y) == colour;
    }
    columns += has ? 1 : 0;
  }
  return columns;
}

void SignalLanesTest::gapsArePaintedAsGaps() {
  Lanes lanes{noise(40000, 3)};
  for (std::size_t i = 10000; i < 20000; ++i) lanes[0][i] = std::nan("");
  view_->add(recordingOf(std::move(lanes)), QStringLiteral("gap"));
  QVERIFY(QTest::qWaitFor(
      [this] { return view_->recordings().all().front()->levels.front()->filled(); }, kPatience));
  QCoreApplication::processEvents();
  LanesView& view = view_->lanes();
  const auto within = [&](std::int64_t from, std::int64_t to) {
    const QImage picture = view.viewport()->grab().toImage();
    return columnsWithCurve(picture, view.laneRect(0), view.xOf(static_cast<double>(from)),
                            view.xOf(static_cast<double>(to)), curveColour(view.palette()));
  };
  QCOMPARE(within(10100, 19900), 0);
  QVERIFY(within(0, 9900) > 100);
  QVERIFY(within(20100, 39000) > 100);
  view.showPart(9950, 10050);
  QCOMPARE(within(10005, 10050), 0);
}

/// Independent of the recording's length.
void SignalLanesTest::aFrameReadsLittle() {
  static const std::int8_t one = 1;
  Samples::Layout layout;
  layout.type = Samples::Type::int8;
  layout.stride = 0;
  constexpr std::int64_t kLong = 100000000;
  Recording recording;
  recording.channels.push_back({"", "", 250, Samples(&one, kLong, layout)});
  view_->add(std::move(recording), QStringLiteral("long"));
  QVERIFY(QTest::qWaitFor(
      [this] { return view_->recordings().all().front()->levels.front()->filled(); }, kPatience));
  LanesView& lanes = view_->lanes();
  const auto width = static_cast<std::int64_t>(lanes.viewport()->width()) + 2;
  const std::int64_t base = view_->recordings().all().front()->levels.front()->base();
  for (int i = 0; i < 40; ++i) {
    lanes.viewport()->grab();
    QVERIFY(lanes.lastRead().samples <= width * (base + 1));
    QVERIFY(lanes.lastRead().ranges <= width * (SampleLevels::kFactor + 1));
    QVERIFY(lanes.lastRead().samples + lanes.lastRead().ranges > 0);
    lanes.zoom(1.6);
  }
  QVERIFY(lanes.window().per() < 1);
  // The moving playback cursor repaints only its surroundings.
  lanes.fit();
  lanes.viewport()->grab();
  const std::int64_t whole = lanes.lastRead().ranges;
  QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  QCoreApplication::processEvents();
  lanes.setCursorPlace(5000000);
  QTRY_VERIFY_WITH_TIMEOUT(lanes.lastRead().ranges < whole / 10, kPatience);
}

void SignalLanesTest::manyLanesScroll() {
  addLanes(40, 500);
  const LanesView& lanes = view_->lanes();
  QVERIFY(lanes.laneRect(39).bottom() > lanes.viewport()->height());
  for (int i = 0; i < 39; ++i) key(Qt::Key_Down);
  QCOMPARE(lanes.currentLane(), 39);
  QVERIFY(lanes.laneRect(39).bottom() <= lanes.viewport()->height() + 1);
  QVERIFY(lanes.laneRect(39).height() >= 2 * lanes.fontMetrics().height());
  key(Qt::Key_Down);
  QCOMPARE(lanes.currentLane(), 39);
}

void SignalLanesTest::theOverviewMovesTheView() {
  addLanes(1);
  view_->lanes().showPart(0, 200);
  OverviewStrip& strip = view_->overview();
  const double before = strip.seen().center().x();
  QTest::mouseClick(&strip, Qt::LeftButton, {}, {strip.width() - 100, strip.height() / 2});
  QVERIFY(view_->lanes().window().from() > 3000);
  QVERIFY(strip.seen().center().x() > before);
}

void SignalLanesTest::aScreenReaderGetsADescription() {
  addLanes(2);
  view_->setMotif({1000, 1400, {1}});
  QVERIFY(settled());
  const QString description = view_->lanes().accessibleDescription();
  QVERIFY2(description.contains(QStringLiteral("motif at 0:10.00, 4.00 s")),
           qPrintable(description));
  QVERIFY(description.contains(QStringLiteral("matches")));
}

void SignalLanesTest::lanesAreScaledOneByOne() {
  addLanes(2);
  LanesView& lanes = view_->lanes();
  const double all = heightOf(0);
  const double other = heightOf(1);
  const double per = lanes.window().per();
  const QPoint place = placeOf(2000) + QPoint(0, 10);
  const auto valueAt = [&] {
    const QRectF row = lanes.laneRect(0);
    const LaneScale& scale = lanes.laneScale(0);
    return std::lerp(scale.low, scale.high, (row.bottom() - place.y()) / row.height());
  };
  const double value = valueAt();
  turnOver(place, 240, Qt::ControlModifier);
  QVERIFY(heightOf(0) < all);
  QVERIFY(std::abs(valueAt() - value) < 1e-9);  // the value under the pointer stays
  QCOMPARE(lanes.window().per(), per);
  QCOMPARE(heightOf(1), other);
  key(Qt::Key_Down);
  key(Qt::Key_Up, Qt::ControlModifier);
  QVERIFY(heightOf(1) < other);
  QCOMPARE(lanes.currentLane(), 1);
  key(Qt::Key_Down, Qt::ControlModifier);
  QVERIFY(std::abs(heightOf(1) - other) < 1e-9);
  for (int i = 0; i < 200; ++i) turnOver(place, 1200, Qt::ControlModifier);
  QVERIFY(heightOf(0) > 0);
  lanes.viewport()->grab();
  for (int i = 0; i < 200; ++i) turnOver(place, -1200, Qt::ControlModifier);
  QVERIFY(heightOf(0) < 100 * all);
}

void SignalLanesTest::aLaneFitsWhatIsSeen() {
  std::vector<double> lane = noise(4000, 3);
  lane[100] = 50;
  view_->add(recordingOf({lane}), QStringLiteral("a"));
  QTRY_VERIFY_WITH_TIMEOUT(view_->recordings().all().front()->levels.front()->filled(), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(heightOf(0) > 49, kPatience);  // the lane is scaled after it is filled
  const double all = heightOf(0);
  view_->lanes().showPart(2000, 2200);
  QCOMPARE(heightOf(0), all);
  QTest::mouseDClick(view_->lanes().viewport(), Qt::LeftButton, {}, nameOf(0));
  QVERIFY(heightOf(0) < 1);
  QTest::mouseDClick(view_->lanes().viewport(), Qt::LeftButton, {}, nameOf(0));
  QCOMPARE(heightOf(0), all);
  view_->lanes().setFocus();
  key(Qt::Key_F);
  QVERIFY(heightOf(0) < 1);
}

void SignalLanesTest::aScaledLaneReadsNoMore() {
  addLanes(1, 100000);
  view_->lanes().viewport()->grab();
  const ReadCount before = view_->lanes().lastRead();
  turnOver(placeOf(50000), 2400, Qt::ControlModifier);
  view_->lanes().viewport()->grab();
  QCOMPARE(view_->lanes().lastRead().samples, before.samples);
  QCOMPARE(view_->lanes().lastRead().ranges, before.ranges);
}

void SignalLanesTest::lanesAreHiddenAndShown() {
  addLanes(3);
  LanesView& lanes = view_->lanes();
  const double height = lanes.laneRect(2).height();
  lanes.hideLane(1);
  QCOMPARE(lanes.shownLanes(), (std::vector<int>{0, 2}));
  QVERIFY(lanes.laneRect(1).isEmpty());
  QVERIFY(lanes.laneRect(2).height() > height);
  QVERIFY(lanes.accessibleDescription().contains(QStringLiteral("hidden: 1")));
  drag(placeOf(1000, 0), placeOf(1200, 2));  // hidden lanes are not selected
  QCOMPARE(motif().lanes, (std::vector<int>{0, 2}));
  key(Qt::Key_Up);
  QCOMPARE(lanes.currentLane(), 0);
  key(Qt::Key_Down);
  QCOMPARE(lanes.currentLane(), 2);
  lanes.hideLane(2);
  QCOMPARE(lanes.currentLane(), 0);
  lanes.hideLane(0);  // the last lane stays
  QCOMPARE(lanes.shownLanes(), std::vector<int>{0});
  lanes.showAllLanes();
  QCOMPARE(lanes.shownLanes().size(), std::size_t{3});
}

void SignalLanesTest::lanesAreMoved() {
  addLanes(3);
  LanesView& lanes = view_->lanes();
  key(Qt::Key_Down, Qt::AltModifier);
  QCOMPARE(lanes.shownLanes(), (std::vector<int>{1, 0, 2}));
  QCOMPARE(lanes.currentLane(), 0);
  QVERIFY(lanes.laneRect(1).top() < lanes.laneRect(0).top());
  key(Qt::Key_Up, Qt::AltModifier);
  key(Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(lanes.shownLanes(), (std::vector<int>{0, 1, 2}));
  lanes.moveLane(2, -2);
  drag(placeOf(1000, 2), placeOf(1200, 0));  // sorted by number
  QCOMPARE(motif().lanes, (std::vector<int>{0, 2}));
}

void SignalLanesTest::anArrangementBelongsToItsRecording() {
  addLanes(3);
  view_->add(recordingOf({noise(500, 8), noise(500, 9)}), QStringLiteral("other"));
  view_->chooseRecording(0);
  view_->lanes().hideLane(1);
  view_->chooseRecording(1);
  QCOMPARE(view_->lanes().shownLanes(), (std::vector<int>{0, 1}));
  view_->chooseRecording(0);
  QCOMPARE(view_->lanes().shownLanes(), (std::vector<int>{0, 2}));
}

void SignalLanesTest::theMenuOfALaneArrangesIt() {
  addLanes(2);
  view_->lanes().showPart(100, 300);
  const QPoint place = nameOf(1);
  QContextMenuEvent event(QContextMenuEvent::Mouse, place,
                          view_->lanes().viewport()->mapToGlobal(place));
  QCoreApplication::sendEvent(view_->lanes().viewport(), &event);
  auto* menu = view_->lanes().findChild<QMenu*>();
  QVERIFY(menu != nullptr);
  QCOMPARE(view_->lanes().currentLane(), 1);
  for (QAction* action : menu->actions()) {
    if (action->text().contains(QStringLiteral("Hide"))) action->trigger();
  }
  menu->close();
  QCOMPARE(view_->lanes().shownLanes(), std::vector<int>{0});
}

}  // namespace
ESPY_WINDOW_TEST(signal_lanes, SignalLanesTest);

}  // namespace espy::desktop
#include "signal_lanes_test.moc"
