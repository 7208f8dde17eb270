// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/folder.h"
#include "base/json.h"
#include "common/file_run.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/output.h"
#include "common/targets.h"
#include "common/timings.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "espy/pictures.h"
#include "find/options.h"
#include "index/actions.h"

namespace espy::cli {
namespace {

constexpr const char* kFindUsage =
    "espy find [OPTION...] NEEDLE IMAGE...\n"
    "       espy find [OPTION...] -e NEEDLE [-e NEEDLE]... IMAGE...\n"
    "       espy find [OPTION...] --index NEEDLES.esi IMAGE...\n"
    "       espy find [OPTION...] --index SCENES.esi NEEDLE...";

constexpr const char* kFindAbout =
    "Finds a picture in others. Prints one match a line, best first:\n"
    "\n"
    "  IMAGE:X,Y,WIDTH,HEIGHT score=S needle=FILE\n"
    "\n"
    "X,Y is the upper-left pixel, counted from 0; a score of 1 is identical. Pixels of the needle\n"
    "whose alpha is 0 match anything. Pictures are PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP or\n"
    "WebP; - is standard input and -- ends the options.";

constexpr const char* kFindExamples =
    "Exit status:\n"
    "  0 something was found, 1 nothing was found, 2 bad input or use, 3 some images of several\n"
    "  failed and the others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy find button.png screenshot.png\n"
    "  espy find -e ok.png -e cancel.png --json shots/*.png\n"
    "  espy find --index tiles.esi screenshot.png\n"
    "  espy find --tolerance 3 --timings -o marked.ppm needle.ppm crowd.ppm\n"
    "  espy find --index shots.esi button.png\n"
    "  espy find --method zncc --min-score 0.8 --top 5 face.png photo.jpg\n"
    "  import -window root png:- | espy find --quiet button.png - && echo there\n";

/// Result of one image, for output.
struct FoundInImage {
  const std::string& image;                 ///< as on the command line
  const std::vector<std::string>& needles;  ///< as on the command line
  const FindOptions& method;
  Size size;
  const Finding& finding;
  const Timeline& timeline;  ///< of all stages for this image
  double totalMilliseconds = 0;
};

Image greysOf(Method method, const ScoreMap& map) {
  Image picture = Image::forOverwrite(map.size, {1, Depth::u16});
  const MutableImageView pixels = picture.pixels();
  const float* score = map.scores.data();
  for (std::int64_t y = 0; y < map.size.height; ++y) {
    for (std::int64_t x = 0; x < map.size.width; ++x) {
      const double from0 = method == Method::zncc ? (*score + 1.0) / 2 : *score;
      // Scores of a map have a numerical error and may exceed the range slightly.
      const double grey = std::round(65535 * std::clamp(from0, 0.0, 1.0));
      setSample(pixels, x, y, 0, static_cast<std::uint32_t>(grey));
      ++score;
    }
  }
  return picture;
}

/// One line per match: IMAGE:X,Y,W,H score=S [angle=A scale=F [mirrored]] [at=X,Y] [judge=P]
/// needle=FILE.
void writeText(Output& out, const FoundInImage& found) {
  for (std::size_t i = 0; i < found.finding.matches.size(); ++i) {
    const Match& match = found.finding.matches[i];
    out.format("{}:{},{},{},{} score={}", found.image, match.x, match.y, match.width, match.height,
               match.score);
    if (match.isPosed()) {
      out.format(" angle={} scale={}", match.angle, match.scale);
      if (match.mirrored) out.text(" mirrored");
    }
    if (!found.finding.between.empty()) {
      const SubPixel& between = found.finding.between[i];
      out.format(" at={},{}", between.x, between.y);
    }
    if (!found.finding.judged.empty()) out.format(" judge={}", found.finding.judged[i]);
    out.format(" needle={}\n", found.needles[match.needle]);
  }
}

/// One JSON object on one line.
void writeJson(Output& out, const FoundInImage& found) {
  writeJson(found.image, found.needles, found.size, found.method, found.finding,
            [&](std::string_view part) { out.text(part); });
  out.format(",\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
             jsonNumber(found.totalMilliseconds));
  out.text(jsonMembers(found.finding.report));
  const auto sentence = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.format(",\"{}\":{}", key, jsonString(value));
  };
  sentence("choice", found.finding.report.choice);
  sentence("fallback", found.finding.report.fallback);
  out.text("}\n");
}

/// Writes a score map to a path that `checkScoresTarget` accepted. PGM has 16 bits: 65535 is score
/// 1, and 0 is the method's minimum, 0 with sad and ssd, -1 with zncc. TIFF has 32-bit
/// floating-point scores.
void writeScores(const std::string& path, Method method, const ScoreMap& map) {
  if (isPgm(path)) {
    writePicture(path, greysOf(method, map));
  } else {
    writeFloatPicture(path, map.size, map.scores);
  }
}

void refuseFolder(const std::string& image) {
  std::error_code ignored;
  if (image == "-" || !std::filesystem::is_directory(image, ignored)) return;
  throw Error(ErrorCode::badUse,
              image +
                  ": is a folder, not a picture; name its pictures, or search the folder with "
                  "espy batch (see 'espy batch --help')");
}

/// One run of `espy find`: reads the needles once; then searches, marks, saves and prints image by
/// image while the next one is prefetched.
class FindRun {
 public:
  FindRun(const FindRequest& request, const Registry& registry)
      : request_(request), registry_(registry), run_(request.threads) {
    options_ = request.method;
    options_.engine = request.engine;
    options_.control = run_.control();
  }

  int run() {
    loadNeedles();
    run_.searchEach(
        request_.images,
        [&](const std::string& image, const std::stop_token& stop) {
          refuseFolder(image);
          return readPicture(image, request_.readingUntil(stop));
        },
        [&](const std::string& image, const ReadPicture& read, Timeline& timeline,
            const Elapsed& elapsed) { search(image, read, timeline, elapsed); });
    const ExitStatus status = run_.status(request_.images.size(), foundAny_);
    if (status == kNothingFound) noteUnusedMinimum();
    if (tooLarge_ > kMostSizeNotes) {
      printError(
          fmt::format("note: and {} more pairs of needle and image where the needle is larger",
                      tooLarge_ - kMostSizeNotes));
    }
    return status;
  }

 private:
  /// After a search without matches: notes that the minimum score was not the reason.
  void noteUnusedMinimum() const {
    const FindOptions& method = request_.method;
    if (request_.json || method.method != Method::exact) return;
    if (method.minScore == FindOptions().minScore) return;
    printError(
        "--min-score: note: has no effect with exact; for similar matches use --method zncc");
  }

  void loadNeedles() {
    Timeline timeline;
    const Elapsed elapsed;
    {
      const StageTimer timer(timeline, "load needles");
      if (!request_.index.empty()) index_.emplace(request_.index);
      needles_.emplace(request_.needles, request_.mask, request_.readingUntil(run_.control().stop));
      needles_->check(registry_, options_);
      if (!request_.judge.empty()) {
        judge_ = readJudge(request_.judge, needles_->all().front());
        options_.judge = &*judge_;
        if (!judge_->isOn()) printError(request_.judge + ": the judge is off and drops nothing");
      }
    }
    if (request_.timings) {
      const auto count =
          index_ ? static_cast<std::size_t>(index_->size()) : request_.needles.size();
      printText(timingsTable(std::to_string(count) + (count == 1 ? " needle" : " needles"),
                             timeline, elapsed.milliseconds()));
    }
  }

  void search(const std::string& image, const ReadPicture& read, Timeline& timeline,
              const Elapsed& elapsed) {
    const Image& scene = read.image;
    Finding finding = find(image, scene, timeline);
    const std::vector<std::string> names = index_ ? nameMatches(finding) : request_.needles;
    needles_->notes().print();
    Notes note;
    note.add(image, read);
    note.print();
    const FoundInImage found{image,   names,    request_.method,       scene.size(),
                             finding, timeline, elapsed.milliseconds()};
    foundAny_ = foundAny_ || !finding.matches.empty();
    for (const std::string& large : needles_->notesOnSize(image, scene.size(), options_)) {
      if (++tooLarge_ <= kMostSizeNotes) printError(large);
    }
    if (index_ && index_->allLargerThan(scene.size())) {
      printError(
          fmt::format("{}: note: all needles of {} are larger than this image ({} x {} pixels)",
                      image, request_.index, scene.size().width, scene.size().height));
    }
    report(found);
  }

  /// Names of the index's needles that were found, in their order; the matches then refer to these.
  std::vector<std::string> nameMatches(Finding& finding) const {
    const std::vector<std::uint32_t> numbers = foundNeedles(finding.matches);
    std::vector<std::string> names;
    for (const std::uint32_t number : numbers) names.emplace_back(index_->name(number));
    return names;
  }

  /// Searches, marks and saves. Adds the file's name to errors.
  Finding find(const std::string& image, const ImageView& scene, Timeline& timeline) {
    Written written;
    Finding finding;
    named(image, [&] {
      // Keeps the scene on a GPU: one upload for search, marks and scores.
      std::optional<SceneKeeper> keeper;
      if (!request_.targetOf(image).empty() || !request_.scores.empty()) keeper.emplace(scene);
      const Scene seen = keeper ? Scene(*keeper) : Scene(scene);
      finding = index_ ? espy::find(registry_, seen, *index_, options_)
                       : espy::find(registry_, seen, needles_->all(), options_);
      timeline.add(finding.report.timeline);
      written = paint(image, seen, finding, timeline);
    });
    checkUnchanged(scene);
    save(request_.targetOf(image), written, timeline);
    return finding;
  }

  /// Pictures to write for one image, empty if not requested.
  struct Written {
    Image marked;
    Image flags;
    ScoreMap scores;
  };

  Written paint(const std::string& image, const Scene& scene, const Finding& finding,
                Timeline& timeline) {
    Written written;
    const std::string& engine = finding.report.engine;
    if (!request_.flags.empty()) {
      written.flags =
          flagPlane(registry_, engine, scene.size(), finding, 2, run_.control(), timeline);
    }
    if (!request_.targetOf(image).empty()) {
      written.marked = markedPicture(registry_, engine, scene, finding, request_.marks,
                                     run_.control(), timeline);
    }
    if (!request_.scores.empty()) {
      const StageTimer timer(timeline, "scores");
      written.scores = mapScores(registry_, request_.engine, scene, needles_->all().front(),
                                 scoreOptionsOf(request_.method), run_.control());
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
    const Finding& finding = found.finding;
    if (!finding.judgedElsewhere.empty()) {
      printError(found.image + ": judged on threads instead: " + finding.judgedElsewhere.text());
    }
    if (!finding.report.fallback.empty()) {
      printError(found.image + ": done on " + finding.report.engine +
                 " instead: " + finding.report.fallback.text());
    }
    if (request_.timings) {
      const std::string what =
          fmt::format("{}: {} x {} pixels", found.image, found.size.width, found.size.height);
      printText(timingsTable(timingsTitle(what, finding.matches.size(), finding.report, "auto: "),
                             found.timeline, found.totalMilliseconds) +
                memberTimings(finding.report));
    }
    if (request_.quiet || request_.pictureOnStandardOutput()) return;
    if (request_.json) {
      writeJson(out_, found);
    } else {
      writeText(out_, found);
    }
    out_.flush();
  }

  /// Notes on needles larger than an image; more are only counted.
  static constexpr std::size_t kMostSizeNotes = 10;

  const FindRequest& request_;
  const Registry& registry_;
  FileRun run_;
  Output out_;
  std::optional<Needles> needles_;
  std::optional<NeedleIndex> index_;
  std::optional<Judge> judge_;
  FindOptions options_;
  bool foundAny_ = false;
  std::size_t tooLarge_ = 0;  ///< pairs of needle and image
};

std::function<int()> setUpFind(OptionParser& parser) {
  const auto options = std::make_shared<FindArguments>();
  options->addTo(parser);
  return [options] {
    const Registry registry = makeFindRegistry();
    const FindRequest request = options->request(registry);
    if (request.scenes) {
      std::optional<double> minScore;
      if (request.method.method == Method::zncc) minScore = request.method.minScore;
      return findInScenes(
          {request, request.index, request.needles, request.mask, request.trust, minScore});
    }
    return FindRun(request, registry).run();
  };
}

}  // namespace

const Verb kFindVerb{"find",   "find a picture in pictures", kFindUsage, kFindAbout, kFindExamples,
                     setUpFind};

}  // namespace espy::cli
