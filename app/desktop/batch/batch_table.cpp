// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_table.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/folder_scan.h"
#include "model/paths.h"
#include "widgets/contrast.h"

namespace espy::desktop {

BatchRows::BatchRows(BatchQueue& queue, QObject* parent)
    : QSortFilterProxyModel(parent), queue_(queue), collator_(orderOfNames()) {
  setSourceModel(&queue);
  setDynamicSortFilter(true);
}

void BatchRows::setText(const QString& text) {
  text_ = text;
  invalidateFilter();
}

void BatchRows::setState(std::optional<BatchState> state) {
  state_ = state;
  invalidateFilter();
}

bool BatchRows::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  if (state_ && queue_.fate(row).state != *state_) return false;
  if (text_.isEmpty()) return true;
  for (const int column : {BatchQueue::kImage, BatchQueue::kState}) {
    const QString text = queue_.data(queue_.index(row, column), Qt::DisplayRole).toString();
    if (text.contains(text_, Qt::CaseInsensitive)) return true;
  }
  return false;
}

bool BatchRows::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = queue_.data(left, BatchQueue::kSortRole);
  const QVariant b = queue_.data(right, BatchQueue::kSortRole);
  if (a.typeId() == QMetaType::Double) return a.toDouble() < b.toDouble();
  return collator_.compare(a.toString(), b.toString()) < 0;
}

namespace {

bool isRemove(const QKeyEvent& event) {
  return event.matches(QKeySequence::Delete);
}

bool isOpen(const QKeyEvent& event) {
  return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

/// Elides sentences on the right.
class SentenceDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideRight;
  }
};

/// Paints an image's thumbnail before its name.
class ImageDelegate : public QStyledItemDelegate {
 public:
  ImageDelegate(BatchTable& table, int side)
      : QStyledItemDelegate(&table), table_(table), side_(side) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideLeft;  // a path's end distinguishes pictures
    // Also without a thumbnail, so that the names are aligned.
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(side_, side_);
    const QImage* picture = table_.thumbnail(table_.rows().mapToSource(index).row());
    if (picture != nullptr) option->icon = QIcon(QPixmap::fromImage(*picture));
  }

 private:
  BatchTable& table_;
  int side_;
};

Image readRegular(const QString& file, const std::stop_token& stop) {
  // Reading a pipe would take what the batch is to search.
  if (QFileInfo::exists(file) && !QFileInfo(file).isFile()) return {};
  ReadOptions options;
  options.stop = stop;
  return readPicture(pathOf(file), options).image;
}

/// The marked picture, if it can be read, else the image, in the middle of a square of `side`
/// pixels.
QImage thumbnailOf(const QString& file, const QString& marked, int side,
                   const std::stop_token& stop) {
  Image image;
  try {
    if (!marked.isEmpty()) image = readRegular(marked, stop);
  } catch (const Error&) {  // removed since: the image itself will do
  }
  if (image.view().empty()) image = readRegular(file, stop);
  const QImage small = qImageFrom(image, {side, side});
  if (small.isNull()) return {};
  QImage square(side, side, QImage::Format_ARGB32_Premultiplied);
  square.fill(Qt::transparent);
  QPainter(&square).drawImage((side - small.width()) / 2, (side - small.height()) / 2, small);
  return square;
}

}  // namespace

BatchTable::BatchTable(BatchQueue& queue, QWidget* parent)
    : QTableView(parent), queue_(queue), rows_(new BatchRows(queue, this)) {
  setAccessibleName(tr("Pictures of the batch"));
  setModel(rows_);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setAlternatingRowColors(true);
  setShowGrid(false);
  setWordWrap(false);
  const int line = fontMetrics().height();
  const int side = 2 * line;
  setItemDelegateForColumn(BatchQueue::kImage, new ImageDelegate(*this, side));
  setItemDelegateForColumn(BatchQueue::kState, new SentenceDelegate(this));
  setTabKeyNavigation(false);  // Tab moves to the next control
  const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(1);
  verticalHeader()->setDefaultSectionSize(side + line / 3);
  horizontalHeader()->setHighlightSections(false);
  // Keep the order of insertion until the user sorts.
  horizontalHeader()->setSortIndicatorClearable(true);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  setSortingEnabled(true);
  horizontalHeader()->setSectionResizeMode(BatchQueue::kImage, QHeaderView::Stretch);
  horizontalHeader()->setSectionResizeMode(BatchQueue::kState, QHeaderView::Stretch);
  setColumnWidth(BatchQueue::kMatches, 10 * digit);
  setColumnWidth(BatchQueue::kTime, 12 * digit);
  setMinimumHeight(8 * line);
  connect(this, &QTableView::doubleClicked, this, &BatchTable::openPressed);
  connect(&queue, &QAbstractItemModel::modelReset, this, [this, side] { readThumbnails(side); });
  connect(&queue, &QAbstractItemModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last) {
            for (int image = first.row(); image <= last.row(); ++image) {
              const ImageFate& fate = queue_.fate(image);
              const bool marked = fate.state == BatchState::done && !fate.output.isEmpty();
              const bool again = fate.state == BatchState::queued;
              if (marked || again) thumbnails_.forget(static_cast<std::uint32_t>(image));
            }
          });
  connect(&thumbnails_, &CropCache::ready, viewport(), qOverload<>(&QWidget::update));
  connect(&thumbnails_, &CropCache::failed, this,
          [this](std::uint32_t /*image*/, const QString& sentence) { emit unreadable(sentence); });
  readThumbnails(side);
}

void BatchTable::readThumbnails(int side) {
  thumbnails_.setSource([this, side](std::uint32_t image) -> CropCache::Make {
    const auto row = static_cast<int>(image);
    const ImageFate& fate = queue_.fate(row);
    const QString marked = fate.state == BatchState::done ? fate.output : QString();
    const double ratio = devicePixelRatioF();
    return [file = queue_.image(row), marked, side, ratio](const std::stop_token& stop) {
      QImage picture = thumbnailOf(file, marked, qRound(side * ratio), stop);
      picture.setDevicePixelRatio(ratio);
      return picture;
    };
  });
}

const QImage* BatchTable::thumbnail(int image) {
  const QImage* made = thumbnails_.crop(static_cast<std::uint32_t>(image));
  return made == nullptr || made->isNull() ? nullptr : made;
}

std::vector<int> BatchTable::selectedImages() const {
  std::vector<int> images;
  for (const QModelIndex& index : selectionModel()->selectedRows()) {
    images.push_back(rows_->mapToSource(index).row());
  }
  return images;
}

void BatchTable::showImage(int image) {
  const QModelIndex listed = rows_->mapFromSource(queue_.index(image, 0));
  if (listed.isValid()) scrollTo(listed);
}

void BatchTable::setDropHint(bool shown) {
  dropHint_ = shown;
  viewport()->update();
}

bool BatchTable::event(QEvent* event) {
  // Claim these keys before the window's shortcuts.
  if (event->type() == QEvent::ShortcutOverride) {
    auto& key = static_cast<QKeyEvent&>(*event);
    if (isRemove(key) || isOpen(key)) {
      key.accept();
      return true;
    }
  }
  return QTableView::event(event);
}

void BatchTable::keyPressEvent(QKeyEvent* event) {
  if (isRemove(*event)) {
    emit removePressed();
  } else if (isOpen(*event)) {
    emit openPressed(currentIndex());
  } else {
    QTableView::keyPressEvent(event);
  }
}

void BatchTable::paintEvent(QPaintEvent* event) {
  const QRect all = viewport()->rect();
  if (event->rect().contains(all)) thumbnails_.beginPainting();
  QTableView::paintEvent(event);
  QPainter painter(viewport());
  if (queue_.size() == 0) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(all, Qt::AlignCenter, tr("Drop pictures and folders here"));
  } else if (rows_->rowCount() == 0) {
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(all, Qt::AlignCenter, tr("No picture passes the filters"));
  }
  if (dropHint_) {
    constexpr int kLine = 3;
    painter.setPen(QPen(accentOn(palette().color(QPalette::Base), palette()), kLine));
    painter.drawRect(all.adjusted(1, 1, -2, -2));
  }
}

}  // namespace espy::desktop
