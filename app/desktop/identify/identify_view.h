// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "identify/answer_list.h"
#include "identify/surface_controller.h"
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
struct DropZone;
class LibraryPanel;
class NoticeBar;

/// Settings of the view that persist between sessions.
struct IdentifyChoice {
  QString library;     ///< opened last, reopened at start
  QStringList recent;  ///< libraries, most recent first
  QString engine = QStringLiteral("auto");
};
void remember(const IdentifyChoice& choice, QSettings& settings);
IdentifyChoice recalledIdentifyChoice(const QSettings& settings);

/// Identifies which known surface a photograph shows: opens or creates a library, adds photographs
/// to it or identifies them, and shows the answers.
class IdentifyView : public QWidget {
  Q_OBJECT

 public:
  explicit IdentifyView(IdentifyTools tools, QWidget* parent = nullptr);

  IdentifyChoice choice() const;
  void setChoice(const IdentifyChoice& choice);

  void openLibrary(const QString& folder);
  /// Creates a library in `folder` and adds these photographs.
  void createLibrary(const QString& folder, const QStringList& photographs = {});
  /// Accepts files, and folders for all pictures in them.
  void addPhotographs(const QStringList& paths);
  void identify(const QStringList& paths);
  void identify(const PicturePtr& picture);
  /// Cancels running work; committed surfaces and finished answers stay.
  void cancel();
  bool isBusy() const;

  SurfaceController& controller() { return controller_; }
  AnswerList& answers() { return *answers_; }
  AnswerPage& page() { return *page_; }
  LibraryPanel& panel() { return *panel_; }
  NoticeBar& notice() { return *notice_; }
  /// One line for each photograph that was not added.
  QStringList problems() const;
  /// Text shown in place of an answer; empty when there is one.
  QString invitation() const;
  void chooseAnswer(int row);

 private:
  QWidget* makeLeft();
  QWidget* makePhotographs();
  QWidget* makeRight();
  QWidget* makeInvitation();
  QWidget* makeProgress();
  void connectDesk();
  void connectAdding();
  bool acceptsDrag(const QMimeData& data);
  std::vector<DropZone> dropZones() const;
  /// Returns false if nothing was dropped.
  bool takeDrop(const Dropped& what, int zone);
  void askForLibrary();
  void askForNewLibrary(const QStringList& photographs);
  void askForPhotographs(bool add);
  void ask(const Photo& photo);
  void identifyAgain();
  void addSelected();
  void removeSelectedPhotographs();
  void askToRemove(const QStringList& ids);
  void startAdding(const AddPlan& plan);
  void showNews(const AddProgress& news);
  void endAdding(const AddProgress& news);
  void remember(const QString& folder);
  void showAnswer();
  void refresh();
  void complain(const QString& sentence);
  std::vector<int> selectedRows() const;

  SurfaceController controller_;
  FolderScan toAdd_;
  FolderScan toAsk_;
  AnswerList* answers_;
  QStringList recent_;
  QStringList forNewLibrary_;  ///< to be added once the new library is open
  QString last_;               ///< library to remember: the last one that was requested or opened
  int questions_ = 0;          ///< number of pictures without a file, for their names
  std::size_t problemCount_ = 0;
  bool surfaceShown_ = false;  ///< a surface of the library is shown instead of an answer

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
  QWidget* left_ = nullptr;    ///< on which photographs are added
  bool dragsLibrary_ = false;  ///< the drag over the view is a library
};

/// Whether `folder` is a library of surfaces. Reads one small file.
bool isLibraryFolder(const QString& folder);

}  // namespace espy::desktop
