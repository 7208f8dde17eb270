// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The view "Signals": opening, searching, results, comparison and persistence.
#include <QAction>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QShortcut>
#include <QSignalSpy>
#include <QUrl>

#include "charts/bar_chart.h"
#include "desktop/signal_stage.h"
#include "signal/signal_choice.h"
#include "signal/signal_samples.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

class SignalTest : public SignalTestBase {
  Q_OBJECT

 private slots:
  void aNewcomerIsShownWhatToDo();
  void filesAreReadAndBadOnesNamed();
  void droppedFilesAreOpened();
  void recordingsOfTheWindowAreShownHere();
  void samplesAreThere();
  void theMotifIsFoundElsewhere();
  void matchesAreMarkedListedAndCompared();
  void aSecondRecordingIsMoreToSearch();
  void whatCannotBeSearchedIsNamed();
  void channelsAndLagsAreShown();
  void slowSearchesWaitForARequest();
  void aSearchIsCancelled();
  void anotherMotifEndsTheSearch();
  void closesWhileItWorks();
  void aClosedRecordingIsForgotten();
  void optionsReachTheSearch();
  void theMenusMeanRecordingsHere();
  void enginesAreCompared();
  void settingsAreRemembered();
  void rubbishInTheSettingsDoesNoHarm();
};

void SignalTest::aNewcomerIsShownWhatToDo() {
  int offers = 0;
  for (const auto* button : view_->findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text().startsWith(QStringLiteral("Try"))) ++offers;
  }
  QCOMPARE(offers, 2);
  QVERIFY(!view_->lanes().isVisible());
  view_->add(planted({200}), QStringLiteral("a"));
  QVERIFY(view_->lanes().isVisible());
  QVERIFY(view_->matches().status().contains(QStringLiteral("Drag over")));
}

void SignalTest::filesAreReadAndBadOnesNamed() {
  stage_->files["/a.csv"] = planted({200}, 2, 100);
  view_->open({QStringLiteral("/a.csv"), QStringLiteral("/no.csv")});
  QVERIFY(settled());
  QCOMPARE(view_->recordings().rowCount(), 1);
  QCOMPARE(view_->recordings().index(0).data().toString(),
           QStringLiteral("a.csv: 12.00 s, 2 channels"));
  QCOMPARE(noticeText(), QStringLiteral("/no.csv: is no recording"));
  QCOMPARE(view_->lanes().recording(), view_->recordings().at(0));
}

void SignalTest::droppedFilesAreOpened() {
  stage_->files["/a.csv"] = planted({200});
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QStringLiteral("/a.csv"))});
  QDragEnterEvent enter({50, 50}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(view_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(view_.get(), &drop);
  QVERIFY(drop.isAccepted());
  QCOMPARE(drop.dropAction(), Qt::CopyAction);
  QVERIFY(settled());
  QCOMPARE(view_->recordings().rowCount(), 1);
}

/// Dropped anywhere on the window, or from the command line.
void SignalTest::recordingsOfTheWindowAreShownHere() {
  MainWindow window(registry_);
  window.show();
  const QString heart = signalSample(QStringLiteral("heart.csv"));
  for (const auto zone : {DropZones::Zone::scene, DropZones::Zone::needles}) {
    const int before = window.tools().signalLanes().recordings().rowCount();
    window.opener().drop({{}, {heart}}, zone);
    QVERIFY(window.tools().signalLanes().isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(window.tools().signalLanes().recordings().rowCount(), before + 1,
                              kPatience);
  }
  QVERIFY(!window.bench().scene() && window.bench().tray().items().empty());
  window.opener().openFromCommandLine({heart, signalSample(QStringLiteral("walk.csv"))}, {});
  QTRY_COMPARE_WITH_TIMEOUT(window.tools().signalLanes().recordings().rowCount(), 4, kPatience);
  QVERIFY(!areRecordings({heart, QStringLiteral("a.png")}));
  QVERIFY(!areRecordings({}));
}

/// The sample recordings, read by the library.
void SignalTest::samplesAreThere() {
  const SignalTools tools = signalTools(registry_);
  const LoadedRecording heart =
      tools.read(signalSample(QStringLiteral("heart.csv")).toStdString(), {});
  QCOMPARE(heart.recording.channels.size(), std::size_t{2});
  QCOMPARE(heart.recording.channels[1].name, std::string("II"));
  QCOMPARE(heart.recording.channels[1].unit, std::string("mV"));
  QCOMPARE(heart.recording.channels[1].rate, 200.0);
  const LoadedRecording walk =
      tools.read(signalSample(QStringLiteral("walk.csv")).toStdString(), {});
  QCOMPARE(walk.recording.channels.size(), std::size_t{3});
  QCOMPARE(walk.recording.channels[0].samples.size(), std::int64_t{4200});
  QVERIFY(signalSample(QStringLiteral("nothing.csv")).isEmpty());
}

void SignalTest::theMotifIsFoundElsewhere() {
  view_->add(planted({200, 600, 1000}), QStringLiteral("a"));
  setTop(3);
  look(200, 260);
  QCOMPARE(starts(), (std::vector<std::int64_t>{200, 600, 1000}));
  QVERIFY(view_->matches().found().at(0).itself);
  QVERIFY(!view_->matches().found().at(1).itself);
  QCOMPARE(view_->matches().found().at(0).match.distance, 0.0);
  QVERIFY(view_->matches().status().contains(QStringLiteral("3 found")));
}

void SignalTest::matchesAreMarkedListedAndCompared() {
  view_->add(planted({200, 600, 1000}, 1, 100), QStringLiteral("a"));
  setTop(3);
  look(200, 260);
  // The motif itself has no match mark.
  QCOMPARE(view_->lanes().marks().size(), std::size_t{2});
  QCOMPARE(view_->lanes().marks()[0].number, 2);
  QCOMPARE(view_->lanes().marks()[0].parts.front().from, std::int64_t{600});
  QCOMPARE(view_->lanes().marks()[0].parts.front().to, std::int64_t{660});
  QCOMPARE(cell(1, FoundTable::place), QStringLiteral("0:06.00"));
  QCOMPARE(cell(1, FoundTable::length), QStringLiteral("0.60 s"));
  QVERIFY(cell(0, FoundTable::channels).contains(QStringLiteral("the motif itself")));
  QTRY_COMPARE_WITH_TIMEOUT(view_->matches().path().paths().size(), std::size_t{1}, kPatience);
  view_->lanes().showPart(0, 100);
  view_->matches().choose(2);
  QTRY_VERIFY_WITH_TIMEOUT(!view_->matches().path().paths().empty(), kPatience);
  const ShownPath& path = view_->matches().path().paths().front();
  QCOMPARE(path.query.size(), std::size_t{60});
  QCOMPARE(path.data.size(), std::size_t{60});
  QCOMPARE(path.path.front(), (std::pair<std::int64_t, std::int64_t>{0, 0}));
  QCOMPARE(path.path.back(), (std::pair<std::int64_t, std::int64_t>{59, 59}));
  // The view shows the match.
  QVERIFY(view_->lanes().window().from() <= 1000 && view_->lanes().window().to() >= 1060);
  view_->matches().choose(0);
  view_->lanes().fit();
  const QPoint mark = placeOf(view_->matches().found().at(2).match.start + 20);
  QTest::mouseClick(view_->lanes().viewport(), Qt::LeftButton, {}, mark);
  QCOMPARE(view_->matches().chosen(), 2);
}

void SignalTest::aSecondRecordingIsMoreToSearch() {
  view_->add(planted({200}, 1, 0, 1), QStringLiteral("a"));
  setTop(3);
  look(200, 260);
  const int searches = stage_->searches;
  view_->add(planted({500, 900}, 1, 0, 77), QStringLiteral("b"));
  QVERIFY(QTest::qWaitFor([&] { return stage_->searches >= searches + 2; }, kPatience) ||
          view_->isStale());
  view_->search();
  QVERIFY(settled());
  QCOMPARE(starts().size(), std::size_t{3});
  QCOMPARE(starts().front(), std::int64_t{200});
  const std::int64_t second = starts()[1];
  QVERIFY(second == 500 || second == 900);
  QCOMPARE(starts()[2], 1400 - second);
  QCOMPARE(cell(1, FoundTable::recording), QStringLiteral("b"));
  QCOMPARE(view_->lanes().recording()->name, QStringLiteral("a"));
  view_->matches().choose(2);
  QCOMPARE(view_->lanes().recording()->name, QStringLiteral("b"));
  QVERIFY(view_->lanes().motif().empty());  // it is in the other recording
  QCOMPARE(view_->lanes().marks().size(), std::size_t{2});
}

void SignalTest::whatCannotBeSearchedIsNamed() {
  view_->add(planted({200, 700}, 3), QStringLiteral("three"));
  view_->add(planted({400}, 1), QStringLiteral("one"));
  view_->chooseRecording(0);
  setTop(2);
  look(200, 260, {0, 1, 2});
  QVERIFY2(noticeText().startsWith(QStringLiteral("one: ")), qPrintable(noticeText()));
  QCOMPARE(starts(), (std::vector<std::int64_t>{200, 700}));
}

void SignalTest::channelsAndLagsAreShown() {
  Lanes lanes{noise(1200, 1), noise(1200, 2), noise(1200, 3)};
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    plant(lanes[i], 200, i == 1 ? -1 : 1.0 + static_cast<double>(i));
  }
  // In the second occurrence, two channels are swapped and the third lags.
  plant(lanes[1], 700);
  plant(lanes[0], 700, -1);
  plant(lanes[2], 712, 3);
  view_->add(recordingOf(std::move(lanes), 100), QStringLiteral("a"));
  SignalSettings settings = view_->settings();
  settings.options.method = MotifMethod::euclid;
  settings.options.top = 2;
  settings.options.lag = 15;
  settings.options.reach = 2;
  view_->setSettings(settings);
  look(200, 260, {0, 1, 2});
  QCOMPARE(view_->matches().found().rowCount(), 2);
  QVERIFY(view_->matches().found().at(0).itself);
  const FoundMotif& found = view_->matches().found().at(1);
  QCOMPARE(found.match.channels.size(), std::size_t{3});
  QCOMPARE(found.match.channels[0].data, std::int64_t{1});
  QCOMPARE(found.match.channels[1].data, std::int64_t{0});
  QCOMPARE(found.match.channels[2].lag - found.match.channels[0].lag, std::int64_t{12});
  const QString text = cell(1, FoundTable::channels);
  QVERIFY2(text.contains(QStringLiteral("Channel 1 \u2192 Channel 2")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("later")) || text.contains(QStringLiteral("earlier")),
           qPrintable(text));
  for (const LaneMark::Part& part : view_->lanes().marks().front().parts) {
    QCOMPARE(part.to - part.from, std::int64_t{60});
    QCOMPARE(part.from, std::int64_t{part.lane == 2 ? 712 : 700});
  }
  QTRY_COMPARE_WITH_TIMEOUT(view_->matches().path().paths().size(), std::size_t{3}, kPatience);
  QVERIFY(view_->matches().path().paths()[0].title.contains(
      QStringLiteral("Channel 1 \u2192 Channel 2")));
  QVERIFY(view_->matches().path().queryPlace(2).top() >
          view_->matches().path().dataPlace(1).bottom());
}

void SignalTest::slowSearchesWaitForARequest() {
  view_->add(planted({200, 600}), QStringLiteral("a"));
  stage_->runsUntilStopped = true;
  view_->setMotif({200, 260, {0}});
  QTRY_VERIFY_WITH_TIMEOUT(stage_->searches > 0, kPatience);
  QTest::qWait(300);  // which is slow
  stage_->runsUntilStopped = false;
  QVERIFY(settled());
  const int searches = stage_->searches;
  view_->setMotif({210, 260, {0}});
  QVERIFY(view_->isStale());
  QVERIFY(!view_->isBusy());
  QCOMPARE(stage_->searches.load(), searches);
  QVERIFY(view_->matches().status().contains(QStringLiteral("press Search")));
  view_->search();
  QVERIFY(settled());
  QVERIFY(!view_->isStale());
}

void SignalTest::aSearchIsCancelled() {
  view_->add(planted({200, 600}), QStringLiteral("a"));
  stage_->runsUntilStopped = true;
  view_->setMotif({200, 260, {0}});
  QTRY_VERIFY_WITH_TIMEOUT(stage_->searches > 0, kPatience);
  QVERIFY(view_->isBusy());
  view_->lanes().setFocus();
  QVERIFY(view_->findChild<QShortcut*>()->isEnabled());
  QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  QTest::keyClick(view_.get(), Qt::Key_Escape);
  QVERIFY(settled());
  QVERIFY(view_->isStale());
  QCOMPARE(view_->matches().found().rowCount(), 0);
  QVERIFY(noticeText().isEmpty());
}

void SignalTest::anotherMotifEndsTheSearch() {
  view_->add(planted({200, 600}), QStringLiteral("a"));
  setTop(2);
  stage_->runsUntilStopped = true;
  view_->setMotif({300, 360, {0}});
  QTRY_VERIFY_WITH_TIMEOUT(stage_->searches > 0, kPatience);
  QSignalSpy resets(&view_->matches().found(), &QAbstractItemModel::modelReset);
  QMetaObject::invokeMethod(
      view_.get(), [this] { stage_->runsUntilStopped = false; }, Qt::QueuedConnection);
  view_->setMotif({200, 260, {0}});
  QVERIFY(settled());
  QCOMPARE(resets.count(), 1);  // the first one emitted nothing
  QCOMPARE(starts(), (std::vector<std::int64_t>{200, 600}));
}

void SignalTest::closesWhileItWorks() {
  stage_->files["/a.csv"] = planted({200});
  view_->add(planted({200, 600}), QStringLiteral("a"));
  stage_->runsUntilStopped = true;
  view_->setMotif({200, 260, {0}});
  QTRY_VERIFY_WITH_TIMEOUT(stage_->searches > 0, kPatience);
  view_->open({QStringLiteral("/a.csv"), QStringLiteral("/a.csv"), QStringLiteral("/a.csv")});
  view_.reset();
  QCoreApplication::processEvents();
}

void SignalTest::aClosedRecordingIsForgotten() {
  view_->add(planted({200, 600}, 1, 0, 1), QStringLiteral("a"));
  view_->add(planted({500}, 1, 0, 77), QStringLiteral("b"));
  setTop(3);
  view_->chooseRecording(0);
  look(200, 260);
  QCOMPARE(view_->matches().found().rowCount(), 3);
  const auto close = [this] {
    for (auto* button : view_->findChildren<QPushButton*>()) {
      if (button->text() == QStringLiteral("Close")) return button->click();
    }
    QFAIL("no button");
  };
  view_->chooseRecording(1);
  close();
  QCOMPARE(starts(), (std::vector<std::int64_t>{200, 600}));
  QCOMPARE(view_->lanes().recording()->name, QStringLiteral("a"));
  close();
  QCOMPARE(view_->matches().found().rowCount(), 0);
  QVERIFY(view_->motif().empty());
  QVERIFY(view_->times().chart().rows().empty());
  QVERIFY(!view_->lanes().recording());
  QVERIFY(!view_->lanes().isVisible());
}

void SignalTest::optionsReachTheSearch() {
  SignalSettings settings;
  MotifOptions& options = settings.options;
  options.method = MotifMethod::euclid;
  options.normalise = MotifNormalise::mean;
  options.bandShare = 0.2;
  options.stretch = {0.8, 1.25, 0};
  options.top = 7;
  options.maxDistance = 4.5;
  options.lag = 12;
  options.reach = 3;
  options.missing = 1;
  settings.everyLane = true;
  settings.engine = QStringLiteral("sequential");
  view_->setSettings(settings);
  view_->add(planted({200}, 3), QStringLiteral("a"));
  view_->setMotif({200, 260, {0, 1}});
  const SignalSettings read = view_->settings();
  QCOMPARE(read.options.method, MotifMethod::euclid);
  QVERIFY(read.options.normalise == MotifNormalise::mean);
  QCOMPARE(read.options.bandShare, 0.2);
  QCOMPARE(read.options.stretch.least, 0.8);
  QCOMPARE(read.options.stretch.most, 1.25);
  QCOMPARE(read.options.top, std::int64_t{7});
  QCOMPARE(read.options.maxDistance, 4.5);
  QCOMPARE(read.options.lag, std::int64_t{12});
  QCOMPARE(read.options.reach, std::int64_t{3});
  QCOMPARE(read.options.missing, std::int64_t{1});
  QVERIFY(read.everyLane);
  QCOMPARE(read.engine, QStringLiteral("sequential"));
  std::vector<int> lanes;
  const MotifTask task = taskOf(view_->motif(), *view_->lanes().recording(), read, lanes);
  QCOMPARE(task.query.size(), std::size_t{2});
  QCOMPARE(task.data.size(), std::size_t{3});
  QCOMPARE(task.options.reach, std::int64_t{5});  // any lane
  settings.options.open = true;
  settings.options.method = MotifMethod::dtw;
  view_->setSettings(settings);
  QCOMPARE(view_->settings().options.lag, std::int64_t{12});  // kept for when it applies again
  const MotifTask open =                                      // incompatible options are left out
      taskOf(view_->motif(), *view_->lanes().recording(), view_->settings(), lanes);
  QVERIFY(open.options.open);
  QCOMPARE(open.options.stretch.least, 1.0);
  QCOMPARE(open.options.lag, std::int64_t{0});
  QCOMPARE(open.options.missing, std::int64_t{0});
  QCOMPARE(open.data.size(), std::size_t{2});
  QVERIFY(!open.options.normalise.has_value());
}

void SignalTest::theMenusMeanRecordingsHere() {
  MainWindow window(registry_);
  window.show();
  window.tools().open(ActionId::signalLanes);
  ToolWindow& own = window.tools().window(ActionId::signalLanes);
  SignalView& view = window.tools().signalLanes();
  const auto can = [&](ActionId what) { return own.action(what)->isEnabled(); };
  QVERIFY(!can(ActionId::fit) && !can(ActionId::nextMatch) && !can(ActionId::search) &&
          !can(ActionId::exportMatches));
  view.add(planted({200, 600, 1000}), QStringLiteral("a"));
  QVERIFY(can(ActionId::fit) && can(ActionId::zoomIn) && !can(ActionId::nextMatch));
  view.setMotif({200, 260, {0}});
  QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy(), kPatience);
  QVERIFY(can(ActionId::search) && can(ActionId::nextMatch) && can(ActionId::exportMatches));
  const double all = view.lanes().window().per();
  own.action(ActionId::zoomIn)->trigger();
  QVERIFY(view.lanes().window().per() < all);
  own.action(ActionId::fit)->trigger();
  QCOMPARE(view.lanes().window().per(), all);
  const int row = view.matches().chosen();
  own.action(ActionId::nextMatch)->trigger();
  QCOMPARE(view.matches().chosen(), row + 1);
  own.action(ActionId::search)->trigger();
  QVERIFY(view.isBusy());
  QTRY_VERIFY_WITH_TIMEOUT(!view.isBusy(), kPatience);
  // Those of the main window apply to the picture.
  for (const ActionId what : {ActionId::nextMatch, ActionId::search, ActionId::fit})
    QVERIFY(!window.actions().at(what)->isEnabled());
}

void SignalTest::enginesAreCompared() {
  view_->add(planted({200, 600}), QStringLiteral("a"));
  setTop(2);
  look(200, 260);
  QCOMPARE(view_->times().chart().rows().size(), std::size_t{1});  // the last search
  view_->times().compare();
  QVERIFY(view_->times().comparing());
  QVERIFY(settled());
  const auto& engines = view_->times().engines();
  QVERIFY(!engines.empty());
  int ran = 0;
  for (const MeasuredEngine& engine : engines) {
    if (!engine.refusal.empty()) continue;
    ++ran;
    QVERIFY(engine.identical);
    QVERIFY(engine.total.count > 0);
  }
  QVERIFY(ran >= 1);
  QCOMPARE(view_->times().chart().rows().size(), engines.size());
}

void SignalTest::settingsAreRemembered() {
  SignalSettings settings;
  settings.options.method = MotifMethod::sad;
  settings.options.normalise = MotifNormalise::none;
  settings.options.top = 3;
  settings.options.lag = 5;
  settings.options.stretch = {0.9, 1.1, 0.05};
  settings.options.exclude = 17;
  settings.options.lagPenalty = 0.001;
  settings.options.elsewhere = 2;
  settings.options.missingShare = 0.5;
  settings.options.maxDistance = 0.125;
  settings.engine = QStringLiteral("openmp");
  const QString path = at(QStringLiteral("settings.ini"));
  {
    QSettings store(path, QSettings::IniFormat);
    remember(settings, store);
  }
  const QSettings store(path, QSettings::IniFormat);
  const SignalSettings recalled = recalledSignalSettings(store);
  QCOMPARE(recalled.options.method, MotifMethod::sad);
  QVERIFY(recalled.options.normalise == MotifNormalise::none);
  QCOMPARE(recalled.options.top, std::int64_t{3});
  QCOMPARE(recalled.options.lag, std::int64_t{5});
  QCOMPARE(recalled.options.stretch.most, 1.1);
  QCOMPARE(recalled.options.stretch.step, 0.05);
  QVERIFY(recalled.options.exclude == std::int64_t{17});
  QCOMPARE(recalled.options.lagPenalty, 0.001);
  QCOMPARE(recalled.options.elsewhere, 2.0);
  QCOMPARE(recalled.options.missingShare, 0.5);
  QCOMPARE(recalled.options.maxDistance, 0.125);
  QCOMPARE(recalled.engine, QStringLiteral("openmp"));
}

void SignalTest::rubbishInTheSettingsDoesNoHarm() {
  QSettings store(at(QStringLiteral("rubbish.ini")), QSettings::IniFormat);
  for (const char* name : {"method", "normalise", "band", "open", "shortest", "longest", "top",
                           "rule", "lag", "reach", "missing", "everyLane", "engine", "step",
                           "penalty", "elsewhere", "share", "apart", "distance"}) {
    store.setValue(QStringLiteral("signal/") + QLatin1String(name), QStringLiteral("rubbish"));
  }
  const SignalSettings first = recalledSignalSettings(store);
  QCOMPARE(first.options.method, MotifMethod::dtw);
  QCOMPARE(first.options.top, std::int64_t{10});
  QVERIFY(!first.options.exclude.has_value());
  QVERIFY(std::isinf(first.options.maxDistance));
  QCOMPARE(first.options.elsewhere, 1.25);
  store.setValue(QStringLiteral("signal/method"), 99);
  store.setValue(QStringLiteral("signal/band"), QStringLiteral("inf"));
  store.setValue(QStringLiteral("signal/top"), -4);
  store.setValue(QStringLiteral("signal/reach"), -4);
  store.setValue(QStringLiteral("signal/elsewhere"), -4);
  store.setValue(QStringLiteral("signal/penalty"), QStringLiteral("nan"));
  const SignalSettings recalled = recalledSignalSettings(store);
  QCOMPARE(recalled.options.method, MotifMethod::dtw);
  QCOMPARE(recalled.options.bandShare, 0.05);
  QCOMPARE(recalled.options.top, std::int64_t{0});
  QCOMPARE(recalled.options.reach, std::int64_t{1});
  QCOMPARE(recalled.options.elsewhere, 1.0);
  QCOMPARE(recalled.options.lagPenalty, 0.0);
  view_->setSettings(recalled);
  view_->add(planted({200, 600}), QStringLiteral("a"));
  look(200, 260);
}

}  // namespace
ESPY_WINDOW_TEST(signal, SignalTest);

}  // namespace espy::desktop
#include "signal_test.moc"
