// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "tray/tray_view.h"

#include <QColorDialog>
#include <QDrag>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "model/needle_tray.h"
#include "tray/needle_export.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kWidth = 116;

/// Paints a thumbnail, name, check box and a bar in the needle's colour.
class NeedleDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle& style = *item.widget->style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    QRect bar = option.rect.adjusted(1, 2, 0, -2);
    bar.setWidth(kBar);
    painter->fillRect(bar, index.data(NeedleTray::colourRole).value<QColor>());
    const QSize icon = item.decorationSize;
    const QRect inner = option.rect.adjusted(kBar + 3, kInset, -3, -kInset);
    item.icon.paint(painter, QRect(inner.topLeft(), QSize(inner.width(), icon.height())));
    paintCount(*painter, item, QRect(inner.topLeft(), QSize(inner.width(), icon.height())),
               index.data(NeedleTray::countRole).toString());
    QStyleOptionViewItem tick = item;
    tick.rect = tickIn(item);
    tick.state &= ~QStyle::State_HasFocus;
    tick.state |= item.checkState == Qt::Checked ? QStyle::State_On : QStyle::State_Off;
    style.drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &tick, painter, item.widget);
    const bool selected = (item.state & QStyle::State_Selected) != 0;
    painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(inner.adjusted(0, icon.height() + kInset, 0, 0),
                      Qt::AlignHCenter | Qt::AlignTop,
                      item.fontMetrics.elidedText(item.text, Qt::ElideMiddle, inner.width()));
    if ((item.state & QStyle::State_HasFocus) != 0) {
      QStyleOptionFocusRect focus;
      focus.QStyleOption::operator=(item);
      style.drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, item.widget);
    }
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const override {
    return {option.rect.width(),
            option.decorationSize.height() + 3 * kInset + option.fontMetrics.height()};
  }
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override {
    if (event->type() == QEvent::MouseButtonRelease) {
      const auto* mouse = static_cast<QMouseEvent*>(event);  // NOLINT: said by its type
      if (mouse->button() == Qt::LeftButton && tickIn(option).contains(mouse->pos())) {
        return model->setData(
            index,
            index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
            Qt::CheckStateRole);
      }
      return false;
    }
    return event->type() == QEvent::KeyPress &&
           QStyledItemDelegate::editorEvent(event, model, option, index);
  }
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                            const QModelIndex& /*index*/) const override {
    const int height = editor->sizeHint().height();
    editor->setGeometry(option.rect.left() + kBar, option.rect.bottom() - height,
                        option.rect.width() - kBar, height);
  }

 private:
  /// The number of needles of an index, over the lower edge of its picture.
  static void paintCount(QPainter& painter, const QStyleOptionViewItem& item, const QRect& icon,
                         const QString& count) {
    if (count.isEmpty()) return;
    QRect badge(0, 0, item.fontMetrics.horizontalAdvance(count) + 2 * kInset,
                item.fontMetrics.height());
    badge.moveCenter(icon.center());
    badge.moveBottom(icon.bottom());
    painter.fillRect(badge, item.palette.color(QPalette::ToolTipBase));
    painter.setPen(item.palette.color(QPalette::ToolTipText));
    painter.drawText(badge, Qt::AlignCenter, count);
  }

  static QRect tickIn(const QStyleOptionViewItem& option) {
    const QStyle& style = *option.widget->style();
    const QSize size(style.pixelMetric(QStyle::PM_IndicatorWidth, &option, option.widget),
                     style.pixelMetric(QStyle::PM_IndicatorHeight, &option, option.widget));
    return {option.rect.topLeft() + QPoint(kBar + kInset, kInset), size};
  }

  static constexpr int kBar = 5;
  static constexpr int kInset = 4;
};

/// List of needles, which can be dragged out; shows a hint while empty.
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
    paintMessage(*this, TrayView::tr("Drag a rectangle over the picture, or drop a needle"));
  }
  void startDrag(Qt::DropActions /*actions*/) override {
    const QModelIndex index = currentIndex();
    if (!index.isValid()) return;
    const NeedleItem& needle = tray_.items()[static_cast<std::size_t>(index.row())];
    if (needle.isIndex()) return;
    auto* drag = new QDrag(this);  // deleted by Qt, with its data
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
      colour_(new QToolButton(this)),
      buttons_(new QHBoxLayout) {
  list_->setItemDelegate(new NeedleDelegate(list_));
  list_->setIconSize({64, 64});
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setResizeMode(QListView::Adjust);
  list_->setUniformItemSizes(true);
  list_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  list_->setAccessibleName(tr("Needles"));

  colour_->setAccessibleName(tr("Colour of the needle's marks"));
  colour_->setToolTip(tr("Chooses the colour of this needle's marks"));
  colour_->setAutoRaise(true);
  colour_->setFocusPolicy(Qt::TabFocus);
  connect(colour_, &QToolButton::clicked, this, &TrayView::chooseColour);

  addJudgeActions();
  auto* title = new QLabel(tr("Needles"), this);
  buttons_->setSpacing(0);
  buttons_->addWidget(colour_);
  for (QAction* action : actions) addButton(action);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, kGap, 0, 0);
  column->addWidget(title, 0, Qt::AlignHCenter);
  column->addLayout(buttons_);
  column->addWidget(list_);
  setFixedWidth(kWidth);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) {
            showColour();
            if (now.isValid()) emit chosen(currentId());
          });
  connect(&tray, &NeedleTray::changed, this, &TrayView::showColour);
  showColour();
}

void TrayView::addButton(QAction* action) {
  auto* button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(action->iconText());
  buttons_->insertWidget(buttons_->indexOf(colour_), button);
}

void TrayView::setJudgesOffered(bool offered) {
  list_->setContextMenuPolicy(offered ? Qt::ActionsContextMenu : Qt::NoContextMenu);
}

void TrayView::addJudgeActions() {
  // Actions of the context menu.
  saveJudge_ = new QAction(tr("Save &judge..."), list_);
  loadJudge_ = new QAction(tr("&Load judge..."), list_);
  connect(saveJudge_, &QAction::triggered, this, [this] { emit saveJudgeWanted(currentId()); });
  connect(loadJudge_, &QAction::triggered, this, [this] { emit loadJudgeWanted(currentId()); });
  list_->addActions({saveJudge_, loadJudge_});
  list_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void TrayView::enableJudgeActions() {
  const NeedleItem* needle = tray_.find(currentId());
  saveJudge_->setEnabled(needle != nullptr && needle->judge != nullptr);
  loadJudge_->setEnabled(needle != nullptr && !needle->isIndex());
}

void TrayView::showColour() {
  enableJudgeActions();
  const QModelIndex index = list_->currentIndex();
  colour_->setEnabled(index.isValid());
  QPixmap swatch(colour_->iconSize());
  swatch.fill(index.isValid() ? index.data(NeedleTray::colourRole).value<QColor>()
                              : palette().color(QPalette::Disabled, QPalette::ButtonText));
  colour_->setIcon(swatch);
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
