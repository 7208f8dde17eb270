// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_runner.h"

#include <QCoreApplication>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "espy/engine/exact.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"
#include "espy/engine/score.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct TimingWorkWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingWork)
};

/// Hash to compare lists of matches; its cost is negligible in the measured run.
std::string fingerprint(const std::vector<Match>& matches) {
  std::uint64_t hash = 0x9e3779b97f4a7c15U + matches.size();
  const auto mix = [&hash](std::uint64_t value) {
    hash = std::rotl(hash ^ value, 29) * 0xbf58476d1ce4e5b9U;
    hash ^= hash >> 31U;
  };
  for (const Match& match : matches) {
    mix((std::uint64_t{match.x} << 32U) | match.y);
    mix((std::uint64_t{match.width} << 32U) | match.height);
    mix(match.needle);
    mix(std::bit_cast<std::uint64_t>(match.score));
    mix(match.distance.low());
    mix(match.distance.high());
    mix((std::uint64_t{std::bit_cast<std::uint32_t>(match.angle)} << 32U) |
        std::bit_cast<std::uint32_t>(match.scale));
    mix(match.mirrored ? 1 : 0);
  }
  return std::to_string(matches.size()) + " matches, " + std::to_string(hash);
}

MarkOptions markOptionsOf(const TimingSubject& subject) {
  MarkOptions options{subject.marks.style, subject.marks.thickness, {}};
  const QColor colour = subject.needles.front().colour;
  if (colour.isValid()) options.colour = colourOf(colour);
  return options;
}

}  // namespace

TimingWork::TimingWork(const Registry& registry, TimingSubject subject)
    : registry_(registry), subject_(std::move(subject)), needles_(needlesOf(subject_.needles)) {
  if (subject_.scene->path.isEmpty()) return;
  // If the file is missing or has changed, measure the picture in memory.
  try {
    const std::string file = pathOf(subject_.scene->path);
    // A pipe can be read only once: treat it as changed. For a missing file readPicture() throws.
    std::error_code unknown;
    const auto kind = std::filesystem::status(file, unknown).type();
    const bool onceOnly = kind != std::filesystem::file_type::regular &&
                          kind != std::filesystem::file_type::not_found;
    if (!onceOnly && samePixels(readPicture(file).image, subject_.scene->image)) {
      file_ = file;
    } else {
      note_ = TimingWorkWords::tr("The picture's file has changed, so loading is not measured.");
    }
  } catch (const Error& error) {
    note_ = TimingWorkWords::tr("Loading is not measured: %1").arg(translated(error));
  }
}

Message TimingWork::refusalOf(const std::string& name) const {
  const Engine& engine = registry_.engine(name);
  if (!engine.available) {
    return engine.detail.empty() ? Message(TimingWorkWords::tr("it is not available").toStdString())
                                 : engine.detail;
  }
  if (subject_.settings.scored() && !registry_.has<FindScored>(name)) {
    return TimingWorkWords::tr("this engine has no scored find").toStdString();
  }
  if (!subject_.settings.scored() && !registry_.has<FindExact>(name)) {
    return TimingWorkWords::tr("this engine has no exact find").toStdString();
  }
  if (!registry_.has<FlagMatches>(name)) {
    return TimingWorkWords::tr("this engine has no flag plane").toStdString();
  }
  if (!registry_.has<PaintMarks>(name)) {
    return TimingWorkWords::tr("this engine has no marking").toStdString();
  }
  return {};
}

std::string TimingWork::run(const std::string& engine, const Control& control,
                            RunReport& report) const {
  Image read;
  if (!file_.empty()) {
    const StageTimer timer(report.timeline, "load");
    read = readPicture(file_).image;
  }
  const ImageView& scene = file_.empty() ? subject_.scene->image.view() : read.view();

  SceneKeeper keeper(scene);  // shared by search and marking
  FindOptions options = optionsOf(subject_.settings, control);
  options.engine = engine;
  const Finding finding = find(registry_, keeper, needles_, options);
  checkUncut(scene);
  report.engine = finding.report.engine;
  report.threads = finding.report.threads;
  report.strategy = finding.report.strategy;
  report.timeline.add(finding.report.timeline);
  report.members = finding.report.members;

  markedPicture(registry_, engine, keeper, finding.matches, markOptionsOf(subject_), control,
                report.timeline);
  return fingerprint(finding.matches);
}

namespace {

/// Up to this number a sweep tries every number of threads.
constexpr int kEveryThread = 8;

MeasuredEngine notYet(const Engine& engine, int threads) {
  MeasuredEngine row;
  row.engine = engine.name;
  row.threads = threads;
  row.facts = engine.facts;
  return row;
}

/// Engines in the order of the registry: the reference first, since the others are compared with
/// it.
std::vector<std::string> rowOrder(const Registry& registry, bool reference) {
  std::vector<std::string> order = registry.engineNames();
  if (!reference) std::erase(order, "reference");
  return order;
}

/// Engines whose time depends on the number of threads.
std::vector<std::string> sweptEngines(const std::vector<MeasuredEngine>& engines) {
  std::vector<std::string> swept;
  for (const MeasuredEngine& one : engines) {
    if (!one.facts.oneThread && !one.facts.device && one.refusal.empty()) {
      swept.push_back(one.engine);
    }
  }
  return swept;
}

}  // namespace

std::vector<int> sweepThreads(int most) {
  std::vector<int> threads;
  for (int count = 1; count < most; count += std::max(1, count / kEveryThread * 4)) {
    threads.push_back(count);
  }
  threads.push_back(std::max(most, 1));
  return threads;
}

/// One measurement, on the worker thread.
class TimingRunner::Measurement {
 public:
  Measurement(TimingRunner& runner, const Job::Handle& handle, TimingSubject subject,
              TimingOptions options)
      : runner_(runner), handle_(handle) {
    result_.subject = std::move(subject);
    result_.options = options;
    result_.date = QDateTime::currentDateTime();
  }

  TimingResultPtr result() {
    const Failure failure = failureOf([this] { measureAll(); });
    result_.whole = failure.sentence.isEmpty();
    if (!failure.cancelled) result_.failure = failure.sentence;
    return std::make_shared<const TimingResult>(result_);
  }

 private:
  /// The engine and its number of threads.
  using Key = std::pair<std::string, int>;
  struct Entry {
    Key key;
    std::size_t row;  ///< index of the row for its figures
  };

  void measureAll() {
    const Registry& registry = runner_.registry_;
    result_.machine = machineFacts();
    const TimingWork work(registry, result_.subject);
    result_.note = work.note();
    const int asked = result_.subject.settings.threads;
    const int threads = asked > 0 ? asked : result_.machine.cores;

    std::vector<Entry> engines;
    for (const std::string& name : rowOrder(registry, result_.options.reference)) {
      const Engine& engine = registry.engine(name);
      int own = engine.facts.oneThread ? 1 : threads;
      if (engine.facts.device) own = 0;  // it chooses the number of host threads itself
      MeasuredEngine row = notYet(engine, own);
      row.refusal = work.refusalOf(name);
      if (row.refusal.empty()) engines.push_back({{name, own}, result_.engines.size()});
      result_.engines.push_back(std::move(row));
      result_.facts.push_back(engine);
    }
    std::vector<Entry> sweep;
    if (result_.options.sweep) {
      for (const std::string& swept : sweptEngines(result_.engines)) {
        for (const int count : sweepThreads(threads)) {
          sweep.push_back({{swept, count}, result_.sweep.size()});
          result_.sweep.push_back(notYet(registry.engine(swept), count));
        }
      }
    }
    all_ = static_cast<int>(engines.size() + sweep.size()) * (result_.options.runs + 1);
    post({});
    measureRows(work, engines, result_.engines);
    measureRows(work, sweep, result_.sweep);
  }

  void measureRows(const TimingWork& work, const std::vector<Entry>& entries,
                   std::vector<MeasuredEngine>& rows) {
    if (entries.empty()) return;
    MeasuredWork measured;
    for (const Entry& entry : entries) measured.engines.push_back(entry.key);
    measured.runs = result_.options.runs;
    Key running;
    measured.run = [&](const std::string& engine, const Control& control, RunReport& report) {
      running = {engine, control.threads};
      try {
        return work.run(engine, control, report);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) throw;
        // An error of one engine must not lose the figures of the others.
        throw Error(ErrorCode::unsupported, error.message());
      } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::unsupported, tr("there is not enough memory").toStdString());
      }
    };
    const auto keep = [&](const Key& key, const MeasuredEngine& figures) {
      for (const Entry& entry : entries) {
        if (entry.key == key) rows[entry.row] = figures;
      }
    };
    measured.onProgress = [&](const MeasuredEngine& soFar) {
      keep(running, soFar);
      post(QString::fromStdString(soFar.engine));
    };
    const int before = done_;
    const int these = static_cast<int>(entries.size()) * (measured.runs + 1);
    Control control = handle_.control();
    control.progress = [&](double part) {
      done_ = before + static_cast<int>(std::lround(part * these));
    };
    const std::vector<MeasuredEngine> all = measure(runner_.registry_, measured, control);
    for (std::size_t i = 0; i < entries.size(); ++i) keep(entries[i].key, all[i]);
    done_ = before + these;
    post({});
  }

  /// Only the latest figures: short runs would otherwise outpace the window.
  void post(const QString& engine) {
    auto soFar = std::make_shared<const TimingResult>(result_);
    handle_.postLatest([&runner = runner_, soFar, engine, done = done_, all = all_] {
      emit runner.progressed(done, all, engine);
      emit runner.changed(soFar);
    });
  }

  TimingRunner& runner_;
  const Job::Handle& handle_;
  TimingResult result_;
  int done_ = 0;
  int all_ = 0;
};

void TimingRunner::start(TimingSubject subject, TimingOptions options) {
  if (running() || !subject.complete()) return;
  job_.start(
      [this, subject = std::move(subject), options](const Job::Handle& handle) mutable {
        return Measurement(*this, handle, std::move(subject), options).result();
      },
      [this](const Outcome<TimingResultPtr>& outcome) { emit finished(*outcome.value); });
  emit started();
}

}  // namespace espy::desktop
