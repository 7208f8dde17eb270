// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <new>
#include <optional>

#include "base/folder.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/output.h"
#include "common/targets.h"
#include "common/timings.h"
#include "common/verb.h"
#include "find/options.h"
#include "find/output.h"

namespace espy::cli {
namespace {

constexpr const char* kUsage =
    "espy find [OPTION...] NEEDLE IMAGE...\n"
    "       espy find [OPTION...] -e NEEDLE [-e NEEDLE]... IMAGE...";

constexpr const char* kAbout =
    "Where is this picture in those? Prints one match a line, best first:\n"
    "\n"
    "  IMAGE:X,Y,WIDTH,HEIGHT score=S needle=FILE\n"
    "\n"
    "X,Y is the upper-left pixel, counted from 0; a score of 1 is identical. Pixels of the needle\n"
    "whose alpha is 0 match anything. Pictures are PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP or\n"
    "WebP; - is standard input and -- ends the options.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 something was found, 1 nothing was found, 2 bad input or use, 3 some images of several\n"
    "  failed and the others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy find button.png screenshot.png\n"
    "  espy find -e ok.png -e cancel.png --json shots/*.png\n"
    "  espy find --tolerance 3 --timings -o marked.ppm needle.ppm crowd.ppm\n"
    "  espy find --method zncc --min-score 0.8 --top 5 face.png photo.jpg\n"
    "  import -window root png:- | espy find --quiet button.png - && echo there\n";

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Searches with the method that was asked for.
Finding searched(const FindRequest& request, const Registry& registry, const Scene& scene,
                 std::span<const Needle> needles, const Control& control) {
  Finding finding = search(registry, request.engine, scene, needles, request.method, control);
  if (request.method.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  return finding;
}

/// Where the matches of a scored finding lie between pixels.
SubPixels refinedAll(const FindRequest& request, const ImageView& scene,
                     std::span<const Needle> needles, const Finding& finding,
                     const Control& control) {
  SubPixels subPixels;
  if (request.method.pose.isAsked()) {
    // Poses come with it.
    const auto fine = [&](const Match& match) {
      const bool hangsOver =
          request.method.pose.visible < 1 &&
          (match.x == 0 || match.y == 0 || std::int64_t{match.x} + match.width == scene.width() ||
           std::int64_t{match.y} + match.height == scene.height());
      // Its box is what of it lies inside.
      if (hangsOver) return SubPixel{static_cast<double>(match.x), static_cast<double>(match.y)};
      const SubPixel centre = outlineOf(match).centre;
      return SubPixel{centre.x - match.width / 2.0, centre.y - match.height / 2.0};
    };
    for (const Match& match : finding.matches) subPixels.matches.push_back(fine(match));
    if (finding.best) subPixels.best = fine(*finding.best);
    return subPixels;
  }
  const ScoreOptions score = request.method.forScored();
  subPixels.matches = refined(scene, needles, finding.matches, score, control);
  if (finding.best) subPixels.best = refined(scene, needles, *finding.best, score);
  return subPixels;
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
    Ahead<ReadPicture> pictures(request_.images.size(),
                                [&](std::size_t i, const std::stop_token& unwanted) {
                                  ReadOptions reading = request_.reading;
                                  reading.stop = unwanted;
                                  return readPicture(request_.images[i], reading);
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
      ReadOptions reading = request_.reading;
      reading.stop = control_.stop;
      needles_.emplace(request_.needles, request_.mask, reading);
      const MethodOptions& method = request_.method;
      if (method.method == Method::zncc) needles_->checkVaried();
      if (!request_.judge.empty()) {
        judge_ = readJudge(request_.judge, needles_->all().front());
        if (!judge_->isOn()) complain(request_.judge + ": the judge is off, and drops nothing");
      }
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
      std::optional<ReadPicture> next = pictures.next(control_.stop);
      if (!next) throw Error(ErrorCode::cancelled, "cancelled");
      read = std::move(*next);
    }
    const Image& scene = read.image;
    SubPixels subPixels;
    std::vector<double> judged;
    const Finding finding = find(image, scene, subPixels, judged, timeline);
    needles_->notes().tell();
    Notes note;
    note.add(image, read);
    note.tell();
    const FoundInImage found{image,        request_.needles, request_.method,
                             scene.size(), finding,          subPixels,
                             judged,       timeline,         millisecondsSince(start)};
    foundAny_ = foundAny_ || !finding.matches.empty();
    report(found);
  }

  /// Finds, marks and saves; errors that do not know the file get its name.
  Finding find(const std::string& image, const ImageView& scene, SubPixels& subPixels,
               std::vector<double>& judged, Timeline& timeline) {
    Written written;
    Finding finding;
    try {
      SceneKeeper keeper(scene, thingsAskedOf(image));
      finding = searched(request_, registry_, keeper, needles_->all(), control_);
      timeline.add(finding.report.timeline);
      if (judge_) {
        const StageTimer timer(timeline, "judge");
        judged = keepJudged(image, scene, finding);
      }
      if (request_.subPixel) {
        const StageTimer timer(timeline, "refine");
        subPixels = refinedAll(request_, scene, needles_->all(), finding, control_);
      }
      written = paint(image, keeper, finding, timeline);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      throw Error(error.code(), image + ": " + error.what());
    }
    checkUncut(scene);
    save(request_.targetOf(image), written, timeline);
    return finding;
  }

  /// Drops matches that the judge calls false; what it says of the others.
  std::vector<double> keepJudged(const std::string& image, const ImageView& scene,
                                 Finding& finding) {
    const std::string& by = finding.report.engine;
    const Message refusal = registry_.refusal<RateSamples>(by);
    const bool able = refusal.empty();
    // A regression asks no engine.
    if (!able && judge_->by == Judge::By::network) {
      complain(image + ": judged on openmp instead: " + refusal.text());
    }
    const std::vector<double> all =
        judgeMatches(registry_, able ? by : "openmp", *judge_, needles_->all().front(), scene,
                     finding.matches, control_);
    const double threshold = judge_->threshold(request_.judgeRecall);
    std::vector<double> kept;
    std::size_t to = 0;
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (all[m] < threshold) continue;
      kept.push_back(all[m]);
      finding.matches[to++] = finding.matches[m];
    }
    finding.matches.resize(to);
    return kept;
  }

  /// What is written about one image, where it is asked for.
  struct Written {
    Image marked;
    Image flags;
    ScoreMap scores;
  };

  /// The searches of this image, its marks and its scores.
  std::size_t thingsAskedOf(const std::string& image) const {
    return request_.method.searchesFor(needles_->all().size()) +
           (request_.targetOf(image).empty() ? 0 : 1) + (request_.scores.empty() ? 0 : 1);
  }

  Written paint(const std::string& image, const Scene& scene, const Finding& finding,
                Timeline& timeline) {
    Written written;
    const std::string& engine = finding.report.engine;
    if (!request_.flags.empty()) {
      written.flags =
          flagPlane(registry_, engine, scene.size(), finding.matches, 2, control_, timeline);
    }
    if (!request_.targetOf(image).empty()) {
      written.marked = markedPicture(registry_, engine, scene, finding.matches, request_.marks,
                                     control_, timeline);
    }
    if (!request_.scores.empty()) {
      const StageTimer timer(timeline, "scores");
      written.scores = mapScores(registry_, request_.engine, scene, needles_->all().front(),
                                 request_.method.forScored(), control_);
    }
    return written;
  }

  void save(const std::string& target, const Written& written, Timeline& timeline) {
    if (target.empty() && request_.flags.empty() && request_.scores.empty()) return;
    const StageTimer timer(timeline, "save");
    if (!request_.flags.empty()) writePicture(request_.flags, written.flags);
    if (!request_.scores.empty()) {
      writeScores(request_.scores, request_.method.method, written.scores);
    }
    if (target.empty()) return;
    if (!request_.outputFolder.empty()) makeFolder(request_.outputFolder);
    writePicture(target, written.marked);
  }

  void report(const FoundInImage& found) {
    if (!found.finding.fallback.empty()) {
      complain(found.image + ": done on " + found.finding.report.engine +
               " instead: " + found.finding.fallback.text());
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
  std::optional<Judge> judge_;
  std::size_t failed_ = 0;
  bool foundAny_ = false;
};

std::function<int()> setUpFind(OptionParser& parser) {
  const auto options = std::make_shared<FindOptions>();
  options->addTo(parser);
  return [options] {
    const Registry registry = makeRegistry();
    const FindRequest request = options->request(registry);
    return FindRun(request, registry).run();
  };
}

}  // namespace

const Verb kFindVerb{"find",   "where is this picture in those?", kUsage, kAbout, kExamples,
                     setUpFind};

}  // namespace espy::cli
