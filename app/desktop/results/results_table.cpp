// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/results_table.h"

#include <QCache>
#include <QDrag>
#include <QHeaderView>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionHeader>
#include <QStyledItemDelegate>
#include <algorithm>

#include "results/match_keys.h"
#include "results/upright_crop.h"
#include "widgets/plain_widgets.h"

namespace espy::desktop {

namespace {

QImage pixelsOf(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  const Match& match = result.finding.matches[matches.indices.front()];
  return qImageFrom(result.scene->image.view().crop(match.x, match.y, {match.width, match.height}));
}

bool canBeFiles(const ExportedMatches& matches) {
  if (matches.indices.empty() || matches.indices.size() > kMostDraggedFiles) return false;
  std::uint64_t pixels = 0;
  for (const std::uint32_t index : matches.indices) {
    const Match& match = matches.result->finding.matches[index];
    pixels += std::uint64_t{match.width} * match.height;
  }
  return pixels <= kMostDraggedPixels;
}

}  // namespace

MatchMimeData::MatchMimeData(const ExportedMatches& matches) : DragData(OwnDrop::welcome) {
  offer(QStringLiteral("text/csv"), [matches]() -> QVariant { return csvOf(matches); });
  offer(QStringLiteral("text/plain"),
        [matches]() -> QVariant { return QString::fromUtf8(tsvOf(matches)); });
  if (matches.indices.size() == 1) offerPixels([matches] { return pixelsOf(matches); });
  if (!canBeFiles(matches)) return;
  offerFiles([matches](const QString& folder) { writeCrops(matches, folder); });
}

QItemSelection runsOf(const QAbstractItemModel& model, const std::vector<int>& rows, int columns) {
  QItemSelection selection;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) ++last;
    selection.append({model.index(rows[first], 0), model.index(rows[last], columns - 1)});
    first = last + 1;
  }
  return selection;
}

namespace {

constexpr int kNameDigits = 9;  ///< minimum width of the needle column, in digits

/// Paints the needle's colour and a thumbnail, unchanged in selected rows, which would tint them.
class NeedleDelegate : public QStyledItemDelegate {
 public:
  NeedleDelegate(const MatchList& matches, QObject* parent)
      : QStyledItemDelegate(parent), matches_(matches) {
    connect(&matches, &QAbstractItemModel::modelReset, this, [this] { icons_.clear(); });
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const Match& match = matches_.match(matches_.shown()[static_cast<std::size_t>(index.row())]);
    const qreal ratio = option->widget != nullptr ? option->widget->devicePixelRatioF() : 1;
    QPixmap* known = icons_.object(match.needle);
    if (known == nullptr || known->size() != option->decorationSize * ratio ||
        known->devicePixelRatio() != ratio) {
      known = new QPixmap(iconOf(matches_.needleOf(match), option->decorationSize, ratio));
      icons_.insert(match.needle, known);
    }
    option->icon = QIcon(*known);
    option->icon.addPixmap(*known, QIcon::Selected);
  }

 private:
  static QPixmap iconOf(const NeedleItem& needle, QSize size, qreal ratio) {
    constexpr int kStripe = 4;
    QPixmap icon(size * ratio);
    icon.setDevicePixelRatio(ratio);
    icon.fill(Qt::transparent);
    QPainter painter(&icon);
    painter.fillRect(0, 0, kStripe, size.height(), needle.colour);
    QImage crop = needleCrop(needle, qRound(size.height() * ratio));
    crop.setDevicePixelRatio(ratio);
    const QSizeF taken = crop.deviceIndependentSize();
    painter.drawImage(QPointF(kStripe + (size.width() - kStripe - taken.width()) / 2,
                              (size.height() - taken.height()) / 2),
                      crop);
    return icon;
  }

  const MatchList& matches_;
  mutable QCache<std::uint32_t, QPixmap> icons_{256};
};

}  // namespace

ResultsTable::ResultsTable(MatchList& matches, QWidget* parent)
    : QTableView(parent), matches_(matches) {
  setAccessibleName(tr("Matches"));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setAlternatingRowColors(true);
  setShowGrid(false);
  setWordWrap(false);
  setTextElideMode(Qt::ElideRight);
  setTabKeyNavigation(false);  // Tab moves to the next control
  setDragEnabled(true);
  setDragDropMode(DragOnly);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSortIndicator(MatchList::NumberColumn, Qt::AscendingOrder);
  setSortingEnabled(true);
  setModel(&matches);
  setItemDelegateForColumn(MatchList::NeedleColumn, new NeedleDelegate(matches, this));
  // Next to the needle, so that it is visible in a narrow panel, too.
  QHeaderView& header = *horizontalHeader();
  header.moveSection(header.visualIndex(MatchList::ScoreColumn),
                     header.visualIndex(MatchList::XColumn));
  setSizes();
  const auto showPoses = [this] {
    const bool poses = matches_.hasPoses();
    // Show the pose or the judge's probability instead of the window's size.
    const bool judged = matches_.judged() != nullptr;
    setColumnHidden(MatchList::SizeColumn, poses || judged);
    const SearchResultPtr& result = matches_.result();
    setColumnHidden(MatchList::NeedleColumn, result && result->needles.size() == 1);
    setColumnHidden(MatchList::AngleColumn, !poses);
    setColumnHidden(MatchList::ScaleColumn, !poses || !matches_.scalesVary());
    setColumnHidden(MatchList::MirroredColumn, !poses || !matches_.result()->settings.pose.flip);
    setColumnHidden(MatchList::VerdictColumn, !matches_.hasVerdicts());
    setColumnHidden(MatchList::JudgeColumn, !judged);
    // Identical matches have none.
    setColumnHidden(MatchList::DistanceColumn,
                    !result || !result->settings.hasDistance() ||
                        (!result->settings.scored() && result->settings.tolerance == 0));
    shareWidth();
  };
  connect(&matches, &QAbstractItemModel::modelReset, this, showPoses);
  connect(&matches, &MatchList::verdictsChanged, this, showPoses);
  connect(&matches, &MatchList::judgedChanged, this, showPoses);
  showPoses();
  connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column) {
    setColumnWidth(column, std::max(columnWidth(column), titleWidth(column)));
    shareWidth();
  });
}

void ResultsTable::setSizes() {
  const QFontMetrics metrics(font());
  const int swatch = metrics.ascent() - 1;
  setIconSize({swatch + swatch / 2, swatch});
  verticalHeader()->setMinimumSectionSize(1);
  verticalHeader()->setDefaultSectionSize(metrics.height() + metrics.height() / 3);
  // Wide enough for usual values and for the title in any language.
  const int digit = metrics.horizontalAdvance(QLatin1Char('0'));
  constexpr int kDigits[MatchList::kColumns] = {4, 2, kNameDigits, 5, 5, 7, 6, 5, 2, 7, 6, 9};
  for (int column = 0; column < MatchList::kColumns; ++column) {
    setColumnWidth(column, std::max((kDigits[column] + 1) * digit, titleWidth(column)));
  }
  shareWidth();
}

int ResultsTable::titleWidth(int column) const {
  const QHeaderView& header = *horizontalHeader();
  QStyleOptionHeader option;
  option.initFrom(&header);
  option.orientation = Qt::Horizontal;
  option.section = column;
  option.text = matches_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  if (column == header.sortIndicatorSection()) option.sortIndicator = QStyleOptionHeader::SortDown;
  return header.style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, &header).width();
}

QSize ResultsTable::sizeHint() const {
  int width = 2 * frameWidth() + verticalScrollBar()->sizeHint().width();
  for (int column = 0; column <= MatchList::ScoreColumn; ++column) {
    if (column == MatchList::VerdictColumn) continue;  // shown only if there are verdicts
    width += column == MatchList::NeedleColumn ? leastNameWidth() : columnWidth(column);
  }
  return {width, QTableView::sizeHint().height()};
}

int ResultsTable::leastNameWidth() const {
  const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
  return std::max(kNameDigits * digit, titleWidth(MatchList::NeedleColumn));
}

void ResultsTable::shareWidth() {
  int others = 0;
  for (int column = 0; column < MatchList::kColumns; ++column) {
    if (column != MatchList::NeedleColumn) others += columnWidth(column);
  }
  setColumnWidth(MatchList::NeedleColumn, std::max(leastNameWidth(), viewport()->width() - others));
}

void ResultsTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) shareWidth();
}

void ResultsTable::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) setSizes();
}

std::vector<std::uint32_t> ResultsTable::selectedMatches() const {
  std::vector<std::pair<int, int>> ranges;
  for (const QItemSelectionRange& range : selectionModel()->selection()) {
    ranges.emplace_back(range.top(), range.bottom());
  }
  std::sort(ranges.begin(), ranges.end());
  std::vector<std::uint32_t> indices;
  int next = 0;  // ranges may overlap
  for (const auto& [top, bottom] : ranges) {
    for (int row = std::max(top, next); row <= bottom; ++row) {
      indices.push_back(matches_.shown()[static_cast<std::size_t>(row)]);
    }
    next = std::max(next, bottom + 1);
  }
  return indices;
}

void ResultsTable::setMessage(const QString& text) {
  message_ = text;
  setAccessibleDescription(text);
  viewport()->update();
}

void ResultsTable::centre(const QModelIndex& index) {
  if (!index.isValid()) return;
  emit centrePressed(matches_.shown()[static_cast<std::size_t>(index.row())]);
}

void ResultsTable::zoom(const QModelIndex& index) {
  if (!index.isValid()) return;
  emit zoomPressed(matches_.shown()[static_cast<std::size_t>(index.row())]);
}

bool ResultsTable::event(QEvent* event) {
  // In the table these keys apply to matches; suppress the window's shortcuts.
  if (event->type() == QEvent::ShortcutOverride) {
    auto& key = static_cast<QKeyEvent&>(*event);
    if (key.matches(QKeySequence::Copy) || isRemove(key) || isCentre(key) || isZoom(key)) {
      key.accept();
      return true;
    }
  }
  return QTableView::event(event);
}

void ResultsTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    emit copyPressed();
  } else if (isRemove(*event)) {
    emit removePressed();
  } else if (isCentre(*event)) {
    centre(currentIndex());
  } else if (isZoom(*event)) {
    zoom(currentIndex());
  } else {
    QTableView::keyPressEvent(event);
  }
}

void ResultsTable::mouseDoubleClickEvent(QMouseEvent* event) {
  QTableView::mouseDoubleClickEvent(event);
  if (event->button() == Qt::LeftButton) zoom(indexAt(event->pos()));
}

void ResultsTable::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (matches_.rowCount() == 0) paintMessage(*this, message_);
}

void ResultsTable::startDrag(Qt::DropActions /*actions*/) {
  std::vector<std::uint32_t> indices = selectedMatches();
  if (indices.empty()) return;
  auto* drag = new QDrag(this);  // deleted by Qt together with its data
  drag->setMimeData(new MatchMimeData({matches_.result(), std::move(indices)}));
  drag->exec(Qt::CopyAction);
}

}  // namespace espy::desktop
