// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Costs of 100,000 matches; each must fit between two frames. Run by hand, not a test, since
// machines differ.
#include <QElapsedTimer>
#include <QtTest>

#include "desktop/sample_result.h"
#include "results/results_view.h"

namespace espy::desktop {

class ResultsBench : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    result_ = test::sampleResult(100'000, {QStringLiteral("hat.png"), QStringLiteral("scarf")},
                                 {4000, 3000});
  }

  void show() {
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo);
    view.resize(500, 800);
    view.show();
    QBENCHMARK {
      list.setResult(result_);
      view.repaint();
    }
  }
  void sortByX() { sort(MatchList::XColumn, false); }
  void sortByNeedle() { sort(MatchList::NeedleColumn, false); }
  void sortByScore() { sort(MatchList::ScoreColumn, false); }
  void sortWithAllSelected() { sort(MatchList::XColumn, true); }

  void filter() {
    withView([](MatchList& list, ResultsView& view, bool odd) {
      list.setText(odd ? QStringLiteral("77") : QString());
      view.repaint();
    });
  }
  /// The longest time that typing blocks the window.
  void keysInSixMillion() {
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo);
    view.resize(500, 800);
    view.show();
    list.setResult(test::sampleResult(6'000'000, {QStringLiteral("hat.png")}, {7680, 5400}));
    QElapsedTimer since;
    qint64 longest = 0;
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
    beat.start(0);
    since.start();
    for (const char* text : {"7", "77", "770", "7701"}) {
      view.findChild<QLineEdit*>()->setText(QString::fromLatin1(text));
      QTest::qWait(150);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!list.filtering(), 60000);
    QTest::qWait(200);
    qInfo("stood still for at most %lld ms", static_cast<long long>(longest));
  }
  void minimum() {
    withView([](MatchList&, ResultsView& view, bool odd) {
      view.findChild<QSlider*>()->setValue(odd ? 600 : 900);
      view.repaint();
    });
  }
  void scroll() {
    withView([](MatchList&, ResultsView& view, bool odd) {
      view.findChild<ResultsTable*>()->scrollToBottom();
      if (odd) view.findChild<ResultsTable*>()->scrollToTop();
      view.repaint();
    });
  }
  void copyAll() {
    withView([](MatchList&, ResultsView& view, bool) {
      view.selectAll();
      view.copySelected();
    });
  }
  void csv() {
    MatchList list;
    list.setResult(result_);
    QBENCHMARK {
      QVERIFY(!csvOf(shownMatches(list)).isEmpty());
    }
  }

 private:
  template <class Work>
  void withView(Work work) {
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo);
    view.resize(500, 800);
    view.show();
    list.setResult(result_);
    bool odd = false;
    QBENCHMARK {
      odd = !odd;
      work(list, view, odd);
    }
  }
  void sort(int column, bool select) {
    withView([&](MatchList& list, ResultsView& view, bool odd) {
      if (select) view.selectAll();
      list.sort(column, odd ? Qt::AscendingOrder : Qt::DescendingOrder);
      view.repaint();
    });
  }

  SearchResultPtr result_;
};

}  // namespace espy::desktop

QTEST_MAIN(espy::desktop::ResultsBench)
#include "results_bench.moc"
