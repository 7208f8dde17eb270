// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <new>
#include <optional>

#include "find_options.h"
#include "find_output.h"
#include "interrupts.h"
#include "messages.h"
#include "needles.h"
#include "output.h"
#include "targets.h"
#include "timings.h"
#include "verbs.h"

namespace espy::cli {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One call of `espy find`: the needles are read once, then every image is searched, marked, saved
/// and told before the next one, which is read meanwhile.
class FindRun {
 public:
  FindRun(const FindRequest& request, const Registry& registry)
      : request_(request), registry_(registry) {
    control_.threads = request.threads;
    control_.stop = interrupts_.token();
  }

  int run() {
    loadNeedles();
    Ahead<ReadPicture> pictures(request_.images.size(), [&](std::size_t i) {
      return readPicture(request_.images[i], request_.reading);
    });
    for (const std::string& image : request_.images) {
      try {
        search(image, pictures);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) throw;
        fail(error.what());
      } catch (const std::bad_alloc&) {
        fail(image + ": not enough memory");
      }
      control_.check();
    }
    if (failed_ == request_.images.size()) return kRefused;
    if (failed_ > 0) return kPartlyDone;
    return foundAny_ ? kDone : kNothingFound;
  }

 private:
  void loadNeedles() {
    Timeline timeline;
    const auto start = Clock::now();
    {
      const StageTimer timer(timeline, "load needles");
      needles_.emplace(request_.needles, request_.mask, request_.reading);
    }
    if (request_.timings) {
      const auto count = request_.needles.size();
      tell(timingsTable(std::to_string(count) + (count == 1 ? " needle" : " needles"), timeline,
                        millisecondsSince(start)));
    }
  }

  void search(const std::string& image, Ahead<ReadPicture>& pictures) {
    const auto start = Clock::now();
    Timeline timeline;
    ReadPicture read;
    {
      const StageTimer timer(timeline, "load");  // what was not read ahead, that is
      read = pictures.next();
    }
    tellNote(image, read);
    const Image& scene = read.image;
    const Finding finding = find(image, scene, timeline);
    const FoundInImage found{image,   request_.needles, scene.size(),
                             finding, timeline,         millisecondsSince(start)};
    foundAny_ = foundAny_ || !finding.matches.empty();
    report(found);
  }

  /// Finds, marks and saves; errors that do not know the file get its name.
  Finding find(const std::string& image, const ImageView& scene, Timeline& timeline) {
    Image flags;
    Image marked;
    Finding finding;
    const std::string target = request_.targetOf(image);
    try {
      finding = findExact(registry_, request_.engine, scene, needles_->all(), request_.exact,
                          request_.select, control_);
      timeline.add(finding.report.timeline);
      const std::string& engine = finding.report.engine;
      if (!target.empty() || !request_.flags.empty()) {
        flags = timedAs("pass 2", control_, timeline, [&](const Control& control) {
          return registry_.get<FlagMatches>(engine)(scene.size(), finding.matches, 2, control);
        });
      }
      if (!target.empty()) {
        marked = timedAs("pass 3", control_, timeline, [&](const Control& control) {
          return markedCopy(registry_, engine, scene, flags, request_.marks, control);
        });
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      throw Error(error.code(), image + ": " + error.what());
    }
    if (!flags.empty()) save(target, marked, flags, timeline);
    return finding;
  }

  void save(const std::string& target, const Image& marked, const Image& flags,
            Timeline& timeline) {
    const StageTimer timer(timeline, "save");
    if (!request_.flags.empty()) writePicture(request_.flags, flags);
    if (target.empty()) return;
    if (!request_.outputFolder.empty()) makeFolder(request_.outputFolder);
    writePicture(target, marked);
  }

  void report(const FoundInImage& found) {
    if (!found.finding.fallback.empty()) {
      complain(found.image + ": done on " + found.finding.report.engine +
               " instead: " + found.finding.fallback);
    }
    if (request_.timings) {
      tell(timingsTable(timingsTitle(found), found.timeline, found.totalMilliseconds));
    }
    if (request_.quiet || request_.pictureOnStandardOutput()) return;
    if (request_.json) {
      writeJson(out_, found);
    } else {
      writeText(out_, found);
    }
    out_.flush();
  }

  void fail(const std::string& sentence) {
    complain(sentence);
    ++failed_;
  }

  const FindRequest& request_;
  const Registry& registry_;
  Interrupts interrupts_;
  Control control_;
  Output out_;
  std::optional<Needles> needles_;
  std::size_t failed_ = 0;
  bool foundAny_ = false;
};

}  // namespace

int findVerb(const Arguments& arguments) {
  const Registry registry = makeRegistry();
  const std::optional<FindRequest> request = readFindRequest(arguments, registry);
  if (!request) return kDone;
  return FindRun(*request, registry).run();
}

}  // namespace espy::cli
