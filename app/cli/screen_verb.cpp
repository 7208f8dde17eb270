// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "base/json.h"
#include "common/file_run.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/shared_options.h"
#include "common/targets.h"
#include "common/timings.h"
#include "common/values.h"
#include "common/verb.h"
#include "espy/engine/all.h"

namespace espy::cli {
namespace {

constexpr const char* kScreenAbout =
    "Keeps the pixels of a colour, those where an expression holds, or edges, and whites out the\n"
    "rest or marks it otherwise. With several conditions a pixel must fulfil all. Without -o and\n"
    "--flags it only counts: IMAGE: kept N of M pixels. - is standard input or output, and --\n"
    "ends the options.\n"
    "\n"
    "An EXPRESSION has numbers and the names r g b a (samples), grey, h (hue, 0 to 360), s\n"
    "(saturation in percent), v and l (value of HSV, lightness of HSL), x y (from 0), width and\n"
    "height; + - * /, comparisons, && || !, parentheses, abs(A), min(A, B, ...), max(A, B, ...).\n"
    "Samples are 0 to 255, or 0 to 65535 in 16-bit pictures. A / 0 is 0.";

constexpr const char* kScreenExamples =
    "Exit status:\n"
    "  0 done, 2 bad input or use, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy screen --keep '#c00000' map.png\n"
    "  espy screen --keep c00000 --tolerance 20 -o red.png map.png\n"
    "  espy screen --keep c00000 --mark outline --colour 0000ff -o edge.png map.png\n"
    "  espy screen --where 'h > 90 && h < 150 && s > 40' -o green.png map.png\n"
    "  espy screen --edges 200 --where 'y < height / 2' --flags edges.pgm map.png\n";

/// Pixels from which more than one thread pays.
constexpr std::int64_t kManyPixels = std::int64_t{1} << 20;

struct ScreenRequest : SharedOptions {
  std::string image;
  std::vector<std::string> colours;
  Screening conditions;
  MarkOptions marks{MarkStyle::whiteout, 1, MarkOptions{}.colour};
  std::string output;
  std::string flags;
  std::vector<std::string> files;
};

void addOptions(OptionParser& parser, ScreenRequest& request) {
  parser.group("Selection");
  parser.list("--keep", "#rrggbb", "a colour to keep; may be repeated: any of them is kept",
              request.colours);
  parser.option("--tolerance", "N",
                "keep a pixel if no channel differs by more than N, 0..65535\n(default: 0)",
                [&](const std::string& text) {
                  request.conditions.tolerance =
                      static_cast<int>(parseInteger("--tolerance", text, 0, 65535));
                });
  parser.option("--where", "EXPRESSION", "keep a pixel if this is not 0, see above",
                [&](const std::string& text) { request.conditions.where = text; });
  parser.option("--edges", "T",
                fmt::format("keep a pixel if the Sobel gradient of a channel is at least T long,\n"
                            "1..{} (a step by N gives 4 N)",
                            kMostEdge),
                [&](const std::string& text) {
                  request.conditions.edges =
                      static_cast<int>(parseInteger("--edges", text, 1, kMostEdge));
                });
  addReading(parser, request);

  parser.group("Written pictures");
  parser.option("-o,--output", "FILE", "write the picture; the file ending selects the format",
                request.output);
  addMarkOptions(parser, request.marks);
  addFlagsInAlpha(parser, request.marks);
  parser.option("--flags", "FILE.pgm", "write the flag plane: 2 = kept, 0 = elsewhere",
                request.flags);

  addEngineOptions(parser, request);
  addText(parser, "one JSON object with the counts", request);
  parser.files(request.files);
}

/// Validates the request; throws UseError.
void check(ScreenRequest& request, const Registry& registry) {
  if (request.files.empty()) throw UseError("no image given to screen");
  if (request.files.size() > 1) {
    throw UseError("unexpected argument " + request.files[1] + ": takes one image");
  }
  for (const std::string& colour : request.colours) {
    request.conditions.keep.push_back(parseColour("--keep", colour));
  }
  if (request.colours.empty() && !request.conditions.where && !request.conditions.edges) {
    throw UseError("--keep, --where or --edges: screen needs at least one of them");
  }
  if (request.colours.empty() && request.conditions.tolerance != 0) {
    throw UseError("--tolerance: is for --keep");
  }
  try {
    checkScreening(request.conditions);
  } catch (const Error& error) {
    throw UseError(std::string("--where: ") + error.what());  // the rest was checked
  }
  request.image = request.files.front();
  checkEngine(registry, request.engine);
  if ((request.output == "-" || request.flags == "-") && request.json && !request.quiet) {
    throw UseError("--json: standard output already carries the picture");
  }
  const std::vector<std::string> targets = pictureTargets(request.output, request.flags);
  checkTargets(targets, {request.image});
  checkFlagsInAlpha(request.marks, request.output.empty() ? std::vector<std::string>()
                                                          : std::vector{request.output});
}

std::int64_t countKept(const ImageView& flags) {
  std::int64_t kept = 0;
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    kept += flags.width() - std::count(flags.row(y), flags.row(y) + flags.width(), kFlagNothing);
  }
  return kept;
}

class ScreenRun {
 public:
  ScreenRun(const ScreenRequest& request, const Registry& registry)
      : request_(request), registry_(registry) {
    control_.threads = request.threads;
    control_.stop = interrupts_.token();
  }

  void run() {
    const Elapsed elapsed;
    Image scene;
    Notes note;
    {
      const StageTimer timer(timeline_, "load");
      ReadPicture read = readPicture(request_.image, request_.readingUntil(control_.stop));
      note.add(request_.image, read);
      scene = std::move(read.image);
    }
    size_ = scene.size();
    engine_ = engineFor(size_);
    screen(scene);
    note.print();
    total_ = elapsed.milliseconds();
    report();
    control_.check();
  }

 private:
  std::string engineFor(Size size) const {
    if (request_.engine != "auto") return request_.engine;
    const unsigned threads = request_.threads > 0 ? static_cast<unsigned>(request_.threads)
                                                  : std::thread::hardware_concurrency();
    return threads > 1 && size.pixels() >= kManyPixels ? "threads" : "sequential";
  }

  /// Screens, counts, marks and saves. Adds the file's name to errors.
  void screen(const ImageView& scene) {
    Image flags;
    Image painted;
    named(request_.image, [&] {
      flags = screened(registry_, engine_, scene, request_.conditions, control_, timeline_);
      {
        const StageTimer timer(timeline_, "count");
        kept_ = countKept(flags);
      }
      if (!request_.output.empty()) {
        painted = markedCopy(registry_, engine_, scene, flags, request_.marks, control_, timeline_);
      }
    });
    checkUncut(scene);
    if (request_.output.empty() && request_.flags.empty()) return;
    const StageTimer timer(timeline_, "save");
    if (!request_.flags.empty()) writePicture(request_.flags, flags);
    if (!request_.output.empty()) writePicture(request_.output, painted);
  }

  void report() {
    if (request_.timings) {
      printText(timingsTable(fmt::format("{}: {} x {} pixels, engine {}", request_.image,
                                         size_.width, size_.height, engine_),
                             timeline_, total_));
    }
    if (request_.quiet) return;
    Output out;
    if (request_.json) {
      out.format(
          "{{\"image\":{},\"width\":{},\"height\":{},\"engine\":{},\"kept\":{},\"pixels\":{},"
          "\"timeline\":{},\"total_ms\":{}}}\n",
          jsonString(request_.image), size_.width, size_.height, jsonString(engine_), kept_,
          size_.pixels(), jsonTimeline(timeline_), jsonNumber(total_));
    } else if (request_.output.empty() && request_.flags.empty()) {
      out.format("{}: kept {} of {} pixels\n", request_.image, kept_, size_.pixels());
    }
    out.flush();
  }

  const ScreenRequest& request_;
  const Registry& registry_;
  Interrupts interrupts_;
  Control control_;
  Timeline timeline_;
  std::string engine_;
  Size size_;
  std::int64_t kept_ = 0;
  double total_ = 0;
};

std::function<int()> setUpScreen(OptionParser& parser) {
  const auto request = std::make_shared<ScreenRequest>();
  addOptions(parser, *request);
  return [request]() -> int {
    const Registry registry = makeFindRegistry();
    check(*request, registry);
    ScreenRun(*request, registry).run();
    return kDone;
  };
}

}  // namespace

const Verb kScreenVerb{
    "screen",
    "keep pixels by colour, by an expression or at edges",
    "espy screen [OPTION...] --keep COLOUR | --where EXPRESSION | --edges T IMAGE",
    kScreenAbout,
    kScreenExamples,
    setUpScreen};

}  // namespace espy::cli
