// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The judge in the window: verdicts, learning, and rejected matches.
#include <QAction>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "desktop/content_of.h"
#include "desktop/judge_stage.h"
#include "judge/judge_view.h"
#include "project/command_line.h"
#include "project/project_file.h"
#include "results/exports.h"
#include "results/results_table.h"
#include "results/results_view.h"
#include "widgets/notice_bar.h"
#include "window/canvas_menu.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"

namespace espy::desktop {

class JudgeTest : public JudgeStage {
  Q_OBJECT

 private slots:
  void keysMarkTheCurrentMatch() {
    stage(70);
    const std::size_t all = matches();
    QVERIFY(all > 20);
    QVERIFY(!bar().isVisibleTo(window_.get()));
    auto* table = window_->results().findChild<ResultsTable*>();
    QVERIFY(table->isColumnHidden(MatchList::VerdictColumn));
    window_->results().select(5, false);
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{5});
    window_->canvas().setFocus();
    press(Qt::Key_Period);
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{6});
    press(Qt::Key_Y);
    QCOMPARE(list().said(6), MatchVerdict::yes);
    const auto cell = [&](std::uint32_t index) {
      return list()
          .data(list().index(list().rowOf(index), MatchList::VerdictColumn), Qt::DisplayRole)
          .toString();
    };
    QCOMPARE(cell(6), QStringLiteral("✓"));
    QVERIFY(!table->isColumnHidden(MatchList::VerdictColumn));
    QCOMPARE(window_->canvas().marks()->said().size(), std::size_t{1});
    const Mark& mark = window_->canvas().marks()->all()[window_->canvas().marks()->said()[0]];
    QCOMPARE(mark.match, 6U);
    QCOMPARE(mark.said, std::int8_t{1});
    QVERIFY(bar().isVisibleTo(window_.get()));
    QCOMPARE(words(),
             QStringLiteral(
                 "1 yes, 0 no. Say Yes to at least 3 matches and No to 3, then press Learn."));
    QVERIFY(!button("Learn")->isEnabled());

    press(Qt::Key_N);
    QCOMPARE(list().said(6), MatchVerdict::no);
    QCOMPARE(cell(6), QStringLiteral("✗"));
    bench().undo().undo();
    QCOMPARE(list().said(6), MatchVerdict::yes);
    press(Qt::Key_Y);  // toggles
    QCOMPARE(list().said(6), MatchVerdict::nothing);
    bench().undo().undo();
    QCOMPARE(list().said(6), MatchVerdict::yes);

    // The verdict belongs to the match, independent of order and filter.
    list().sort(MatchList::XColumn, Qt::AscendingOrder);
    list().setText(QStringLiteral("thing"));
    QCOMPARE(cell(6), QStringLiteral("✓"));
    list().setText({});
    window_->results().select(3, false);
    const Match labelled = list().match(6);
    SearchSettings more = bench().settings();
    more.minScore = 0.25;
    bench().setSettings(more);
    if (bench().isStale()) bench().searchNow();
    awaitSearch();
    QTRY_COMPARE(list().result()->settings.minScore, 0.25);
    int found = 0;
    for (std::uint32_t i = 0; i < matches(); ++i) {
      if (list().said(i) == MatchVerdict::nothing) continue;
      ++found;
      QVERIFY(list().match(i).x == labelled.x && list().match(i).y == labelled.y);
    }
    QCOMPARE(found, 1);
  }

  void buttonsAndMenusMark() {
    stage(70);
    window_->results().select(2, false);
    for (auto* each : window_->results().findChildren<QPushButton*>()) {
      if (each->text() == QLatin1String("No")) each->click();
    }
    QCOMPARE(list().said(2), MatchVerdict::no);
    CanvasMenu menus(bench(), window_->canvas(), window_->results(), window_->actions());
    const QRect window = windowOf(list().match(2));
    const QPoint place = window_->canvas().map().toWidget(window).center().toPoint();
    const auto menu = menus.menuFor(place);
    const auto yes = window_->actions().at(ActionId::sayYes);
    QVERIFY(menu->actions().contains(yes));
    QVERIFY(menu->actions().contains(window_->actions().at(ActionId::sayNo)));
    yes->trigger();
    QCOMPARE(list().said(2), MatchVerdict::yes);
  }

  void learnsAndLeavesOut() {
    stage(70);
    const std::size_t all = matches();
    addTrueVerdicts(10);
    QCOMPARE(words(), QStringLiteral("Learn from 10 yes, 10 no"));
    button("Learn")->click();
    QVERIFY(controller().state().learning);
    QVERIFY(button("Cancel") != nullptr);
    QVERIFY(bar().findChild<QProgressBar*>()->isVisibleTo(&bar()));
    awaitJudge();
    QVERIFY(needle().judge != nullptr);
    QVERIFY(needle().judge->judge.isOn());
    QVERIFY(list().judged() != nullptr);
    const std::size_t left = list().rejectedCount();
    QVERIFY(left > 0);
    QVERIFY(words().startsWith(QStringLiteral("%1 rejected by the judge.").arg(left)));
    QVERIFY(words().contains(QStringLiteral("score")));
    QCOMPARE(list().shown().size() + left, all);
    std::array<int, 2> wrong{};
    for (std::uint32_t i = 0; i < all; ++i) {
      if (list().said(i) != MatchVerdict::nothing)
        QCOMPARE(list().isRejected(i), list().said(i) == MatchVerdict::no);
      if (list().isRejected(i) == isTrue(i)) ++wrong[isTrue(i) ? 1 : 0];
    }
    QVERIFY2(wrong[1] <= 2, "true ones are left out");
    auto* table = window_->results().findChild<ResultsTable*>();
    QVERIFY(!table->isColumnHidden(MatchList::JudgeColumn));

    // Rejected matches are never counted or exported, shown or not.
    for (const bool shown : {false, true}) {
      if (shown) button("Show")->click();
      QCOMPARE(list().shown().size(), shown ? all : all - left);
      QCOMPARE(window_->canvas().marks()->all().size(), shown ? all : all - left);
      const ExportedMatches exported = shownMatches(list());
      QCOMPARE(exported.indices.size(), all - left);
      const QJsonArray rows =
          QJsonDocument::fromJson(jsonOf(exported)).object()[QStringLiteral("matches")].toArray();
      QCOMPARE(static_cast<std::size_t>(rows.size()), all - left);
      for (const auto& row : rows) {
        QVERIFY(row.toObject()[QStringLiteral("judge")].isDouble());
      }
      const QByteArray csv = csvOf(exported);
      QVERIFY(csv.startsWith("image,needle,x,y,width,height,score,distance,angle,scale,judge\r\n"));
      QCOMPARE(static_cast<std::size_t>(csv.count('\n')), all - left + 1);
      const QModelIndex found = window_->results().counts().index(0, 1);
      QCOMPARE(found.data().toString(), QString::number(all - left));
    }
    // When shown, they are grey.
    std::size_t grey = 0;
    for (const Mark& mark : window_->canvas().marks()->all()) {
      if (window_->canvas().marks()->colour(mark) != needle().colour) ++grey;
    }
    QCOMPARE(grey, left);
    button("Hide")->click();

    // Later searches with the needle are judged, too.
    bench().searchNow();
    awaitSearch();
    awaitJudge();
    QCOMPARE(list().rejectedCount(), left);
    // The command line contains the judge only after it is saved to a file.
    QVERIFY(!commandLine(bench().project()).contains(QStringLiteral("--judge")));

    button("Undo")->click();
    QVERIFY(needle().judge == nullptr);
    QVERIFY(list().judged() == nullptr);
    QCOMPARE(list().shown().size(), all);
    QVERIFY(shownMatches(list()).judged == nullptr);
    bench().undo().redo();
    awaitJudge();
    QCOMPARE(list().rejectedCount(), left);
  }

  void whatFadesIsSeenForAWhile() {
    stage(70);
    const std::size_t all = matches();
    controller().setFading(std::chrono::milliseconds(300));
    addTrueVerdicts(10);
    QSignalSpy judged(&list(), &MatchList::judgedChanged);
    bool seen = false;
    connect(&list(), &MatchList::judgedChanged, this,
            [&] { seen = seen || (list().rejectedShown() && list().shown().size() == all); });
    controller().learn();
    awaitJudge();
    QVERIFY(seen);
    QTRY_COMPARE(list().shown().size(), all - list().rejectedCount());
    disconnect(&list(), nullptr, this, nullptr);
  }

  void reportsThatItStaysOff() {
    stage(5);  // the score alone separates them
    addTrueVerdicts(10);
    controller().learn();
    awaitJudge();
    QVERIFY(needle().judge != nullptr);
    QVERIFY(!needle().judge->judge.isOn());
    QVERIFY2(words().startsWith(QStringLiteral("The score separates them: minimum 0.")),
             qPrintable(words()));
    QVERIFY(list().judged() == nullptr);
    QCOMPARE(list().shown().size(), matches());
    QVERIFY(button("Show") == nullptr);
    const double minimum = controller().state().separating.value_or(0);
    button("Use")->click();
    QCOMPARE(window_->bench().settings().minScore, minimum);
    QVERIFY(list().shown().size() < matches());
    for (const std::uint32_t index : list().shown()) {
      QVERIFY(list().said(index) != MatchVerdict::no);
    }
  }

  void learningCanBeCancelled() {
    stage(70);
    addTrueVerdicts(5);
    button("Learn")->click();
    button("Cancel")->click();
    QVERIFY(!controller().state().learning);
    QTest::qWait(50);
    QVERIFY(needle().judge == nullptr);
    QCOMPARE(words(), QStringLiteral("Learn from 5 yes, 5 no"));
    QVERIFY(!window_->notice().isVisibleTo(window_.get()));
  }

  void theWindowClosesWhileItLearns() {
    stage(70);
    addTrueVerdicts(5);
    controller().learn();
    QVERIFY(controller().busy());
    window_.reset();
  }

  void anotherNeedleHasNoJudge() {
    stage(70);
    bench().cut(QRect(2, 3, 20, 20));
    awaitSearch();
    const NeedleItem cut = bench().tray().items().back();
    NeedleItem judged = cut;
    judged.judge = std::make_shared<const NeedleJudge>();
    bench().tray().replace(bench().tray().rowOf(cut.id), judged);
    bench().cut(QRect(4, 3, 20, 20));
    QCOMPARE(bench().tray().items().back().id, cut.id);
    QVERIFY(bench().tray().items().back().judge == nullptr);
    awaitSearch();
  }

  void theCurveIsThatOfTheClicks() {
    Judge judge;
    judge.by = Judge::By::network;
    judge.yes = {0.3, 0.6, 0.8, 0.9};
    judge.no = {0.1, 0.2, 0.6, 0.7};
    const std::vector<CurvePoint> points = curveOf(judge);
    QCOMPARE(points.size(), std::size_t{8});  // 0 and seven distinct ones
    QCOMPARE(points.front().precision, 0.5);
    QCOMPARE(points.front().recall, 1.0);
    for (const CurvePoint& point : points) {
      const auto kept = [&](const std::vector<double>& all) {
        return static_cast<double>(std::count_if(
            all.begin(), all.end(), [&](double rating) { return rating >= point.threshold; }));
      };
      QCOMPARE(point.recall, kept(judge.yes) / 4);
      QCOMPARE(point.precision, kept(judge.yes) / (kept(judge.yes) + kept(judge.no)));
    }
    QCOMPARE(pointAt(judge, 0.65).precision, 2.0 / 3);
    QCOMPARE(pointAt(judge, 0.65).recall, 0.5);
  }

  void theChosenPointMoves() {
    learnFromTen();
    const std::size_t left = list().rejectedCount();
    button("How sure...")->click();
    auto* view = window_->findChild<JudgeView*>();
    QVERIFY(view != nullptr && view->isVisible());
    auto* curve = view->findChild<JudgeCurve*>();
    QCOMPARE(curve->recall(), 0.99);
    QTest::keyClick(curve, Qt::Key_Left);
    QCOMPARE(curve->recall(), 0.98);
    QCOMPARE(needle().judge->recall, 0.98);
    const auto place = [&](double recall) { return curve->placeOf(recall, 0.5).toPoint(); };
    QTest::mousePress(curve, Qt::LeftButton, {}, place(0.9));
    QTest::mouseMove(curve, place(0.6));
    QCOMPARE(needle().judge->recall, 0.98);  // applied at release
    QTest::mouseRelease(curve, Qt::LeftButton, {}, place(0.6));
    QVERIFY(std::abs(needle().judge->recall - 0.6) < 0.02);
    QVERIFY(list().rejectedCount() > left);
    bench().undo().undo();
    bench().undo().undo();
    QCOMPARE(list().rejectedCount(), left);
    QCOMPARE(curve->recall(), 0.99);
  }

  void theLeastSureComeFirst() {
    learnFromTen();
    const std::vector<std::uint32_t> unsure = controller().leastSure();
    QCOMPARE(unsure.size(), matches() - 20);
    const auto far = [&](std::uint32_t index) {
      return needle().judge->judge.certainty((*list().judged()->probability)[index]);
    };
    QVERIFY(std::is_sorted(unsure.begin(), unsure.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return far(a) < far(b); }));
    button("How sure...")->click();
    auto* view = window_->findChild<JudgeView*>();
    const auto press = [&](const char* text) {
      for (auto* each : view->findChildren<QPushButton*>()) {
        if (each->text() == QLatin1String(text)) each->click();
      }
    };
    press("&Least sure");
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{unsure[0]});
    press("&Least sure");
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{unsure[1]});
    press("&No");
    QCOMPARE(list().said(unsure[1]), MatchVerdict::no);
    QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{unsure[2]});
    view->close();
    QVERIFY(!list().rejectedShown());
    QTRY_VERIFY(window_->findChild<JudgeView*>() == nullptr);
  }

  void filesKeepIt() {
    learnFromTen();
    const std::size_t left = list().rejectedCount();
    const QTemporaryDir folder;

    // Unsaved judges count as unsaved work; then save it to a file.
    QVERIFY(window_->keeper().hasUnsavedWork());
    const QString file = folder.filePath(QStringLiteral("thing.esj"));
    controller().save(needle().id, file);
    QVERIFY(!window_->keeper().hasUnsavedWork());
    QCOMPARE(needle().judge->file, file);
    QVERIFY(commandLine(bench().project()).contains(QStringLiteral("--judge ") + file));
    const Judge learned = needle().judge->judge;
    controller().drop();
    QVERIFY(needle().judge == nullptr);
    controller().load(needle().id, file);
    QVERIFY(needle().judge->judge == learned);
    awaitJudge();
    QCOMPARE(list().rejectedCount(), left);

    // In a project.
    const QString path = folder.filePath(QStringLiteral("judged.espy"));
    saveProject(path, bench().project());
    QVERIFY(contentOf(path).contains("\"espy-project\": 4"));  // not readable by earlier versions
    Project read = loadProject(path);
    QVERIFY(read.judgeTrouble.isEmpty());
    QVERIFY(read.needles[0].judge->judge == learned);
    QCOMPARE(read.needles[0].judge->file, file);
    QCOMPARE(read.said.size(), std::size_t{20});
    bench().setProject(std::move(read));
    QTRY_VERIFY_WITH_TIMEOUT(list().result(), kPatience);
    awaitSearch();
    awaitJudge();
    QCOMPARE(list().rejectedCount(), left);
    QCOMPARE(controller().state().yes, 10);
    QCOMPARE(controller().state().no, 10);

    // A corrupt judge is dropped, the rest is loaded.
    QByteArray bytes = contentOf(path);
    const qsizetype judge = bytes.indexOf("needle-1-judge.esj", bytes.indexOf("scene.pam"));
    QVERIFY(judge > 0);
    bytes[judge + 512 + 200] = static_cast<char>(bytes[judge + 512 + 200] ^ 0x55);
    QFile broken(folder.filePath(QStringLiteral("broken.espy")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write(bytes) == bytes.size());
    broken.close();
    const Project without = loadProject(broken.fileName());
    QVERIFY(without.judgeTrouble.contains(QStringLiteral("the judge is damaged")));
    QCOMPARE(without.needles.size(), std::size_t{1});
    QVERIFY(without.needles[0].judge == nullptr);
    QCOMPARE(without.said.size(), std::size_t{20});

    // A judge of another needle is refused.
    bench().addNeedle(asPicture(things_->other, "other"));
    awaitSearch();
    controller().load(bench().tray().items().back().id, file);
    QVERIFY(bench().tray().items().back().judge == nullptr);
    QVERIFY(window_->notice().isVisibleTo(window_.get()));
  }
};

ESPY_WINDOW_TEST(judge, JudgeTest);

}  // namespace espy::desktop
#include "judge_test.moc"
