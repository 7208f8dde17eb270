// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "messages.h"
#include "option_parser.h"
#include "targets.h"
#include "values.h"

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
    "X,Y is the upper-left pixel, counted from 0. Pixels of the needle whose alpha is 0 match\n"
    "anything. Pictures are PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP or WebP; - is standard input\n"
    "and -- ends the options.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 something was found, 1 nothing was found, 2 bad input or use, 3 some images of several\n"
    "  failed and the others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy find button.png screenshot.png\n"
    "  espy find -e ok.png -e cancel.png --json shots/*.png\n"
    "  espy find --tolerance 3 --timings -o marked.ppm needle.ppm crowd.ppm\n"
    "  import -window root png:- | espy find --quiet button.png - && echo there\n";

/// Options of methods that are not here yet: known, so that the refusal can say so.
struct LaterOptions {
  std::string method = "exact";
  std::string minScore;
  bool nearest = false;
  std::string angle;
  std::string scale;

  void add(OptionParser& parser) {
    parser.group("Known, refused by this version");
    parser.flag("--nearest", "return the single best where nothing reaches the minimum", nearest);
    parser.option("--angle", "A:B[:STEP]", "search turned needles", angle);
    parser.option("--scale", "A:B[:STEP]", "search scaled needles", scale);
  }

  void check() const {
    parseChoice("--method", method, {"exact", "sad", "ssd", "zncc"});
    if (method != "exact") {
      throw UseError("--method " + method + ": this version compares with exact only");
    }
    if (!minScore.empty()) parseReal("--min-score", minScore, -1, 1);
    if (nearest) throw UseError("--nearest: this version finds exact places only");
    if (!angle.empty()) throw UseError("--angle " + angle + ": this version turns no needles");
    if (!scale.empty()) throw UseError("--scale " + scale + ": this version scales no needles");
  }
};

void addSearch(OptionParser& parser, FindRequest& request, LaterOptions& later) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  parser.group("What to find");
  parser.list("-e,--needle", "FILE", "a needle; may repeat; then every other file is an image",
              request.needles);
  parser.option("--mask", "FILE",
                "grey picture of the needle's size: 0 = ignore this pixel\n"
                "(default: the needle's alpha)",
                request.mask);
  parser.option("--method", "NAME",
                "how pictures are compared: exact (default); sad, ssd and zncc\n"
                "are refused by this version",
                later.method);
  parser.option("--tolerance", "N",
                "a pixel matches if no channel differs by more than N, 0..65535\n(default: 0)",
                [&](const std::string& text) {
                  request.exact.tolerance =
                      static_cast<int>(parseInteger("--tolerance", text, 0, 65535));
                });
  parser.option("--min-score", "S",
                "sad, ssd, zncc: keep matches with score >= S (default: 0.9);\n"
                "exact matches all have 1",
                later.minScore);

  parser.group("What to keep");
  parser.option("--top", "K", "the K best, in order (default: all)", [&](const std::string& text) {
    request.select.top = static_cast<std::uint64_t>(parseInteger("--top", text, 1, kMost));
  });
  parser.option("--overlap", "F",
                "drop a match whose overlap (intersection over union) with a\n"
                "better one of the same needle exceeds F, 0..1 (default: 1)",
                [&](const std::string& text) {
                  request.select.overlap = parseReal("--overlap", text, 0, 1);
                });
  parser.flag("--across", "compare overlaps over all needles together", request.select.across);
  addReading(parser, request);
  addWhoComputes(parser, request);
}

void addOutput(OptionParser& parser, FindRequest& request) {
  parser.group("Marked pictures");
  parser.option("-o,--output", "FILE",
                "write the marked picture (one image); the ending chooses the\n"
                "format, - is standard output, instead of the text",
                request.output);
  parser.option("--output-dir", "DIR", "write one marked picture per image, same file name",
                request.outputFolder);
  parser.option("--mark", "STYLE", "outline, whiteout, dim or none (default: outline)",
                [&](const std::string& text) {
                  constexpr MarkStyle kStyles[] = {MarkStyle::outline, MarkStyle::whiteout,
                                                   MarkStyle::dim, MarkStyle::none};
                  request.marks.style =
                      kStyles[parseChoice("--mark", text, {"outline", "whiteout", "dim", "none"})];
                });
  addOutlineLook(parser, request.marks);
  parser.option("--flags", "FILE.pgm",
                "write the flag plane (one image): 1 = a match starts here,\n"
                "2 = inside a match, 0 = elsewhere",
                request.flags);

  addText(parser, "one JSON object per image, one per line", request);
}

void sortFiles(FindRequest& request, std::vector<std::string> files) {
  if (request.needles.empty()) {
    if (files.empty()) throw UseError("no needle and no image given");
    request.needles.push_back(files.front());
    files.erase(files.begin());
  }
  for (const std::string& needle : request.needles) {
    if (needle.empty()) throw UseError("--needle: needs a value");
  }
  request.images = std::move(files);
  if (request.images.empty()) throw UseError("no image given to search");

  auto inputs = request.images;
  inputs.insert(inputs.end(), request.needles.begin(), request.needles.end());
  inputs.push_back(request.mask);
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw UseError("-: standard input can be read only once");
  }
}

void checkOutputs(const FindRequest& request) {
  const auto needsOneImage = [&](const std::string& option, const std::string& value) {
    if (value.empty() || request.images.size() == 1) return;
    throw UseError(fmt::format("{} {}: takes one image, but {} are given", option, value,
                               request.images.size()));
  };
  needsOneImage("--output", request.output);
  needsOneImage("--flags", request.flags);
  if (!request.output.empty() && !request.outputFolder.empty()) {
    throw UseError("--output and --output-dir: only one of them can be given");
  }
  if (request.pictureOnStandardOutput() && request.json && !request.quiet) {
    throw UseError("--json: standard output already carries the picture");
  }
  std::vector<std::string> targets;
  if (!request.output.empty()) targets.push_back(request.output);
  if (!request.flags.empty()) {
    checkFlagsTarget(request.flags);
    targets.push_back(request.flags);
  }
  checkTargets(targets);
  if (request.outputFolder.empty()) return;
  for (const std::string& image : request.images) {
    if (image == "-") throw UseError("--output-dir: standard input has no file name");
    targets.push_back(request.targetOf(image));
  }
  checkFolder(request.outputFolder);
  checkTargets(targets, true);
}

}  // namespace

std::string FindRequest::targetOf(const std::string& image) const {
  return outputFolder.empty() ? output : targetInFolder(outputFolder, image);
}

std::optional<FindRequest> readFindRequest(const Arguments& arguments, const Registry& registry) {
  FindRequest request;
  LaterOptions later;
  std::vector<std::string> files;
  OptionParser parser(kUsage, kAbout, kExamples);
  addSearch(parser, request, later);
  addOutput(parser, request);
  later.add(parser);
  parser.files(files);
  if (!parser.parse(arguments)) return std::nullopt;

  if (request.quiet) beQuiet();
  later.check();
  checkEngine(registry, request.engine);
  sortFiles(request, std::move(files));
  checkOutputs(request);
  return request;
}

}  // namespace espy::cli
