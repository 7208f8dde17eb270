// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/match_list.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "desktop/sample_result.h"
#include "desktop/window_tests.h"

namespace espy::desktop {
namespace {

using Indices = std::vector<std::uint32_t>;

const Size kScene{400, 300};
/// Above the limit for synchronous filtering.
constexpr std::size_t kMillionsAsWell = 200'000;

QStringList names() {
  return {QStringLiteral("Zebra.png"), QStringLiteral("apple.png"), QStringLiteral("12 caf\u00e9")};
}

Indices shownOf(const MatchList& list) {
  return {list.shown().begin(), list.shown().end()};
}

QString textAt(const MatchList& list, int row, int column) {
  return list.data(list.index(row, column), Qt::DisplayRole).toString();
}

/// As the cell shows it: a sign, a decimal only if it is not 0.
QString angleText(const Match& match) {
  if (!match.isPosed()) return {};
  const double angle = std::round(std::remainder(match.angle, 360.0F) * 10) / 10;
  QString text = QString::number(angle == -180 ? 180 : angle + 0.0, 'f', 1);
  if (text.endsWith(QStringLiteral(".0"))) text.chop(2);
  return (text.startsWith(QLatin1Char('-')) || text == QStringLiteral("0") ? QString()
                                                                           : QStringLiteral("+")) +
         text + QStringLiteral("\u00b0");
}

/// Reference implementation of filter and sort; ties keep the search order.
Indices plainly(const MatchList& list, int column, Qt::SortOrder order, const QString& filter) {
  const SearchResult& result = *list.result();
  const auto nameOf = [&](std::uint32_t i) {
    return result.needles[result.finding.matches[i].needle].name;
  };
  Indices indices;
  for (std::uint32_t i = 0; i < result.finding.matches.size(); ++i) {
    const Match& match = result.finding.matches[i];
    if (match.score < list.minimum()) continue;
    const QStringList texts{
        QString::number(i + 1),
        nameOf(i),
        QString::number(match.x),
        QString::number(match.y),
        QStringLiteral("%1 x %2").arg(match.width).arg(match.height),
        angleText(match),
        match.isPosed() ? QString::number(match.scale, 'f', 3) : QString(),
        match.mirrored ? QStringLiteral("yes") : QString(),
        match.score == 1 ? QStringLiteral("1") : QString::number(match.score, 'f', 3),
        QString::fromStdString(match.distance.digits())};
    const bool fits = std::any_of(texts.begin(), texts.end(), [&](const QString& text) {
      return text.contains(filter, Qt::CaseInsensitive);
    });
    if (fits) indices.push_back(i);
  }
  const auto number = [&](std::uint32_t i) -> double {
    const Match& match = result.finding.matches[i];
    switch (column) {
      case MatchList::NumberColumn:
        return i;
      case MatchList::XColumn:
        return match.x;
      case MatchList::YColumn:
        return match.y;
      case MatchList::SizeColumn:
        return match.width * match.height;
      case MatchList::AngleColumn:
        return match.angle > 180 ? match.angle - 360.0 : match.angle;
      case MatchList::ScaleColumn:
        return match.scale;
      case MatchList::MirroredColumn:
        return match.mirrored ? 1 : 0;
      case MatchList::ScoreColumn:
        return match.score;
      case MatchList::VerdictColumn:
      case MatchList::JudgeColumn:
        return 0;
      default:
        return match.distance.number();
    }
  };
  std::stable_sort(indices.begin(), indices.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (order == Qt::DescendingOrder) std::swap(a, b);
    if (column == MatchList::NeedleColumn) {
      return QString::localeAwareCompare(nameOf(a), nameOf(b)) < 0;
    }
    return number(a) < number(b);
  });
  return indices;
}

}  // namespace

class MatchListTest : public QObject {
  Q_OBJECT

 private slots:
  void emptyWithoutResult() {
    MatchList list;
    const QAbstractItemModelTester tester(&list);
    QCOMPARE(list.rowCount(), 0);
    QCOMPARE(list.columnCount(), static_cast<int>(MatchList::kColumns));
    QCOMPARE(list.rowOf(0), -1);
    list.setMinimum(0.5);
    list.setText(QStringLiteral("x"));
    list.sort(MatchList::ScoreColumn, Qt::DescendingOrder);
    list.setResult(sampleWith(3));
    list.setResult(nullptr);
    QCOMPARE(list.rowCount(), 0);
  }

  void texts() {
    auto result = sampleWith(2);
    result->finding.matches[0] = {1, 7, 8, 6, 4, 0, false, 1};
    result->finding.matches[1] = {0, 4000000000U, 9, 4, 3, 123456789012U, false, 0.87654321};
    MatchList list;
    list.setResult(result);
    const QStringList first{QStringLiteral("1"),
                            {},
                            QStringLiteral("apple.png"),
                            QStringLiteral("7"),
                            QStringLiteral("8"),
                            QStringLiteral("6 x 4"),
                            {},
                            {},
                            {},
                            QStringLiteral("1"),
                            {},
                            QStringLiteral("0")};
    const QStringList second{QStringLiteral("2"),
                             {},
                             QStringLiteral("Zebra.png"),
                             QStringLiteral("4000000000"),
                             QStringLiteral("9"),
                             QStringLiteral("4 x 3"),
                             {},
                             {},
                             {},
                             QStringLiteral("0.877"),
                             {},
                             QStringLiteral("123456789012")};
    for (int column = 0; column < MatchList::kColumns; ++column) {
      QCOMPARE(textAt(list, 0, column), first[column]);
      QCOMPARE(textAt(list, 1, column), second[column]);
      const auto alignment =
          list.data(list.index(0, column), Qt::TextAlignmentRole).value<Qt::Alignment>();
      QCOMPARE(alignment.testFlag(Qt::AlignRight), column != MatchList::NeedleColumn);
      QVERIFY(!list.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
      QVERIFY(!list.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    }
    const QModelIndex needle = list.index(0, MatchList::NeedleColumn);
    QCOMPARE(list.data(needle, Qt::DecorationRole).value<QColor>(), result->needles[1].colour);
    QVERIFY(!list.data(list.index(0, 0), Qt::DecorationRole).isValid());
    QCOMPARE(list.data(list.index(1, 0), Qt::ToolTipRole).toString(),
             QStringLiteral("Zebra.png at 4000000000, 9: 4 x 3 pixels, score 0.87654321, "
                            "distance 123456789012"));
  }

  void correlationHasNoDistance() {
    auto result = sampleWith(1);
    result->settings.method = Method::zncc;
    MatchList list;
    list.setResult(result);
    QCOMPARE(textAt(list, 0, MatchList::DistanceColumn), QString());
    list.setText(QStringLiteral("distance"));
    QCOMPARE(list.rowCount(), 0);
  }

  void aLabelIsFilteredByItsSign() {
    MatchList list;
    list.setResult(sampleWith(5));
    list.say(Indices{1, 3}, MatchVerdict::yes);
    list.say(Indices{4}, MatchVerdict::no);
    list.setText(QStringLiteral("✓"));
    QCOMPARE(shownOf(list), (Indices{1, 3}));
    list.setText(QStringLiteral("✗"));
    QCOMPARE(shownOf(list), Indices{4});
  }

  void likePlainFilterAndSort_data() {
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("filter");
    for (int column = 0; column < MatchList::kColumns; ++column) {
      for (const char* filter : {"", "ZEB", "12", "0.75", "0.7500", "6 x", "yes", "-9", "+1",
                                 "90\u00b0", ".50", "caf\u00e9", "nowhere", "\u00e9"}) {
        QTest::addRow("%d %s", column, filter) << column << QString::fromUtf8(filter);
      }
    }
  }

  void likePlainFilterAndSort() {
    QFETCH(const int, column);
    QFETCH(const QString, filter);
    MatchList list;
    const QAbstractItemModelTester tester(&list);
    const auto sample = sampleWith(1500);
    for (std::size_t i = 0; i < sample->finding.matches.size();
         i += 2) {  // rotates every other match
      Match& match = sample->finding.matches[i];
      match.needleWidth = match.width;
      match.needleHeight = match.height;
      match.angle = static_cast<float>(i % 720) / 2;
      match.scale = static_cast<float>(50 + i % 97) / 67;
      match.mirrored = i % 3 == 0;
    }
    list.setResult(sample);
    list.setText(filter);
    for (const double minimum : {-1.0, 0.6, 0.75, 1.0, 1.1}) {
      list.setMinimum(minimum);
      for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        list.sort(column, order);
        const Indices shown = shownOf(list);
        QVERIFY(shown == plainly(list, column, order, filter));
        std::vector<int> rows(list.result()->finding.matches.size(), -1);
        for (std::size_t row = 0; row < shown.size(); ++row)
          rows[shown[row]] = static_cast<int>(row);
        for (std::uint32_t i = 0; i < rows.size(); ++i) QCOMPARE(list.rowOf(i), rows[i]);
      }
    }
  }

  void reportsOnlyRealChanges() {
    MatchList list;
    list.setResult(sampleWith(100));
    const QSignalSpy changes(&list, &MatchList::shownChanged);
    const QSignalSpy reset(&list, &QAbstractItemModel::modelReset);
    list.setMinimum(0.1);
    list.setText(QStringLiteral("."));  // in every score but 1 and in two of the names
    list.setText({});
    list.sort(MatchList::NumberColumn, Qt::AscendingOrder);
    const auto before = changes.count();
    QVERIFY(before <= 2);
    list.sort(MatchList::NumberColumn, Qt::DescendingOrder);
    QCOMPARE(changes.count(), before + 1);
    list.setMinimum(2);
    QCOMPARE(changes.count(), before + 2);
    QCOMPARE(list.rowCount(), 0);
    QCOMPARE(reset.count(), changes.count());
  }

  void removedOnesComeBack() {
    MatchList list;
    list.setResult(sampleWith(20));
    const Indices wrong{3, 7, 19};
    list.setRemoved(wrong, true);
    QCOMPARE(list.rowCount(), 17);
    for (const std::uint32_t index : wrong) QCOMPARE(list.rowOf(index), -1);
    QCOMPARE(list.rowOf(4), 3);
    QCOMPARE(textAt(list, 3, MatchList::NumberColumn), QStringLiteral("5"));
    list.sort(MatchList::XColumn, Qt::AscendingOrder);
    list.setRemoved(wrong, false);
    QVERIFY(shownOf(list) == plainly(list, MatchList::XColumn, Qt::AscendingOrder, {}));
    list.setRemoved(wrong, true);
    list.setResult(sampleWith(20));
    QCOMPARE(list.rowCount(), 20);
  }

  void manyAreFilteredBesideTheWindow() {
    MatchList list;
    const auto result = sampleWith(kMillionsAsWell);
    list.setResult(result);
    QVERIFY(!list.filtering());
    QCOMPARE(list.rowCount(), static_cast<int>(kMillionsAsWell));
    const QSignalSpy reset(&list, &QAbstractItemModel::modelReset);
    // Three keys: the rows stay meanwhile, and only the last text is applied.
    for (const char* text : {"1", "12", "123"}) {
      list.setText(QString::fromLatin1(text));
      QVERIFY(list.filtering());
      QCOMPARE(list.rowCount(), static_cast<int>(kMillionsAsWell));
      QCOMPARE(list.rowOf(5), 5);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!list.filtering(), 60000);
    QCOMPARE(reset.count(), 1);
    const auto wanted = [&](int column) {
      return plainly(list, column, Qt::AscendingOrder, QStringLiteral("123"));
    };
    QVERIFY(shownOf(list) == wanted(MatchList::NumberColumn));
    for (std::uint32_t row = 0; row < list.shown().size(); ++row) {
      QCOMPARE(list.rowOf(list.shown()[row]), static_cast<int>(row));
    }
    list.sort(MatchList::ScoreColumn, Qt::AscendingOrder);
    QVERIFY(list.filtering());
    QTRY_VERIFY_WITH_TIMEOUT(!list.filtering(), 60000);
    QVERIFY(shownOf(list) == wanted(MatchList::ScoreColumn));
    // Removal is immediate.
    const std::uint32_t first = list.shown().front();
    list.setRemoved({&first, 1}, true);
    QVERIFY(!list.filtering());
    QCOMPARE(list.rowOf(first), -1);
    list.setRemoved({&first, 1}, false);
    QTRY_COMPARE_WITH_TIMEOUT(list.rowOf(first), 0, 60000);
  }

  void anotherResultForgetsTheFilterUnderWay() {
    MatchList list;
    list.setResult(sampleWith(kMillionsAsWell));
    list.setText(QStringLiteral("12"));
    QVERIFY(list.filtering());
    list.setResult(sampleWith(30));
    QVERIFY(!list.filtering());
    const Indices wanted =
        plainly(list, MatchList::NumberColumn, Qt::AscendingOrder, QStringLiteral("12"));
    QVERIFY(shownOf(list) == wanted);
    QTest::qWait(50);
    QVERIFY(shownOf(list) == wanted);
    // While a new large result is filtered, no rows of the old one are shown.
    list.setResult(sampleWith(kMillionsAsWell));
    QVERIFY(list.filtering());
    QCOMPARE(list.rowCount(), 0);
    list.setText({});
    QVERIFY(!list.filtering());
    QCOMPARE(list.rowCount(), static_cast<int>(kMillionsAsWell));
    list.setText(QStringLiteral("zebra"));  // cancelled by the destructor
  }

  void holdsHundredThousandRows() {
    constexpr std::size_t kRows = 100'000;
    MatchList list;
    const auto result = sampleWith(kRows);
    list.setResult(result);
    QCOMPARE(list.rowCount(), static_cast<int>(kRows));
    list.sort(MatchList::ScoreColumn, Qt::AscendingOrder);
    QVERIFY(shownOf(list) == plainly(list, MatchList::ScoreColumn, Qt::AscendingOrder, {}));
    QCOMPARE(list.rowOf(list.shown().back()), static_cast<int>(kRows) - 1);
    list.setMinimum(0.9);
    const auto fit = std::count_if(result->finding.matches.begin(), result->finding.matches.end(),
                                   [](const Match& match) { return match.score >= 0.9; });
    QCOMPARE(list.rowCount(), static_cast<int>(fit));
  }

 private:
  static std::shared_ptr<SearchResult> sampleWith(std::size_t matches) {
    return test::sampleResult(matches, names(), kScene);
  }
};

ESPY_WINDOW_TEST(match_list, MatchListTest);

}  // namespace espy::desktop
#include "match_list_test.moc"
