// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/surface_desk.h"

#include <QMetaObject>
#include <new>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

ShownSurface shownSurface(Surface surface) {
  return {QString::fromStdString(surface.id), textOf(surface.name), surface.features.picture,
          std::move(surface.features.points)};
}

/// What is worth telling the window: not the bytes, which nobody looks at.
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

/// What this throws becomes a sentence.
template <class Work>
QString troubleOf(const Work& work) {
  try {
    work();
    return {};
  } catch (const std::bad_alloc&) {
    return SurfaceDesk::tr("Not enough memory.");
  } catch (const std::exception& error) {
    return translated(error);
  }
}

}  // namespace

SurfaceDesk::SurfaceDesk(IdentifyTools tools, QObject* parent)
    : QObject(parent), tools_(std::move(tools)) {}

SurfaceDesk::~SurfaceDesk() = default;

template <class Tell>
void SurfaceDesk::post(Tell tell) {
  QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
}

void SurfaceDesk::open(const QString& folder) {
  openBy(folder, false);
}

void SurfaceDesk::create(const QString& folder) {
  openBy(folder, true);
}

void SurfaceDesk::openBy(const QString& folder, bool create) {
  stopIdentifying();
  opening_ = true;
  emit busyChanged();
  const int round = round_;
  reader_.add([this, folder, create, round](const std::stop_token&) {
    std::shared_ptr<SurfaceLibrary> library;
    SurfaceFacts facts;
    const QString trouble = troubleOf([&] {
      const std::string path = pathOf(folder);
      if (create) SurfaceLibrary::create(path, {.maker = tools_.maker()});
      library = std::make_shared<SurfaceLibrary>(path);
      facts = library->facts();
    });
    post([this, folder, library, facts, trouble, round] {
      if (round != round_) return;  // another one was asked for
      opening_ = false;
      if (trouble.isEmpty()) {
        take(folder, library, facts);
      } else {
        emit openFailed(folder, trouble);
      }
      emit busyChanged();
    });
  });
}

void SurfaceDesk::take(const QString& folder, std::shared_ptr<SurfaceLibrary> library,
                       const SurfaceFacts& facts) {
  open_ = std::move(library);
  library_ = open_;
  folder_ = folder;
  facts_ = facts;
  emit opened();
}

void SurfaceDesk::refresh(const QString& folder) {
  if (folder != folder_ || !open_) return;
  // Behind the photograph that is being looked at: its references must keep their numbers.
  reader_.addFirst([this, library = open_](const std::stop_token&) {
    SurfaceFacts facts;
    const QString trouble = troubleOf([&] {
      library->refresh();
      facts = library->facts();
    });
    post([this, library, facts, trouble] {
      if (library != open_) return;
      if (!trouble.isEmpty()) return emit failed(trouble);
      facts_ = facts;
      emit changed();
    });
  });
}

void SurfaceDesk::identify(const Photo& photo, const QString& engine) {
  if (!open_) return;
  ++asked_;
  emit busyChanged();
  const auto library = library_;
  reader_.add([this, photo, engine, library, round = round_](const std::stop_token& stop) {
    if (stop.stop_requested()) return;
    PhotoAnswerPtr answer;
    const QString trouble =
        troubleOf([&] { answer = answerOf(tools_, engine, *library, photo, stop); });
    if (!answer) answer = noAnswer(trouble);
    post([this, id = photo.id, answer, round] {
      if (round != round_) return;
      --asked_;
      emit answered(id, answer);
      emit busyChanged();
    });
  });
}

void SurfaceDesk::stopIdentifying() {
  ++round_;
  asked_ = 0;
  opening_ = false;
  reader_.stop();
  emit busyChanged();
}

void SurfaceDesk::look(const QString& id) {
  if (!open_) return;
  reader_.addFirst([this, id, library = library_](const std::stop_token&) {
    std::optional<ShownSurface> surface;
    const QString trouble = troubleOf([&] {
      const auto reference = library->find(id.toStdString());
      if (reference) surface = shownSurface(library->surface(*reference));
    });
    post([this, library, surface, trouble] {
      if (library != library_) return;
      if (!trouble.isEmpty()) emit failed(trouble);
      if (surface) emit looked(*surface);
    });
  });
}

void SurfaceDesk::plan(const QStringList& files) {
  if (!open_ || writing_) return;
  writing_ = true;
  emit busyChanged();
  writer_.add([this, files, folder = folder_](const std::stop_token& stop) {
    AddPlan plan;
    const QString trouble = troubleOf([&] { plan = planOfAdding(folder, files); });
    post([this, plan, trouble, stop] {
      endWriting();
      if (stop.stop_requested()) return;
      if (!trouble.isEmpty()) return emit failed(trouble);
      emit planned(plan);
    });
  });
}

void SurfaceDesk::add(const AddPlan& plan, bool replace) {
  if (writing_) return;
  writing_ = true;
  emit busyChanged();
  writer_.add([this, plan, replace](const std::stop_token& stop) {
    constexpr qint64 kEvery = 50;  // milliseconds
    QElapsedTimer sinceTold;
    AddNews gathered;
    const auto tell = [&](const AddNews& news) {
      std::vector<AddProblem> problems = std::move(gathered.problems);
      problems.insert(problems.end(), news.problems.begin(), news.problems.end());
      const bool committed = gathered.committed || news.committed;
      gathered = news;
      gathered.problems = std::move(problems);
      gathered.committed = committed;
      if (sinceTold.isValid() && sinceTold.elapsed() < kEvery) return;
      sinceTold.start();
      post([this, told = gathered, folder = plan.folder] {
        emit adding(told);
        if (told.committed) refresh(folder);
      });
      gathered.problems.clear();
      gathered.committed = false;
    };
    SurfaceAdder(tools_, plan, replace).run(stop, tell);
    post([this, told = gathered, folder = plan.folder] {
      endWriting();
      refresh(folder);
      emit addingEnded(told);
    });
  });
}

void SurfaceDesk::remove(const QStringList& ids) {
  if (!open_ || writing_ || ids.isEmpty()) return;
  writing_ = true;
  emit busyChanged();
  writer_.add([this, ids, folder = folder_](const std::stop_token& stop) {
    int gone = 0;
    const QString trouble = troubleOf([&] {
      SurfaceWriter writer(pathOf(folder));
      for (const QString& id : ids) {
        if (stop.stop_requested()) return;  // nothing is committed then
        gone += writer.remove(id.toStdString()) ? 1 : 0;
      }
      writer.commit();
    });
    post([this, gone, trouble, folder] {
      endWriting();
      if (!trouble.isEmpty()) return emit failed(trouble);
      refresh(folder);
      emit removed(gone);
    });
  });
}

void SurfaceDesk::stopWriting() {
  writer_.stop();
}

void SurfaceDesk::endWriting() {
  writing_ = false;
  emit busyChanged();
}

}  // namespace espy::desktop
