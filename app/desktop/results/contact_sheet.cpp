// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/contact_sheet.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyleOption>
#include <QStyledItemDelegate>
#include <algorithm>
#include <memory>
#include <utility>

#include "results/match_keys.h"
#include "results/upright_crop.h"
#include "widgets/plain_widgets.h"

namespace espy::desktop {
namespace {

class SheetDelegate : public QStyledItemDelegate {
 public:
  explicit SheetDelegate(ContactSheet& sheet) : QStyledItemDelegate(&sheet), sheet_(sheet) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    SheetCellLook look = sheet_.look(index);
    const QRect cell(option.rect.topLeft(), sheet_.gridSize());
    painter->save();
    painter->setFont(sheet_.font());
    if ((option.state & QStyle::State_Selected) != 0) {
      painter->fillRect(cell.adjusted(1, 1, -1, -1), option.palette.highlight());
      look.ink = option.palette.color(QPalette::HighlightedText);
    }
    paintSheetCell(*painter, cell, look);
    if ((option.state & QStyle::State_HasFocus) != 0) {
      QStyleOptionFocusRect focus;
      focus.QStyleOption::operator=(option);
      focus.rect = cell.adjusted(1, 1, -1, -1);
      sheet_.style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, &sheet_);
    }
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                 const QModelIndex& /*index*/) const override {
    return sheet_.gridSize();
  }

 private:
  ContactSheet& sheet_;
};

}  // namespace

void SheetModel::setCells(std::vector<SheetCell> cells) {
  beginResetModel();
  cells_ = std::move(cells);
  const std::size_t count = matches_.result() ? matches_.result()->finding.matches.size() : 0;
  rows_.assign(count + (matches_.covered() ? matches_.covered()->size() : 0), -1);
  for (std::size_t row = 0; row < cells_.size(); ++row) {
    const SheetCell& cell = cells_[row];
    if (cell.state != SheetState::needle) rows_[cell.index] = static_cast<std::int32_t>(row);
  }
  endResetModel();
}

int SheetModel::rowOf(std::uint32_t match) const {
  return match < rows_.size() ? rows_[match] : -1;
}

Qt::ItemFlags SheetModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const SheetCell& at = cell(index);
  const bool listed = at.state != SheetState::needle && matches_.rowOf(at.index) >= 0;
  return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren |
         (listed ? Qt::ItemIsSelectable : Qt::NoItemFlags);
}

QVariant SheetModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || !matches_.result()) return {};
  const SheetCell& at = cell(index);
  const SearchResult& result = *matches_.result();
  switch (role) {
    case Qt::DisplayRole:
      if (at.state == SheetState::needle) return result.needles[at.index].name;
      if (at.state == SheetState::covered) {  // has no number
        return QLocale().toString(matches_.match(at.index).score, 'f', 3);
      }
      return sheetCaption(matches_.match(at.index), at.index);
    case kPictureRole:
      return at.state == SheetState::needle ? QString() : sheetPictureName(result, at.index);
    case Qt::StatusTipRole:  // why a match is hidden
      if (at.state == SheetState::belowMinimum) return tr("below minimum");
      if (at.state == SheetState::rejected) return tr("judged false");
      if (at.state == SheetState::covered) return tr("overlapped");
      return {};
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
      if (at.state == SheetState::needle) {
        return tr("Needle: %1").arg(result.needles[at.index].name);
      }
      const Match& match = matches_.match(at.index);
      const QString number =
          at.state == SheetState::covered ? QStringLiteral("–") : QString::number(at.index + 1);
      QString text = tr("Match %1, %2, x %3, y %4, score %5")
                         .arg(number, matches_.needleOf(match).name, QString::number(match.x),
                              QString::number(match.y), QLocale().toString(match.score, 'f', 3));
      for (const int more : {int{Qt::StatusTipRole}, kPictureRole}) {
        const QString words = data(index, more).toString();
        if (!words.isEmpty()) text += QStringLiteral(", ") + words;
      }
      return text;
    }
    default:
      return {};
  }
}

ContactSheet::ContactSheet(MatchList& matches, ResultsTable* table, QWidget* parent)
    : QListView(parent), matches_(matches), table_(table), model_(matches) {
  setAccessibleName(tr("Matches as a contact sheet"));
  setFlow(LeftToRight);
  setWrapping(true);
  setResizeMode(Adjust);
  setMovement(Static);
  setUniformItemSizes(true);
  setSelectionMode(ExtendedSelection);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabKeyNavigation(false);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  viewport()->setMouseTracking(true);
  setModel(&model_);
  setItemDelegate(new SheetDelegate(*this));
  setSizes();
  connect(&matches, &QAbstractItemModel::modelReset, this, &ContactSheet::refresh);
  connect(&matches, &MatchList::verdictsChanged, this, &ContactSheet::refresh);
  connect(&matches, &MatchList::judgedChanged, this, &ContactSheet::refresh);
  connect(&matches, &MatchList::removedChanged, this, &ContactSheet::refresh);
  connect(&matches, &MatchList::coveredChanged, this, &ContactSheet::refresh);
  connect(&crops_, &CropCache::ready, viewport(), qOverload<>(&QWidget::update));
  if (table == nullptr) return;
  const auto follow = [this] {
    if (!selecting_ && !outdated_ && isVisible()) selectAsTable(true);
  };
  connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, follow);
  connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this, follow);
}

void ContactSheet::setMessage(const QString& text) {
  message_ = text;
  viewport()->update();
}

void ContactSheet::setSizes() {
  const bool hidden =
      !model_.cells().empty() && model_.cells().back().state >= SheetState::rejected;
  const bool pictures = matches_.result() && matches_.result()->pictures;
  const QSize size = sheetCellSize(fontMetrics(), 1 + (hidden ? 1 : 0) + (pictures ? 1 : 0));
  if (size != gridSize()) setGridSize(size);
  verticalScrollBar()->setSingleStep(size.height() / 4);
}

void ContactSheet::refresh() {
  if (isVisible()) return rebuild();
  outdated_ = true;
  if (model_.rowCount() > 0) model_.setCells({});
  result_.reset();
  crops_.setSource({});
}

void ContactSheet::rebuild() {
  outdated_ = false;
  const QScopedValueRollback selecting(selecting_, true);
  const int side = qRound(kSheetSide * devicePixelRatioF());
  const bool same = result_ == matches_.result() && side == side_;
  if (!same) {
    result_ = matches_.result();
    side_ = side;
    needles_.clear();
    auto crops = std::make_shared<MatchCrops>(result_, side_);
    crops_.setSource([this, crops](std::uint32_t index) {
      return [crops, index, match = matches_.match(index)](const std::stop_token& stop) {
        return crops->crop(index, match, stop);
      };
    });
  }
  std::vector<SheetCell> cells = sheetCells(matches_);
  if (same && cells == model_.cells()) return viewport()->update();
  const int scrolled = verticalScrollBar()->value();
  hovered_ = -1;
  crops_.beginPainting();  // what was wanted may not exist any more
  model_.setCells(std::move(cells));
  setSizes();
  executeDelayedItemsLayout();
  verticalScrollBar()->setValue(same ? scrolled : 0);
  selectAsTable(false);
}

SheetCellLook ContactSheet::look(const QModelIndex& index) {
  SheetCellLook look;
  const SheetCell& cell = model_.cell(index);
  look.caption = index.data(Qt::DisplayRole).toString();
  look.picture = index.data(SheetModel::kPictureRole).toString();
  look.reason = index.data(Qt::StatusTipRole).toString();
  look.ink = palette().color(look.reason.isEmpty() ? QPalette::Text : QPalette::PlaceholderText);
  if (cell.state == SheetState::needle) {
    look.image = needle(cell.index);
    look.frame = matches_.result()->needles[cell.index].colour;
    return look;
  }
  const MatchVerdict said = matches_.said(cell.index);
  if (said != MatchVerdict::nothing) look.caption += QStringLiteral("  ") + signOf(said);
  if (const QImage* crop = crops_.crop(cell.index)) {
    look.image = index.row() == hovered_
                     ? differenceOf(*crop, needle(matches_.match(cell.index).needle))
                     : *crop;
  }
  return look;
}

const QImage& ContactSheet::needle(std::uint32_t needle) {
  const auto known = needles_.find(needle);
  if (known != needles_.end()) return known->second;
  constexpr std::size_t kMostNeedles = 256;  // they are small
  if (needles_.size() >= kMostNeedles) needles_.clear();
  return needles_[needle] = needleCrop(result_->needles[needle], side_);
}

void ContactSheet::selectAsTable(bool scroll) {
  if (table_ == nullptr) return;
  const QScopedValueRollback selecting(selecting_, true);
  std::vector<int> rows;
  for (const std::uint32_t match : table_->selectedMatches()) {
    if (const int row = model_.rowOf(match); row >= 0) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  selectionModel()->select(runsOf(model_, rows, 1), QItemSelectionModel::ClearAndSelect);
  const QModelIndex at = table_->currentIndex();
  if (!at.isValid() || at.row() >= matches_.rowCount()) return;
  const int row = model_.rowOf(matches_.shown()[static_cast<std::size_t>(at.row())]);
  if (row < 0) return;
  selectionModel()->setCurrentIndex(model_.index(row), QItemSelectionModel::NoUpdate);
  if (scroll) scrollTo(model_.index(row));
}

void ContactSheet::selectInTable() {
  if (table_ == nullptr) return;
  const QScopedValueRollback selecting(selecting_, true);
  std::vector<int> rows;
  for (const QItemSelectionRange& range : selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) {
      const SheetCell& cell = model_.cells()[static_cast<std::size_t>(row)];
      if (cell.state == SheetState::needle) continue;
      if (const int listed = matches_.rowOf(cell.index); listed >= 0) rows.push_back(listed);
    }
  }
  std::sort(rows.begin(), rows.end());
  QItemSelectionModel& table = *table_->selectionModel();
  const auto now = currentMatch();
  if (const int row = now ? matches_.rowOf(*now) : -1; row >= 0) {
    table.setCurrentIndex(matches_.index(row, MatchList::NumberColumn),
                          QItemSelectionModel::NoUpdate);
  }
  table.select(runsOf(matches_, rows, MatchList::kColumns), QItemSelectionModel::ClearAndSelect);
}

void ContactSheet::selectionChanged(const QItemSelection& selected,
                                    const QItemSelection& deselected) {
  QListView::selectionChanged(selected, deselected);
  if (!selecting_) selectInTable();
}

std::optional<std::uint32_t> ContactSheet::currentMatch() const {
  const QModelIndex at = currentIndex();
  if (!at.isValid() || model_.cell(at).state == SheetState::needle) return {};
  return model_.cell(at).index;
}

void ContactSheet::setHovered(int row) {
  if (row == hovered_) return;
  for (const int changed : {std::exchange(hovered_, row), row}) {
    if (changed >= 0)
      viewport()->update(QRect(visualRect(model_.index(changed)).topLeft(), gridSize()));
  }
}

bool ContactSheet::event(QEvent* event) {
  // Here these keys apply to matches; suppress the window's shortcuts.
  if (event->type() == QEvent::ShortcutOverride) {
    auto& key = static_cast<QKeyEvent&>(*event);
    const bool acts =
        table_ != nullptr && (key.matches(QKeySequence::Copy) || isRemove(key) || isCentre(key));
    if (acts || isZoom(key)) {
      key.accept();
      return true;
    }
  }
  return QListView::event(event);
}

bool ContactSheet::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::MouseMove) {
    setHovered(indexAt(static_cast<QMouseEvent*>(event)->pos()).row());
  } else if (event->type() == QEvent::Leave || event->type() == QEvent::Wheel) {
    setHovered(-1);
  }
  return QListView::viewportEvent(event);
}

void ContactSheet::keyPressEvent(QKeyEvent* event) {
  const auto now = currentMatch();
  if (event->matches(QKeySequence::Copy)) {
    emit copyPressed();
  } else if (isRemove(*event)) {
    emit removePressed();
  } else if (isCentre(*event)) {
    if (now) emit centrePressed(*now);
  } else if (isZoom(*event)) {
    if (now) emit zoomPressed(*now);
  } else if (isPlain(*event) && (event->key() == Qt::Key_Y || event->key() == Qt::Key_N)) {
    emit sayPressed(event->key() == Qt::Key_Y ? MatchVerdict::yes : MatchVerdict::no);
  } else {
    QListView::keyPressEvent(event);
  }
}

void ContactSheet::mouseDoubleClickEvent(QMouseEvent* event) {
  QListView::mouseDoubleClickEvent(event);
  const auto now = currentMatch();
  if (event->button() == Qt::LeftButton && now && indexAt(event->pos()) == currentIndex()) {
    emit zoomPressed(*now);
  }
}

void ContactSheet::paintEvent(QPaintEvent* event) {
  if (qRound(kSheetSide * devicePixelRatioF()) != side_ && !outdated_) rebuild();
  if (event->rect().contains(viewport()->rect())) crops_.beginPainting();
  QListView::paintEvent(event);
  if (model_.rowCount() == 0) paintMessage(*this, table_ != nullptr ? table_->message() : message_);
}

void ContactSheet::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  const QSizeF pixels = QSizeF(viewport()->size()) * devicePixelRatioF();
  crops_.keepPixels(static_cast<qsizetype>(pixels.width() * pixels.height()));
}

void ContactSheet::showEvent(QShowEvent* event) {
  QListView::showEvent(event);
  if (outdated_) rebuild();
  selectAsTable(true);
}

void ContactSheet::changeEvent(QEvent* event) {
  QListView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) setSizes();
}

}  // namespace espy::desktop
