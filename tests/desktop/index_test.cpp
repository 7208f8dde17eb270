// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Indexes of needles in the window: searched, listed, mapped, made, saved.
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <algorithm>
#include <set>

#include "batch/batch_view.h"
#include "desktop/content_of.h"
#include "desktop/parsed_csv.h"
#include "desktop/tile_scene.h"
#include "desktop/window_stage.h"
#include "espy/engine/needle_index.h"
#include "index/index_dialog.h"
#include "model/index_needles.h"
#include "model/paths.h"
#include "project/command_line.h"
#include "project/project_file.h"
#include "results/export_menu.h"
#include "results/name_map_view.h"
#include "results/results_view.h"
#include "widgets/notice_bar.h"
#include "window/picture_page.h"

namespace espy::desktop {

class IndexTest : public WindowStage {
  Q_OBJECT

 private slots:
  void initTestCase() {
    writeTiles(at("tiles"));
    drawnLevel(12, 10).save(at("level.png"));
    IndexDialog dialog;
    dialog.setFolder(at("tiles"));
    dialog.setIndex(at("tiles.esi"));
    QSignalSpy made(&dialog, &IndexDialog::made);
    dialog.make();
    QVERIFY(made.wait(kPatience));
    QCOMPARE(NeedleIndex(pathOf(at("tiles.esi"))).size(), 7);
    QVERIFY2(dialog.message().contains(QLatin1String("tiles.esi: 7 pictures")),
             qPrintable(dialog.message()));
  }

  void everyNeedleIsFoundWithAllItsNames() {
    show(at("level.png"), {at("tiles.esi")});
    const SearchResultPtr& result = window_->bench().matches().result();
    const NeedleIndex index(pathOf(at("tiles.esi")));
    const Finding wanted = find(window_->bench().scene()->image, index);
    QCOMPARE(result->finding.matches.size(), wanted.matches.size());
    for (std::size_t i = 0; i < wanted.matches.size(); ++i) {
      const Match& match = result->finding.matches[i];
      QCOMPARE(windowOf(match), windowOf(wanted.matches[i]));
      const std::string name(index.name(wanted.matches[i].needle));
      QVERIFY(name.ends_with(result->needles[match.needle].name.toStdString()));
    }
    QVERIFY2(std::ranges::any_of(result->needles,
                                 [](const NeedleItem& needle) {
                                   return needle.name == QLatin1String("meadow.png");
                                 }),
             "an equal needle's name");
    QVERIFY(result->leftOut.empty());
  }

  void theTrayNamesIndexAndNumber() {
    show(at("level.png"), {at("tiles.esi")});
    const NeedleTray& tray = window_->bench().tray();
    QCOMPARE(tray.index(0).data(NeedleTray::countRole).toString(), QStringLiteral("7"));
    QVERIFY(tray.index(0).data(Qt::ToolTipRole).toString().contains(QLatin1String("7 needles")));
    // An index is not a picture that can be saved or raced.
    QVERIFY(!window_->actions().at(ActionId::race)->isEnabled());
    window_->actions().at(ActionId::copyPicture)->trigger();
    QVERIFY(window_->notice().text().contains(QLatin1String("is an index")));
  }

  void aDroppedIndexIsANeedleWhereverItFalls() {
    window_->opener().openScene(at("level.png"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
    window_->opener().drop({{}, {at("tiles.esi")}}, DropZones::Zone::scene);
    QTRY_COMPARE_WITH_TIMEOUT(window_->bench().tray().rowCount(), 1, kPatience);
    QVERIFY(window_->bench().tray().items().front().isIndex());
  }

  void aNeedleBesideTheIndexIsFoundToo() {
    show(at("level.png"), {at("tiles/tree.png"), at("tiles.esi")});
    const SearchResultPtr& result = window_->bench().matches().result();
    const auto count = std::ranges::count_if(result->finding.matches, [&](const Match& match) {
      return result->needles[match.needle].name == QLatin1String("tree.png");
    });
    std::size_t trees = 0;
    for (int row = 0; row < 10; ++row) {
      for (int column = 0; column < 12; ++column) trees += tileAt(column, row) == 3 ? 1 : 0;
    }
    QCOMPARE(static_cast<std::size_t>(count), 2 * trees);
    QVERIFY(std::ranges::is_sorted(result->finding.matches, {},
                                   [](const Match& match) { return std::pair(match.y, match.x); }));
  }

  void otherMethodsSkipTheIndexAndSaySo() {
    show(at("level.png"), {at("tiles/tree.png"), at("tiles.esi")});
    SearchSettings settings = window_->bench().settings();
    settings.method = Method::zncc;
    settings.select.overlap = kScoredOverlap;
    window_->bench().setSettings(settings);
    awaitSearch();
    const SearchResultPtr& result = window_->bench().matches().result();
    QCOMPARE(result->leftOut.size(), std::size_t{1});
    QVERIFY(result->leftOut.front().needle.isIndex());
    QVERIFY(result->leftOut.front().reason.contains(QLatin1String("identical pictures")));
    QVERIFY(!result->finding.matches.empty());
  }

  void theFilterSelectsNames() {
    show(at("level.png"), {at("tiles.esi")});
    window_->bench().matches().setText(QStringLiteral("house"));
    QCOMPARE(window_->bench().matches().shown().size(), std::size_t{1});
  }

  void theMapShowsWhichTileLiesWhere() {
    show(at("level.png"), {at("tiles.esi")});
    ResultsView& results = window_->findChild<PicturePage*>()->results();
    results.showNameMap();
    const NameMap& map = results.nameMap().map();
    QCOMPARE(QSize(map.columns(), map.rows()), QSize(12, 10));
    QCOMPARE(map.cell(), QSize(kTileSide, kTileSide));
    for (int row = 0; row < 10; ++row) {
      for (int column = 0; column < 12; ++column) {
        QStringList wanted{kTileNames[tileAt(column, row)] + QStringLiteral(".png")};
        if (tileAt(column, row) == 0) wanted += QStringLiteral("meadow.png");
        QCOMPARE(map.names(column, row), wanted);
      }
    }
    QCOMPARE(map.beside(), std::size_t{0});
    QCOMPARE(map.legend().front().name, QStringLiteral("grass.png"));
    std::set<QRgb> colours;
    for (const NameMap::Entry& entry : map.legend()) colours.insert(entry.colour.rgb());
    QCOMPARE(colours.size(), map.legend().size());
  }

  void hoveringNamesACellAndAClickSelectsIt() {
    show(at("level.png"), {at("tiles.esi")});
    ResultsView& results = window_->findChild<PicturePage*>()->results();
    results.showNameMap();
    NameMapCells& cells = results.nameMap().cells();
    QVERIFY(cells.textOf({7, 8}).endsWith(QLatin1String("row 9: house.png")));
    QVERIFY(cells.textOf({0, 0}).contains(QLatin1String("grass.png, meadow.png")));
    const QPoint place = cells.placeOf({7, 8}).center().toPoint();
    QCOMPARE(cells.cellAt(place), QPoint(7, 8));
    QTest::mouseClick(&cells, Qt::LeftButton, {}, place);
    QCOMPARE(results.selected().size(), std::size_t{1});
    const SearchResultPtr& result = window_->bench().matches().result();
    const Match& match = result->finding.matches[results.selected().front()];
    QCOMPARE(windowOf(match).topLeft(), QPoint(7 * kTileSide, 8 * kTileSide));
  }

  void matchesWithoutAGridHaveNoMap() {
    show(kMany, {kPattern});
    ResultsView& results = window_->findChild<PicturePage*>()->results();
    results.showNameMap();
    QVERIFY(results.nameMap().map().isEmpty());
    QVERIFY(results.nameMap().message().contains(QLatin1String("side by side")));
    QSignalSpy said(&results.exportMenu(), &ExportMenu::said);
    results.exportMenu().exportTo(ExportKind::mapCsv, at("none.csv"));
    QVERIFY(said.wait(kPatience));
    QVERIFY(said.front().at(1).toBool());
    QVERIFY(!QFileInfo::exists(at("none.csv")));
  }

  void theMapIsExported() {
    show(at("level.png"), {at("tiles.esi")});
    ExportMenu& menu = window_->findChild<PicturePage*>()->results().exportMenu();
    QSignalSpy said(&menu, &ExportMenu::said);
    menu.exportTo(ExportKind::mapCsv, at("map.csv"));
    QVERIFY(said.wait(kPatience));
    const QStringList lines =
        QString::fromUtf8(contentOf(at("map.csv"))).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), 11);  // the last line ends
    QCOMPARE(lines[4].split(QLatin1Char(',')).size(), 12);
    QCOMPARE(lines[4].section(QLatin1Char(','), 0, 0), QStringLiteral("water.png"));
    QVERIFY(lines[0].startsWith(QLatin1String("grass.png | meadow.png,")));
    menu.exportTo(ExportKind::mapPicture, at("map.png"));
    QVERIFY(said.wait(kPatience));
    const QImage picture(at("map.png"));
    QVERIFY(picture.width() >= 12 * kTileSide);
    // Equal tiles have equal colours; others differ.
    const int side = picture.width() / 12;
    QCOMPARE(picture.pixel(side / 8, 4 * side + side / 8),
             picture.pixel(5 * side + side / 8, 5 * side + side / 8));
    QVERIFY(picture.pixel(side / 8, 4 * side + side / 8) != picture.pixel(side / 8, side / 8));
  }

  void aProjectKeepsTheIndex() {
    show(at("level.png"), {at("tiles.esi")});
    saveProject(at("work.espy"), window_->bench().project());
    Project project = loadProject(at("work.espy"), {});
    QVERIFY(project.needles.front().isIndex());
    QVERIFY(project.judgeTrouble.isEmpty());
    QVERIFY(QDir().rename(at("tiles.esi"), at("moved.esi")));
    project = loadProject(at("work.espy"), {});
    QVERIFY(QDir().rename(at("moved.esi"), at("tiles.esi")));
    QVERIFY(!project.needles.front().isIndex());
    QVERIFY(!project.needles.front().on);
    QVERIFY(project.judgeTrouble.contains(QLatin1String("tiles.esi")));
  }

  void theCommandIsCopied() {
    show(at("level.png"), {at("tiles/tree.png"), at("tiles.esi")});
    const QStringList lines = commandLine(window_->bench().project()).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].contains(QLatin1String("-e ")) &&
            !lines[0].contains(QLatin1String("--index")));
    QVERIFY(lines[1].contains(QLatin1String("--index ")) &&
            lines[1].endsWith(QLatin1String("level.png")));
    QVERIFY(cppLines(window_->bench().project()).contains(QLatin1String("espy::NeedleIndex")));
  }

  void aBatchSearchesByTheIndex() {
    show(at("level.png"), {at("tiles.esi")});
    window_->actions().at(ActionId::batch)->trigger();
    BatchView& batch = window_->batch();
    batch.form().setFolder({});
    batch.form().setSummary(at("all.csv"));
    batch.setImages({at("level.png"), at("tiles/house.png")});
    QTRY_COMPARE_WITH_TIMEOUT(batch.queue().size(), 2, kPatience);
    QSignalSpy ended(&batch, &BatchView::ended);
    batch.start();
    QVERIFY(ended.wait(kPatience));
    QVERIFY2(!batch.inTrouble(), qPrintable(batch.message()));
    const QByteArray csv = contentOf(at("all.csv"));
    QVERIFY(csv.contains("house.png,112,128,16,16"));
    QVERIFY(csv.contains("meadow.png,0,0,16,16"));
    const SearchResultPtr found =
        batch.queue().found({window_->bench().tray().items()}, window_->bench().settings());
    QCOMPARE(found->finding.matches.size(), matches() + 1);
  }

  void aBatchRefusesAnIndexBesideNeedles() {
    show(at("level.png"), {at("tiles/tree.png"), at("tiles.esi")});
    window_->actions().at(ActionId::batch)->trigger();
    BatchView& batch = window_->batch();
    batch.setImages({at("level.png")});
    QTRY_COMPARE_WITH_TIMEOUT(batch.queue().size(), 1, kPatience);
    bool told = false;
    for (const QLabel* label : batch.findChildren<QLabel*>()) {
      told = told || label->text().contains(QLatin1String("one index, or for needles"));
    }
    QVERIFY(told);
  }

  void makingAnIndexCanBeStopped() {
    const QTemporaryDir many;
    // Seconds of decoding.
    drawnLevel(60, 60).save(at("slow.png"));
    for (int i = 0; i < 600; ++i) {
      QVERIFY(QFile::link(at("slow.png"), many.filePath(QStringLiteral("%1.png").arg(i))));
    }
    IndexDialog dialog;
    dialog.setFolder(many.path());
    const QString index = at("stopped.esi");
    dialog.setIndex(index);
    QSignalSpy ended(&dialog, &IndexDialog::ended);
    dialog.make();
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(index), kPatience);
    dialog.stop();
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(dialog.message(), QStringLiteral("Stopped: no index was made."));
    QVERIFY(!QFileInfo::exists(index));
  }

  void makingAnIndexRefusesWhatItCannotDo() {
    IndexDialog dialog;
    QSignalSpy ended(&dialog, &IndexDialog::ended);
    dialog.setFolder(at("nowhere"));
    dialog.make();
    QVERIFY(dialog.message().contains(QLatin1String("is not a folder")));
    dialog.setFolder(at("tiles"));
    dialog.setIndex(at("tiles.esi"));
    ended.clear();
    dialog.make();
    QVERIFY(ended.wait(kPatience));
    QVERIFY2(dialog.message().contains(QLatin1String("tiles.esi")), qPrintable(dialog.message()));
    QCOMPARE(NeedleIndex(pathOf(at("tiles.esi"))).size(), 7);
  }

  void tenThousandsOfMatchesAreQuick() {
    const QString large = at("large.png");
    drawnLevel(250, 200).save(large);
    show(large, {at("tiles.esi")});
    QVERIFY(matches() >= 50'000);
    ResultsView& results = window_->findChild<PicturePage*>()->results();
    results.showNameMap();
    QCOMPARE(results.nameMap().map().columns(), 250);
    window_->bench().matches().setText(QStringLiteral("water"));
    QCOMPARE(results.nameMap().map().legend().size(), std::size_t{1});
  }

 private:
  QString at(const char* name) const { return folder_.filePath(QLatin1String(name)); }

  QTemporaryDir folder_;
};

ESPY_WINDOW_TEST(index, IndexTest);

}  // namespace espy::desktop

#include "index_test.moc"
