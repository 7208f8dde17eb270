// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "window/actions.h"

class QScrollArea;
class QSplitter;

namespace espy {
class Registry;
}

namespace espy::desktop {

class Canvas;
class JudgeBar;
class NoticeBar;
class OptionsPanel;
class ResultsView;
class StatusBand;
class TrayView;
class Workbench;

/// Picture view: the canvas, the needle strip next to it, the status band above, and a collapsible
/// panel with options and matches.
class PicturePage : public QWidget {
  Q_OBJECT

 public:
  PicturePage(const Registry& registry, Workbench& bench, const Actions& actions,
              QWidget* parent = nullptr);

  Canvas& canvas() { return *canvas_; }
  NoticeBar& notice() { return *notice_; }
  /// For notices that wait for an answer.
  NoticeBar& standing() { return *standing_; }
  ResultsView& results() { return *results_; }
  OptionsPanel& options() { return *options_; }
  TrayView& tray() { return *tray_; }
  JudgeBar& judgeBar() { return *judgeBar_; }
  StatusBand& status() { return *status_; }

  void setPanelShown(bool shown);
  bool isPanelShown() const { return panelShown_; }
  /// Shows only the picture, for full screen.
  void setPictureOnly(bool bare);

  QByteArray saveState() const;
  void restoreState(const QByteArray& state);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QWidget* makeCentre(Workbench& bench, const Actions& actions);
  QWidget* makePanel(const Registry& registry, Workbench& bench);
  void showParts();
  /// Gives the options the height they need but keeps a few rows for the matches.
  void fitOptions();

  Canvas* canvas_ = nullptr;
  NoticeBar* notice_ = nullptr;
  NoticeBar* standing_ = nullptr;
  ResultsView* results_ = nullptr;
  OptionsPanel* options_ = nullptr;
  TrayView* tray_ = nullptr;
  JudgeBar* judgeBar_ = nullptr;
  StatusBand* status_ = nullptr;
  QWidget* panel_ = nullptr;
  QScrollArea* scroll_ = nullptr;  ///< contains the options
  QSplitter* splitter_ = nullptr;
  bool panelShown_ = true;
  bool widthChosen_ = false;  ///< the user has resized the panel
  bool bare_ = false;
};

}  // namespace espy::desktop
