// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "tray/tray_view.h"

#include <QColorDialog>
#include <QDrag>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "model/needle_tray.h"
#include "tray/needle_export.h"

namespace espy::desktop {
namespace {

/// The usual item, and a bar of the needle's colour at its edge.
class NeedleDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem inner = option;
    inner.rect.setLeft(option.rect.left() + kBar + 2);
    QStyledItemDelegate::paint(painter, inner, index);
    QRect bar = option.rect.adjusted(1, 2, 0, -2);
    bar.setWidth(kBar);
    painter->fillRect(bar, index.data(NeedleTray::colourRole).value<QColor>());
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + kBar + 2, std::max(size.height(), kHeight)};
  }

 private:
  static constexpr int kBar = 5;
  static constexpr int kHeight = 56;
};

/// The list of needles, which can be dragged out; while it is empty it says what to do.
class NeedleList : public QListView {
 public:
  NeedleList(NeedleTray& tray, QWidget* parent) : QListView(parent), tray_(tray) {
    setModel(&tray);
    setDragEnabled(true);
    setDragDropMode(DragOnly);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QListView::paintEvent(event);
    if (!tray_.items().empty()) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int margin = fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                     TrayView::tr("Drag a rectangle over the picture, or drop a needle"));
  }
  void startDrag(Qt::DropActions /*actions*/) override {
    const QModelIndex index = currentIndex();
    if (!index.isValid()) return;
    const NeedleItem& needle = tray_.items()[static_cast<std::size_t>(index.row())];
    auto* drag = new QDrag(this);  // Qt deletes it with its data
    drag->setPixmap(index.data(Qt::DecorationRole).value<QPixmap>());
    drag->setMimeData(draggedNeedle(needle).release());
    drag->exec(Qt::CopyAction);
  }

 private:
  NeedleTray& tray_;
};

}  // namespace

TrayView::TrayView(NeedleTray& tray, const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent),
      tray_(tray),
      list_(new NeedleList(tray, this)),
      colour_(new QToolButton(this)) {
  list_->setItemDelegate(new NeedleDelegate(list_));
  list_->setIconSize({48, 48});
  list_->setUniformItemSizes(true);
  list_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  list_->setAccessibleName(tr("Needles"));
  list_->setToolTip(tr("What is looked for: tick to search, F2 to rename"));

  colour_->setText(tr("Colour..."));
  colour_->setAccessibleName(tr("Colour of the needle's marks"));
  colour_->setToolTip(tr("Chooses the colour of this needle's marks"));
  connect(colour_, &QToolButton::clicked, this, &TrayView::chooseColour);

  auto* buttons = new QHBoxLayout;
  for (QAction* action : actions) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    buttons->addWidget(button);
  }
  buttons->addStretch();
  buttons->addWidget(colour_);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(list_);
  column->addLayout(buttons);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) {
            colour_->setEnabled(now.isValid());
            if (now.isValid()) emit chosen(currentId());
          });
  colour_->setEnabled(false);
}

int TrayView::currentId() const {
  const QModelIndex index = list_->currentIndex();
  if (!index.isValid()) return tray_.items().empty() ? 0 : tray_.items().back().id;
  return index.data(NeedleTray::idRole).toInt();
}

void TrayView::setCurrent(int id) {
  const int row = tray_.rowOf(id);
  const QSignalBlocker quiet(this);
  list_->setCurrentIndex(row < 0 ? QModelIndex() : tray_.index(row));
}

void TrayView::chooseColour() {
  const QModelIndex index = list_->currentIndex();
  if (!index.isValid()) return;
  auto* dialog = new QColorDialog(index.data(NeedleTray::colourRole).value<QColor>(), window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Colour of the marks"));
  connect(dialog, &QColorDialog::colorSelected, this,
          [this, place = QPersistentModelIndex(index)](const QColor& colour) {
            if (place.isValid()) tray_.setData(place, colour, NeedleTray::colourRole);
          });
  dialog->show();
}

}  // namespace espy::desktop
