// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/identify_view.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "identify/answer_page.h"
#include "identify/id_list.h"
#include "identify/library_panel.h"
#include "identify/surface_words.h"
#include "widgets/ask_path.h"
#include "widgets/drop_overlay.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {
namespace {

constexpr int kRecent = 8;
constexpr std::size_t kMostProblems = 1000;  // list rows
constexpr int kProblemLines = 5;             // visible without scrolling
const QString kLibraryWord = QStringLiteral("libraries");
const QString kPhotographsWord = QStringLiteral("photographs");
// Keys of settings.
const QString kLibrary = QStringLiteral("identify/library");
const QString kRecentLibraries = QStringLiteral("identify/recent");
const QString kIdentifyEngine = QStringLiteral("identify/engine");

enum Zone { kAdd = 1, kAsk, kOpen, kMake };

}  // namespace

bool isLibraryFolder(const QString& folder) {
  QFile file(QDir(folder).filePath(QStringLiteral("library")));
  return QFileInfo(folder).isDir() && file.open(QIODevice::ReadOnly) &&
         file.read(12) == QByteArrayLiteral("espy library");
}

void remember(const IdentifyChoice& choice, QSettings& settings) {
  settings.setValue(kLibrary, choice.library);
  settings.setValue(kRecentLibraries, choice.recent);
  settings.setValue(kIdentifyEngine, choice.engine);
}

IdentifyChoice recalledIdentifyChoice(const QSettings& settings) {
  IdentifyChoice choice;
  choice.library = settings.value(kLibrary).toString();
  choice.recent = settings.value(kRecentLibraries).toStringList();
  choice.engine = settings.value(kIdentifyEngine, choice.engine).toString();
  return choice;
}

IdentifyChoice IdentifyView::choice() const {
  return {controller_.library() ? controller_.folder() : last_, recent_, engine_->currentText()};
}

void IdentifyView::setChoice(const IdentifyChoice& choice) {
  engine_->setCurrentIndex(std::max(0, engine_->findText(choice.engine)));
  recent_ = choice.recent.mid(0, kRecent);
  panel_->setRecent(recent_);
  last_ = choice.library;
  if (!last_.isEmpty()) openLibrary(last_);
}

void IdentifyView::connectDesk() {
  connect(&controller_, &SurfaceController::opened, this, [this] {
    remember(controller_.folder());
    surfaceShown_ = false;
    notice_->clear();
    // Identify the photographs again, now with this library.
    for (const Photo& photo : answers_->askAllAgain()) ask(photo);
    if (!forNewLibrary_.isEmpty()) addPhotographs(std::exchange(forNewLibrary_, {}));
    showAnswer();
  });
  connect(&controller_, &SurfaceController::changed, this, [this] {
    page_->retryMissingPictures();
    refresh();
  });
  connect(&controller_, &SurfaceController::openFailed, this,
          [this](const QString& /*folder*/, const QString& sentence) {
            forNewLibrary_.clear();
            complain(sentence);
            refresh();
          });
  connect(&controller_, &SurfaceController::answered, this,
          [this](int photo, const PhotoAnswerPtr& answer) {
            answers_->setAnswer(photo, answer);
            const int row = answers_->rowOf(photo);
            if (row >= 0 && row == list_->currentIndex().row()) showAnswer();
          });
  connect(&controller_, &SurfaceController::looked, this, [this](const ShownSurface& surface) {
    surfaceShown_ = true;
    page_->showSurface(surface, controller_.folder());
    refresh();
  });
  connect(&controller_, &SurfaceController::failed, this, &IdentifyView::complain);
  connect(&controller_, &SurfaceController::busyChanged, this, &IdentifyView::refresh);
  connect(&panel_->ids(), &IdList::failed, this, &IdentifyView::complain);
  connect(panel_, &LibraryPanel::openWanted, this, &IdentifyView::askForLibrary);
  connect(panel_, &LibraryPanel::createWanted, this, [this] { askForNewLibrary({}); });
  connect(panel_, &LibraryPanel::recentWanted, this, &IdentifyView::openLibrary);
  connect(panel_, &LibraryPanel::surfaceChosen, &controller_, &SurfaceController::look);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    surfaceShown_ = false;
    showAnswer();
  });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &IdentifyView::refresh);
  connect(list_, &QListView::clicked, this, [this] {
    if (std::exchange(surfaceShown_, false)) showAnswer();
  });
}

void IdentifyView::connectAdding() {
  connect(panel_, &LibraryPanel::addWanted, this, [this] { askForPhotographs(true); });
  connect(panel_, &LibraryPanel::removeWanted, this, &IdentifyView::askToRemove);
  connect(&controller_, &SurfaceController::planned, this, &IdentifyView::startAdding);
  connect(&controller_, &SurfaceController::adding, this, &IdentifyView::showNews);
  connect(&controller_, &SurfaceController::addingEnded, this, &IdentifyView::endAdding);
  connect(&controller_, &SurfaceController::removed, this, [this](int surfaces) {
    notice_->say(tr("%n surface(s) removed.", nullptr, surfaces), NoticeBar::Tone::plain);
  });
  connect(notice_, &NoticeBar::cleared, problems_, &QWidget::hide);
  connect(&toAdd_, &FolderScan::found, this, [this](const QStringList& files) {
    if (files.isEmpty()) return complain(tr("There is no picture in this folder"));
    if (controller_.isWriting())
      return complain(tr("Photographs are already being added: these were not added"));
    controller_.plan(files);
  });
  connect(&toAsk_, &FolderScan::found, this, [this](const QStringList& files) {
    if (files.isEmpty()) return complain(tr("There is no picture in this folder"));
    const int first = answers_->rowCount();
    for (const QString& file : files) {
      ask(answers_->add({0, QFileInfo(file).fileName(), file, nullptr}));
    }
    chooseAnswer(first);
  });
}

void IdentifyView::openLibrary(const QString& folder) {
  controller_.open(QFileInfo(folder).absoluteFilePath());
}

void IdentifyView::createLibrary(const QString& folder, const QStringList& photographs) {
  forNewLibrary_ = photographs;
  controller_.create(QFileInfo(folder).absoluteFilePath());
}

void IdentifyView::addPhotographs(const QStringList& paths) {
  if (!controller_.library()) return askForNewLibrary(paths);
  if (controller_.isWriting())
    return complain(tr("Photographs are already being added: these were not added"));
  toAdd_.start(paths, false);
}

void IdentifyView::identify(const QStringList& paths) {
  toAsk_.start(paths, false);
}

void IdentifyView::identify(const PicturePtr& picture) {
  if (!picture) return;
  ask(answers_->add({0, picture->name, picture->path, picture}));
  chooseAnswer(answers_->rowCount() - 1);
}

void IdentifyView::ask(const Photo& photo) {
  controller_.identify(photo, engine_->currentText());  // no-op until a library is open
}

void IdentifyView::identifyAgain() {
  if (!controller_.library()) return;
  const std::vector<int> rows = selectedRows();
  const bool some = rows.size() > 1 || (rows.size() == 1 && answers_->entry(rows.front()).answer);
  for (const Photo& photo : some ? answers_->identifyAgain(rows) : answers_->askAllAgain())
    ask(photo);
  showAnswer();
}

std::vector<int> IdentifyView::selectedRows() const {
  std::vector<int> rows;
  for (const QModelIndex& index : list_->selectionModel()->selectedIndexes()) {
    rows.push_back(index.row());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void IdentifyView::addSelected() {
  QStringList files;
  for (const int row : selectedRows()) files += answers_->entry(row).photo.path;
  files.removeAll(QString());
  if (files.isEmpty()) return complain(tr("Only photographs that are files can be added"));
  addPhotographs(files);
}

void IdentifyView::removeSelectedPhotographs() {
  answers_->remove(selectedRows());
  showAnswer();
}

void IdentifyView::askToRemove(const QStringList& ids) {
  const auto remove = [this, ids] {
    notice_->clear();
    controller_.remove(ids);
  };
  notice_->say(tr("Remove %n surface(s) from the library? This cannot be undone.", nullptr,
                  static_cast<int>(ids.size())),
               NoticeBar::Tone::plain,
               {{tr("Remove"), remove}, {tr("Keep"), [this] { notice_->clear(); }}});
}

void IdentifyView::startAdding(const AddPlan& plan) {
  problems_->clear();
  problemCount_ = 0;
  problems_->hide();
  const auto begin = [this, plan](bool replace) {
    notice_->clear();
    controller_.add(plan, replace);
  };
  if (plan.known == 0) return begin(false);
  notice_->say(tr("The library has surfaces of the same names as %1 of these %2 photographs.")
                   .arg(QLocale().toString(plan.known), QLocale().toString(plan.items.size())),
               NoticeBar::Tone::plain,
               {{tr("Replace them"), [begin] { begin(true); }},
                {tr("Keep the existing ones"), [begin] { begin(false); }}});
}

void IdentifyView::showNews(const AddProgress& news) {
  for (const AddProblem& problem : news.problems) {
    if (++problemCount_ > kMostProblems) continue;
    // Show the file name only; the tool tip has the whole sentence.
    problems_->addItem(QFileInfo(problem.file).fileName() +
                       problem.sentence.mid(problem.file.size()));
    problems_->item(problems_->count() - 1)->setToolTip(problem.sentence);
  }
  const int lines = std::min(problems_->count(), kProblemLines);
  problems_->setFixedHeight(lines * problems_->sizeHintForRow(0) + 2 * problems_->frameWidth());
  problems_->setVisible(problemCount_ > 0);
  progress_->setRange(0, std::max(1, news.all));
  progress_->setValue(news.looked);
  progressWords_->setText(
      tr("Adding: %1 of %2").arg(QLocale().toString(news.looked), QLocale().toString(news.all)));
}

void IdentifyView::endAdding(const AddProgress& news) {
  showNews(news);
  refresh();
  QString text = outcomeOf(news);
  if (problemCount_ > 0) {
    text = tr("%1, %2 not added")
               .arg(text, QLocale().toString(static_cast<qulonglong>(problemCount_)));
  }
  if (!news.failure.isEmpty()) text = news.failure + QLatin1Char('\n') + text;
  notice_->say(text, news.failure.isEmpty() ? NoticeBar::Tone::plain : NoticeBar::Tone::trouble);
}

QStringList IdentifyView::problems() const {
  QStringList lines;
  for (int row = 0; row < problems_->count(); ++row) lines += problems_->item(row)->toolTip();
  return lines;
}

void IdentifyView::cancel() {
  toAdd_.forget();
  toAsk_.forget();
  controller_.stopWriting();
  if (!controller_.isIdentifying() && !controller_.isOpening()) return;
  controller_.stopIdentifying();
  answers_->stop();
  showAnswer();
}

bool IdentifyView::isBusy() const {
  return controller_.isOpening() || controller_.isIdentifying() || controller_.isWriting();
}

void IdentifyView::remember(const QString& folder) {
  last_ = folder;
  recent_.removeAll(folder);
  recent_.push_front(folder);
  recent_ = recent_.mid(0, kRecent);
  panel_->setRecent(recent_);
}

void IdentifyView::chooseAnswer(int row) {
  list_->setCurrentIndex(answers_->index(row));
}

void IdentifyView::showAnswer() {
  const QModelIndex current = list_->currentIndex();
  if (current.isValid() && !surfaceShown_) {
    const AnswerList::Entry& entry = answers_->entry(current.row());
    const QString state =
        entry.state == AnswerList::State::waiting
            ? controller_.library() ? tr("Identifying...") : tr("Waiting for a library")
            : tr("Not processed");
    page_->showAnswer(entry.photo, entry.answer, controller_.folder(), state);
  }
  refresh();
}

QString IdentifyView::invitation() const {
  if (stack_->currentIndex() == 1) return {};
  return invitation_->text();
}

void IdentifyView::refresh() {
  const bool open = controller_.library() != nullptr;
  const bool filled = open && controller_.facts().references > 0;
  const bool photographs = answers_->rowCount() > 0;
  const bool shown = surfaceShown_ || (list_->currentIndex().isValid() && photographs);
  stack_->setCurrentIndex(shown ? 1 : 0);
  invitation_->setText(
      !open     ? tr("Drop a folder of photographs of surfaces to make a library: stones, planks, "
                         "cloth, bricks of tea. Espy then identifies the surface in another photograph.")
      : !filled ? tr("The library is empty. Drop photographs of surfaces onto the left side; the "
                     "file name becomes the id.")
                : tr("Drop a photograph here to see which of the surfaces it shows."));
  const bool visible[] = {!open, !open, open && !filled, filled};
  for (std::size_t i = 0; i < inviting_.size(); ++i) {
    inviting_[i]->setVisible(visible[i]);
    inviting_[i]->setEnabled(!isBusy() || i == 3);
  }
  again_->setEnabled(open && photographs);
  keep_->setEnabled(open && !controller_.isWriting() && list_->selectionModel()->hasSelection());
  progressLine_->setVisible(isBusy());
  escape_->setEnabled(isBusy());
  if (controller_.isWriting()) return;  // showNews() updates the progress
  if (controller_.isOpening()) {
    progress_->setRange(0, 0);
    progressWords_->setText(tr("Opening the library"));
  } else if (controller_.isIdentifying()) {
    const int all = answers_->rowCount();
    progress_->setRange(0, all);
    progress_->setValue(all - answers_->waiting());
    progressWords_->setText(tr("Identifying: %n to go", nullptr, answers_->waiting()));
  }
}

void IdentifyView::complain(const QString& sentence) {
  notice_->say(sentence, NoticeBar::Tone::trouble);
}

void IdentifyView::askForLibrary() {
  PathQuestion question;
  question.title = tr("Open a library");
  question.remembered = kLibraryWord;
  question.folder = QDir::homePath();
  askForPath(this, question, [this](const QString& folder) {
    rememberFolder(kLibraryWord, QFileInfo(folder).absolutePath());
    openLibrary(folder);
  });
}

void IdentifyView::askForNewLibrary(const QStringList& photographs) {
  PathQuestion question;
  question.title = tr("Save the new library as");
  question.remembered = kLibraryWord;
  question.folder = QDir::homePath();
  question.name = tr("surfaces") + QStringLiteral(".esl");
  question.filters = {tr("Libraries of surfaces (*.esl)")};
  askForPath(this, question, [this, photographs](const QString& folder) {
    rememberFolder(kLibraryWord, QFileInfo(folder).absolutePath());
    createLibrary(folder, photographs);
  });
}

void IdentifyView::askForPhotographs(bool add) {
  askForFiles(
      this, add ? tr("Add photographs") : tr("Identify photographs"), kPhotographsWord,
      {tr("Pictures (%1)").arg(pictureFilters().join(QLatin1Char(' '))), tr("All files (*)")},
      [this, add](const QStringList& files) { add ? addPhotographs(files) : identify(files); });
}

bool IdentifyView::acceptsDrag(const QMimeData& mime) {
  const QList<QUrl> urls = mime.urls();
  dragsLibrary_ = urls.size() == 1 && isLibraryFolder(urls.front().toLocalFile());
  return canDrop(mime);
}

std::vector<DropZone> IdentifyView::dropZones() const {
  if (dragsLibrary_) return {{kOpen, rect(), tr("Open this library"), {}}};
  if (!controller_.library()) {
    return {{kMake, rect(), tr("Make a library of these"),
             tr("from photographs or folders of photographs")}};
  }
  QRect add = rect();
  QRect ask = rect();
  add.setRight(left_->mapTo(this, QPoint(0, 0)).x() + left_->width() - 1);
  ask.setLeft(add.right() + 1);
  return {{kAsk, ask, tr("Which surface is this?"), tr("photographs, or folders of photographs")},
          {kAdd, add, tr("Add to the library"), tr("as new surfaces")}};
}

bool IdentifyView::takeDrop(const Dropped& what, int zone) {
  if (what.empty()) return false;
  if (zone == kOpen) {
    openLibrary(what.files.front());
  } else if (what.pixels.isNull()) {
    if (zone == kAsk) {
      identify(what.files);
    } else {
      addPhotographs(what.files);
    }
  } else if (zone == kAdd) {
    complain(tr("Only photographs that are files can be added"));
  } else {
    auto picture = std::make_shared<Picture>();
    picture->image = imageFrom(what.pixels);
    picture->name = tr("picture %1").arg(++questions_);
    identify(picture);
  }
  return true;
}

}  // namespace espy::desktop
