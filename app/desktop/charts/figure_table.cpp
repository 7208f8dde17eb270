// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/figure_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSplitter>
#include <algorithm>
#include <set>

namespace espy::desktop {

FigureTable::FigureTable(FigureModel& table, QWidget* parent) : QTableView(parent), table_(table) {
  setModel(&table);
  setAlternatingRowColors(true);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setTabKeyNavigation(false);
  setWordWrap(false);
  setShowGrid(false);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsClickable(false);
  setMinimumHeight(fontMetrics().height() * 5);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  connect(&table, &QAbstractItemModel::modelReset, this, &FigureTable::arrange);
  connect(&table, &QAbstractItemModel::dataChanged, this, &FigureTable::arrange);
  arrange();
}

void FigureTable::arrange() {
  clearSpans();
  const int columns = table_.columnCount();
  for (int row = 0; row < table_.rowCount(); ++row) {
    const int from = table_.sentenceColumn(row);
    if (from >= 0 && from < columns - 1) setSpan(row, from, 1, columns - from);
  }
  // Excludes spanning messages, which would widen one column.
  const QFontMetrics metrics = fontMetrics();
  for (int column = 0; column < columns; ++column) {
    int wide = metrics.horizontalAdvance(
        table_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < table_.rowCount(); ++row) {
      const int from = table_.sentenceColumn(row);
      if (from >= 0 && column >= from) continue;
      const QString text = table_.index(row, column).data().toString();
      wide = std::max(wide, metrics.horizontalAdvance(text));
    }
    setColumnWidth(column, wide + metrics.height() + 4);
  }
}

QSize FigureTable::sizeHint() const {
  const int rows = horizontalHeader()->sizeHint().height() +
                   6 * verticalHeader()->defaultSectionSize() +
                   horizontalScrollBar()->sizeHint().height();
  return {QTableView::sizeHint().width(), rows};
}

QString FigureTable::selectedText() const {
  std::set<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedIndexes()) rows.insert(index.row());
  if (rows.empty()) {
    for (int row = 0; row < table_.rowCount(); ++row) rows.insert(row);
  }
  QStringList lines;
  QStringList cells;
  for (int column = 0; column < table_.columnCount(); ++column) {
    cells += table_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  lines += cells.join(QLatin1Char('\t'));
  for (const int row : rows) {
    cells.clear();
    for (int column = 0; column < table_.columnCount(); ++column) {
      cells += table_.index(row, column).data().toString();
    }
    lines += cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void FigureTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    QGuiApplication::clipboard()->setText(selectedText());
    event->accept();
    return;
  }
  QTableView::keyPressEvent(event);
}

namespace {

class Pair : public QSplitter {
 public:
  /// Low: a scroll area gives the height of the hint to what is in it, and else scrolls.
  QSize sizeHint() const override {
    return {QSplitter::sizeHint().width(), minimumSizeHint().height() + 6 * fontMetrics().height()};
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    const bool flat = width() > 2.6 * height();
    if (flat != (orientation() == Qt::Horizontal)) {
      setOrientation(flat ? Qt::Horizontal : Qt::Vertical);
      setStretchFactor(1, flat ? 1 : 0);  // side by side both grow and shrink
      if (flat) setSizes({width() / 2, width() / 2});
    }
    QSplitter::resizeEvent(event);
  }
};

}  // namespace

QSplitter* pairOf(QWidget* chart, QWidget* table) {
  auto* splitter = new Pair;
  splitter->setOrientation(Qt::Vertical);
  splitter->addWidget(chart);
  splitter->addWidget(table);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace espy::desktop
