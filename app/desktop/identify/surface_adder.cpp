// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/surface_adder.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHash>
#include <new>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct AdderWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::SurfaceAdder)
};

/// Limits between commits: what a crash can lose.
constexpr std::size_t kMostUncommitted = 64;  // surfaces
constexpr qint64 kLongestUncommitted = 2000;  // milliseconds

/// Error sentence that begins with the file's name.
QString sentenceFor(const QString& file, const std::exception& error) {
  const QString sentence = translated(error);
  return sentence.startsWith(file) ? sentence : file + QStringLiteral(": ") + sentence;
}

bool isOf(const std::exception& error, ErrorCode code) {
  const auto* own = dynamic_cast<const Error*>(&error);
  return own != nullptr && own->code() == code;
}

}  // namespace

QString surfaceIdOf(const QString& file) {
  return QFileInfo(file).completeBaseName();
}

AddPlan planOfAdding(const QString& folder, const QStringList& files) {
  const SurfaceLibrary library(pathOf(folder));
  AddPlan plan;
  plan.folder = folder;
  QHash<QString, QString> first;
  for (const QString& file : files) {
    const QString id = surfaceIdOf(file);
    if (const auto other = first.constFind(id); other != first.constEnd()) {
      if (*other == file) continue;
      plan.problems.push_back(
          {file, AdderWords::tr("%1: has the same id as %2: %3").arg(file, *other, id)});
      continue;
    }
    first.insert(id, file);
    const std::string bytes = id.toStdString();
    const bool known = library.find(bytes).has_value();
    plan.known += known ? 1 : 0;
    plan.items.push_back({file, bytes, known});
  }
  return plan;
}

void SurfaceAdder::run(const std::stop_token& stop, const OnProgress& onProgress) {
  news_.all = static_cast<int>(plan_.items.size());
  news_.problems = std::move(plan_.problems);
  try {
    addAll(stop, onProgress);
    news_.cancelled = stop.stop_requested();
  } catch (const std::bad_alloc&) {
    news_.failure = AdderWords::tr("Not enough memory.");
  } catch (const std::exception& error) {
    news_.failure = translated(error);
  }
  reportProgress(onProgress);
}

void SurfaceAdder::addAll(const std::stop_token& stop, const OnProgress& onProgress) {
  SurfaceWriter writer(pathOf(plan_.folder));
  requireMaker(pathOf(plan_.folder), writer.facts(), tools_.maker());
  QElapsedTimer sinceCommit;
  sinceCommit.start();
  const auto isTime = [&] {
    return uncommitted_.size() >= kMostUncommitted || sinceCommit.elapsed() >= kLongestUncommitted;
  };
  try {
    for (const AddItem& item : plan_.items) {
      if (stop.stop_requested()) break;
      if (item.known && !replace_) {
        ++news_.skipped;
      } else {
        addOne(writer, item, stop);
      }
      ++news_.looked;
      if (isTime()) {
        commit(writer, onProgress);
        sinceCommit.start();
      } else {
        reportProgress(onProgress);
      }
    }
    commit(writer, onProgress);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::system) commitSingly(writer);
    throw;
  }
}

void SurfaceAdder::addOne(SurfaceWriter& writer, const AddItem& item, const std::stop_token& stop) {
  const QString& file = item.file;
  Features features;
  try {
    ReadOptions reading;
    reading.stop = stop;
    const ReadPicture read = readPicture(pathOf(file), reading);
    Control control;
    control.stop = stop;
    features = tools_.features(read.image.view(), writer.facts().options, control);
    checkUncut(read.image.view());
  } catch (const std::bad_alloc&) {
    return problem(file, AdderWords::tr("%1: not enough memory to read it.").arg(file));
  } catch (const std::exception& error) {
    if (stop.stop_requested()) return;
    // Not this photograph's fault: no engine can detect features here. Abort.
    if (isOf(error, ErrorCode::unsupported) && !translated(error).startsWith(file)) throw;
    return problem(file, sentenceFor(file, error));
  }
  const std::int64_t least = writer.facts().leastFeatures;
  if (features.count() < least) {
    return problem(
        file,
        AdderWords::tr("%1: too few features to be identified: %2, but the library requires %3")
            .arg(file)
            .arg(features.count())
            .arg(least));
  }
  try {
    writer.update(item.id, features, pathOf(file));
  } catch (const std::exception& error) {
    if (isOf(error, ErrorCode::system)) throw;
    return problem(file, sentenceFor(file, error));
  }
  uncommitted_.emplace_back(&item, std::move(features));
}

void SurfaceAdder::commit(SurfaceWriter& writer, const OnProgress& onProgress) {
  writer.commit();
  for (const auto& [item, features] : uncommitted_) {
    ++(item->known ? news_.replaced : news_.added);
  }
  news_.committed = !uncommitted_.empty();
  uncommitted_.clear();
  reportProgress(onProgress);
}

void SurfaceAdder::commitSingly(SurfaceWriter& writer) {
  try {
    for (const auto& [item, features] : uncommitted_) {
      writer.update(item->id, features, pathOf(item->file));
      writer.commit();
      ++(item->known ? news_.replaced : news_.added);
      news_.committed = true;
    }
  } catch (const std::exception&) {
    // The caller rethrows the first error; this one has the same cause.
  }
}

void SurfaceAdder::problem(const QString& file, const QString& sentence) {
  news_.problems.push_back({file, sentence});
}

void SurfaceAdder::reportProgress(const OnProgress& onProgress) {
  onProgress(news_);
  news_.problems.clear();
  news_.committed = false;
}

}  // namespace espy::desktop
