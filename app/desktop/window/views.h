// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStackedWidget>
#include <memory>
#include <vector>

#include "window/actions.h"

namespace espy {
class Registry;
}

namespace espy::desktop {

class BatchView;
class PicturePage;
struct BatchMatch;
class Workbench;

/// The two pages of the main window, one shown at a time: the picture, and the batch, which is
/// created when first shown.
class Views : public QObject {
  Q_OBJECT

 public:
  Views(const Registry& registry, Workbench& bench, const Actions& actions, PicturePage& picture,
        QWidget& window);
  ~Views() override;

  QStackedWidget* stack() { return stack_; }
  /// Shows a page, identified by its action.
  void show(ActionId view);
  ActionId shown() const { return shown_; }
  /// Actions of the pages, in the order of the switcher.
  static std::vector<ActionId> all();

  BatchView& batch();
  void showBatch(const QStringList& files);
  /// Call when the needles or the settings changed.
  void update();

 signals:
  void changed();  ///< another page is shown

 private:
  void openMatch(const BatchMatch& match);
  /// Selects the match that was opened, if the current result has it.
  bool selectOpened();
  void awaitOpened();
  void endOpening();  ///< once no search of its picture runs

  const Registry& registry_;
  Workbench& bench_;
  const Actions& actions_;
  PicturePage& picture_;
  QStackedWidget* stack_;
  QWidget* batchPage_ = nullptr;  ///< scrolls the batch
  ActionId shown_ = ActionId::picture;
  BatchView* batch_ = nullptr;
  std::unique_ptr<BatchMatch> opened_;  ///< to be selected when it is found; null: none
};

}  // namespace espy::desktop
