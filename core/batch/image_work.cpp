// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/image_work.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "base/json.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "batch/outputs.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

using Clock = std::chrono::steady_clock;

/// Pixels; larger pictures are read one at a time.
constexpr std::int64_t kLarge = std::int64_t{1} << 26;
constexpr int kDeviceFailures = 3;

/// Replaces the path at the start of a message by the image's name: paths depend on the folder from
/// which a job is run, output should not.
Message named(const Message& message, const std::string& path, const std::string& image) {
  if (path == image) return message;
  std::vector<Message> arguments = message.arguments();
  if (message.pattern().starts_with("{}") && !arguments.empty()) {
    arguments[0] = arguments[0].text() == path ? Message(image) : named(arguments[0], path, image);
    return {message.pattern(), std::move(arguments)};
  }
  if (message.arguments().empty() && message.text().starts_with(path + ": ")) {
    return {image + message.text().substr(path.size())};
  }
  return message;
}

/// Whether a failure may be transient, for an unchanged file: permissions, open files, memory
/// shared with other pictures.
bool mayPass(ErrorCode code, const std::string& path) {
  if (code == ErrorCode::badPicture || code == ErrorCode::unsupported) return false;
  struct stat status {};
  return ::stat(fileOfImage(path).c_str(), &status) == 0;
}

}  // namespace

ImageWork::ImageWork(const Registry& registry, const BatchJob& job, std::vector<Task> tasks,
                     const Control& control)
    : registry_(registry), job_(job), tasks_(std::move(tasks)), control_(control), needles_(job) {
  control_.progress = nullptr;
  job_.images = {};  // the tasks have them
  for (const BatchNeedle& needle : job.needles) needleNames_.push_back(needle.file);
  if (!job.judgeFile.empty()) judge_ = readJudge(job.path(job.judgeFile), needles_.all().front());
}

Outcome ImageWork::work(std::size_t index, Turn& turn) {
  const auto start = Clock::now();
  Outcome outcome;
  try {
    outcome = tried(tasks_[index], turn);
  } catch (...) {  // no memory even for the message
    outcome.state = BatchState::failed;
  }
  outcome.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return outcome;
}

Outcome ImageWork::tried(const Task& task, Turn& turn) {
  const std::string path = job_.path(task.image);
  Outcome outcome;
  bool byPicture = false;  // a failure is caused by the picture
  const auto fail = [&](const Message& reason, bool lasting) {
    outcome = {};
    outcome.state = BatchState::failed;
    outcome.reason = reason;
    outcome.lasting = lasting;
    if (lasting) outcome.file = markOf(path);
  };
  try {
    checkOutputs(task);
    byPicture = true;
    Found found = search(task, turn, outcome);
    byPicture = false;
    save(task, found, outcome, turn);
    outcome.state = BatchState::done;
  } catch (const OutputTaken& error) {
    fail(named(error.message(), fileOfImage(path), task.image), true);
    outcome.file = kOutputTaken;
  } catch (const Error& error) {
    fail(named(error.message(), fileOfImage(path), task.image), byPicture);
    if (byPicture && mayPass(error.code(), path)) outcome.file = kUnreadable;
    if (error.code() == ErrorCode::cancelled) {
      outcome = {};
    } else if (byPicture && task.ours) {
      // Outputs of an earlier run belong to an earlier version of the image.
      if (!task.output.empty()) ::unlink(task.output.c_str());
      removeCrops(task, 1);
    }
  } catch (const std::bad_alloc&) {
    fail(phrase("{}: {}", task.image, phrase("not enough memory")), false);
  } catch (const std::exception& error) {
    fail(phrase("{}: {}", task.image, error.what()), false);
  }
  return outcome;
}

void ImageWork::checkOutputs(const Task& task) const {
  if (!task.output.empty()) {
    checkNew(task.output, replaces(task));
    checkWritable(task.output);
  }
  if (!task.crops.empty()) checkNew(cropName(task.crops, 1), replaces(task));
}

ImageWork::Found ImageWork::search(const Task& task, Turn& turn, Outcome& outcome) {
  const std::string path = job_.path(task.image);
  for (int tries = 0; tries < 2; ++tries) {
    Found found;
    outcome.file = markOf(path);
    found.picture = read(path, turn, found.large);
    const Image& picture = found.picture.image;
    outcome.content = found.picture.content;
    outcome.note = found.picture.note;
    Control control = control_;
    control.beside = turn.beside();
    // `auto` must choose the same engine on one thread as on several, because lines name it.
    if (allThreads(control) == 1) control.threads = control.beside = 2;
    control.progress = [&](double part) { turn.part = static_cast<float>(part); };
    try {
      // A GPU receives the image once, for search and marking.
      std::optional<SceneKeeper> keeper;
      if (!task.output.empty()) keeper.emplace(picture);
      const Scene scene = keeper ? Scene(*keeper) : Scene(picture);
      Finding finding = findIn(scene, control, outcome);
      control.progress = nullptr;
      if (!task.output.empty()) {
        found.marked = markedPicture(registry_, finding.report.engine, scene, finding.matches,
                                     job_.mark, control);
      }
      outcome.line = lineOf(task, picture.size(), finding);
      outcome.matches = std::move(finding.matches);
      outcome.found = outcome.matches.size();
    } catch (const Error& error) {
      throw Error(error.code(), phrase("{}: {}", task.image, error.message()));
    }
    checkUncut(picture);
    if (markOf(path) == outcome.file) return found;
    // The file was written meanwhile, so the bytes read may be inconsistent.
  }
  throw Error(ErrorCode::badPicture, phrase("{}: changed while it was read", task.image));
}

ReadPicture ImageWork::read(const std::string& path, Turn& turn,
                            std::unique_lock<std::mutex>& large) {
  ReadOptions options;
  options.stop = control_.stop;
  options.wantContent = !job_.journal.empty();
  options.maxPixels = std::min(job_.maxPixels, kLarge);
  return turn.runUncancellable([&] {
    if (const std::optional<VideoFrame> frame = frameOf(path)) {
      return ReadPicture{frames_.read(*frame, options), {}, 0};
    }
    try {
      return readPicture(path, options);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::tooLarge || job_.maxPixels <= kLarge) throw;
    }
    // Memory should suffice for one such picture, but not for one per thread.
    large = std::unique_lock(large_);
    options.maxPixels = job_.maxPixels;
    return readPicture(path, options);
  });
}

Finding ImageWork::findIn(const Scene& scene, const Control& control, Outcome& outcome) {
  FindOptions options = job_;
  options.judge = judge_ ? &*judge_ : nullptr;
  options.control = control;
  const bool onDevice = job_.engine != "auto" && registry_.engine(job_.engine).facts.device;
  if (!onDevice) {
    Finding finding = find(registry_, scene, needles_.all(), options);
    if (!finding.report.fallback.empty()) outcome.note = finding.report.fallback;
    if (!finding.judgedElsewhere.empty()) {
      outcome.note = phrase("judged on threads instead: {}", finding.judgedElsewhere);
    }
    return finding;
  }
  Message why = phrase("it has failed before");
  if (deviceFailures_ < kDeviceFailures) {
    try {
      Finding finding = find(registry_, scene, needles_.all(), options);
      deviceFailures_ = 0;
      return finding;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::device) throw;
      ++deviceFailures_;
      why = error.message();
    }
  }
  options.engine = kAllCores;
  Finding finding = find(registry_, scene, needles_.all(), options);
  finding.report.fallback = why;
  outcome.note = phrase("done on threads instead of {}: {}", job_.engine, why);
  return finding;
}

std::string ImageWork::lineOf(const Task& task, Size size, const Finding& finding) const {
  if (job_.lines.empty() && job_.summary.empty() && job_.journal.empty()) return {};
  std::string line;
  writeJson(task.image, needleNames_, size, job_, finding,
            [&](std::string_view part) { line += part; });
  if (!finding.report.fallback.empty()) {
    line += ",\"fallback\":" + jsonString(finding.report.fallback.text());
  }
  return line + '}';
}

void ImageWork::save(const Task& task, Found& found, const Outcome& outcome, Turn& turn) const {
  control_.check();
  // New files are removed again if a later one fails.
  std::vector<std::string> written;
  try {
    saveAll(task, found, outcome, turn, written);
  } catch (...) {
    if (!replaces(task)) {
      for (const std::string& file : written) ::unlink(file.c_str());
    }
    throw;
  }
}

void ImageWork::saveAll(const Task& task, Found& found, const Outcome& outcome, Turn& turn,
                        std::vector<std::string>& written) const {
  // Cancellable until the first file appears; then the others follow, unless the first can be
  // removed.
  bool wanted = false;
  const auto write = [&](const std::string& file, const ImageView& picture) {
    const auto beforeItAppears = [&] {
      if (!wanted) turn.appear();
      wanted = true;
    };
    if (wanted && !replaces(task)) control_.check();
    const auto writeNow = [&] {
      checkNew(file, replaces(task));
      makeFolderOf(file);
      removeEarlierOutput(file, task.ours);
      writePicture(file, picture, beforeItAppears, existing(job_.overwrite && !task.ours));
      written.push_back(file);
      return true;
    };
    if (wanted) {
      writeNow();
    } else {
      turn.runUncancellable(writeNow);
    }
  };
  if (!task.output.empty()) write(task.output, found.marked);
  if (task.crops.empty()) return;
  std::size_t rank = 0;
  for (const Match& match : outcome.matches) {
    write(cropName(task.crops, ++rank),
          found.picture.image.view().crop(match.x, match.y, {match.width, match.height}));
  }
  // An earlier run may have written more crops.
  if (task.ours) removeCrops(task, rank + 1);
}

void ImageWork::removeCrops(const Task& task, std::size_t from) {
  if (task.crops.empty()) return;
  while (::unlink(cropName(task.crops, from).c_str()) == 0) ++from;
}

}  // namespace espy::batch
