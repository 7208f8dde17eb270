// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/results_view.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/flow_layout.h"
#include "widgets/mnemonic.h"
#include "widgets/page_switch.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct RemoveMatchesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::RemoveMatches)
};

}  // namespace

RemoveMatches::RemoveMatches(MatchList& list, std::vector<std::uint32_t> indices)
    : list_(&list), result_(list.result()), indices_(std::move(indices)) {
  const QString count = QLocale().toString(static_cast<qulonglong>(indices_.size()));
  setText(indices_.size() == 1 ? RemoveMatchesWords::tr("Remove 1 match")
                               : RemoveMatchesWords::tr("Remove %1 matches").arg(count));
}

void RemoveMatches::redo() {
  setRemoved(true);
}

void RemoveMatches::undo() {
  setRemoved(false);
}

void RemoveMatches::setRemoved(bool removed) {
  if (list_ == nullptr || list_->result() == nullptr || list_->result() != result_.lock()) {
    setObsolete(true);
    return;
  }
  list_->setRemoved(indices_, removed);
}

namespace {

QString counted(std::size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

QPushButton* textButton(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setAccessibleName(withoutMnemonic(text));
  button->setToolTip(tip);
  button->setAutoDefault(false);
  // Allow buttons narrower than the style's minimum, for a narrow dock.
  button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text + QStringLiteral("MMM")));
  return button;
}

/// Menu text with a key that the table itself handles, so that it is not ambiguous.
QString withKey(const QString& text, const QKeySequence& key) {
  return text + QLatin1Char('\t') + key.toString(QKeySequence::NativeText);
}

}  // namespace

ResultsView::ResultsView(MatchList& matches, QUndoStack& undo, QWidget* parent)
    : QWidget(parent),
      matches_(matches),
      undo_(undo),
      table_(new ResultsTable(matches)),
      sheet_(new ContactSheet(matches, table_)),
      map_(new NameMapView(matches)),
      pages_(new QStackedWidget),
      exports_(new ExportMenu(matches, this)) {
  auto* column = new QVBoxLayout(this);
  table_->setMinimumHeight(table_->fontMetrics().height() * 4);
  column->addLayout(makeFilters());
  column->addWidget(pages_, 1);
  column->addWidget(makeCoveredLine());
  counts_ = new CountsView(matches);
  column->addWidget(counts_);
  exports_->setExpected([this] { return counts_->model().expected(); });
  column->addLayout(makeButtons());
  column->addLayout(makeExportLine());
  connectExports();
  connectSheet();

  // The table's slots are connected first, so it is reset before these run.
  connect(&matches, &QAbstractItemModel::modelAboutToBeReset, this, &ResultsView::beginReset);
  connect(&matches, &QAbstractItemModel::modelReset, this, &ResultsView::endReset);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &ResultsView::takeSelection);
  connect(table_, &ResultsTable::centrePressed, this, &ResultsView::centreWanted);
  connect(table_, &ResultsTable::zoomPressed, this, &ResultsView::zoomWanted);
  connect(table_, &ResultsTable::copyPressed, this, &ResultsView::copySelected);
  connect(table_, &ResultsTable::removePressed, this, &ResultsView::removeSelected);
  connect(&matches, &MatchList::shownChanged, this, &ResultsView::applyMinimum);
  connect(&matches, &MatchList::filteringChanged, this, &ResultsView::showCount);
  connect(&matches, &MatchList::coveredChanged, this, &ResultsView::showCovered);
  takeResult();
  endReset();
  applyMinimum();
}

QSize ResultsView::minimumSizeHint() const {
  const QSize least = QWidget::minimumSizeHint();
  return {least.width(), layout()->totalMinimumHeightForWidth(std::max(width(), least.width()))};
}

void ResultsView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
  constexpr int kTall = 32;  // in text lines; below, matches need the space
  counts_->setMostRows(height() > kTall * fontMetrics().height() ? 5 : 3);
}

QLayout* ResultsView::makeFilters() {
  filter_ = new QLineEdit;
  filter_->setAccessibleName(tr("Filter matches"));
  filter_->setPlaceholderText(tr("Filter by name, position, size or score"));
  filter_->setClearButtonEnabled(true);
  connect(filter_, &QLineEdit::textChanged, &matches_, &MatchList::setText);
  minimum_ = new MinimumSlider;
  connect(minimum_, &MinimumSlider::changed, this, [this](double score) {
    applyMinimum();
    emit minimumWanted(score);
  });
  count_ = new QLabel;
  QFont bold = count_->font();
  bold.setBold(true);
  count_->setFont(bold);
  yes_ = textButton(tr("Yes"), tr("Labels the selected matches as true"));
  no_ = textButton(tr("No"),
                   tr("Labels the selected matches as false: they only look like the needle"));
  connect(yes_, &QPushButton::clicked, this, [this] { emit sayWanted(MatchVerdict::yes); });
  connect(no_, &QPushButton::clicked, this, [this] { emit sayWanted(MatchVerdict::no); });
  auto* counted = new FlowLayout;
  counted->addWidget(count_);
  for (QPushButton* button : {yes_, no_}) {
    // Next to the count, if the window is large enough, and no taller than needed.
    button->setMaximumWidth(button->minimumWidth());
    button->setMaximumHeight(count_->fontMetrics().height() + 6);
    counted->addWidget(button);
  }
  auto* line = new QHBoxLayout;  // in the filter's line: small windows have no other to spare
  line->addWidget(filter_, 1);
  auto* pages = new PageSwitch(pages_);
  pages->add(table_, tr("Table"), tr("Lists the matches"));
  pages->add(sheet_, tr("Sheet"), tr("Shows the matches as pictures, beside the needle"));
  pages->add(map_, tr("Map"), tr("Shows which needle lies where, of matches side by side"));
  connect(map_, &NameMapView::matchChosen, this, &ResultsView::goTo);
  line->addWidget(pages);
  auto* column = new QVBoxLayout;
  column->addWidget(minimum_);
  column->addLayout(counted);
  column->addLayout(line);
  return column;
}

void ResultsView::addBar(QWidget* bar) {
  auto& column = static_cast<QVBoxLayout&>(*layout());
  column.insertWidget(column.indexOf(counts_) + 1, bar);
}

QWidget* ResultsView::makeCoveredLine() {
  coveredLine_ = new QWidget;
  auto* row = new QHBoxLayout(coveredLine_);
  row->setContentsMargins({});
  covered_ = new QLabel;
  showCovered_ = newToolButton(tr("Show"), tr("Shows matches that overlap better ones, in grey"));
  connect(showCovered_, &QToolButton::clicked, this,
          [this] { matches_.setCoveredShown(!matches_.coveredShown()); });
  row->addWidget(covered_);
  row->addWidget(showCovered_);
  row->addStretch(1);
  return coveredLine_;
}

QLayout* ResultsView::makeButtons() {
  copy_ = textButton(tr("Copy"), tr("Copies the selected rows for a spreadsheet"));
  remove_ = textButton(tr("Remove"), tr("Removes the selected matches from the results"));
  export_ = textButton(tr("Export"), tr("Writes the matches that are shown into files"));
  export_->setMenu(exports_);
  connect(copy_, &QPushButton::clicked, this, &ResultsView::copySelected);
  connect(remove_, &QPushButton::clicked, this, &ResultsView::removeSelected);

  const auto forTable = [this](const QString& text, const QKeySequence& key, auto slot) {
    auto* action = new QAction(withKey(text, key), table_);
    connect(action, &QAction::triggered, this, slot);
    table_->addAction(action);
    return action;
  };
  centreAction_ = forTable(tr("Show in the picture"), Qt::Key_Space, [this] {
    if (!selected_.empty()) emit centreWanted(selected_.front());
  });
  forTable(tr("Zoom to it"), Qt::Key_Return, [this] {
    if (!selected_.empty()) emit zoomWanted(selected_.front());
  });
  forTable(tr("A true match"), Qt::Key_Y, [this] { emit sayWanted(MatchVerdict::yes); });
  forTable(tr("Not a true match"), Qt::Key_N, [this] { emit sayWanted(MatchVerdict::no); });
  forTable(tr("Copy"), QKeySequence::Copy, &ResultsView::copySelected);
  forTable(tr("Remove"), QKeySequence::Delete, &ResultsView::removeSelected);
  table_->addAction(exports_->menuAction());
  sheet_->addActions(table_->actions());

  auto* row = new FlowLayout;
  row->addWidget(copy_);
  row->addWidget(remove_);
  row->addWidget(export_);
  return row;
}

QLayout* ResultsView::makeExportLine() {
  sentence_ = new StatusLabel;
  sentence_->setAccessibleName(tr("Result of the export"));
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the export"));
  progress_->setRange(0, 0);
  cancel_ = textButton(tr("Cancel"), tr("Stops the export"));
  connect(cancel_, &QPushButton::clicked, exports_, &ExportMenu::cancel);
  auto* row = new QHBoxLayout;
  row->addWidget(sentence_, 1);
  row->addWidget(progress_, 1);
  row->addWidget(cancel_);
  progress_->hide();
  cancel_->hide();
  return row;
}

void ResultsView::connectExports() {
  constexpr int kProgressSteps = 1000;
  connect(exports_, &ExportMenu::started, this, [this] {
    sentence_->hide();
    progress_->setRange(0, 0);
    progress_->show();
    cancel_->setEnabled(true);
    cancel_->show();
  });
  connect(exports_, &ExportMenu::cancelling, this, [this] { cancel_->setEnabled(false); });
  connect(exports_, &ExportMenu::progressed, this, [this](double part) {
    progress_->setRange(0, kProgressSteps);
    progress_->setValue(static_cast<int>(part * kProgressSteps));
  });
  connect(exports_, &ExportMenu::ended, this, [this] {
    progress_->hide();
    cancel_->hide();
  });
  connect(exports_, &ExportMenu::said, this, &ResultsView::showSentence);
}

void ResultsView::connectSheet() {
  connect(pages_, &QStackedWidget::currentChanged, this, [this] {
    showCovered();
    emit sheetShownChanged();
  });
  connect(sheet_, &ContactSheet::centrePressed, this, &ResultsView::centreWanted);
  connect(sheet_, &ContactSheet::zoomPressed, this, &ResultsView::zoomWanted);
  connect(sheet_, &ContactSheet::copyPressed, this, &ResultsView::copySelected);
  connect(sheet_, &ContactSheet::removePressed, this, &ResultsView::removeSelected);
  connect(sheet_, &ContactSheet::sayPressed, this, [this](MatchVerdict said) {
    if (!selected_.empty()) emit sayWanted(said);
  });
}

void ResultsView::setSheetShown(bool shown) {
  pages_->setCurrentWidget(shown ? static_cast<QWidget*>(sheet_) : table_);
}

void ResultsView::showSentence(const QString& sentence, bool trouble) {
  sentence_->say(sentence, trouble ? StatusLabel::Tone::trouble : StatusLabel::Tone::plain);
  emit said(sentence);
}

void ResultsView::forgetExport() {
  if (!exports_->running()) showSentence({}, false);
}

void ResultsView::select(std::uint32_t index, bool add) {
  const int row = matches_.rowOf(index);
  if (row < 0) return;
  const QScopedValueRollback quiet(quiet_, true);
  const QModelIndex cell = matches_.index(row, MatchList::NumberColumn);
  using Flag = QItemSelectionModel::SelectionFlag;
  table_->selectionModel()->setCurrentIndex(
      cell, (add ? Flag::Select : Flag::ClearAndSelect) | Flag::Rows);
  table_->scrollTo(cell);
}

void ResultsView::selectNothing() {
  const QScopedValueRollback quiet(quiet_, true);
  table_->clearSelection();
}

void ResultsView::selectNeedle(std::uint32_t needle) {
  std::vector<std::uint32_t> wanted;
  for (const std::uint32_t index : matches_.shown()) {
    if (matches_.match(index).needle == needle) wanted.push_back(index);
  }
  std::sort(wanted.begin(), wanted.end());
  {
    const QScopedValueRollback quiet(quiet_, true);
    selected_ = std::move(wanted);
    selectRows();
    takeSelection();
  }
  emit selectionChanged(selected_);
}

std::optional<std::uint32_t> ResultsView::current() const {
  const QModelIndex at = table_->currentIndex();
  if (!at.isValid() || !table_->selectionModel()->isRowSelected(at.row(), {})) return {};
  return matches_.shown()[static_cast<std::size_t>(at.row())];
}

void ResultsView::step(int by) {
  const int rows = matches_.rowCount();
  if (rows == 0) return;
  const auto now = current();
  const int row = now ? (matches_.rowOf(*now) + by + rows) % rows : by > 0 ? 0 : rows - 1;
  goTo(matches_.shown()[static_cast<std::size_t>(row)]);
}

void ResultsView::goTo(std::uint32_t index) {
  select(index, false);
  emit stepped(index);
}

void ResultsView::selectRows() {
  std::vector<int> rows;
  for (const std::uint32_t index : selected_) {
    if (const int row = matches_.rowOf(index); row >= 0) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  table_->selectionModel()->select(runsOf(matches_, rows, MatchList::kColumns),
                                   QItemSelectionModel::ClearAndSelect);
}

void ResultsView::takeSelection() {
  std::vector<std::uint32_t> now = table_->selectedMatches();
  std::sort(now.begin(), now.end());
  const bool changed = now != selected_;
  selected_ = std::move(now);
  for (QWidget* widget : std::initializer_list<QWidget*>{yes_, no_, copy_, remove_}) {
    widget->setEnabled(!selected_.empty());
  }
  for (QAction* action : table_->actions()) {
    if (action->menu() == nullptr) action->setEnabled(!selected_.empty());
  }
  if (changed && !quiet_) emit selectionChanged(selected_);
}

void ResultsView::beginReset() {
  const QModelIndex at = table_->currentIndex();
  current_.reset();
  if (at.isValid()) current_ = matches_.shown()[static_cast<std::size_t>(at.row())];
}

void ResultsView::endReset() {
  const std::vector<std::uint32_t> before = selected_;
  {
    const QScopedValueRollback quiet(quiet_, true);
    // An earlier result may be gone.
    if (result_.lock() != matches_.result() || !matches_.result()) {
      current_.reset();
      selected_.clear();
      takeResult();
    }
    selectRows();
    if (current_ && matches_.rowOf(*current_) >= 0) {
      table_->selectionModel()->setCurrentIndex(
          matches_.index(matches_.rowOf(*current_), MatchList::NumberColumn),
          QItemSelectionModel::NoUpdate);
    }
    takeSelection();
  }
  showCount();
  showCovered();
  if (selected_ != before) emit selectionChanged(selected_);
}

void ResultsView::takeResult() {
  result_ = matches_.result();
  minimum_->setHistogram(histogramOf(matches_.result()));
}

void ResultsView::setMinimum(double score, bool hasScores) {
  minimum_->setVisible(hasScores);
  minimum_->setValue(score);
  applyMinimum();
}

void ResultsView::applyMinimum() {
  const SearchResultPtr& result = matches_.result();
  // At the minimum nothing is filtered, not even correlations below 0.
  const bool all =
      !result || !result->settings.scored() || minimum_->value() <= result->settings.minScore;
  matches_.setMinimum(all ? -1 : minimum_->value());
}

void ResultsView::showCovered() {
  const SearchResultPtr& result = matches_.result();
  const bool may =
      result && result->settings.select.overlap < 1 && !result->finding.matches.empty();
  const std::size_t count = matches_.coveredReaching();
  coveredLine_->setVisible(isSheetShown() && may && (!matches_.covered() || count > 0));
  const QString more = count < MatchList::kMostCovered ? QString() : QStringLiteral("+");
  covered_->setText(matches_.covered() ? tr("Hidden by overlap: %1").arg(counted(count) + more)
                                       : tr("Hidden by overlap"));
  showCovered_->setText(matches_.coveredShown() ? tr("Hide") : tr("Show"));
}

void ResultsView::showCount() {
  const std::size_t all = matches_.result() ? matches_.result()->finding.matches.size() : 0;
  const std::size_t shown = matches_.shown().size();
  if (matches_.result() == nullptr) {
    count_->setText({});
    table_->setMessage(tr("Matches are listed here"));
  } else if (matches_.filtering()) {
    count_->setText(tr("Filtering %1 matches...").arg(counted(all)));
    table_->setMessage(tr("Filtering..."));
  } else if (shown < all) {
    count_->setText(matches_.countText());
    table_->setMessage(tr("No match passes the filters"));
  } else {
    count_->setText(matches_.countText());
    table_->setMessage(tr("Nothing was found"));
  }
}

void ResultsView::copySelected() {
  if (selected_.empty()) return;
  // Without a header, in table order, as shown.
  QApplication::clipboard()->setText(
      QString::fromUtf8(tsvOf({matches_.result(), table_->selectedMatches()})));
}

void ResultsView::removeSelected() {
  if (selected_.empty()) return;
  int row = matches_.rowCount();
  for (const std::uint32_t index : selected_) row = std::min(row, matches_.rowOf(index));
  undo_.push(new RemoveMatches(matches_, selected_));
  // Select the next row, so that Delete can be repeated.
  if (const int next = std::min(row, matches_.rowCount() - 1); next >= 0) {
    table_->selectRow(next);
  }
}

}  // namespace espy::desktop
