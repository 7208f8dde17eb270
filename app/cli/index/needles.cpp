// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/actions.h"

#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <set>

#include "base/json.h"
#include "batch/image_list.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/progress_line.h"
#include "espy/engine/needle_index.h"
#include "files/file_facts.h"
#include "index/unfinished.h"

namespace espy::cli {
namespace {

/// With `replace`, in place of pictures of the same name.
int add(const IndexRequest& request, bool replace) {
  const Interrupts interrupts;
  NeedleIndexWriter writer(request.index);
  const std::vector<std::string> files = batch::imagesOf(request.others, "", std::cin);
  ProgressLine progress(files.size());
  std::vector<std::string> complaints;
  SceneIndexWriter::Options options;
  options.reading = request.reading;
  options.control.threads = request.threads;
  options.control.stop = interrupts.token();
  options.failed = [&](const Error& error) { complaints.emplace_back(error.what()); };
  options.done = [&](std::size_t done) {
    progress.update(done - complaints.size(), complaints.size(),
                    static_cast<double>(done) / static_cast<double>(files.size()));
  };
  const SceneIndexWriter::Added done = addPictures(writer, files, replace, options);
  progress.end();
  for (const std::string& sentence : complaints) printError(sentence);
  const std::size_t added = done.added + done.replaced;
  if (done.failed == 0 || added > 0) {
    printText(fmt::format("{}: {} picture{} {}\n", request.index, added, added == 1 ? "" : "s",
                          replace ? "added or replaced" : "added"));
  }
  return done.failed == 0 ? kDone : added == 0 ? kRefused : kPartlyDone;
}

/// Without a picture there is no index.
void removeUnfinishedNeedles(const std::string& index) {
  removeUnfinished<NeedleIndexWriter>(
      index, [](const std::string& one) { return NeedleIndex(one).segments(); });
}

}  // namespace

int createNeedleIndex(const IndexRequest& request) {
  removeUnfinishedNeedles(request.index);
  NeedleIndex::create(request.index);
  int status = kRefused;
  try {
    status = addNeedles(request);
  } catch (...) {
    removeUnfinishedNeedles(request.index);
    throw;
  }
  if (status == kRefused) removeUnfinishedNeedles(request.index);
  return status;
}

int addNeedles(const IndexRequest& request) {
  return add(request, false);
}

int updateNeedles(const IndexRequest& request) {
  return add(request, true);
}

int removeNeedles(const IndexRequest& request) {
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

int listNeedles(const IndexRequest& request) {
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

int describeNeedleIndex(const IndexRequest& request) {
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

int verifyNeedleIndex(const IndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(100);
  const NeedleIndex index(request.index);
  index.verify(controlOf(request.threads, interrupts, progress));
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

int compactNeedleIndex(const IndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(100);
  const std::int64_t before = NeedleIndex(request.index).bytes();
  NeedleIndexWriter(request.index).compact(controlOf(request.threads, interrupts, progress));
  progress.end();
  printText(fmt::format("{}: {} bytes, {} before\n", request.index,
                        NeedleIndex(request.index).bytes(), before));
  return kDone;
}

}  // namespace espy::cli
