// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/project_keeper.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "project/project_file.h"
#include "widgets/ask_path.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

const char* const kFolderWord = "project";
/// The needle has no file of its own.
bool isCutOut(const NeedleItem& needle) {
  return needle.picture->path.isEmpty() || needle.mask != nullptr;
}

}  // namespace

ProjectKeeper::ProjectKeeper(Workbench& bench, QWidget& window)
    : QObject(&window), bench_(bench), window_(window) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(std::chrono::seconds(3));
  connect(&quiet_, &QTimer::timeout, this, &ProjectKeeper::writeUnsaved);
  connect(&bench.tray(), &NeedleTray::changed, this, &ProjectKeeper::touch);
  connect(&bench.matches(), &MatchList::verdictsChanged, this, &ProjectKeeper::touch);
  connect(&bench, &Workbench::sceneChanged, this, &ProjectKeeper::touch);
  connect(&bench, &Workbench::settingsChanged, this, &ProjectKeeper::touch);
  connect(&bench, &Workbench::expectedChanged, this, &ProjectKeeper::touch);
}

ProjectKeeper::~ProjectKeeper() {
  writer_.finish();
  if (!lock_) return;
  QFile::remove(unsavedPath());
  if (restored_) forget();  // restored, and closed normally
}

void ProjectKeeper::touch() {
  ++changes_;
  if (lock_) quiet_.start();
  emit changed();
}

void ProjectKeeper::setSaved(std::uint64_t changes) {
  saved_ = changes;
  emit changed();
}

QString ProjectKeeper::name() const {
  return path_.isEmpty() ? QString() : QFileInfo(path_).fileName();
}

QString ProjectKeeper::startFolder() const {
  const PicturePtr& scene = bench_.scene();
  const bool known = scene && !scene->path.isEmpty();
  return rememberedFolder(QLatin1String(kFolderWord),
                          known ? QFileInfo(scene->path).absolutePath() : QDir::homePath());
}

bool ProjectKeeper::hasUnsavedWork() const {
  if (changes_ == saved_) return false;
  if (!path_.isEmpty()) return true;
  const auto& needles = bench_.tray().items();
  return std::any_of(needles.begin(), needles.end(), [](const NeedleItem& needle) {
    return isCutOut(needle) || (needle.judge != nullptr && needle.judge->file.isEmpty());
  });
}

void ProjectKeeper::askBeforeClosing(std::function<void()> close) {
  const auto& needles = bench_.tray().items();
  const bool cuts = std::any_of(needles.begin(), needles.end(), isCutOut);
  const bool again = !path_.isEmpty();
  auto* box =
      new QMessageBox(QMessageBox::Question, tr("Espy"),
                      again  ? tr("Save the changes to %1?").arg(name())
                      : cuts ? tr("Save the needles that you cut out?")
                             : tr("Save what was learned?"),
                      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
  box->setInformativeText(
      again  ? tr("What you changed since then is not in the file yet.")
      : cuts ? tr("They are in no file yet. A project stores them with the picture.")
             : tr("The judge is in no file yet. A project stores it with its needle."));
  box->button(QMessageBox::Discard)->setText(tr("&Do not save"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this, [this, close = std::move(close)](int answer) {
    if (answer == QMessageBox::Save) return saveThen(close);
    if (answer != QMessageBox::Discard) return;
    setSaved(changes_);
    close();
  });
  box->open();
}

void ProjectKeeper::open() {
  auto* dialog = new QFileDialog(&window_, tr("Open a project"), startFolder(),
                                 tr("Espy projects (*%1)").arg(projectEnding()));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
  dialog->open();
}

void ProjectKeeper::open(const QString& path) {
  if (window_.isVisible() && hasUnsavedWork()) {
    return askBeforeClosing([this, path] { load(path); });
  }
  load(path);
}

void ProjectKeeper::load(const QString& path) {
  asked_ = changes_;
  if (reader_ != nullptr) reader_->forget();
  reader_ = &readers_.idle();
  reader_->add(
      [path](const Job::Handle& handle) {
        return std::make_shared<Project>(loadProject(path, handle.stop()));
      },
      [this, path](const Outcome<std::shared_ptr<Project>>& outcome) {
        if (outcome.value) return take(path, *outcome.value);
        const Failure& failure = outcome.failure;
        emit said(
            failure.unnamed ? path + QStringLiteral(": ") + failure.sentence : failure.sentence,
            true);
      });
}

void ProjectKeeper::take(const QString& path, const std::shared_ptr<Project>& project) {
  // The user may have made changes while the project was read.
  if (window_.isVisible() && changes_ != asked_ && hasUnsavedWork()) {
    return askBeforeClosing([this, path, project] { show(path, std::move(*project)); });
  }
  show(path, std::move(*project));
}

void ProjectKeeper::show(const QString& path, Project project) {
  const QString missing =
      project.sceneTrouble.isEmpty() ? project.judgeTrouble : project.sceneTrouble;
  bench_.setProject(std::move(project));
  if (!missing.isEmpty()) emit said(missing, true);
  const bool own = path != rescuedPath();
  restored_ = !own;
  if (restored_) emit restored();
  path_ = own ? path : QString();
  if (own) saved_ = changes_;  // restored work is not in the project's file yet
  emit changed();
  if (own) rememberFolder(QLatin1String(kFolderWord), QFileInfo(path).absolutePath());
}

void ProjectKeeper::saveThen(const Then& then) {
  if (path_.isEmpty()) return askThen(then);
  writeThen(path_, then);
}

void ProjectKeeper::askThen(const Then& then) {
  const PicturePtr& scene = bench_.scene();
  const QString name = scene ? QFileInfo(scene->name).completeBaseName() : tr("project");
  askForPath(&window_,
             {tr("Save the project"),
              QLatin1String(kFolderWord),
              startFolder(),
              name + projectEnding(),
              {tr("Espy projects (*%1)").arg(projectEnding())}},
             [this, then](const QString& path) {
               const bool ends = path.endsWith(projectEnding(), Qt::CaseInsensitive);
               writeThen(ends ? path : path + projectEnding(), then);
             });
}

void ProjectKeeper::writeThen(const QString& path, const Then& then) {
  // Changes during the write are not included.
  write(path, bench_.project(), [this, path, then, now = changes_](const QString& trouble) {
    if (!trouble.isEmpty()) return emit said(trouble, true);
    path_ = path;
    setSaved(now);
    rememberPath(QLatin1String(kFolderWord), path);
    emit said(tr("Saved as %1").arg(QFileInfo(path).fileName()), false);
    if (then) then();
  });
}

void ProjectKeeper::write(const QString& path, Project project,
                          const std::function<void(const QString& trouble)>& done) {
  writer_.add(
      [path, project = std::move(project)](const Job::Handle&) { saveProject(path, project); },
      [this, done](const Failure& failure) {
        done(failure.sentence);
        emit written();
      });
}

QString ProjectKeeper::unsavedPath() const {
  return folder_ + QStringLiteral("/unsaved") + projectEnding();
}

QString ProjectKeeper::rescuedPath() const {
  return folder_ + QStringLiteral("/rescued") + projectEnding();
}

void ProjectKeeper::setQuiet(std::chrono::milliseconds quiet) {
  quiet_.setInterval(quiet);
}

void ProjectKeeper::enableRecovery(const QString& folder) {
  folder_ = folder;
  if (!QDir().mkpath(folder)) return;
  // The lock is held by a running process: do not touch its files, and keep none here.
  auto lock = std::make_unique<QLockFile>(folder + QStringLiteral("/unsaved.lock"));
  lock->setStaleLockTime(0);
  if (!lock->tryLock()) return;
  lock_ = std::move(lock);
  // Make way for this run's file; the user may decide later.
  if (QFile::exists(unsavedPath())) {
    // An older file without a decision is queued.
    if (QFile::exists(rescuedPath())) QFile::rename(rescuedPath(), waitingPath());
    QFile::rename(unsavedPath(), rescuedPath());
  }
  if (QFile::exists(rescuedPath())) emit foundUnsaved();
}

void ProjectKeeper::restore() {
  open(rescuedPath());
}

void ProjectKeeper::forget() {
  QFile::remove(rescuedPath());
  // Offer the next queued file at the next start.
  const QStringList waiting = QDir(folder_).entryList(
      {QStringLiteral("rescued-*") + projectEnding()}, QDir::Files, QDir::Time);
  if (!waiting.isEmpty()) QFile::rename(folder_ + QLatin1Char('/') + waiting[0], rescuedPath());
}

QString ProjectKeeper::waitingPath() const {
  for (int number = 1;; ++number) {
    QString path = folder_ + QStringLiteral("/rescued-%1").arg(number) + projectEnding();
    if (!QFile::exists(path)) return path;
  }
}

void ProjectKeeper::writeUnsaved() {
  if (writing()) return quiet_.start();
  if (!hasUnsavedWork()) {
    QFile::remove(unsavedPath());
    return;
  }
  Project project = bench_.project();
  // Scenes with a file are stored by path, not by pixels.
  if (project.scene && !project.scene->path.isEmpty()) project.scenePixels = false;
  write(unsavedPath(), std::move(project), [this](const QString& trouble) {
    if (restored_ && trouble.isEmpty()) forget();
    restored_ = restored_ && !trouble.isEmpty();
  });
}

}  // namespace espy::desktop
