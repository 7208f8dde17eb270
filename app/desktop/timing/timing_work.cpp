// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_work.h"

#include <QCoreApplication>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <system_error>

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

/// Gives the words of this file their context.
struct TimingWorkWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingWork)
};

/// Tells lists of matches apart. Cheap, so that it does not count among what is measured.
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
  // The file may be gone by now, or hold another picture; then what is on the screen counts.
  try {
    const std::string file = pathOf(subject_.scene->path);
    // What can be read once only, such as a pipe, is as good as gone; of what is gone the reader
    // tells.
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

  SceneKeeper keeper(scene);  // is searched and marked
  FindOptions options = optionsOf(subject_.settings, control);
  options.engine = engine;
  const Finding finding = find(registry_, keeper, needles_, options);
  checkUncut(scene);
  report.engine = finding.report.engine;
  report.threads = finding.report.threads;
  report.strategy = finding.report.strategy;
  report.timeline.add(finding.report.timeline);

  markedPicture(registry_, engine, keeper, finding.matches, markOptionsOf(subject_), control,
                report.timeline);
  return fingerprint(finding.matches);
}

}  // namespace espy::desktop
