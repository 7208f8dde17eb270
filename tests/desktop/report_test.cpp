// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/report.h"

#include <QAbstractItemModelTester>
#include <QImage>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>
#include <cmath>
#include <numeric>

#include "desktop/sample_result.h"
#include "desktop/scoped_translator.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "results/results_view.h"

namespace espy::desktop {
namespace {

std::shared_ptr<SearchResult> sampleOf(std::size_t matches, Size size = {300, 200}) {
  return test::sampleResult(
      matches, {QStringLiteral("hat"), QStringLiteral("a <b> & c"), QStringLiteral("scarf")}, size);
}

ReportFacts factsOf(const SearchResultPtr& result) {
  ReportFacts facts;
  facts.matches.result = result;
  for (std::uint32_t i = 0; i < result->finding.matches.size(); ++i) {
    facts.matches.indices.push_back(i);
  }
  facts.machine = machineFacts();
  facts.date = QDateTime(QDate(2030, 1, 2), QTime(3, 4, 5));
  return facts;
}

QString textOfHtml(const QByteArray& html) {
  QTextDocument document;
  document.setHtml(QString::fromUtf8(html));
  return document.toPlainText();
}

QString cell(const CountsModel& model, int row, int column) {
  return model.index(row, column).data().toString();
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

 private slots:
  void reportsSpeakTheWindowsLanguage() {
    const auto result = sampleOf(2);
    result->settings.method = Method::zncc;
    result->settings.pose.visible = 0.5;
    const QString english = textOfHtml(reportHtml(factsOf(result)));
    const QStringList words{QStringLiteral("Report on"),     QStringLiteral("Counts"),
                            QStringLiteral("Verdict"),       QStringLiteral("Settings"),
                            QStringLiteral("Minimum score"), QStringLiteral("inside the picture"),
                            QStringLiteral("Search only"),   QStringLiteral("Machine"),
                            QStringLiteral("core")};
    for (const QString& word : words) QVERIFY2(english.contains(word), qPrintable(word));
    for (const char* language : {"de", "zh"}) {
      const ScopedTranslator speaker(QString::fromLatin1(language));
      QVERIFY(speaker.spoken());
      const QString text = textOfHtml(reportHtml(factsOf(result)));
      for (const QString& word : words) QVERIFY2(!text.contains(word), qPrintable(text));
    }
    // Screen readers need the language.
    QVERIFY(reportHtml(factsOf(result)).contains("<html lang=\"" + QLocale().bcp47Name().toUtf8()));
  }

  void needlesAreCounted() {
    const auto result = sampleOf(0);
    for (int i = 0; i < 5; ++i) {
      result->finding.matches.push_back({i < 3 ? 0U : 1U, 10, 10, 4, 3, 0, false, 0.6 + 0.05 * i});
    }
    MatchList list;
    CountsModel model(list);
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    list.setResult(result);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 0, CountsModel::kFound), QStringLiteral("3"));
    QCOMPARE(cell(model, 1, CountsModel::kFound), QStringLiteral("2"));
    QCOMPARE(cell(model, 2, CountsModel::kFound), QStringLiteral("0"));  // listed nevertheless
    QCOMPARE(cell(model, 0, CountsModel::kExpected), QStringLiteral("–"));
    QCOMPARE(cell(model, 0, CountsModel::kVerdict), QString());
    QCOMPARE(verdictOf(model.counts()), QString());

    const auto expect = [&](int row, const char* text) {
      return model.setData(model.index(row, CountsModel::kExpected), QString::fromLatin1(text),
                           Qt::EditRole);
    };
    QVERIFY(expect(0, "3") && expect(1, "4") && expect(2, "0"));
    QCOMPARE(cell(model, 0, CountsModel::kVerdict), QStringLiteral("✓ OK"));
    QCOMPARE(cell(model, 1, CountsModel::kVerdict), QStringLiteral("✗ not OK: 2 missing"));
    QCOMPARE(cell(model, 2, CountsModel::kVerdict), QStringLiteral("✓ OK"));
    QCOMPARE(verdictOf(model.counts()), QStringLiteral("✗ Counts that are not OK: 1 of 3"));
    QVERIFY(!expect(1, "many") && !expect(1, "-1"));
    QCOMPARE(cell(model, 1, CountsModel::kExpected), QStringLiteral("4"));
    QVERIFY(expect(1, "1"));
    QCOMPARE(cell(model, 1, CountsModel::kVerdict), QStringLiteral("✗ not OK: 1 too many"));
    // Hidden and removed matches do not count.
    list.setMinimum(0.79);
    QCOMPARE(cell(model, 0, CountsModel::kVerdict), QStringLiteral("✗ not OK: 3 missing"));
    QCOMPARE(cell(model, 1, CountsModel::kVerdict), QStringLiteral("✓ OK"));
    QVERIFY(expect(0, ""));
    QCOMPARE(verdictOf(model.counts()), QStringLiteral("✓ All counts are OK"));
    // The numbers are kept for the next search with the same needles.
    list.setMinimum(-1);
    list.setResult(sampleOf(0));
    QCOMPARE(cell(model, 1, CountsModel::kVerdict), QStringLiteral("✗ not OK: 1 missing"));
  }

  void theCountsFoldIntoOneLine() {
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo);
    view.resize(420, 700);
    view.show();
    auto* counts = view.findChild<CountsView*>();
    QVERIFY(!counts->isVisible());
    list.setResult(sampleOf(20));
    QVERIFY(counts->isVisible());
    auto* fold = counts->findChild<QToolButton*>();
    auto* table = counts->findChild<QTableView*>();
    QVERIFY(!table->isVisible());
    fold->click();
    QVERIFY(table->isVisible());
    table->setFocus();
    table->setCurrentIndex(view.counts().index(2, CountsModel::kExpected));
    QTest::keyClick(table, Qt::Key_F2);
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->setText(QStringLiteral("999"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_VERIFY(
        cell(view.counts(), 2, CountsModel::kVerdict).startsWith(QStringLiteral("✗ not OK: ")));
    fold->click();
    QCOMPARE(fold->text(), QStringLiteral("✗ Counts that are not OK: 1 of 1"));
  }

  void theReportHasEverything() {
    const auto result = sampleOf(12);
    ReportFacts facts = factsOf(result);
    facts.expected = {{1, 999}};
    const QByteArray html = reportHtml(facts);
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    QVERIFY(!html.contains("<b> & c"));  // names are escaped
    const QString text = textOfHtml(html);
    for (const char* word : {"scene.ppm", "300 x 200 pixels", "a <b> & c", "not OK", "999", "sad",
                             "Minimum score", "Search only", "openmp", "Matches: 12.", "2030"}) {
      QVERIFY2(text.contains(QString::fromUtf8(word)), word);
    }
    QVERIFY(text.contains(facts.machine.cpu));
    for (const Match& match : result->finding.matches) {
      QVERIFY(html.contains("<td align=\"left\">" + QByteArray::number(match.x) + "</td>"));
    }
    QCOMPARE(html.count("<tr>"), 4 + 7 + 13);
    // Self-contained, with the rendered picture and the sheet inside.
    const QRegularExpression source(QStringLiteral("src=\"data:image/png;base64,([^\"]+)\""));
    const auto inside = source.match(QString::fromUtf8(html));
    QVERIFY(inside.hasMatch());
    QCOMPARE(html.count("src="), 2);  // the picture and the contact sheet
    QCOMPARE(html.count("src=\"data:image/png;base64,"), 2);
    const QImage picture =
        QImage::fromData(QByteArray::fromBase64(inside.captured(1).toLatin1()), "PNG");
    QCOMPARE(picture.convertToFormat(QImage::Format_RGB32), reportPicture(facts));
    facts.matches.indices.clear();
    QVERIFY(reportPicture(facts) != picture.convertToFormat(QImage::Format_RGB32));
    QVERIFY(textOfHtml(reportHtml(facts)).contains(QStringLiteral("0 of 12")));
  }

  void thePictureHasTheChosenStyle() {
    const auto result = sampleOf(0);
    auto scene = std::make_shared<Picture>();
    scene->image = Image({200, 160}, {1, Depth::u8});  // black
    result->scene = scene;
    const QRgb colour = result->needles[0].colour.rgb();
    result->finding.matches = {{0, 20, 20, 60, 40}, {0, 60, 30, 60, 40}, {0, 150, 120, 4, 4}};
    ReportFacts facts = factsOf(result);
    const QPoint outside(190, 10);
    const QPoint within(30, 50);
    const QPoint above(50, 18);   // above the first window
    const QPoint shared(77, 29);  // on the edge of the second window, inside the first

    const QImage boxes = reportPicture(facts);
    QCOMPARE(boxes.pixel(above), colour);
    QCOMPARE(boxes.pixel(shared), colour);
    QCOMPARE(boxes.pixel(within), qRgb(0, 0, 0));
    // Small matches have a ring: clear at its corners, painted 12 pixels from its centre.
    QCOMPARE(boxes.pixel(152 - 11, 122 - 11), qRgb(0, 0, 0));
    QVERIFY(boxes.pixel(152 + 12, 122) != qRgb(0, 0, 0));

    facts.marks.boxes = false;
    const QImage region = reportPicture(facts);
    QCOMPARE(region.pixel(above), colour);
    QCOMPARE(region.pixel(shared), qRgb(0, 0, 0));
    QCOMPARE(region.pixel(152 + 12, 122), qRgb(0, 0, 0));

    facts.marks.style = MarkStyle::whiteout;
    QCOMPARE(reportPicture(facts).pixel(outside), qRgb(255, 255, 255));
    QCOMPARE(reportPicture(facts).pixel(within), qRgb(0, 0, 0));
    facts.marks.style = MarkStyle::none;
    QCOMPARE(reportPicture(facts).pixel(above), qRgb(0, 0, 0));
  }

  void longTablesAreCutAndSaySo() {
    const ReportFacts facts = factsOf(sampleOf(2000, {3000, 2000}));
    const QByteArray html = reportHtml(facts);
    QCOMPARE(static_cast<std::size_t>(html.count("<tr>")), 4 + 7 + 1 + kMostReportRows);
    QVERIFY(textOfHtml(html).contains(QStringLiteral("The table has the first 500.")));
    QVERIFY(reportPicture(facts).width() <= 1400);
  }

  void pdfHasPages() {
    const QByteArray few = reportPdf(factsOf(sampleOf(5)));
    QVERIFY(few.startsWith("%PDF-"));
    QVERIFY(few.contains("/Image"));
    const auto pagesOf = [](const QByteArray& pdf) {
      return pdf.count("/Type /Page\n") + pdf.count("/Type /Page\r");
    };
    QVERIFY(pagesOf(few) >= 1);
    QVERIFY(pagesOf(reportPdf(factsOf(sampleOf(400)))) > pagesOf(few));
  }

  void reportsLeaveByTheMenu() {
    const Registry registry = makeRegistry();
    const QTemporaryDir folder;
    MatchList list;
    ExportMenu menu(list);
    menu.setRegistry(registry);
    list.setResult(sampleOf(8));
    menu.setExpected([] { return ExpectedCounts{{2, 77}}; });
    const QSignalSpy messages(&menu, &ExportMenu::said);
    const QSignalSpy ended(&menu, &ExportMenu::ended);
    const auto write = [&](const char* name) {
      const QString path = folder.filePath(QString::fromLatin1(name));
      const auto before = ended.count();
      menu.exportTo(ExportKind::report, path);
      if (!QTest::qWaitFor([&] { return ended.count() > before; }, 60000)) return QByteArray();
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(textOfHtml(write("r.html")).contains(QStringLiteral("77")));
    QVERIFY(!messages.last()[1].toBool());
    QVERIFY(write("r.PDF").startsWith("%PDF-"));
    QVERIFY(write("r.doc").isEmpty());
    QVERIFY(messages.last()[1].toBool());
    QVERIFY2(messages.last()[0].toString().contains(QStringLiteral(".html or .pdf")),
             qPrintable(messages.last()[0].toString()));
  }

  void scoresAreCounted() {
    const auto result = sampleOf(0);
    for (const double score : {0.0, 0.004, 0.5, 0.999, 1.0, -0.2}) {
      result->finding.matches.push_back({0, 1, 1, 4, 3, 0, false, score});
    }
    const ScoreCounts counts = histogramOf(result);
    QCOMPARE(counts[0], std::uint64_t{3});
    QCOMPARE(counts[50], std::uint64_t{1});
    QCOMPARE(counts[99], std::uint64_t{2});
    QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), std::uint64_t{6});
    result->settings.method = Method::exact;
    QCOMPARE(histogramOf(result)[99], std::uint64_t{0});
    QCOMPARE(histogramOf(nullptr)[0], std::uint64_t{0});
  }

  void theHistogramStandsBehindTheSlider() {
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo);
    view.resize(420, 600);
    view.show();
    auto* histogram = view.findChild<ScoreHistogram*>();
    auto* slider = view.findChild<QSlider*>();
    const auto result = sampleOf(0);
    // A million at 0.6 and one at 0.95, which must be visible.
    ScoreCounts counts{};
    counts[60] = 1'000'000;
    counts[95] = 1;
    for (const double score : {0.605, 0.605, 0.955}) {
      result->finding.matches.push_back({0, 1, 1, 4, 3, 0, false, score});
    }
    list.setResult(result);
    QCOMPARE(histogram->counts()[60], std::uint64_t{2});
    QCOMPARE(histogram->counts()[95], std::uint64_t{1});
    histogram->setCounts(counts);
    QVERIFY(histogram->isVisible());
    QCOMPARE(histogram->barRect(60).height(), static_cast<double>(histogram->height()));
    QVERIFY(histogram->barRect(95).height() >= 2);
    QVERIFY(histogram->barRect(95).height() > histogram->height() / 50.0);
    QCOMPARE(histogram->barRect(10).height(), 0.0);
    // The handle is below the bar of its score.
    slider->setValue(600);
    QStyleOptionSlider option;
    option.initFrom(slider);
    option.minimum = slider->minimum();
    option.maximum = slider->maximum();
    option.sliderPosition = slider->sliderPosition();
    option.sliderValue = slider->value();
    const QRect handle = slider->style()->subControlRect(QStyle::CC_Slider, &option,
                                                         QStyle::SC_SliderHandle, slider);
    const double at = slider->mapTo(&view, handle.center()).x();
    const double bar = histogram->mapTo(&view, histogram->barRect(60).topLeft().toPoint()).x();
    QVERIFY2(std::abs(at - bar) <= 3, qPrintable(QStringLiteral("%1 %2").arg(at).arg(bar)));
    // Bars below the minimum are pale.
    const auto colourOf = [&](std::size_t bin) {
      const QPointF middle = histogram->barRect(bin).center();
      return histogram->grab().toImage().pixelColor(middle.toPoint());
    };
    const QColor strong = colourOf(60);
    slider->setValue(700);
    QVERIFY(colourOf(60) != strong);
  }
};

ESPY_WINDOW_TEST(report, ReportTest);

}  // namespace espy::desktop
#include "report_test.moc"
