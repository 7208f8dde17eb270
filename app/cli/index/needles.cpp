// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

#include "base/json.h"
#include "base/parallel.h"
#include "batch/image_list.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/progress_line.h"
#include "espy/index.h"
#include "files/file_facts.h"
#include "index/needles.h"

namespace espy::cli {
namespace {

/// Pictures that are read at a time.
constexpr std::size_t kAtOnce = 512;

/// A picture, or why it could not be read.
struct ReadFile {
  ReadPicture picture;
  files::FileFacts facts;
  std::string failure;
};

ReadFile readFile(const std::string& file, const ReadOptions& options) {
  ReadFile read;
  // Before the pixels: a file that changes meanwhile has other facts afterwards.
  read.facts = files::factsOf(file).value_or(files::FileFacts{});
  try {
    read.picture = readPicture(file, options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    read.failure = error.what();
  }
  return read;
}

/// Adds pictures to an index.
class Adding {
 public:
  Adding(const NeedleIndexRequest& request, bool replace)
      : request_(request), replace_(replace), writer_(request.index) {
    control_.threads = request.threads;
    control_.stop = interrupts_.token();
  }

  int run() {
    const std::vector<std::string> files = batch::imagesOf(request_.others, "", std::cin);
    ProgressLine progress(files.size());
    ReadOptions reading = request_.reading;
    reading.stop = control_.stop;
    for (std::size_t first = 0; first < files.size(); first += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, files.size() - first);
      std::vector<ReadFile> read(count);
      parallelFor(static_cast<std::int64_t>(count), threadsFor(control_), {0, control_.stop, {}},
                  [&](std::int64_t i, int) {
                    const auto at = static_cast<std::size_t>(i);
                    read[at] = readFile(files[first + at], reading);
                  });
      for (std::size_t i = 0; i < count; ++i) take(files[first + i], read[i]);
      const std::size_t done = first + count;
      progress.update(added_, failed_,
                      static_cast<double>(done) / static_cast<double>(files.size()));
    }
    if (added_ > 0 || failed_ == 0) writer_.commit(control_);
    progress.end();
    for (const std::string& sentence : complaints_) printError(sentence);
    if (failed_ == 0 || added_ > 0) {
      printText(fmt::format("{}: {} picture{} {}\n", request_.index, added_, added_ == 1 ? "" : "s",
                            replace_ ? "added or replaced" : "added"));
    }
    return failed_ == 0 ? kDone : added_ == 0 ? kRefused : kPartlyDone;
  }

 private:
  void take(const std::string& file, const ReadFile& read) {
    try {
      if (!read.failure.empty()) throw Error(ErrorCode::badPicture, read.failure);
      if (replace_) writer_.remove(file);
      const Needle needle{read.picture.image, {}};
      writer_.add(file, needle, read.facts.bytes, read.facts.changed);
      ++added_;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      ++failed_;
      const std::string what = error.what();
      complaints_.push_back(what.find(file) == std::string::npos ? file + ": " + what : what);
    }
  }

  const NeedleIndexRequest& request_;
  bool replace_;
  Interrupts interrupts_;
  Control control_;
  NeedleIndexWriter writer_;
  std::size_t added_ = 0;
  std::size_t failed_ = 0;
  std::vector<std::string> complaints_;
};

/// Prints progress of a part of the work in percent.
Control controlOf(const NeedleIndexRequest& request, const Interrupts& interrupts,
                  ProgressLine& progress) {
  Control control;
  control.threads = request.threads;
  control.stop = interrupts.token();
  control.progress = [&progress](double part) {
    progress.update(static_cast<std::size_t>(100 * part), 0, part);
  };
  return control;
}

}  // namespace

int createNeedleIndex(const NeedleIndexRequest& request) {
  NeedleIndex::create(request.index);
  int status = kRefused;
  try {
    status = Adding(request, false).run();
  } catch (...) {
    std::filesystem::remove_all(request.index);
    throw;
  }
  // Without a picture there is no index.
  if (status == kRefused) std::filesystem::remove_all(request.index);
  return status;
}

int addNeedles(const NeedleIndexRequest& request, bool replace) {
  return Adding(request, replace).run();
}

int removeNeedles(const NeedleIndexRequest& request) {
  const Interrupts interrupts;
  NeedleIndexWriter writer(request.index);
  std::vector<std::string> unknown;
  const std::set<std::string> names(request.others.begin(), request.others.end());
  for (const std::string& name : names) {
    if (!writer.remove(name)) unknown.push_back(name);
  }
  if (unknown.size() < names.size()) writer.commit();
  for (const std::string& name : unknown) {
    printError(fmt::format("{}: has no picture {}", request.index, name));
  }
  return unknown.empty() ? kDone : unknown.size() == names.size() ? kRefused : kPartlyDone;
}

int listNeedles(const NeedleIndexRequest& request) {
  const NeedleIndex index(request.index);
  Output out;
  for (std::int64_t n = 0; n < index.size(); ++n) {
    if (!request.json) {
      out.format("{}\n", index.name(n));
      continue;
    }
    const Needle needle = index.picture(n);
    const PixelFormat format = needle.picture.format();
    out.format(R"({{"name":{},"width":{},"height":{},"channels":{},"bits":{}}})"
               "\n",
               jsonString(std::string(index.name(n))), needle.picture.width(),
               needle.picture.height(), format.channels, 8 * format.bytesPerSample());
  }
  out.flush();
  return kDone;
}

int describeNeedleIndex(const NeedleIndexRequest& request) {
  const NeedleIndex index(request.index);
  Output out;
  if (request.json) {
    out.format(R"({{"needles":{},"pictures":{},"removed":{},"segments":{},"bytes":{}}})"
               "\n",
               index.size(), index.pictures(), index.removed(), index.segments(), index.bytes());
  } else {
    out.format("needles             {}\ndifferent pictures  {}\nremoved             {}\n",
               index.size(), index.pictures(), index.removed());
    out.format("segments            {}\nbytes               {}\n", index.segments(), index.bytes());
  }
  out.flush();
  return kDone;
}

int verifyNeedleIndex(const NeedleIndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(100);
  const Control control = controlOf(request, interrupts, progress);
  const NeedleIndex index(request.index);
  index.verify(control);
  progress.end();
  std::size_t changed = 0;
  Output out;
  for (std::int64_t n = 0; n < index.size(); ++n) {
    const auto [bytes, time] = index.file(n);
    const files::FileFacts then{bytes, time};
    if (then == files::FileFacts()) continue;
    const std::optional<files::FileFacts> now = files::factsOf(std::string(index.name(n)));
    if (now == then) continue;
    ++changed;
    const char* const what = now ? "the file has changed" : "the file is gone";
    if (request.json) {
      out.format("{{\"name\":{},\"what\":{}}}\n", jsonString(std::string(index.name(n))),
                 jsonString(what));
    } else {
      out.format("{}: {}\n", index.name(n), what);
    }
  }
  out.flush();
  printText(changed == 0 ? fmt::format("{}: whole\n", request.index)
                         : fmt::format("{}: whole; {} file{} changed or gone\n", request.index,
                                       changed, changed == 1 ? "" : "s"));
  return changed == 0 ? kDone : kRefused;
}

int compactNeedleIndex(const NeedleIndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(100);
  const Control control = controlOf(request, interrupts, progress);
  const std::int64_t before = NeedleIndex(request.index).bytes();
  NeedleIndexWriter(request.index).compact(control);
  progress.end();
  printText(fmt::format("{}: {} bytes, {} before\n", request.index,
                        NeedleIndex(request.index).bytes(), before));
  return kDone;
}

}  // namespace espy::cli
