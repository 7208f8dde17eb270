// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/results_view.h"

#include <QAction>
#include <QClipboard>
#include <QDirIterator>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleOptionHeader>
#include <QTemporaryDir>
#include <QTranslator>
#include <QUrl>
#include <QtTest>
#include <algorithm>
#include <numeric>

#include "desktop/sample_result.h"
#include "desktop/window_tests.h"
#include "espy/pictures.h"
#include "results/results_table.h"

namespace espy::desktop {
namespace {

using Indices = std::vector<std::uint32_t>;

std::shared_ptr<SearchResult> sampleWith(std::size_t matches) {
  return test::sampleResult(
      matches, {QStringLiteral("hat.png"), QStringLiteral("scarf"), QStringLiteral("a\tb")},
      {200, 150});
}

/// Deletes the folder of dragged files, like the application's exit.
void dropDragFolder() {
  delete QCoreApplication::instance()->findChild<QObject*>(QStringLiteral("dragged files"));
}

/// The view with its model.
struct Stage {
  explicit Stage(std::size_t matches) : Stage(sampleWith(matches)) {}
  explicit Stage(const SearchResultPtr& result) {
    show(result);
    view.resize(700, 500);
    view.show();
  }

  /// Like the window after a search.
  void show(const SearchResultPtr& result) {
    list.setResult(result);
    if (result) view.setMinimum(result->settings.minScore, result->settings.scored());
  }
  ResultsTable& table() { return *view.findChild<ResultsTable*>(); }
  QModelIndex cell(int row) { return list.index(row, MatchList::XColumn); }
  QString count() {
    for (const QLabel* label : view.findChildren<QLabel*>()) {
      if (label->text().contains(QStringLiteral("match"))) return label->text();
    }
    return {};
  }
  void click(int row, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(table().viewport(), Qt::LeftButton, modifiers,
                      table().visualRect(cell(row)).center());
  }
  /// Types a score and presses Enter.
  void type(const QString& score) {
    auto* number = view.findChild<QDoubleSpinBox*>();
    number->setFocus();
    number->selectAll();
    QTest::keyClicks(number, score);
    QTest::keyClick(number, Qt::Key_Return);
  }

  QUndoStack undo;
  MatchList list;
  ResultsView view{list, undo};
};

}  // namespace

class ResultsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void startsEmpty() {
    Stage stage{SearchResultPtr()};
    QCOMPARE(stage.count(), QString());
    stage.view.select(0, false);
    stage.view.removeSelected();
    stage.view.copySelected();
    QVERIFY(stage.view.selected().empty());
    QCOMPARE(stage.undo.count(), 0);
    QVERIFY(!stage.table().accessibleDescription().isEmpty());
  }

  void reportsWhatIsSelected() {
    Stage stage(2000);
    const QSignalSpy selections(&stage.view, &ResultsView::selectionChanged);
    stage.click(2);
    QCOMPARE(selections.count(), 1);
    QVERIFY(selections.last()[0].value<Indices>() == Indices{2});
    stage.click(5, Qt::ShiftModifier);
    QVERIFY(selections.last()[0].value<Indices>() == (Indices{2, 3, 4, 5}));
    stage.click(3, Qt::ControlModifier);
    QVERIFY(selections.last()[0].value<Indices>() == (Indices{2, 4, 5}));
    QVERIFY(stage.view.selected() == (Indices{2, 4, 5}));
    QCOMPARE(selections.count(), 3);
  }

  void selectsWithoutEcho() {
    Stage stage(2000);
    const QSignalSpy selections(&stage.view, &ResultsView::selectionChanged);
    stage.view.select(1500, false);
    QVERIFY(stage.view.selected() == Indices{1500});
    QVERIFY(stage.table().viewport()->rect().contains(
        stage.table().visualRect(stage.cell(stage.list.rowOf(1500)))));
    stage.view.select(7, true);
    QVERIFY(stage.view.selected() == (Indices{7, 1500}));
    QVERIFY(stage.table().viewport()->rect().contains(stage.table().visualRect(stage.cell(7))));
    stage.view.select(8, false);
    QVERIFY(stage.view.selected() == Indices{8});
    stage.view.select(5000, false);  // out of range
    QVERIFY(stage.view.selected() == Indices{8});
    stage.view.selectNothing();
    QVERIFY(stage.view.selected().empty());
    QCOMPARE(selections.count(), 0);
    stage.view.selectAll();
    QCOMPARE(selections.count(), 1);
    QCOMPARE(stage.view.selected().size(), std::size_t{2000});
  }

  void selectionOutlivesSortingAndFiltering() {
    Stage stage(2000);
    stage.view.select(10, false);
    stage.view.select(11, true);
    stage.view.select(900, true);
    const QSignalSpy selections(&stage.view, &ResultsView::selectionChanged);
    stage.table().sortByColumn(MatchList::XColumn, Qt::DescendingOrder);
    stage.table().sortByColumn(MatchList::ScoreColumn, Qt::AscendingOrder);
    QVERIFY(stage.view.selected() == (Indices{10, 11, 900}));
    QVERIFY(stage.table().currentIndex().row() == stage.list.rowOf(900));
    QCOMPARE(selections.count(), 0);
    Indices rows = stage.table().selectedMatches();
    std::sort(rows.begin(), rows.end());
    QVERIFY(rows == (Indices{10, 11, 900}));

    // Hidden matches are deselected, with a signal.
    stage.type(QString::number(stage.list.match(11).score));
    QVERIFY(stage.list.rowOf(900) < 0 && stage.list.rowOf(11) >= 0);
    QVERIFY(stage.view.selected() == (Indices{10, 11}));
    QCOMPARE(selections.count(), 1);
    stage.list.setResult(sampleWith(2000));
    QVERIFY(stage.view.selected().empty());
    QCOMPARE(selections.count(), 2);
  }

  void filtersByText() {
    Stage stage(2000);
    QCOMPARE(stage.count(), QStringLiteral("2,000 matches"));
    auto* filter = stage.view.findChild<QLineEdit*>();
    QTest::keyClicks(filter, QStringLiteral("hat"));
    const auto hats = std::count_if(stage.list.result()->finding.matches.begin(),
                                    stage.list.result()->finding.matches.end(),
                                    [](const Match& match) { return match.needle == 0; });
    QCOMPARE(stage.list.rowCount(), static_cast<int>(hats));
    QCOMPARE(stage.count(), QStringLiteral("%1 of 2,000 matches").arg(hats));
    QTest::keyClicks(filter, QStringLiteral("less"));
    QCOMPARE(stage.count(), QStringLiteral("0 of 2,000 matches"));
    filter->clear();
    QCOMPARE(stage.count(), QStringLiteral("2,000 matches"));
    stage.list.setResult(sampleWith(1));
    QCOMPARE(stage.count(), QStringLiteral("1 match"));
  }

  void minimumFiltersAndIsReported() {
    Stage stage(2000);
    auto* minimum = stage.view.findChild<MinimumSlider*>();
    const QSignalSpy wanted(&stage.view, &ResultsView::minimumWanted);
    QCOMPARE(minimum->value(), 0.5);
    QCOMPARE(stage.list.rowCount(), 2000);

    stage.type(QStringLiteral("0.75"));
    QCOMPARE(stage.list.minimum(), 0.75);
    QVERIFY(stage.list.rowCount() < 2000 && stage.list.rowCount() > 0);
    stage.view.findChild<QSlider*>()->setValue(900);
    QCOMPARE(stage.list.minimum(), 0.9);
    stage.type(QStringLiteral("0.3"));
    QCOMPARE(stage.list.rowCount(), 2000);
    QCOMPARE(wanted.count(), 3);
    QCOMPARE(wanted.last()[0].toDouble(), 0.3);

    // The result of a search with a lower minimum does not move the slider.
    stage.view.findChild<QSlider*>()->setValue(250);
    const auto lower = sampleWith(100);
    lower->settings.minScore = 0.3;
    stage.list.setResult(lower);
    QCOMPARE(minimum->value(), 0.25);

    // A minimum set by code is shown without a signal, also between two steps.
    const qsizetype before = wanted.count();
    const auto other = sampleWith(100);
    other->settings.minScore = 0.6789;
    other->finding.matches.back().score = 0.67895;
    stage.show(other);
    QCOMPARE(minimum->value(), 0.6789);
    QCOMPARE(stage.view.findChild<QDoubleSpinBox*>()->value(), 0.678);
    QVERIFY(stage.list.rowOf(99) >= 0);
    QCOMPARE(wanted.count(), before);
  }

  void minimumIsForScoresOnly() {
    Stage stage(50);
    stage.type(QStringLiteral("0.9"));
    const auto exact = sampleWith(50);
    exact->settings.method = Method::exact;
    stage.show(exact);
    QVERIFY(!stage.view.findChild<MinimumSlider*>()->isVisible());
    QCOMPARE(stage.list.rowCount(), 50);
    // Correlations below 0 are shown if the minimum is below them.
    const auto correlated = sampleWith(50);
    correlated->settings.method = Method::zncc;
    correlated->settings.minScore = -1;
    correlated->finding.matches.back().score = -0.5;
    stage.show(correlated);
    QCOMPARE(stage.list.rowCount(), 50);
    stage.type(QStringLiteral("0.001"));
    stage.type(QStringLiteral("0"));
    QCOMPARE(stage.list.minimum(), 0.0);
  }

  void removesAndUndoes() {
    Stage stage(20);
    const QSignalSpy selections(&stage.view, &ResultsView::selectionChanged);
    stage.click(3);
    stage.click(5, Qt::ShiftModifier);
    QTest::keyClick(&stage.table(), Qt::Key_Delete);
    QCOMPARE(stage.list.rowCount(), 17);
    QCOMPARE(stage.undo.undoText(), QStringLiteral("Remove 3 matches"));
    QCOMPARE(stage.count(), QStringLiteral("17 of 20 matches"));
    QVERIFY(stage.view.selected() == Indices{6});  // the next one
    QTest::keyClick(&stage.table(), Qt::Key_Delete);
    QCOMPARE(stage.undo.undoText(), QStringLiteral("Remove 1 match"));
    QCOMPARE(stage.list.rowCount(), 16);
    stage.undo.undo();
    stage.undo.undo();
    QCOMPARE(stage.list.rowCount(), 20);
    stage.undo.redo();
    QCOMPARE(stage.list.rowOf(4), -1);
    QCOMPARE(stage.list.rowCount(), 17);

    // After a new result there is nothing to undo.
    stage.list.setResult(sampleWith(30));
    stage.undo.undo();
    QCOMPARE(stage.list.rowCount(), 30);
    QCOMPARE(stage.undo.count(), 0 + 1);  // the undone command remains for redo
  }

  void theHistogramGoesWithItsResult() {
    Stage stage(200);
    auto* histogram = stage.view.findChild<ScoreHistogram*>();
    QVERIFY(!histogram->accessibleDescription().isEmpty());
    stage.show(nullptr);
    QVERIFY(histogram->accessibleDescription().isEmpty());
    stage.show(sampleWith(3));
    QVERIFY(histogram->accessibleDescription().startsWith(QStringLiteral("3 matches")));
  }

  void theScoreIsVisibleInANarrowPanel() {
    const auto posed = sampleWith(30);
    posed->settings.pose.angle = {-180, 180, 0};
    Stage stage(posed);
    stage.view.resize(260, 500);
    const ResultsTable& table = stage.table();
    const int x = table.columnViewportPosition(MatchList::ScoreColumn);
    QVERIFY(x >= 0 && x + table.columnWidth(MatchList::ScoreColumn) <= table.viewport()->width());
    // Scales that are all 1 take no room.
    QVERIFY(table.isColumnHidden(MatchList::ScaleColumn));
    const auto scaled = sampleWith(30);
    scaled->settings.pose.angle = {-180, 180, 0};
    scaled->finding.matches[4].scale = 1.5F;
    stage.show(scaled);
    QVERIFY(!table.isColumnHidden(MatchList::ScaleColumn));
  }

  void scoresAndAnglesAreShort() {
    const auto result = sampleWith(3);
    result->settings.pose.angle = {-180, 180, 0};
    for (Match& match : result->finding.matches) match.needleWidth = match.needleHeight = 5;
    result->finding.matches[0].score = 1;
    result->finding.matches[1].score = 0.99584;
    result->finding.matches[2].score = 0.9;
    result->finding.matches[1].angle = 14.62F;
    result->finding.matches[2].angle = 345;
    Stage stage(result);
    const auto text = [&](int row, int column) {
      return stage.list.data(stage.list.index(row, column), Qt::DisplayRole).toString();
    };
    QCOMPARE(text(0, MatchList::ScoreColumn), QStringLiteral("1"));
    QCOMPARE(text(1, MatchList::ScoreColumn), QStringLiteral("0.996"));
    QCOMPARE(text(2, MatchList::ScoreColumn), QStringLiteral("0.900"));
    QCOMPARE(text(0, MatchList::AngleColumn), QStringLiteral("0°"));
    QCOMPARE(text(1, MatchList::AngleColumn), QStringLiteral("+14.6°"));
    QCOMPARE(text(2, MatchList::AngleColumn), QStringLiteral("-15°"));
  }

  void keysCentreAndDoubleClicksZoom() {
    Stage stage(20);
    const QSignalSpy wanted(&stage.view, &ResultsView::centreWanted);
    stage.table().sortByColumn(MatchList::NumberColumn, Qt::DescendingOrder);
    stage.click(4);
    QTest::keyClick(&stage.table(), Qt::Key_Space);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.last()[0].toUInt(), 15U);
    const QSignalSpy zoomed(&stage.view, &ResultsView::zoomWanted);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) QTest::keyClick(&stage.table(), key);
    QCOMPARE(zoomed.count(), 2);
    QCOMPARE(zoomed.last()[0].toUInt(), 15U);
    QCOMPARE(wanted.count(), 1);
    QTest::mouseDClick(stage.table().viewport(), Qt::LeftButton, {},
                       stage.table().visualRect(stage.cell(6)).center());
    QCOMPARE(zoomed.count(), 3);
    QCOMPARE(zoomed.last()[0].toUInt(), 13U);
    QTest::keyClick(&stage.table(), Qt::Key_Down);
    QCOMPARE(wanted.count(), 1);
  }

  void keysOfTheTableComeBeforeTheWindows() {
    Stage stage(20);
    QAction foreign;
    foreign.setShortcuts({QKeySequence::Copy, QKeySequence::Delete, QKeySequence(Qt::Key_Space)});
    const QSignalSpy triggered(&foreign, &QAction::triggered);
    stage.view.addAction(&foreign);
    QVERIFY(QTest::qWaitForWindowActive(&stage.view));
    stage.click(1);
    stage.table().setFocus();
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    QTest::keyClick(&stage.table(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text() != QStringLiteral("before"));
    QTest::keyClick(&stage.table(), Qt::Key_Delete);
    QCOMPARE(stage.list.rowCount(), 19);
    QCOMPARE(triggered.count(), 0);
    auto* slider = stage.view.findChild<QSlider*>();
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Delete);
    QCOMPARE(triggered.count(), 1);
  }

  void copiesRowsAsSeen() {
    auto result = sampleWith(3);
    result->finding.matches = {{0, 1, 2, 4, 3, 0, false, 1},
                               {2, 30, 4, 8, 5, 99, false, 0.875},
                               {1, 5, 60, 6, 4, 123456789012, false, 0.75}};
    Stage stage(result);
    stage.table().sortByColumn(MatchList::ScoreColumn, Qt::AscendingOrder);
    stage.view.select(0, false);
    stage.view.select(1, true);
    QTest::keyClick(&stage.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("2\ta b\t30\t4\t8\t5\t0.875\t99\n1\that.png\t1\t2\t4\t3\t1\t0\n"));
  }

  void givesRowsToOtherPrograms() {
    const auto result = sampleWith(30);
    const MatchMimeData one({result, {4}});
    QVERIFY(one.hasFormat(QStringLiteral("text/csv")));
    QVERIFY(one.hasText() && one.hasImage());
    const QByteArray csv = one.data(QStringLiteral("text/csv"));
    QCOMPARE(csv, csvOf({result, {4}}));
    QCOMPARE(one.text().toUtf8(), tsvOf({result, {4}}));
    const Match& match = result->finding.matches[4];
    const Image cut = cutOut(result->scene->image,
                             QRect(static_cast<int>(match.x), static_cast<int>(match.y),
                                   static_cast<int>(match.width), static_cast<int>(match.height)));
    QCOMPARE(one.imageData().value<QImage>(), qImageFrom(cut));
    const MatchMimeData two({result, {4, 9}});
    QVERIFY(!two.hasImage());
    QCOMPARE(two.text().count(QLatin1Char('\n')), 2);
  }

  void givesFilesToOtherPrograms() {
    const auto result = sampleWith(kMostDraggedFiles + 1);
    const MatchMimeData some({result, {9, 4, 5}});
    QVERIFY(some.hasUrls());
    const QList<QUrl> urls = some.urls();
    QCOMPARE(urls.size(), 3);
    const QTemporaryDir folder;
    writeCrops({result, {9, 4, 5}}, folder.path());
    for (const QUrl& url : urls) {
      const QString path = url.toLocalFile();
      const QString exported = folder.filePath(QFileInfo(path).fileName());
      QVERIFY2(QFileInfo::exists(exported), qPrintable(path));
      QVERIFY(samePixels(readPicture(path.toStdString()).image,
                         readPicture(exported.toStdString()).image));
    }
    // Repeated requests return the same files; another drag has its own.
    QCOMPARE(some.urls(), urls);
    const MatchMimeData again({result, {9, 4, 5}});
    QVERIFY(again.urls() != urls);
    QCOMPARE(again.urls().size(), 3);

    Indices many(kMostDraggedFiles);
    std::iota(many.begin(), many.end(), 0U);
    QVERIFY(MatchMimeData({result, many}).hasUrls());
    many.push_back(kMostDraggedFiles);
    QVERIFY(!MatchMimeData({result, many}).hasUrls());
    QVERIFY(MatchMimeData({result, many}).hasText());
    QVERIFY(!MatchMimeData({result, {}}).hasUrls());
  }

  void draggedFilesAreWrittenOnRequestAndGoInTheEnd() {
    const QTemporaryDir temporary;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", temporary.path().toLocal8Bit());
    const auto filesOnDisk = [&] {
      QDirIterator each(temporary.path(), QDir::Files, QDirIterator::Subdirectories);
      int count = 0;
      for (; each.hasNext(); each.next()) ++count;
      return count;
    };
    dropDragFolder();  // of earlier tests
    {
      const MatchMimeData two({sampleWith(30), {4, 9}});
      QVERIFY(two.hasUrls() && !two.text().isEmpty());
      QCOMPARE(filesOnDisk(), 0);
      QCOMPARE(two.urls().size(), 2);
    }
    QCOMPARE(filesOnDisk(), 2);  // the receiver may still have to read them
    dropDragFolder();
    QCOMPARE(filesOnDisk(), 0);
    qputenv("TMPDIR", before);
  }

  void titlesAreWholeInEveryLanguage_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("score");
    QTest::addRow("English") << QStringLiteral("en") << QStringLiteral("Score");
    QTest::addRow("German") << QStringLiteral("de") << QStringLiteral("Ähnlichkeit");
    QTest::addRow("Chinese") << QStringLiteral("zh") << QStringLiteral("得分");
  }
  void titlesAreWholeInEveryLanguage() {
    QFETCH(const QString, language);
    QFETCH(const QString, score);
    QTranslator translator;
    if (language != QStringLiteral("en")) {
      QVERIFY(
          translator.load(QStringLiteral("espy_") + language, QStringLiteral(":/translations")));
      QVERIFY(QCoreApplication::installTranslator(&translator));
    }
    Stage stage(30);
    const auto posed = std::make_shared<SearchResult>(*stage.list.result());
    posed->settings.pose.flip = true;
    const auto plain = stage.list.result();
    for (const SearchResultPtr& result : {SearchResultPtr(posed), plain}) {
      stage.list.setResult(result);
      const QHeaderView& header = *stage.table().horizontalHeader();
      // At the preferred width all columns up to the score are visible.
      stage.view.resize(stage.view.sizeHint());
      const int end = header.sectionViewportPosition(MatchList::ScoreColumn) +
                      header.sectionSize(MatchList::ScoreColumn);
      QVERIFY(end <= stage.table().viewport()->width());
      for (const int width : {300, 1000}) {
        stage.view.resize(width, 400);
        for (int sorted = 0; sorted < MatchList::kColumns; ++sorted) {
          stage.table().sortByColumn(sorted, Qt::DescendingOrder);
          for (int column = 0; column < MatchList::kColumns; ++column) {
            if (stage.table().isColumnHidden(column)) continue;
            QStyleOptionHeader option;
            option.initFrom(&header);
            option.orientation = Qt::Horizontal;
            option.section = column;
            option.rect = QRect(0, 0, header.sectionSize(column), header.height());
            if (column == sorted) option.sortIndicator = QStyleOptionHeader::SortDown;
            const QRect labelRect =
                header.style()->subElementRect(QStyle::SE_HeaderLabel, &option, &header);
            const QString title =
                stage.list.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            QVERIFY2(header.fontMetrics().horizontalAdvance(title) <= labelRect.width(),
                     qPrintable(title));
            if (column == MatchList::ScoreColumn) QCOMPARE(title, score);
          }
        }
      }
    }
  }

  void everyControlHasAName() {
    Stage stage(3);
    for (const QWidget* widget : stage.view.findChildren<QWidget*>()) {
      const bool control = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                           qobject_cast<const QLineEdit*>(widget) != nullptr ||
                           qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr;
      const bool ours = !widget->objectName().startsWith(QStringLiteral("qt_")) &&
                        qobject_cast<const QScrollBar*>(widget) == nullptr &&
                        qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) == nullptr &&
                        !widget->inherits("QTableCornerButton") &&
                        !widget->inherits("QLineEditIconButton");
      if (!control || !ours || !widget->isVisible()) continue;
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
      QVERIFY(widget->focusPolicy() & Qt::TabFocus);
    }
  }

  void holdsHundredThousandRows() {
    Stage stage(100'000);
    QCOMPARE(stage.count(), QStringLiteral("100,000 matches"));
    stage.view.selectAll();
    stage.table().sortByColumn(MatchList::XColumn, Qt::AscendingOrder);
    QCOMPARE(stage.view.selected().size(), std::size_t{100'000});
    stage.view.select(99'999, false);
    stage.table().sortByColumn(MatchList::ScoreColumn, Qt::AscendingOrder);
    QVERIFY(stage.view.selected() == Indices{99'999});
    QVERIFY(stage.view.grab().width() > 0);
  }
};

ESPY_WINDOW_TEST(results, ResultsTest);

}  // namespace espy::desktop
#include "results_test.moc"
