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
class SurfaceDesk;

/// The library that is open: which one, what is in it, its ids, and what can be done with it.
class LibraryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LibraryPanel(SurfaceDesk& desk, QWidget* parent = nullptr);

  IdList& ids() { return *ids_; }
  QStringList selectedIds() const;
  void setRecent(const QStringList& folders);
  /// What the desk has now.
  void refresh();

 signals:
  void openWanted();
  void createWanted();
  void recentWanted(const QString& folder);
  void addWanted();
  void removeWanted(const QStringList& ids);
  void lookWanted(const QString& id);

 private:
  void makeList();
  void showListed();
  void removeSelected();

  SurfaceDesk& desk_;
  QToolButton* library_;
  QLabel* facts_;
  QLineEdit* filter_;
  IdList* ids_;
  QListView* list_;
  QPushButton* add_;
  QPushButton* remove_;
  std::optional<int> scrolled_;  ///< where the list is to be when it has come again
};

/// A library's name for people: that of its folder.
QString nameOfLibrary(const QString& folder);

}  // namespace espy::desktop
