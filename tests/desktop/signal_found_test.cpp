// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Matches of the Signals view: list, navigation and exports.
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTableView>

#include "desktop/signal_stage.h"
#include "signal/found_table.h"

namespace espy::desktop {
namespace {

class SignalFoundTest : public SignalTestBase {
  Q_OBJECT

 private slots:
  void stepsThroughMatches();
  void theListIsSortedByAColumn();
  void matchesAreCopied();
  void aMatchBecomesTheMotif();
  void matchesAreExported();
  void marksAreExported();
  void openFilesAreNotWrittenOver();

 private:
  QTableView& list() const {
    for (auto* table : view_->findChildren<QTableView*>()) {
      if (table->accessibleName() == QStringLiteral("Matches")) return *table;
    }
    qFatal("no list");
  }
};

void SignalFoundTest::stepsThroughMatches() {
  view_->add(planted({200, 600, 1000}), QStringLiteral("a"));
  setTop(3);
  look(200, 260);
  const auto row = [this] { return view_->matches().chosen(); };
  QCOMPARE(row(), 1);  // the first that is not the motif itself
  view_->lanes().setFocus();
  key(Qt::Key_Period);
  QCOMPARE(row(), 2);
  key(Qt::Key_Period);
  QCOMPARE(row(), 2);
  key(Qt::Key_Comma);
  QCOMPARE(row(), 1);
}

void SignalFoundTest::theListIsSortedByAColumn() {
  view_->add(planted({600, 200, 1000}), QStringLiteral("a"));
  setTop(3);
  look(600, 660);
  QCOMPARE(starts(), (std::vector<std::int64_t>{600, 200, 1000}));
  QTableView& table = list();
  table.sortByColumn(FoundTable::place, Qt::AscendingOrder);
  QCOMPARE(table.model()->index(0, FoundTable::place).data().toString(), QStringLiteral("200"));
  QCOMPARE(table.model()->index(2, FoundTable::number).data().toString(), QStringLiteral("3"));
  view_->matches().choose(1);  // row of the model, not of the sorted list
  QCOMPARE(table.currentIndex().row(), 0);
  QCOMPARE(view_->matches().chosen(), 1);
  view_->matches().step(1);  // in displayed order
  QCOMPARE(view_->matches().chosen(), 0);
  view_->matches().step(1);
  QCOMPARE(view_->matches().chosen(), 2);
}

void SignalFoundTest::matchesAreCopied() {
  view_->add(planted({200, 600, 1000}), QStringLiteral("a"));
  setTop(3);
  look(200, 260);
  view_->matches().choose(1);
  QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  list().setFocus();
  QTest::keyClick(&list(), Qt::Key_C, Qt::ControlModifier);
  const QStringList one = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
  QCOMPARE(one.size(), 3);  // header, the match, and the end
  QVERIFY(one[0].startsWith(QStringLiteral("No.\tRecording\tPosition")));
  QVERIFY2(one[1].startsWith(QStringLiteral("2\ta\t600\t")), qPrintable(one[1]));
  view_->matches().copy(true);
  QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 4);
}

void SignalFoundTest::aMatchBecomesTheMotif() {
  view_->add(planted({200, 600, 1000}, 2), QStringLiteral("a"));
  setTop(3);
  look(200, 260, {1});
  view_->matches().choose(1);
  view_->matches().useMatchAsMotif();
  QCOMPARE(view_->motif().span, (LaneSpan{600, 660, {1}}));
  QVERIFY(settled());
  view_->matches().choose(1);
  const double distance = view_->matches().found().at(1).match.distance;
  view_->matches().findAllAlike();
  QVERIFY(settled());
  QCOMPARE(view_->matches().found().rowCount(), 2);
  QVERIFY(view_->settings().options.maxDistance >= distance);
}

void SignalFoundTest::matchesAreExported() {
  view_->add(planted({200, 600}, 2, 100), QStringLiteral("a"));
  setTop(2);
  look(200, 260, {0, 1});
  const QString csv = at(QStringLiteral("found.csv"));
  view_->matches().exportTo(csv, false);
  QVERIFY(noticeText().contains(csv));
  QFile file(csv);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const auto rows =
      QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
  QCOMPARE(rows.size(), 1 + 2 * 2);
  QCOMPARE(rows[0], QStringLiteral(
                        "rank,data,start,length,seconds,distance,stretch,query,channel,lag,part"));
  QVERIFY2(rows[1].startsWith(QStringLiteral("1,a,200,60,2,0,1,0,0,0,0")), qPrintable(rows[1]));
  QVERIFY2(rows[4].startsWith(QStringLiteral("2,a,600,60,6,")), qPrintable(rows[4]));
  const QString json = at(QStringLiteral("found.json"));
  view_->matches().exportTo(json, false);
  QFile written(json);
  QVERIFY(written.open(QIODevice::ReadOnly));
  const QJsonObject exported = QJsonDocument::fromJson(written.readAll()).object();
  QCOMPARE(exported[QStringLiteral("data")].toString(), QStringLiteral("a"));
  QCOMPARE(exported[QStringLiteral("samples")].toInt(), 1200);
  QCOMPARE(exported[QStringLiteral("channels")].toInt(), 2);
  const QJsonArray matches = exported[QStringLiteral("matches")].toArray();
  QCOMPARE(matches.size(), 2);
  QCOMPARE(matches[1].toObject()[QStringLiteral("start")].toInt(), 600);
  QCOMPARE(matches[1].toObject()[QStringLiteral("distance")].toDouble(),
           view_->matches().found().at(1).match.distance);
  QCOMPARE(matches[1].toObject()[QStringLiteral("channels")].toArray().size(), 2);
  view_->matches().exportTo(at(QStringLiteral("no/folder.csv")), false);
  QVERIFY2(noticeText().startsWith(QStringLiteral("Not exported")), qPrintable(noticeText()));
}

void SignalFoundTest::marksAreExported() {
  view_->add(planted({600, 200}, 1, 100), QStringLiteral("a"));
  setTop(2);
  look(600, 660);
  view_->matches().exportTo(at(QStringLiteral("marks.edf")), true);
  QCOMPARE(stage_->written.size(), std::size_t{2});
  QCOMPARE(stage_->written[0].second, 2.0);  // by time, not by rank
  QCOMPARE(stage_->written[0].duration, 0.6);
  QVERIFY(stage_->written[0].text.starts_with("match 2, distance "));
  QCOMPARE(stage_->written[1].text, std::string("match 1, distance 0"));
  view_->matches().exportTo(at(QStringLiteral("marks.png")), true);
  QVERIFY2(noticeText().startsWith(QStringLiteral("Not exported")), qPrintable(noticeText()));
}

void SignalFoundTest::openFilesAreNotWrittenOver() {
  const QString path = at(QStringLiteral("open.csv"));
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("kept");
  file.close();
  stage_->files[path.toStdString()] = planted({200, 600});
  view_->open({path});
  QVERIFY(settled());
  look(200, 260);
  view_->matches().exportTo(path, false);
  QVERIFY2(noticeText().contains(QStringLiteral("not overwritten")), qPrintable(noticeText()));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("kept"));
}

}  // namespace
ESPY_WINDOW_TEST(signal_found, SignalFoundTest);

}  // namespace espy::desktop
#include "signal_found_test.moc"
