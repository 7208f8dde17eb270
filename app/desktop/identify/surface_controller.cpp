// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/surface_controller.h"

#include <utility>

#include "espy/pictures.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

ShownSurface shownSurface(Surface surface) {
  return {QString::fromStdString(surface.id), textOf(surface.name), surface.features.picture,
          std::move(surface.features.points)};
}

/// Drops the query's descriptors and adds the matched surfaces for display.
PhotoAnswerPtr shownAnswer(SurfaceAnswer answer, const SurfaceLibrary& library) {
  auto shown = std::make_shared<PhotoAnswer>();
  for (const SurfaceMatch& match : answer.matches) {
    shown->surfaces.push_back(shownSurface(library.surface(match.reference)));
  }
  answer.query.bytes = {};
  shown->answer = std::move(answer);
  return shown;
}

PhotoAnswerPtr noAnswer(const QString& failure) {
  auto shown = std::make_shared<PhotoAnswer>();
  shown->failure = failure;
  return shown;
}

PhotoAnswerPtr answerOf(const IdentifyTools& tools, const QString& engine,
                        const SurfaceLibrary& library, const Photo& photo,
                        const std::stop_token& stop) {
  Control control;
  control.stop = stop;
  const auto ask = [&](const ImageView& pixels) {
    return tools.identify(engine.toStdString(), library, pixels, control);
  };
  if (photo.picture) return shownAnswer(ask(photo.picture->image), library);
  ReadOptions reading;
  reading.stop = stop;
  const ReadPicture read = readPicture(pathOf(photo.path), reading);
  SurfaceAnswer answer = ask(read.image.view());
  checkUncut(read.image.view());
  return shownAnswer(std::move(answer), library);
}

}  // namespace

SurfaceController::SurfaceController(IdentifyTools tools, QObject* parent)
    : QObject(parent), tools_(std::move(tools)) {}

void SurfaceController::open(const QString& folder) {
  openBy(folder, false);
}

void SurfaceController::create(const QString& folder) {
  openBy(folder, true);
}

void SurfaceController::openBy(const QString& folder, bool create) {
  struct Opened {
    std::shared_ptr<SurfaceLibrary> library;
    SurfaceFacts facts;
  };
  stopIdentifying();
  opening_ = true;
  emit busyChanged();
  reader_.add(
      [this, folder, create](const Job::Handle&) {
        const std::string path = pathOf(folder);
        if (create) SurfaceLibrary::create(path, {.maker = tools_.maker()});
        auto library = std::make_shared<SurfaceLibrary>(path);
        const SurfaceFacts facts = library->facts();
        return Opened{std::move(library), facts};
      },
      [this, folder, round = round_](const Outcome<Opened>& outcome) {
        if (round != round_) return;  // superseded by a later request
        opening_ = false;
        if (outcome.value) {
          take(folder, outcome.value->library, outcome.value->facts);
        } else {
          emit openFailed(folder, outcome.failure.sentence);
        }
        emit busyChanged();
      });
}

void SurfaceController::take(const QString& folder, std::shared_ptr<SurfaceLibrary> library,
                             const SurfaceFacts& facts) {
  open_ = std::move(library);
  library_ = open_;
  folder_ = folder;
  facts_ = facts;
  emit opened();
}

void SurfaceController::refresh(const QString& folder) {
  if (folder != folder_ || !open_) return;
  // Runs between two photographs: a refresh while one is identified would renumber its references.
  reader_.addFirst(
      [library = open_](const Job::Handle&) {
        library->refresh();
        return library->facts();
      },
      [this, library = open_](const Outcome<SurfaceFacts>& outcome) {
        if (library != open_) return;
        if (!outcome.value) return emit failed(outcome.failure.sentence);
        facts_ = *outcome.value;
        emit changed();
      });
}

void SurfaceController::identify(const Photo& photo, const QString& engine) {
  if (!open_) return;
  ++asked_;
  emit busyChanged();
  reader_.add(
      [this, photo, engine, library = library_](const Job::Handle& handle) {
        handle.control().check();
        return answerOf(tools_, engine, *library, photo, handle.stop());
      },
      [this, id = photo.id, round = round_](const Outcome<PhotoAnswerPtr>& outcome) {
        if (round != round_) return;
        --asked_;
        emit answered(id, outcome.value ? *outcome.value : noAnswer(outcome.failure.sentence));
        emit busyChanged();
      });
}

void SurfaceController::stopIdentifying() {
  ++round_;
  asked_ = 0;
  opening_ = false;
  reader_.stop();
  emit busyChanged();
}

void SurfaceController::look(const QString& id) {
  if (!open_) return;
  reader_.addFirst(
      [id, library = library_](const Job::Handle&) {
        const auto reference = library->find(id.toStdString());
        return reference ? std::optional(shownSurface(library->surface(*reference))) : std::nullopt;
      },
      [this, library = library_](const Outcome<std::optional<ShownSurface>>& outcome) {
        if (library != library_) return;
        if (!outcome.value) return emit failed(outcome.failure.sentence);
        if (*outcome.value) emit looked(**outcome.value);
      });
}

template <class Work, class Done>
void SurfaceController::write(Work work, Done done) {
  writer_.add(std::move(work), [this, done = std::move(done)](const auto& outcome) {
    emit busyChanged();
    done(outcome);
  });
  emit busyChanged();
}

void SurfaceController::plan(const QStringList& files) {
  if (!open_ || isWriting()) return;
  write(
      [files, folder = folder_](const Job::Handle& handle) {
        AddPlan plan = planOfAdding(folder, files);
        handle.control().check();
        return plan;
      },
      [this](const Outcome<AddPlan>& outcome) {
        if (outcome.value) return emit planned(*outcome.value);
        if (!outcome.failure.cancelled) emit failed(outcome.failure.sentence);
      });
}

void SurfaceController::add(const AddPlan& plan, bool replace) {
  if (isWriting()) return;
  write(
      [this, plan, replace](const Job::Handle& handle) {
        constexpr qint64 kEvery = 50;  // milliseconds
        QElapsedTimer sinceTold;
        AddProgress gathered;
        const auto onProgress = [&](const AddProgress& news) {
          std::vector<AddProblem> problems = std::move(gathered.problems);
          problems.insert(problems.end(), news.problems.begin(), news.problems.end());
          const bool committed = gathered.committed || news.committed;
          gathered = news;
          gathered.problems = std::move(problems);
          gathered.committed = committed;
          if (sinceTold.isValid() && sinceTold.elapsed() < kEvery) return;
          sinceTold.start();
          handle.post([this, progress = gathered, folder = plan.folder] {
            emit adding(progress);
            if (progress.committed) refresh(folder);
          });
          gathered.problems.clear();
          gathered.committed = false;
        };
        SurfaceAdder(tools_, plan, replace).run(handle.stop(), onProgress);
        return gathered;
      },
      [this, folder = plan.folder](const Outcome<AddProgress>& outcome) {
        refresh(folder);
        AddProgress news = outcome.value.value_or(AddProgress());
        if (!outcome.value) news.failure = outcome.failure.sentence;
        emit addingEnded(news);
      });
}

void SurfaceController::remove(const QStringList& ids) {
  if (!open_ || isWriting() || ids.isEmpty()) return;
  write(
      [ids, folder = folder_](const Job::Handle& handle) {
        int gone = 0;
        SurfaceWriter writer(pathOf(folder));
        for (const QString& id : ids) {
          if (handle.stopped()) return 0;  // nothing is committed
          gone += writer.remove(id.toStdString()) ? 1 : 0;
        }
        writer.commit();
        return gone;
      },
      [this, folder = folder_](const Outcome<int>& outcome) {
        if (!outcome.value) return emit failed(outcome.failure.sentence);
        refresh(folder);
        emit removed(*outcome.value);
      });
}

}  // namespace espy::desktop
