// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/library_panel.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "identify/id_list.h"
#include "identify/surface_controller.h"
#include "identify/surface_words.h"
#include "widgets/flow_layout.h"
#include "widgets/mnemonic.h"

namespace espy::desktop {

QString nameOfLibrary(const QString& folder) {
  return QFileInfo(folder).fileName();
}

LibraryPanel::LibraryPanel(SurfaceController& controller, QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      library_(new QToolButton),
      facts_(new QLabel),
      filter_(new QLineEdit),
      ids_(new IdList(this)),
      list_(new QListView),
      add_(new QPushButton(tr("&Add photographs..."))),
      remove_(new QPushButton(tr("&Remove"))) {
  library_->setAccessibleName(tr("Library"));
  library_->setToolTip(tr("Opens a library of known surfaces, or makes one"));
  library_->setPopupMode(QToolButton::InstantPopup);
  library_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  library_->setFocusPolicy(Qt::StrongFocus);
  library_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  library_->setMenu(new QMenu(library_));
  facts_->setAccessibleName(tr("Contents of the library"));
  facts_->setWordWrap(true);
  makeList();
  for (QPushButton* button : {add_, remove_}) {
    button->setAccessibleName(withoutMnemonic(button->text()).remove(QStringLiteral("...")));
    button->setAutoDefault(false);
  }
  add_->setToolTip(tr("Adds photographs of surfaces; the file name becomes the id"));
  remove_->setToolTip(tr("Removes the selected surfaces from the library"));
  connect(add_, &QPushButton::clicked, this, &LibraryPanel::addWanted);
  connect(remove_, &QPushButton::clicked, this, &LibraryPanel::removeSelected);
  auto* buttons = new FlowLayout;
  buttons->addWidget(add_);
  buttons->addWidget(remove_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(library_);
  column->addWidget(facts_);
  column->addWidget(filter_);
  column->addWidget(list_, 1);
  column->addLayout(buttons);
  connect(&controller, &SurfaceController::opened, this, [this] {
    filter_->clear();
    ids_->setLibrary(controller_.library());
    refresh();
  });
  connect(&controller, &SurfaceController::changed, this, [this] {
    refresh();
    // Do not reset the list under the user while photographs are being added.
    if (controller_.isWriting()) return;
    scrolled_ = list_->verticalScrollBar()->value();
    ids_->reload();
  });
  connect(&controller, &SurfaceController::busyChanged, this, &LibraryPanel::refresh);
  setRecent({});
  refresh();
}

void LibraryPanel::makeList() {
  filter_->setAccessibleName(tr("Filter ids"));
  filter_->setPlaceholderText(tr("Ids that begin with..."));
  filter_->setClearButtonEnabled(true);
  filter_->setAcceptDrops(false);  // dropped photographs go to the view
  list_->setAccessibleName(tr("Ids of the library"));
  list_->setToolTip(tr("Enter shows the surface"));
  list_->setModel(ids_);
  list_->setUniformItemSizes(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setMinimumHeight(3 * fontMetrics().height());
  connect(filter_, &QLineEdit::textChanged, ids_, &IdList::setBeginning);
  connect(ids_, &IdList::fetched, this, &LibraryPanel::showListed);
  connect(ids_, &QAbstractItemModel::modelReset, this, &LibraryPanel::refresh);
  connect(list_, &QListView::activated, this,
          [this](const QModelIndex& index) { emit surfaceChosen(ids_->id(index.row())); });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &LibraryPanel::refresh);
  auto* erase = new QShortcut(QKeySequence::Delete, list_);
  erase->setContext(Qt::WidgetShortcut);
  connect(erase, &QShortcut::activated, this, &LibraryPanel::removeSelected);
}

void LibraryPanel::removeSelected() {
  const QStringList ids = selectedIds();
  if (!ids.isEmpty() && remove_->isEnabled()) emit removeWanted(ids);
}

QStringList LibraryPanel::selectedIds() const {
  QStringList ids;
  for (const QModelIndex& index : list_->selectionModel()->selectedIndexes()) {
    ids += ids_->id(index.row());
  }
  return ids;
}

void LibraryPanel::setRecent(const QStringList& folders) {
  QMenu* menu = library_->menu();
  menu->clear();
  menu->addAction(tr("&Open a library..."), this, &LibraryPanel::openWanted);
  menu->addAction(tr("&New library..."), this, &LibraryPanel::createWanted);
  if (!folders.isEmpty()) menu->addSeparator();
  for (const QString& folder : folders) {
    // Escape "&": it would be a mnemonic.
    QAction* action =
        menu->addAction(nameOfLibrary(folder).replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setToolTip(folder);
    connect(action, &QAction::triggered, this, [this, folder] { emit recentWanted(folder); });
  }
  menu->setToolTipsVisible(true);
}

void LibraryPanel::refresh() {
  const bool open = controller_.library() != nullptr;
  library_->setText(controller_.isOpening() ? tr("Opening...")
                    : open                  ? nameOfLibrary(controller_.folder())
                                            : tr("No library"));
  library_->setToolTip(open ? controller_.folder()
                            : tr("Opens a library of known surfaces, or makes one"));
  facts_->setText(open ? wordsOf(controller_.facts()) : QString());
  facts_->setVisible(open);
  filter_->setEnabled(open);
  list_->setEnabled(open);
  add_->setEnabled(open && !controller_.isWriting());
  remove_->setEnabled(open && !controller_.isWriting() && list_->selectionModel()->hasSelection());
}

/// Restores the scroll position and shows the library's facts or that no id matches.
void LibraryPanel::showListed() {
  if (const auto value = std::exchange(scrolled_, std::nullopt)) {
    list_->verticalScrollBar()->setValue(*value);
  }
  const bool none = ids_->rowCount() == 0 && !filter_->text().isEmpty();
  if (none) facts_->setText(tr("No id begins with this"));
  if (!none && controller_.library()) facts_->setText(wordsOf(controller_.facts()));
}

}  // namespace espy::desktop
