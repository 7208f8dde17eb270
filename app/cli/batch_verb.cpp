// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "base/json.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/progress_line.h"
#include "common/shared_options.h"
#include "common/values.h"
#include "common/verb.h"
#include "espy/engine/all.h"

namespace espy::cli {
namespace {

constexpr const char* kBatchUsage =
    "espy batch [OPTION...] JOB.json\n"
    "       espy batch --merge DIR";

constexpr const char* kBatchAbout =
    "Searches many pictures, and can resume after any interruption. A job file describes it:\n"
    "\n"
    "  {\"needles\": [{\"file\": \"ok.png\", \"mask\": \"ok-mask.pgm\"}],\n"
    "   \"images\": [\"a.png\", \"shots/\", \"shots/**/*.png\", \"@list.txt\", "
    "\"clip.mp4#0:300:30\"],\n"
    "   \"options\": {\"method\": \"zncc\", \"min_score\": 0.8},\n"
    "   \"outputs\": {\"csv\": \"all.csv\", \"jsonl\": \"all.jsonl\", \"marked\": \"marked\",\n"
    "               \"crops\": \"crops\"},\n"
    "   \"overwrite\": false}\n"
    "\n"
    "\"index\": \"tiles.esi\" in place of the needles searches for all pictures of an index.\n"
    "Paths are relative to the job's folder. \"@-\" reads names from standard input. Options are\n"
    "those of espy find, with underscores. Progress is recorded in JOB.journal, next to the job.";

constexpr const char* kBatchExamples =
    "Exit status:\n"
    "  0 done, 2 refused, 3 some images failed and the others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy batch job.json\n"
    "  espy batch --resume job.json\n"
    "  espy batch --shard 3/8 job.json     (on each of eight machines; then:)\n"
    "  espy batch --merge job.journal\n"
    "  find shots -name '*.png' -print0 | espy batch job.json     (with \"images\": [\"@-\"])\n";

enum class ProgressKind { automatic, json, none };

struct BatchRequest : SharedOptions {
  bool resume = false;
  bool retry = false;
  BatchShard shard;
  std::string merge;
  std::string index;
  ProgressKind progress = ProgressKind::automatic;
  bool engineGiven = false;
};

BatchShard parseShard(const std::string& text) {
  const std::size_t slash = text.find('/');
  BatchShard shard;
  const auto number = [&](std::size_t begin, std::size_t end, std::size_t& value) {
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, value);
    return error == std::errc() && stop == text.data() + end;
  };
  constexpr std::size_t kMost = 1'000'000;
  if (slash == std::string::npos || !number(0, slash, shard.number) ||
      !number(slash + 1, text.size(), shard.of) || shard.number < 1 || shard.of > kMost ||
      shard.number > shard.of) {
    throw UseError("--shard " + text + ": must be K/N, the first of N being 1/N");
  }
  return shard;
}

/// Reports progress: a line that is rewritten on a terminal, or JSON lines.
class Progress {
 public:
  Progress(ProgressKind kind, const std::vector<BatchItem>& items)
      : items_(items), kind_(kind), before_(overIn(items)), line_(items.size(), before_) {}

  void changed(std::size_t index) {
    const BatchItem& item = items_[index];
    if (item.state == BatchState::done) ++done_;
    if (item.state == BatchState::failed) ++failed_;
    if (item.state == BatchState::done) matches_ += item.found;
  }

  void update(double part) {
    if (kind_ == ProgressKind::automatic) line_.update(done_, failed_, part);
    if (kind_ == ProgressKind::json) tellJsonNowAndThen(part);
  }

  void end() {
    if (kind_ == ProgressKind::automatic) line_.end();
    if (kind_ == ProgressKind::json) tellJson(0);
  }

 private:
  static std::size_t overIn(const std::vector<BatchItem>& items) {
    return static_cast<std::size_t>(
        std::count_if(items.begin(), items.end(),
                      [](const BatchItem& item) { return item.state != BatchState::queued; }));
  }

  void tellJsonNowAndThen(double part) {
    constexpr double kEvery = 0.5;
    const double now = line_.seconds();
    if (isShown_ && now - *isShown_ < kEvery) return;
    isShown_ = now;
    tellJson(line_.secondsLeft(part));
  }

  void tellJson(double left) {
    out_.format("{{\"done\":{},\"failed\":{},\"before\":{},\"of\":{},\"matches\":{},\"seconds\":{}",
                done_, failed_, before_, items_.size(), matches_, jsonNumber(line_.seconds()));
    if (left >= 0) out_.format(",\"left\":{}", jsonNumber(left));
    out_.text("}\n");
    out_.flush();
  }

  const std::vector<BatchItem>& items_;
  ProgressKind kind_;
  std::size_t before_ = 0;  ///< finished in an earlier run
  ProgressLine line_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  std::uint64_t matches_ = 0;
  Output out_;
  std::optional<double> isShown_;  ///< time of the last report, seconds
};

/// Prints up to 100 failures, and the number of those that are left out.
void printFailures(const std::vector<std::string>& failures) {
  constexpr std::size_t kMost = 100;
  for (std::size_t i = 0; i < std::min(kMost, failures.size()); ++i) printError(failures[i]);
  if (failures.size() > kMost) {
    printError(fmt::format("and {} other failures; the summary lists all of them",
                           failures.size() - kMost));
  }
}

/// Prints up to 100 notes, up to 10 of one kind, and the number of those that are left out.
void printNotes(const std::vector<BatchItem>& items) {
  constexpr std::size_t kMost = 100;
  constexpr std::size_t kMostOfKind = 10;
  std::map<std::string, std::size_t> kinds;
  std::size_t shown = 0;
  std::size_t others = 0;
  for (const BatchItem& item : items) {
    if (item.note.empty()) continue;
    std::size_t& ofKind =
        kinds[item.note.pattern().empty() ? item.note.text() : item.note.pattern()];
    if (shown == kMost || ofKind == kMostOfKind) {
      ++others;
      continue;
    }
    ++shown;
    ++ofKind;
    printError(item.image + ": " + item.note.text());
  }
  if (others > 0) printError(fmt::format("and {} other notes", others));
}

/// "998 of 1000 images done, 2 failed, 1234 matches"
std::string total(std::size_t done, std::size_t failed, std::size_t all, std::uint64_t matches) {
  std::string text = fmt::format("{} of {} images done", done, all);
  if (failed > 0) text += fmt::format(", {} failed", failed);
  return text + fmt::format(", {} match{}\n", matches, matches == 1 ? "" : "es");
}

int merge(const BatchRequest& request) {
  const Interrupts interrupts;
  Control control;
  control.stop = interrupts.token();
  const BatchMerge merged = mergeBatch(request.merge, control, request.index);
  std::vector<std::string> failures;
  for (const Message& failure : merged.failures) failures.push_back(failure.text());
  printFailures(failures);
  printText(total(merged.images - merged.failures.size(), merged.failures.size(), merged.images,
                  merged.matches));
  return merged.failures.empty() ? kDone : kPartlyDone;
}

int runJob(const BatchRequest& request, const std::string& file) {
  const Interrupts interrupts(std::chrono::milliseconds(150));
  Control control;
  control.stop = interrupts.token();
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw UseError(file +
                   ": cannot be read: Is a directory; a job is a JSON file that names it in "
                   "\"images\"");
  }
  BatchJob job = readBatchJob(file, std::cin, request.index);
  const Registry registry = makeRegistry();
  if (request.engineGiven) job.engine = request.engine;
  checkEngine(registry, job.engine);
  if (request.threads > 0) job.control.threads = request.threads;
  job.shard = request.shard;
  if (request.resume) job.begin = BatchBegin::resume;
  if (request.retry) job.begin = BatchBegin::retry;

  const auto runner = makeBatchRunner(registry);
  std::vector<BatchItem> items = runner->plan(job);
  Progress progress(request.progress, items);
  control.progress = [&](double part) { progress.update(part); };
  runner->run(
      job, items, [&](std::size_t index) { progress.changed(index); }, control);
  progress.end();

  std::vector<std::string> failures;
  std::size_t done = 0;
  std::uint64_t matches = 0;
  for (const BatchItem& item : items) {
    if (item.state == BatchState::failed) failures.push_back(item.reason.text());
    if (item.state != BatchState::done) continue;
    ++done;
    matches += item.found;
  }
  printNotes(items);
  printFailures(failures);
  printText(total(done, failures.size(), items.size(), matches));
  if (done + failures.size() < items.size()) {
    printError("cancelled; --resume continues with the images that are not done");
    return kCancelled;
  }
  if (job.shard.of > 1) {
    printText("when all shards are done: espy batch --merge " + job.path(job.journal) + "\n");
  }
  return failures.empty() ? kDone : kPartlyDone;
}

std::function<int()> setUpBatch(OptionParser& parser) {
  const auto request = std::make_shared<BatchRequest>();
  const auto files = std::make_shared<std::vector<std::string>>();
  parser.group("Running");
  parser.flag("--resume", "continue: results of unchanged images are kept", request->resume);
  parser.flag("--retry", "as --resume, and search failed images again", request->retry);
  parser.option("--shard", "K/N",
                "search only the K-th of N parts: every N-th image; --merge\n"
                "combines the results",
                [request](const std::string& text) { request->shard = parseShard(text); });
  parser.option("--merge", "DIR",
                "write the csv and jsonl of a job whose shards are done, from\n"
                "their journals in this folder",
                request->merge);
  parser.option("--index", "INDEX.esi",
                "search for all needles of this index (see espy index) instead of\n"
                "the job's needles",
                request->index);
  parser.choice(
      "--progress", "HOW", {"auto", "json", "none"},
      "auto (default): a line on a terminal; json: lines on standard\n"
      "output; none",
      [request](std::size_t chosen) { request->progress = static_cast<ProgressKind>(chosen); });
  parser.group("Engine");
  parser.option("--engine", "NAME", "overrides the job's engine",
                [request](const std::string& text) {
                  request->engine = text;
                  request->engineGiven = true;
                });
  parser.option("--threads", "N", "overrides the job's number of threads",
                [request](const std::string& text) {
                  request->threads = static_cast<int>(parseInteger("--threads", text, 1, 1024));
                });
  parser.group("Text");
  parser.flag("--quiet", "no output and no error messages: only the exit status", request->quiet);
  parser.files(*files);
  return [request, files] {
    if (!request->merge.empty()) {
      if (!files->empty() || request->resume || request->retry || request->shard.of > 1) {
        throw UseError("--merge " + request->merge +
                       ": cannot be combined with a job file or other options");
      }
      return merge(*request);
    }
    if (files->size() != 1) throw UseError("espy batch takes one job, a JSON file");
    return runJob(*request, files->front());
  };
}

}  // namespace

const Verb kBatchVerb{
    "batch", "run many searches; resumable", kBatchUsage, kBatchAbout, kBatchExamples, setUpBatch};

}  // namespace espy::cli
