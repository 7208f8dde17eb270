// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QHBoxLayout>
#include <QListView>
#include <QToolButton>
#include <QWidget>

namespace espy::desktop {

class NeedleTray;

/// Strip of needle thumbnails with colour, name and on/off state.
class TrayView : public QWidget {
  Q_OBJECT

 public:
  /// `actions` become buttons above the needles.
  TrayView(NeedleTray& tray, const QList<QAction*>& actions, QWidget* parent = nullptr);

  /// Id of the selected needle, 0 for none.
  int currentId() const;
  void setCurrent(int id);
  /// Adds a button above the needles.
  void addButton(QAction* action);
  /// Whether the context menu saves and loads judges.
  void setJudgesOffered(bool offered);

 signals:
  void chosen(int id);
  void saveJudgeWanted(int id);
  void loadJudgeWanted(int id);

 private:
  void chooseColour();
  void showColour();
  void addJudgeActions();
  void enableJudgeActions();

  NeedleTray& tray_;
  QListView* list_;
  QToolButton* colour_;
  QHBoxLayout* buttons_;
  QAction* saveJudge_ = nullptr;
  QAction* loadJudge_ = nullptr;
};

}  // namespace espy::desktop
