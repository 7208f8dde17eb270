// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/image_processor.h"

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

ImageProcessor::ImageProcessor(const Registry& registry, const BatchJob& job,
                               std::vector<ImageFiles> files, const Control& control)
    : registry_(registry), job_(job), files_(std::move(files)), control_(control), needles_(job) {
  control_.progress = nullptr;
  job_.images = {};  // the files have them
  for (const BatchNeedle& needle : job.needles) needleNames_.push_back(needle.title());
  if (!job.judgeFile.empty()) judge_ = readJudge(job.path(job.judgeFile), needles_.all().front());
}

Outcome ImageProcessor::process(std::size_t index, WorkerContext& context) {
  const auto start = Clock::now();
  Outcome outcome;
  try {
    outcome = tried(files_[index], context);
  } catch (...) {  // no memory even for the message
    outcome.state = BatchState::failed;
  }
  outcome.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return outcome;
}

Outcome ImageProcessor::tried(const ImageFiles& files, WorkerContext& context) {
  const std::string path = job_.path(files.image);
  Outcome outcome;
  bool byPicture = false;  // a failure is caused by the picture
  const auto fail = [&](const Message& reason, bool lasting) {
    const FileMark read = outcome.file;  // a file that changed since then is tried again
    outcome = {};
    outcome.state = BatchState::failed;
    outcome.reason = reason;
    outcome.lasting = lasting;
    if (lasting) outcome.file = read;
  };
  try {
    checkOutputs(files);
    byPicture = true;
    Found found = search(files, context, outcome);
    byPicture = false;
    save(files, found, outcome, context);
    outcome.state = BatchState::done;
  } catch (const OutputTaken& error) {
    fail(named(error.message(), fileOfImage(path), files.image), true);
    outcome.file = kOutputTaken;
  } catch (const Error& error) {
    fail(named(error.message(), fileOfImage(path), files.image), byPicture);
    if (byPicture && mayPass(error.code(), path)) outcome.file = kUnreadable;
    if (error.code() == ErrorCode::cancelled) {
      outcome = {};
    } else if (byPicture && files.ours) {
      // Outputs of an earlier run belong to an earlier version of the image.
      if (!files.output.empty()) ::unlink(files.output.c_str());
      removeCrops(files, 1);
    }
  } catch (const std::bad_alloc&) {
    fail(phrase("{}: {}", files.image, phrase("not enough memory")), false);
  } catch (const std::exception& error) {
    fail(phrase("{}: {}", files.image, error.what()), false);
  }
  return outcome;
}

void ImageProcessor::checkOutputs(const ImageFiles& files) const {
  if (!files.output.empty()) {
    checkNew(files.output, replaces(files));
    checkWritable(files.output);
    if (job_.mark.flagsInAlpha) checkKeepsAlpha(files.output);
  }
  if (!files.crops.empty()) checkNew(cropName(files.crops, 1), replaces(files));
}

ImageProcessor::Found ImageProcessor::search(const ImageFiles& files, WorkerContext& context,
                                             Outcome& outcome) {
  const std::string path = job_.path(files.image);
  for (int tries = 0; tries < 2; ++tries) {
    Found found;
    outcome.file = markOf(path);
    try {
      found.picture = read(path, context, found.large);
    } catch (const Error& error) {
      if (tries > 0 || error.code() != ErrorCode::badPicture || markOf(path) == outcome.file) throw;
      continue;
    }
    const Image& picture = found.picture.image;
    outcome.content = found.picture.content;
    outcome.note = found.picture.note;
    Control control = control_;
    control.beside = context.beside();
    // `auto` must choose the same engine on one thread as on several, because lines name it.
    if (allThreads(control) == 1) control.threads = control.beside = 2;
    control.progress = [&](double part) { context.part = static_cast<float>(part); };
    try {
      // A GPU receives the image once, for search and marking.
      std::optional<SceneKeeper> keeper;
      if (!files.output.empty()) keeper.emplace(picture);
      const Scene scene = keeper ? Scene(*keeper) : Scene(picture);
      Finding finding = findIn(scene, control, outcome);
      control.progress = nullptr;
      alsoSay(outcome.note, needles_.noteOnSize(job_, picture.size()));
      if (!files.output.empty()) {
        Timeline unheard;
        found.marked = markedPicture(registry_, finding.report.engine, scene, finding, job_.mark,
                                     control, unheard);
      }
      outcome.line = lineOf(files, picture.size(), finding);
      outcome.matches = std::move(finding.matches);
      outcome.found = outcome.matches.size();
    } catch (const Error& error) {
      throw Error(error.code(), phrase("{}: {}", files.image, error.message()));
    }
    checkUncut(picture);
    if (markOf(path) == outcome.file) return found;
    // The file was written meanwhile, so the bytes read may be inconsistent.
  }
  throw Error(ErrorCode::badPicture,
              phrase("{}: {}", files.image, phrase("changed while it was read")));
}

ReadPicture ImageProcessor::read(const std::string& path, WorkerContext& context,
                                 std::unique_lock<std::mutex>& large) {
  ReadOptions options;
  options.stop = control_.stop;
  options.wantContent = !job_.journal.empty();
  options.maxPixels = std::min(job_.maxPixels, kLarge);
  return context.runUncancellable([&] {
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

Finding ImageProcessor::findIn(const Scene& scene, const Control& control, Outcome& outcome) {
  FindOptions options = job_;
  options.judge = judge_ ? &*judge_ : nullptr;
  options.control = control;
  const bool onDevice = job_.engine != "auto" && registry_.engine(job_.engine).facts.device;
  if (!onDevice) {
    Finding finding = needles_.find(registry_, scene, options);
    if (!finding.report.fallback.empty()) outcome.note = finding.report.fallback;
    if (!finding.judgedElsewhere.empty()) {
      outcome.note = phrase("judged on threads instead: {}", finding.judgedElsewhere);
    }
    return finding;
  }
  Message why = phrase("it has failed before");
  if (deviceFailures_ < kDeviceFailures) {
    try {
      Finding finding = needles_.find(registry_, scene, options);
      deviceFailures_ = 0;
      if (!finding.report.fallback.empty()) outcome.note = finding.report.fallback;
      return finding;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::device) throw;
      ++deviceFailures_;
      why = error.message();
    }
  }
  options.engine = kAllCores;
  Finding finding = needles_.find(registry_, scene, options);
  finding.report.fallback = why;
  outcome.note = phrase("done on threads instead of {}: {}", job_.engine, why);
  return finding;
}

std::string ImageProcessor::lineOf(const ImageFiles& files, Size size, Finding& finding) const {
  if (job_.lines.empty() && job_.summary.empty() && job_.journal.empty()) return {};
  std::string line;
  const auto write = [&](const std::vector<std::string>& names) {
    writeJson(files.image, names, size, job_, finding,
              [&](std::string_view part) { line += part; });
  };
  if (const NeedleIndex* index = needles_.index()) {
    const std::vector<std::uint32_t> numbers = foundNeedles(finding.matches);
    std::vector<std::string> names;
    for (const std::uint32_t number : numbers) names.emplace_back(index->name(number));
    write(names);
    for (Match& match : finding.matches) match.needle = numbers[match.needle];
  } else {
    write(needleNames_);
  }
  if (!finding.report.fallback.empty()) {
    line += ",\"fallback\":" + jsonString(finding.report.fallback.text());
  }
  return line + '}';
}

void ImageProcessor::save(const ImageFiles& files, Found& found, const Outcome& outcome,
                          WorkerContext& context) const {
  control_.check();
  // New files are removed again if a later one fails.
  std::vector<std::string> written;
  try {
    saveAll(files, found, outcome, context, written);
  } catch (...) {
    if (!replaces(files)) {
      for (const std::string& file : written) ::unlink(file.c_str());
    }
    throw;
  }
}

void ImageProcessor::saveAll(const ImageFiles& files, Found& found, const Outcome& outcome,
                             WorkerContext& context, std::vector<std::string>& written) const {
  // Cancellable until the first file appears; then the others follow, unless the first can be
  // removed.
  bool wanted = false;
  const auto write = [&](const std::string& file, const ImageView& picture) {
    const auto beforeItAppears = [&] {
      if (!wanted) context.commit();
      wanted = true;
    };
    if (wanted && !replaces(files)) control_.check();
    const auto writeNow = [&] {
      checkNew(file, replaces(files));
      makeFolderOf(file);
      removeEarlierOutput(file, files.ours);
      writePicture(file, picture, beforeItAppears,
                   job_.overwrite && !files.ours ? Existing::replaced : Existing::refused);
      written.push_back(file);
      return true;
    };
    if (wanted) {
      writeNow();
    } else {
      context.runUncancellable(writeNow);
    }
  };
  if (!files.output.empty()) write(files.output, found.marked);
  if (files.crops.empty()) return;
  std::size_t rank = 0;
  for (const Match& match : outcome.matches) {
    write(cropName(files.crops, ++rank),
          found.picture.image.view().crop(match.x, match.y, {match.width, match.height}));
  }
  // An earlier run may have written more crops.
  if (files.ours) removeCrops(files, rank + 1);
}

void ImageProcessor::removeCrops(const ImageFiles& files, std::size_t from) {
  if (files.crops.empty()) return;
  while (::unlink(cropName(files.crops, from).c_str()) == 0) ++from;
}

}  // namespace espy::batch
