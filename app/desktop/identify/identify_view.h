// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "identify/answer_list.h"
#include "identify/identify_choice.h"
#include "identify/surface_desk.h"
#include "model/drag_data.h"
#include "model/folder_scan.h"

class QComboBox;
class QLabel;
class QListView;
class QListWidget;
class QProgressBar;
class QPushButton;
class QShortcut;
class QStackedWidget;

namespace espy::desktop {

class AnswerPage;
class IdentifyZones;
class LibraryPanel;
class NoticeBar;

/// Which known surface does a photograph show? A library is opened or made, photographs are added
/// to it or asked about, and the answer is looked at.
class IdentifyView : public QWidget {
  Q_OBJECT

 public:
  explicit IdentifyView(IdentifyTools tools, QWidget* parent = nullptr);
  ~IdentifyView() override;

  IdentifyChoice choice() const;
  void setChoice(const IdentifyChoice& choice);

  void openLibrary(const QString& folder);
  /// Makes a library here, and adds these photographs to it.
  void createLibrary(const QString& folder, const QStringList& photographs = {});
  /// Files, and the pictures in folders.
  void addPhotographs(const QStringList& paths);
  void identify(const QStringList& paths);
  void identify(const PicturePtr& picture);
  /// Stops what is under way; what was done stays.
  void cancel();
  bool isBusy() const;

  SurfaceDesk& desk() { return desk_; }
  AnswerList& answers() { return *answers_; }
  AnswerPage& page() { return *page_; }
  LibraryPanel& panel() { return *panel_; }
  NoticeBar& notice() { return *notice_; }
  /// What was not added, line by line.
  QStringList problems() const;
  /// What the view says where there is no answer to show; empty where there is.
  QString invitation() const;
  void chooseAnswer(int row);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* makeLeft();
  QWidget* makePhotographs();
  QWidget* makeRight();
  QWidget* makeInvitation();
  QWidget* makeProgress();
  void connectDesk();
  void connectAdding();
  void takeDrop(const Dropped& what, bool isLibrary, bool add);
  void askForLibrary();
  void askForNewLibrary(const QStringList& photographs);
  void askForPhotographs(bool add);
  void ask(const Photo& photo);
  void askAgain();
  void addSelected();
  void removeSelectedPhotographs();
  void askToRemove(const QStringList& ids);
  void startAdding(const AddPlan& plan);
  void showNews(const AddNews& news);
  void endAdding(const AddNews& news);
  void remember(const QString& folder);
  void showAnswer();
  void refresh();
  void complain(const QString& sentence);
  std::vector<int> selectedRows() const;

  SurfaceDesk desk_;
  FolderScan toAdd_;
  FolderScan toAsk_;
  AnswerList* answers_;
  QStringList recent_;
  QStringList forNewLibrary_;  ///< photographs that wait until it is there
  QString last_;               ///< the library to open when the view is first seen
  int questions_ = 0;          ///< pictures that came from no file
  std::size_t problemCount_ = 0;
  bool surfaceShown_ = false;  ///< of the library, in place of an answer

  LibraryPanel* panel_ = nullptr;
  QListView* list_ = nullptr;
  QComboBox* engine_ = nullptr;
  QPushButton* ask_ = nullptr;
  QPushButton* again_ = nullptr;
  QPushButton* keep_ = nullptr;
  NoticeBar* notice_ = nullptr;
  QListWidget* problems_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  AnswerPage* page_ = nullptr;
  QLabel* invitation_ = nullptr;
  std::vector<QPushButton*> inviting_;  ///< open, new, add, identify
  QWidget* progressLine_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* progressWords_ = nullptr;
  QShortcut* escape_ = nullptr;
  IdentifyZones* zones_ = nullptr;
};

/// Is this folder a library of surfaces? Looks at one small file.
bool isLibraryFolder(const QString& folder);

}  // namespace espy::desktop
