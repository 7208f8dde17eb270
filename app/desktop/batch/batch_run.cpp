// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_run.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>
#include <cstddef>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct NeedleFilesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NeedleFiles)
};

}  // namespace

NeedleFiles::NeedleFiles(const std::vector<NeedleItem>& needles) {
  if (!folder_.isValid()) {
    throw Error(ErrorCode::system, NeedleFilesWords::tr("%1: cannot be created: %2")
                                       .arg(folder_.path(), folder_.errorString())
                                       .toStdString());
  }
  for (const NeedleItem& needle : needles) {
    if (needle.isIndex()) continue;  // read where it is
    // One folder per needle: names may repeat.
    const QString folder = folder_.filePath(QString::number(files_.size() + 1));
    BatchNeedle files;
    if (!needle.picture->path.isEmpty() && QFileInfo::exists(needle.picture->path)) {
      files.file = pathOf(needle.picture->path);
    } else {
      // Keeps spaces, for messages about the file.
      const QString name = safeFileName(needle.name, QStringLiteral("-_ "));
      files.file = write(folder, name + QStringLiteral(".pam"), needle.picture->image);
      files.name = needle.name.toStdString();  // the file is temporary
    }
    if (needle.mask) files.mask = write(folder, QStringLiteral("mask.pgm"), *needle.mask);
    files_.push_back(std::move(files));
  }
}

std::string NeedleFiles::write(const QString& folder, const QString& name,
                               const ImageView& picture) {
  QDir().mkpath(folder);
  std::string path = pathOf(folder + QLatin1Char('/') + name);
  writePicture(path, picture);
  return path;
}

namespace {

/// Matches of all images that are kept; of further images the first `kMatchesKept`.
constexpr std::size_t kMostMatches = 200'000;

/// Estimated seconds to the end when `part` (0..1) is done; -1: too early to estimate.
double secondsLeft(const QElapsedTimer& clock, double part) {
  constexpr qint64 kLeast = 500;  // milliseconds
  if (part <= 0 || clock.elapsed() < kLeast) return -1;
  return static_cast<double>(clock.elapsed()) / 1000 * (1 - part) / part;
}

}  // namespace

BatchRun::BatchRun(std::unique_ptr<BatchRunner> runner, QObject* parent)
    : QObject(parent), runner_(std::move(runner)) {}

bool BatchRun::start(Order order) {
  if (running()) return false;
  planned_ = false;
  job_.start([this, order = std::move(order)](
                 const Job::Handle& handle) mutable { work(std::move(order), handle); },
             [this](const Failure& failure) { finish(failure); });
  return true;
}

bool BatchRun::retry() {
  if (running()) return false;
  job_.start([this](const Job::Handle& handle) { workAgain(handle); },
             [this](const Failure& failure) { finish(failure); });
  return true;
}

void BatchRun::finish(const Failure& failure) {
  if (planned_) {
    emit ended(failure.sentence);
  } else {
    emit refused(failure.sentence);
  }
}

ImageFate BatchRun::fateOf(const BatchItem& item) {
  ImageFate fate{item.state, translated(item.reason), textOf(item.output), item.found,
                 item.milliseconds};
  if (item.state != BatchState::done) return fate;
  const std::size_t most = kept_ < kMostMatches ? kMostMatches - kept_ : kMatchesKept;
  const auto count = static_cast<std::ptrdiff_t>(std::min(item.matches.size(), most));
  fate.found = std::make_shared<const std::vector<Match>>(item.matches.begin(),
                                                          item.matches.begin() + count);
  kept_ += fate.found->size();
  return fate;
}

void BatchRun::work(Order order, const Job::Handle& handle) {
  items_.clear();
  kept_ = 0;
  needles_.reset();
  needles_.emplace(order.needles);
  order.job.needles = needles_->all();
  for (const NeedleItem& needle : order.needles) {
    if (needle.isIndex()) order.job.index = pathOf(needle.picture->path);
  }
  order_ = std::move(order);
  items_ = runner_->plan(order_.job);
  handle.post([this] {
    planned_ = true;
    emit begun();
  });
  runItems(handle);
}

void BatchRun::workAgain(const Job::Handle& handle) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    BatchItem& item = items_[i];
    if (item.state == BatchState::done) continue;
    item.state = BatchState::queued;
    item.reason = {};
    handle.post([this, i, fate = fateOf(item)] { emit changed(static_cast<int>(i), fate); });
  }
  runItems(handle);
}

void BatchRun::runItems(const Job::Handle& handle) {
  QElapsedTimer clock;
  clock.start();
  const auto progress = [this, clock](double part) {
    emit progressed(part, secondsLeft(clock, part));
  };
  const auto changed = [&](std::size_t index) {
    handle.post([this, index, fate = fateOf(items_[index])] {
      emit this->changed(static_cast<int>(index), fate);
    });
  };
  runner_->run(order_.job, items_, changed, handle.control(order_.threads, progress));
}

}  // namespace espy::desktop
