// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/json.h"
#include "batch/image_list.h"
#include "common/file_run.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/photographs.h"
#include "common/shared_options.h"
#include "common/timings.h"
#include "common/values.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "espy/engine/identify.h"

namespace espy::cli {
namespace {

constexpr const char* kIdentifyAbout =
    "Finds out which surface of a library each photograph shows, if any. Prints a line for each\n"
    "known surface:\n"
    "\n"
    "  PHOTO: ID count=57 inliers=41 margin=40\n"
    "\n"
    "count: features of the surface that match the photograph; inliers: those of them that fit\n"
    "one homography, as on a flat surface; margin: how many more matched than of any other\n"
    "surface. Photographs may be given as files, folders, patterns and lists (\"@list.txt\", "
    "\"@-\").\n"
    "\n"
    "With --one-to-one A B two photographs are compared: ID is A. They may be compared by ORB\n"
    "features, too (--feature-type orb), on the processor.\n"
    "\n"
    "With --shapes SHAPE PICTURE... outlines are compared, which may be bent, turned and of any\n"
    "size: prints the pictures most like SHAPE, nearest first, as PICTURE: distance=0.0312; 0 is\n"
    "the same shape, 1 an entirely different one.";

constexpr const char* kIdentifyExamples =
    "Exit status:\n"
    "  0 a known surface was found, 1 none was, 2 bad input or use, 3 some photographs failed and "
    "the\n"
    "  others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy library create bricks.esl && espy library add bricks.esl shots/\n"
    "  espy identify bricks.esl IMG_2041.jpg\n"
    "  espy identify --one-to-one delivered.jpg returned.jpg && echo same\n"
    "  espy identify --shapes leaf.png herbarium/\n"
    "  espy identify --json --top 3 bricks.esl today/ | jq -r 'select(.known).photo'\n";

/// Photographs identified in one batch.
constexpr std::size_t kTogether = 32;
constexpr std::int64_t kMostTop = 100'000;

struct IdentifyRequest : SharedOptions {
  std::vector<std::string> words;  ///< the library, and photographs
  IdentifyOptions options;
  bool oneToOne = false;  ///< words are two photographs
  bool orb = false;       ///< compared by ORB features, not SIFT
  bool shapes = false;    ///< words are a shape and pictures
};

/// "0.8" or "4/5".
Ratio parseRatio(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    Ratio ratio;
    const auto part = [&](std::string_view digits, std::int64_t& number) {
      const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
      return error == std::errc() && end == digits.end();
    };
    const std::string_view all = text;
    if (part(all.substr(0, slash), ratio.over) && part(all.substr(slash + 1), ratio.under) &&
        ratio.over > 0 && ratio.over < ratio.under && ratio.under <= 1000) {
      return ratio;
    }
    throw UseError("--ratio " + text + ": must be a fraction below 1 with terms up to 1000");
  }
  const double share = parseReal("--ratio", text, 0.001, 0.999);
  const auto thousandths = std::llround(share * 1000);
  return {thousandths, 1000};
}

void addOptions(OptionParser& parser, IdentifyRequest& request) {
  const auto number = [&](const char* name, const char* help, std::int64_t least, std::int64_t most,
                          std::int64_t& to) {
    parser.option(name, "N", help, [=, &to](const std::string& text) {
      to = parseInteger(name, text, least, most);
    });
  };
  parser.group("Search");
  parser.flag("--one-to-one",
              "compare two photographs: does the second show the surface of the\n"
              "first? No library is needed",
              request.oneToOne);
  parser.choice("--feature-type", "TYPE", {"sift", "orb"},
                "with --one-to-one: orb is 6 times faster, and less certain if\n"
                "sizes or views differ much (default: sift)",
                [&](std::size_t chosen) { request.orb = chosen == 1; });
  parser.flag("--shapes",
              "compare outlines: which of these pictures, or of the pictures in\n"
              "these folders, have the shape of the first? No library is needed",
              request.shapes);
  number("--top",
         "number of candidates that are verified, and printed by --json\n"
         "(default: 10)",
         1, kMostTop, request.options.top);
  parser.choice("--score", "COUNT", {"distinct", "plain"},
                "distinct: count features of the surface that are matched; plain:\n"
                "count features of the photograph that match; several may match\n"
                "the same one (default: distinct)",
                [&](std::size_t chosen) { request.options.countQuery = chosen == 1; });
  parser.option("--ratio", "R",
                "a feature matches if its nearest neighbour is at most R times as\n"
                "far as the second, as 0.8 or 4/5 (default: 4/5)",
                [&](const std::string& text) {
                  const Ratio ratio = parseRatio(text);
                  request.options.ratioOver = ratio.over;
                  request.options.ratioUnder = ratio.under;
                });
  number("--features",
         "number of strongest features of each photograph that are\n"
         "searched (default: 768)",
         1, 65536, request.options.queryFeatures);
  number("--min-inliers",
         fmt::format("number of inliers from which a surface is known (default: {})",
                     IdentifyOptions().leastInliers)
             .c_str(),
         4, 65536, request.options.leastInliers);
  addReading(parser, request);
  addEngineOptions(parser, request);
  addText(parser, "one JSON object per photograph, one per line", request);
  parser.files(request.words);
}

std::string homographyText(const std::optional<Homography>& homography) {
  if (!homography) return "null";
  std::string text;
  for (const double number : *homography) {
    text += text.empty() ? '[' : ',';
    text += jsonNumber(number);
  }
  return text + "]";
}

/// Prints answers.
class AnswerWriter {
 public:
  explicit AnswerWriter(const IdentifyRequest& request) : request_(request) {}

  /// Whether any photograph showed a known surface.
  bool foundAny() const { return foundAny_; }

  /// `unknown` is printed if the photograph shows no known surface.
  void write(const std::string& file, const SurfaceAnswer& answer, const Timeline& timeline,
             const std::string& unknown, Output& out) {
    foundAny_ = foundAny_ || answer.known;
    if (!answer.report.fallback.empty() && !isFallbackTold_) {
      isFallbackTold_ = true;
      printError(fmt::format("{}: computed by {}: {}", file, answer.report.engine,
                             answer.report.fallback.text()));
    }
    if (request_.timings) {
      printText(
          timingsTable(fmt::format("{}: {} features, {} surfaces, engine {}", file,
                                   answer.query.count(), answer.references, answer.report.engine),
                       timeline, timeline.totalMilliseconds()) +
          memberTimings(answer.report));
    }
    if (request_.quiet) return;
    if (request_.json) {
      writeJson(file, answer, timeline, out);
    } else if (answer.known) {
      const SurfaceMatch& match = answer.matches[answer.best];
      out.format("{}: {} count={} inliers={} margin={}\n", file, match.id, match.count,
                 match.verification.inlierCount, answer.margin);
    } else {
      printError(file + ": " + unknown);
    }
  }

 private:
  void writeJson(const std::string& file, const SurfaceAnswer& answer, const Timeline& timeline,
                 Output& out) const {
    out.format(
        "{{\"photo\":{},\"width\":{},\"height\":{},\"features\":{},\"references\":{},"
        "\"engine\":{},\"matches\":[",
        jsonString(file), answer.query.picture.width, answer.query.picture.height,
        answer.query.count(), answer.references, jsonString(answer.report.engine));
    for (std::size_t i = 0; i < answer.matches.size(); ++i) {
      const SurfaceMatch& match = answer.matches[i];
      out.format("{}{{\"id\":{},\"count\":{},\"inliers\":{},\"homography\":{}}}", i == 0 ? "" : ",",
                 jsonString(match.id), match.count, match.verification.inlierCount,
                 homographyText(match.verification.homography));
    }
    out.format("],\"known\":{},\"id\":{},\"margin\":{},\"timeline\":{},\"total_ms\":{}{}{}}}\n",
               answer.known, answer.known ? jsonString(answer.matches[answer.best].id) : "null",
               answer.margin, jsonTimeline(timeline), jsonNumber(timeline.totalMilliseconds()),
               jsonMembers(answer.report),
               answer.report.fallback.empty()
                   ? ""
                   : ",\"fallback\":" + jsonString(answer.report.fallback.text()));
  }

  const IdentifyRequest& request_;
  bool foundAny_ = false;
  bool isFallbackTold_ = false;
};

class IdentifyRun {
 public:
  IdentifyRun(const IdentifyRequest& request, const Registry& registry)
      : request_(request),
        registry_(registry),
        library_(request.words.front()),
        run_(request.threads) {}

  int run() {
    const std::vector<std::string> files =
        batch::imagesOf(std::span(request_.words).subspan(1), "", std::cin);
    PhotographQueue photographs(files,
                                {queryOptions(library_, request_.options),
                                 request_.readingUntil(run_.control().stop), request_.threads});
    for (const std::string& file : files) {
      std::optional<Photograph> photograph = photographs.next();
      if (!photograph) break;
      run_.tryOne(file, [&] { take(file, std::move(*photograph)); });
      if (waiting_.size() == kTogether) identifyWaiting();
    }
    run_.control().check();
    identifyWaiting();
    return run_.status(files.size(), writer_.foundAny());
  }

 private:
  /// A photograph of the next batch.
  struct Waiting {
    std::string file;
    Timeline timeline;
  };

  void take(const std::string& file, Photograph photograph) {
    photograph.check(file);
    if (!photograph.note.empty()) printError(file + ": " + photograph.note.text());
    waiting_.push_back({file, std::move(photograph.timeline)});
    queries_.push_back(std::move(photograph.features));
  }

  void identifyWaiting() {
    if (waiting_.empty()) return;
    std::vector<SurfaceAnswer> answers = identifySurfaces(
        registry_, request_.engine, library_, queries_, request_.options, run_.control());
    Output out;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      Timeline timeline = std::move(waiting_[i].timeline);
      timeline.add(answers[i].report.timeline);
      writer_.write(waiting_[i].file, answers[i], timeline,
                    fmt::format("none of {} surfaces", answers[i].references), out);
    }
    out.flush();
    waiting_.clear();
    queries_.clear();
  }

  const IdentifyRequest& request_;
  const Registry& registry_;
  SurfaceLibrary library_;
  FileRun run_;
  std::vector<Waiting> waiting_;
  std::vector<Features> queries_;
  AnswerWriter writer_{request_};
};

/// Compares two photographs: the first takes the place of a library.
class OneToOneRun {
 public:
  OneToOneRun(const IdentifyRequest& request, const Registry& registry)
      : request_(request), registry_(registry), run_(request.threads) {}

  int run() {
    const std::string& surface = request_.words.front();
    const std::string& file = request_.words.back();
    Photograph reference = read(surface, SurfaceOptions().features.most);
    Photograph photograph = read(file, request_.options.queryFeatures);
    Timeline timeline = reference.timeline;
    timeline.add(photograph.timeline);
    SurfaceAnswer answer = compareSurface(
        registry_, request_.engine, {surface, surface, std::move(reference.features)},
        std::move(photograph.features), request_.options, run_.control());
    timeline.add(answer.report.timeline);
    AnswerWriter writer(request_);
    Output out;
    writer.write(file, answer, timeline, "not the surface of " + surface, out);
    out.flush();
    return writer.foundAny() ? 0 : 1;
  }

 private:
  Photograph read(const std::string& file, std::int64_t features) {
    PhotographQueue queue({file}, {{.most = features, .orb = request_.orb},
                                   request_.readingUntil(run_.control().stop),
                                   request_.threads});
    std::optional<Photograph> photograph = queue.next();
    run_.control().check();
    photograph->check(file);
    if (!photograph->note.empty()) printError(file + ": " + photograph->note.text());
    return std::move(*photograph);
  }

  const IdentifyRequest& request_;
  const Registry& registry_;
  FileRun run_;
};

std::vector<SubPixel> outlineIn(const std::string& file, const ReadOptions& reading) {
  const ReadPicture read = readPicture(file, reading);
  std::vector<std::vector<SubPixel>> outlines = outlinesOf({read.image});
  if (outlines.empty()) {
    throw Error(ErrorCode::badUse, file + ": has no outline; it needs transparent pixels or edges");
  }
  return std::move(outlines.front());
}

/// `espy identify --shapes SHAPE PICTURE...`: prints the pictures whose outlines are most like that
/// of the first one, nearest first. Returns the exit status.
int compareShapes(const SharedOptions& shared, const std::vector<std::string>& words,
                  std::size_t top) {
  FileRun run(shared.threads);
  const ReadOptions reading = shared.readingUntil(run.control().stop);
  const std::vector<SubPixel> shape = outlineIn(words.front(), reading);
  const std::vector<std::string> files = batch::imagesOf(std::span(words).subspan(1), "", std::cin);
  std::vector<std::pair<double, std::string>> nearest;
  for (const std::string& file : files) {
    run.control().check();
    run.tryOne(file, [&] {
      nearest.emplace_back(outlineDistance(shape, outlineIn(file, reading)), file);
    });
  }
  std::ranges::sort(nearest);
  if (nearest.size() > top) nearest.resize(top);
  Output out;
  if (!shared.quiet && shared.json) {
    out.format("{{\"shape\":{},\"pictures\":{},\"matches\":[", jsonString(words.front()),
               files.size());
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      out.format("{}{{\"file\":{},\"distance\":{}}}", i == 0 ? "" : ",",
                 jsonString(nearest[i].second), jsonNumber(nearest[i].first));
    }
    out.text("]}\n");
  } else if (!shared.quiet) {
    for (const auto& [distance, file] : nearest)
      out.format("{}: distance={:.4f}\n", file, distance);
  }
  out.flush();
  return run.status(files.size(), !nearest.empty());
}

std::function<int()> setUpIdentify(OptionParser& parser) {
  const auto request = std::make_shared<IdentifyRequest>();
  addOptions(parser, *request);
  return [request]() -> int {
    if (request->oneToOne && request->words.size() != 2) {
      throw UseError("--one-to-one takes two photographs");
    }
    if (request->orb && !request->oneToOne) {
      throw UseError("--feature-type orb needs --one-to-one: libraries are of SIFT features");
    }
    if (request->shapes) {
      if (request->oneToOne) throw UseError("--shapes and --one-to-one: give only one of them");
      if (request->words.size() < 2) throw UseError("--shapes takes a shape and pictures");
      return compareShapes(*request, request->words,
                           static_cast<std::size_t>(request->options.top));
    }
    if (request->words.empty()) throw UseError("no library given");
    if (request->words.size() == 1) throw UseError("no photograph given to identify");
    const Registry registry = makeRegistry();
    checkEngine(registry, request->engine);
    if (request->oneToOne) return OneToOneRun(*request, registry).run();
    return IdentifyRun(*request, registry).run();
  };
}

}  // namespace

const Verb kIdentifyVerb{"identify",
                         "find out which known surface a photograph shows",
                         "espy identify [OPTION...] LIB PHOTO...",
                         kIdentifyAbout,
                         kIdentifyExamples,
                         setUpIdentify};

}  // namespace espy::cli
