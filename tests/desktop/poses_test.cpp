// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Rotated, mirrored and scaled needles: settings and displayed poses.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include "batch/batch_form.h"
#include "desktop/pose_stage.h"
#include "desktop/window_tests.h"
#include "options/options_panel.h"
#include "project/command_line.h"
#include "results/exports.h"
#include "results/report.h"
#include "results/results_table.h"
#include "results/results_view.h"
#include "search/search_controller.h"
#include "timing/timing_figures.h"
#include "widgets/status_label.h"
#include "window/picture_page.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// A result with a match rotated by 30 degrees and an upright one.
std::shared_ptr<SearchResult> posedResult() {
  auto result = std::make_shared<SearchResult>();
  result->scene = pictureOf(blocks(400, 300, 10, 3), "scene");
  NeedleItem item;
  item.id = 1;
  item.name = QStringLiteral("part");
  item.colour = QColor(0, 0xc0, 0);
  item.picture = pictureOf(needlePixels(), "part");
  result->needles = {item};
  result->settings = zncc(posesOf(PoseChoice::anglesAndSizes));
  Match turned;
  turned.x = 100;
  turned.y = 90;
  turned.width = 98;
  turned.height = 90;
  turned.score = 0.99;
  turned.angle = 30;
  turned.scale = 2;
  turned.needleWidth = 40;
  turned.needleHeight = 28;
  turned.mirrored = true;
  Match plain = turned;
  plain.x = 250;
  plain.y = 200;
  plain.width = 40;
  plain.height = 28;
  plain.angle = 0;
  plain.scale = 1;
  plain.score = 0.95;
  plain.mirrored = false;
  result->finding.matches = {turned, plain};
  return result;
}

ExportedMatches both(const SearchResultPtr& result) {
  return {result, {0, 1}};
}

}  // namespace

class PosesTest : public PoseStage {
  Q_OBJECT

 private slots:
  void choicesMeanWhatTheySay();
  void wordsSayHowMatchesLie();
  void identicalOffersOnlySymmetries();
  void ownRangesAreRefusedInTheCoresWords();
  void ownRangesStayWhereTheyAreSet();
  void theControlFindsWhatIsTurned();
  void matchesHaveColumnsOfTheirPose();
  void exportsContainPoses();
  void commandsContainPoses();
  void batchAndTimingShowPoses();
  void aTurnedMatchIsHitWhereItIs();
};

void PosesTest::choicesMeanWhatTheySay() {
  for (const PoseChoice choice :
       {PoseChoice::off, PoseChoice::symmetries, PoseChoice::angles, PoseChoice::anglesAndSizes}) {
    QCOMPARE(choiceOf(posesOf(choice)), choice);
    QCOMPARE(posesOf(choice).isAsked(), choice != PoseChoice::off);
  }
  const PoseOptions every = posesOf(PoseChoice::anglesAndSizes);
  QVERIFY((every.angle == PoseRange{-180, 180, 0}));
  QVERIFY((every.scale == PoseRange{0.5, 2, 0}));
  PoseOptions own = every;
  own.flip = true;
  own.polarity = Polarity::any;
  QCOMPARE(choiceOf(own), PoseChoice::own);
  QVERIFY(posesFor(Method::zncc, own) == own);
  QCOMPARE(posesFor(Method::sad, own).polarity, Polarity::same);
  QVERIFY((posesFor(Method::sad, own).angle == PoseRange{-180, 180, 0}));
  QVERIFY((posesFor(Method::exact, own) == PoseOptions{.flip = true}));
  for (const Method method : {Method::exact, Method::sad, Method::zncc}) {
    checkPoses(method, posesFor(method, own));  // throws nothing
  }
  // Poses already covered are not tried again.
  QCOMPARE(widerThan(zncc()).size(), std::size_t{3});
  QCOMPARE(widerThan(zncc(posesOf(PoseChoice::symmetries))).size(), std::size_t{2});
  QVERIFY(widerThan(zncc(every)).empty());
  SearchSettings exact;
  const auto wider = widerThan(exact);
  QCOMPARE(wider.size(), std::size_t{3});
  QCOMPARE(wider[0].method, Method::exact);
  QCOMPARE(wider[1].method, Method::zncc);
  for (const SearchSettings& one : wider) checkPoses(one.method, one.pose);
}

void PosesTest::wordsSayHowMatchesLie() {
  Match match;
  match.needleWidth = 1;
  QCOMPARE(posesSummary({&match, 1}), QString());
  QCOMPARE(posesSummary({}), QString());
  match.angle = 270;
  match.scale = 0.5;
  QCOMPARE(posesSummary({&match, 1}), QStringLiteral("turned by -90°, at 0.5 of the size"));
  match.mirrored = true;
  std::vector<Match> two{match, match};
  two[1].angle = 90;
  QCOMPARE(
      posesSummary(two),
      QStringLiteral("in several poses, the best mirrored, turned by -90°, at 0.5 of the size"));
  // Across the 0/360 degrees boundary.
  two[0] = two[1] = Match();
  two[0].angle = 359.9F;
  two[1].angle = 0.1F;
  QCOMPARE(posesSummary(two), QString());
  PoseOptions pose;
  QCOMPARE(posesText(pose), QString());
  pose.angle = {-10, 10, 2};
  pose.scale = {0.5, 0.5, 0};
  pose.quarterTurns = true;
  QCOMPARE(
      posesText(pose),
      QStringLiteral("turned by -10° to 10° in steps of 2, at 0.5 of the size, quarter turns"));
}

void PosesTest::identicalOffersOnlySymmetries() {
  const auto offered = [&](PoseChoice choice) {
    auto& items = dynamic_cast<QStandardItemModel&>(*form().choice().model());
    return items.item(form().choice().findData(static_cast<int>(choice)))->isEnabled();
  };
  QCOMPARE(bench().settings().method, Method::exact);
  QVERIFY(offered(PoseChoice::off) && offered(PoseChoice::symmetries));
  QVERIFY(!offered(PoseChoice::angles) && !offered(PoseChoice::anglesAndSizes));
  QVERIFY(form().choice().toolTip().contains(QStringLiteral("Similar")));
  named<QAbstractButton>("Similar")->click();
  QVERIFY(offered(PoseChoice::angles) && offered(PoseChoice::anglesAndSizes));
  choose(PoseChoice::angles);
  QVERIFY(bench().settings().pose == posesOf(PoseChoice::angles));
  named<QAbstractButton>("Identical")->click();
  QVERIFY(!bench().settings().pose.isAsked());
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::off));
  bench().undo().undo();
  QVERIFY(bench().settings().pose == posesOf(PoseChoice::angles));
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::angles));
  // With custom ranges, fields that the method does not support are disabled.
  choose(PoseChoice::own);
  QVERIFY(named<QDoubleSpinBox>("Angles from")->isVisible());
  QVERIFY(named<QDoubleSpinBox>("Angles from")->isEnabled());
  QVERIFY(named<QAbstractButton>("Inverted, too")->isEnabled());
  named<QAbstractButton>("Inverted, too")->click();
  QCOMPARE(bench().settings().pose.polarity, Polarity::any);
  QComboBox* method = named<QComboBox>("Compare by");
  method->setCurrentIndex(method->findData(static_cast<int>(Method::sad)));
  QCOMPARE(bench().settings().pose.polarity, Polarity::same);
  QVERIFY(!named<QAbstractButton>("Inverted, too")->isEnabled());
  named<QAbstractButton>("Identical")->click();
  choose(PoseChoice::own);
  QVERIFY(!named<QDoubleSpinBox>("Angles from")->isEnabled());
  QVERIFY(!named<QDoubleSpinBox>("Sizes to")->isEnabled());
  named<QAbstractButton>("Mirrored, too")->click();
  QVERIFY((bench().settings().pose == PoseOptions{.flip = true}));
}

void PosesTest::ownRangesAreRefusedInTheCoresWords() {
  named<QAbstractButton>("Similar")->click();
  choose(PoseChoice::own);
  auto* trouble = form().findChild<StatusLabel*>();
  named<QDoubleSpinBox>("Angles from")->setValue(10);
  QVERIFY(trouble->isVisible());
  QString message;
  try {
    PoseOptions pose;
    pose.angle = {10, 0, 0};
    checkPoses(Method::zncc, pose);
  } catch (const Error& error) {
    message = QString::fromUtf8(error.what());
  }
  QVERIFY(!message.isEmpty());
  QCOMPARE(trouble->sentence(), message);
  QVERIFY(!bench().settings().pose.isAsked());
  named<QDoubleSpinBox>("Angles to")->setValue(20);
  QVERIFY(!trouble->isVisible());
  QVERIFY((bench().settings().pose.angle == PoseRange{10, 20, 0}));
  named<QDoubleSpinBox>("Sizes from")->setValue(0);  // clamped to the allowed minimum
  QVERIFY(bench().settings().pose.scale.first > 0);
  named<QDoubleSpinBox>("Step of sizes")->setValue(0.25);
  QCOMPARE(bench().settings().pose.scale.step, 0.25);
}

void PosesTest::ownRangesStayWhereTheyAreSet() {
  named<QAbstractButton>("Similar")->click();
  choose(PoseChoice::anglesAndSizes);
  QVERIFY(!named<QDoubleSpinBox>("Angles from")->isVisible());
  choose(PoseChoice::own);  // starts with the last choice's poses
  QCOMPARE(named<QDoubleSpinBox>("Angles from")->value(), -180);
  QCOMPARE(named<QDoubleSpinBox>("Sizes to")->value(), 2);
  named<QDoubleSpinBox>("Sizes from")->setValue(1);
  named<QDoubleSpinBox>("Sizes to")->setValue(1);
  // Equal to "any angle" now, but the user is editing: the choice stays.
  QVERIFY(bench().settings().pose == posesOf(PoseChoice::angles));
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::own));
  QVERIFY(named<QDoubleSpinBox>("Angles from")->isVisible());
}

void PosesTest::theControlFindsWhatIsTurned() {
  QImage scene = blocks(300, 200, 5, 1);
  put(scene, needlePixels(), 20, 30);
  put(scene, turnedPixels(), 150, 60);
  searchFor(scene, needlePixels(), SearchSettings());
  QCOMPARE(matches(), std::size_t{1});
  choose(PoseChoice::symmetries);
  awaitSearch();
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{2}, kPatience);
  const std::vector<Match>& found = bench().matches().result()->finding.matches;
  QVERIFY(std::any_of(found.begin(), found.end(), [](const Match& match) {
    return match.angle == 90 && match.x == 150 && match.y == 60 && match.width == 32;
  }));
  bench().undo().undo();
  awaitSearch();
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{1}, kPatience);
  bench().undo().redo();
  awaitSearch();
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{2}, kPatience);
}

void PosesTest::matchesHaveColumnsOfTheirPose() {
  auto& table = *window_->findChild<ResultsTable*>();
  MatchList& list = bench().matches();
  const std::vector<int> columns{MatchList::AngleColumn, MatchList::ScaleColumn,
                                 MatchList::MirroredColumn};
  for (const int column : columns) QVERIFY(table.isColumnHidden(column));
  QVERIFY(!table.isColumnHidden(MatchList::SizeColumn));
  const auto result = posedResult();
  result->settings.pose.flip = true;
  list.setResult(result);
  for (const int column : columns) QVERIFY(!table.isColumnHidden(column));
  QVERIFY(table.isColumnHidden(MatchList::SizeColumn));
  const auto text = [&](int row, int column) {
    return list.data(list.index(row, column), Qt::DisplayRole).toString();
  };
  QCOMPARE(text(0, MatchList::AngleColumn), QStringLiteral("+30°"));
  QCOMPARE(text(0, MatchList::ScaleColumn), QStringLiteral("2.000"));
  QCOMPARE(text(0, MatchList::MirroredColumn), QStringLiteral("yes"));
  QCOMPARE(text(1, MatchList::MirroredColumn), QString());
  QVERIFY(list.data(list.index(0, 0), Qt::ToolTipRole)
              .toString()
              .contains(QStringLiteral("turned by 30.00°, scale 2.0000, mirrored")));
  for (const int column : columns) {
    list.sort(column, Qt::AscendingOrder);
    QCOMPARE(list.shown()[0], 1U);
    list.sort(column, Qt::DescendingOrder);
    QCOMPARE(list.shown()[0], 0U);
  }
  list.sort(MatchList::NumberColumn, Qt::AscendingOrder);
  for (const char* word : {"+30°", "2.000", "YES"}) {
    list.setText(QString::fromUtf8(word));
    QCOMPARE(list.rowCount(), 1);
    QCOMPARE(list.shown()[0], 0U);
  }
  list.setText({});
  auto plain = std::make_shared<SearchResult>(*result);
  plain->settings.pose = {};
  list.setResult(plain);
  for (const int column : columns) QVERIFY(table.isColumnHidden(column));
}

void PosesTest::exportsContainPoses() {
  const auto result = posedResult();
  const MatchOutline outline = outlineOf(result->finding.matches[0]);
  const QList<QByteArray> lines = csvOf(both(result)).split('\n');
  QCOMPARE(lines[0].trimmed(),
           QByteArray("image,needle,x,y,width,height,score,distance,angle,scale,mirrored,centre_x,"
                      "centre_y,corner1_x,corner1_y,corner2_x,corner2_y,corner3_x,corner3_y,"
                      "corner4_x,corner4_y"));
  const QList<QByteArray> first = lines[1].trimmed().split(',');
  QCOMPARE(first.size(), 21);
  QCOMPARE(first.mid(8, 3), (QList<QByteArray>{"30", "2", "1"}));
  QCOMPARE(first[11].toDouble(), outline.centre.x);
  QCOMPARE(first[13].toDouble(), outline.corners[0].x);
  QCOMPARE(first[20].toDouble(), outline.corners[3].y);
  QCOMPARE(lines[2].trimmed().split(',').mid(8, 3), (QList<QByteArray>{"0", "1", "0"}));
  QVERIFY(jsonOf(both(result)).contains("\"mirrored\":true,\"centre\":["));
  QVERIFY(tsvOf(both(result)).contains("\t30\t2\t1\t"));
  ReportFacts facts;
  facts.matches = both(result);
  const QString html = QString::fromUtf8(reportHtml(facts));
  QVERIFY(html.contains(QStringLiteral("any angle and size")));
  QVERIFY(html.contains(QStringLiteral(">30.00<")) && html.contains(QStringLiteral(">Mirrored<")));
  const auto plain = std::make_shared<SearchResult>(*result);
  plain->settings.pose = {};
  facts.matches = both(plain);
  QVERIFY(!QString::fromUtf8(reportHtml(facts)).contains(QStringLiteral("Mirrored")));
}

void PosesTest::commandsContainPoses() {
  Project project;
  project.search = zncc();
  QVERIFY(!commandLine(project).contains(QStringLiteral("--angle")));
  QVERIFY(!cppLines(project).contains(QStringLiteral("pose")));
  project.search.pose.angle = {-30, 45.5, 0};
  project.search.pose.scale = {0.5, 2, 0.25};
  project.search.pose.quarterTurns = true;
  project.search.pose.flip = true;
  project.search.pose.search = PoseSearch::complete;
  project.search.pose.polarity = Polarity::any;
  project.search.pose.visible = 0.35;
  const QString command = commandLine(project);
  QVERIFY2(command.contains(QStringLiteral(
               " --angle -30:45.5 --scale 0.5:2:0.25 --quarter-turns --flip --search complete "
               "--polarity any --visible 0.35 ")),
           qPrintable(command));
  const QString lines = cppLines(project);
  for (const char* line :
       {"options.pose.angle = {-30, 45.5, 0};", "options.pose.scale = {0.5, 2, 0.25};",
        "options.pose.quarterTurns = true;", "options.pose.flip = true;",
        "options.pose.search = espy::PoseSearch::complete;",
        "options.pose.polarity = espy::Polarity::any;", "options.pose.visible = 0.35;"}) {
    QVERIFY2(lines.contains(QLatin1String(line)), line);
  }
}

void PosesTest::batchAndTimingShowPoses() {
  BatchForm batch;
  const SearchSettings settings = zncc(posesOf(PoseChoice::symmetries));
  batch.setSettings(settings, {});
  QVERIFY(batch.job().pose == settings.pose);
  bool shown = false;
  for (const QLabel* label : batch.findChildren<QLabel*>()) {
    shown = shown || label->text().contains(QStringLiteral("quarter turns and mirrored"));
  }
  QVERIFY(shown);
  const auto result = posedResult();
  const TimingSubject subject{result->scene, result->needles, settings, {}};
  QVERIFY(sentenceOf(subject).contains(QStringLiteral("quarter turns and mirrored")));
}

void PosesTest::aTurnedMatchIsHitWhereItIs() {
  const auto result = posedResult();
  MarkList list;
  for (std::uint32_t i = 0; i < 2; ++i) list.add(result->finding.matches[i], 0, i);
  const Marks marks = Marks::of(std::move(list), {QColor(Qt::red)}, {400, 300});
  QCOMPARE(marks.at({149, 135}), 0);   // its centre
  QCOMPARE(marks.at({101, 91}), -1);   // a corner of its window that it does not cover
  QCOMPARE(marks.at({197, 178}), -1);  // the opposite corner
  QCOMPARE(marks.at({260, 210}), 1);
  QVERIFY(marks.turned(marks.all()[0]) != nullptr);
  QVERIFY(marks.turned(marks.all()[1]) == nullptr);  // upright marks have no outline
}

ESPY_WINDOW_TEST(poses, PosesTest);

}  // namespace espy::desktop
#include "poses_test.moc"
