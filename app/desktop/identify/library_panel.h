// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QToolButton;

namespace espy::desktop {

class IdList;
class SurfaceController;

/// Panel of the open library: name, facts, ids and actions.
class LibraryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LibraryPanel(SurfaceController& controller, QWidget* parent = nullptr);

  IdList& ids() { return *ids_; }
  QStringList selectedIds() const;
  void setRecent(const QStringList& folders);
  /// Updates from the controller.
  void refresh();

 signals:
  void openWanted();
  void createWanted();
  void recentWanted(const QString& folder);
  void addWanted();
  void removeWanted(const QStringList& ids);
  void surfaceChosen(const QString& id);

 private:
  void makeList();
  void showListed();
  void removeSelected();

  SurfaceController& controller_;
  QToolButton* library_;
  QLabel* facts_;
  QLineEdit* filter_;
  IdList* ids_;
  QListView* list_;
  QPushButton* add_;
  QPushButton* remove_;
  std::optional<int> scrolled_;  ///< scroll position to restore after the reload
};

/// Display name of a library: the name of its folder.
QString nameOfLibrary(const QString& folder);

}  // namespace espy::desktop
