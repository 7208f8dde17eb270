// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/folder.h"
#include "base/json.h"
#include "common/file_run.h"
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

constexpr const char* kUsage =
    "espy denoise [OPTION...] IMAGE -o FILE\n"
    "       espy denoise [OPTION...] IMAGE... --output-dir DIR";

constexpr const char* kAbout =
    "Removes noise by total variation: areas become flat, edges stay sharp. The result is the\n"
    "picture of least variation that is still like the image; --strength says how the two are\n"
    "weighed. Colours share their edges; alpha is kept. The picture that is written has the depth\n"
    "of the one that was read. - is standard input or output, and -- ends the options.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 done, 2 bad input or use, 3 some images of several failed and the others were done, 130\n"
    "  cancelled\n"
    "\n"
    "Examples:\n"
    "  espy denoise noisy.png -o clean.png\n"
    "  espy denoise --strength 0.08 noisy.png -o clean.png\n"
    "  espy denoise --model tvl1 --strength 0.7 scan.tif -o clean.tif\n"
    "  espy denoise --json shots/*.png --output-dir clean\n";

struct DenoiseRequest : SharedOptions {
  DenoiseOptions options;
  std::string output;
  std::string outputFolder;
  std::vector<std::string> images;

  std::string targetOf(const std::string& image) const {
    return outputFolder.empty() ? output : targetInFolder(outputFolder, image);
  }
};

const std::vector<std::string> kModels{"rof", "tvl1"};

void addOptions(OptionParser& parser, DenoiseRequest& request) {
  constexpr double kMostStrength = 1000;
  constexpr std::int64_t kMostIterations = 1000000000;
  const DenoiseOptions usual;
  parser.group("Filter");
  parser.option("--strength", "S|auto",
                "more removes more; above 0, at most 1000. rof: in units of the\n"
                "range from black to white, as scikit-image's weight; 0.02 to 0.2\n"
                "are usual. tvl1: in pixels; spots of radius below 2 S vanish.\n"
                "auto (default): by an estimate of the noise, its standard\n"
                "deviation from the median of diagonal differences",
                [&](const std::string& text) {
                  request.options.strength.reset();
                  if (text != "auto") {
                    request.options.strength = parseReal("--strength", text, 0, kMostStrength);
                  }
                });
  parser.offer({"auto"});
  parser.choice(
      "--model", "NAME", kModels,
      "rof (default): squared differences to the image, for Gaussian\n"
      "noise; tvl1: absolute ones, for outliers such as salt and pepper",
      [&](std::size_t chosen) { request.options.model = static_cast<DenoiseModel>(chosen); });
  parser.option(
      "--gap", "G",
      fmt::format("accuracy: stop when the objective is at most G of the range per\n"
                  "pixel above the least one, 1e-6..1 (default: {})",
                  usual.gap),
      [&](const std::string& text) { request.options.gap = parseReal("--gap", text, 0, 1); });
  parser.option("--iterations", "N",
                fmt::format("stop after N iterations even if the gap is larger (default:\n{})",
                            usual.iterations),
                [&](const std::string& text) {
                  request.options.iterations =
                      parseInteger("--iterations", text, 1, kMostIterations);
                });
  parser.flag("--keep-positive", "fields of tensors: the result's tensors are positive definite",
              request.options.keepPositive);
  addReading(parser, request);

  parser.group("Written pictures");
  parser.option("-o,--output", "FILE",
                "write the picture (one image); the file ending selects the format;\n"
                "- is standard output",
                request.output);
  parser.option("--output-dir", "DIR", "write one picture per image, same file name",
                request.outputFolder);

  addEngineOptions(parser, request);
  addText(parser, "one JSON object per image, one per line", request);
  parser.files(request.images);
}

void checkOutputs(const DenoiseRequest& request) {
  if (request.output.empty() == request.outputFolder.empty()) {
    throw UseError("--output or --output-dir: denoise needs one of them");
  }
  if (!request.output.empty() && request.images.size() > 1) {
    throw UseError(fmt::format("--output {}: takes one image, but {} are given", request.output,
                               request.images.size()));
  }
  if (request.output == "-" && request.json && !request.quiet) {
    throw UseError("--json: standard output already carries the picture");
  }
  std::vector<std::string> targets;
  for (const std::string& image : request.images) {
    if (image == "-" && !request.outputFolder.empty()) {
      throw UseError("--output-dir: standard input has no file name");
    }
    targets.push_back(request.targetOf(image));
    checkWritable(targets.back());
  }
  if (!request.outputFolder.empty()) checkFolder(request.outputFolder);
  checkTargets(targets, request.images, !request.outputFolder.empty());
}

/// Validates the request; throws UseError.
void check(DenoiseRequest& request, const Registry& registry) {
  if (request.quiet) setQuiet();
  if (request.images.empty()) throw UseError("no image given to denoise");
  if (std::count(request.images.begin(), request.images.end(), "-") > 1) {
    throw UseError("-: standard input can be read only once");
  }
  try {
    espy::check(request.options);
  } catch (const Error& error) {
    throw UseError(error.what());
  }
  checkEngine(registry, request.engine);
  checkOutputs(request);
}

/// One run of `espy denoise`: image by image, while the next one is read.
class DenoiseRun {
 public:
  DenoiseRun(const DenoiseRequest& request, const Registry& registry)
      : request_(request), registry_(registry), run_(request.threads) {
    options_ = request.options;
    options_.engine = request.engine;
    options_.control = run_.control();
  }

  int run() {
    run_.searchEach(
        request_.images,
        [&](const std::string& image, const std::stop_token& stop) {
          ReadOptions reading = request_.reading;
          reading.stop = stop;
          return readPicture(image, reading);
        },
        [&](const std::string& image, const ReadPicture& read, Timeline& timeline,
            const Elapsed& elapsed) { denoise(image, read, timeline, elapsed); });
    return run_.status(request_.images.size(), true);
  }

 private:
  void denoise(const std::string& image, const ReadPicture& read, Timeline& timeline,
               const Elapsed& elapsed) {
    const Denoised clean =
        named(image, [&] { return espy::denoise(registry_, read.image, options_); });
    timeline.add(clean.report.timeline);
    checkUncut(read.image);
    Notes note;
    note.add(image, read);
    note.print();
    {
      const StageTimer timer(timeline, "save");
      if (!request_.outputFolder.empty()) makeFolder(request_.outputFolder);
      writePicture(request_.targetOf(image), clean.image);
    }
    report(image, clean, timeline, elapsed.milliseconds());
  }

  void report(const std::string& image, const Denoised& clean, const Timeline& timeline,
              double total) {
    if (!request_.options.strength && !request_.json) {
      printError(fmt::format("{}: strength {:.3g}, by an estimate of the noise: {:.3g}", image,
                             clean.strength, clean.noise));
    }
    if (clean.gap > options_.gap) {
      printError(fmt::format("{}: stopped after {} iterations at a gap of {:.2g}", image,
                             clean.iterations, clean.gap));
    }
    if (!clean.report.fallback.empty()) {
      printError(image + ": done on " + clean.report.engine +
                 " instead: " + clean.report.fallback.text());
    }
    const Size size = clean.image.size();
    if (request_.timings) {
      const std::string what =
          fmt::format("{}: {} x {} pixels, engine {}, {}", image, size.width, size.height,
                      clean.report.engine, clean.report.strategy.text());
      printText(timingsTable(what, timeline, total));
    }
    if (request_.quiet || !request_.json) return;
    out_.format(
        "{{\"image\":{},\"output\":{},\"width\":{},\"height\":{},\"engine\":{},\"model\":{},"
        "\"strength\":{},",
        jsonString(image), jsonString(request_.targetOf(image)), size.width, size.height,
        jsonString(clean.report.engine),
        jsonString(kModels.at(static_cast<std::size_t>(options_.model))),
        jsonNumber(clean.strength));
    if (!request_.options.strength) out_.format("\"noise\":{},", jsonNumber(clean.noise));
    out_.format("\"gap\":{},\"iterations\":{},\"timeline\":{},\"total_ms\":{}",
                jsonNumber(clean.gap), clean.iterations, jsonTimeline(timeline), jsonNumber(total));
    const auto sentence = [&](const char* key, const std::string& value) {
      if (!value.empty()) out_.format(",\"{}\":{}", key, jsonString(value));
    };
    sentence("choice", clean.report.choice);
    sentence("fallback", clean.report.fallback);
    out_.text("}\n");
    out_.flush();
  }

  const DenoiseRequest& request_;
  const Registry& registry_;
  FileRun run_;
  Output out_;
  DenoiseOptions options_;
};

std::function<int()> setUpDenoise(OptionParser& parser) {
  const auto request = std::make_shared<DenoiseRequest>();
  addOptions(parser, *request);
  return [request]() -> int {
    const Registry registry = makeRegistry();
    check(*request, registry);
    return DenoiseRun(*request, registry).run();
  };
}

}  // namespace

const Verb kDenoiseVerb{"denoise",   "remove noise by total variation", kUsage, kAbout, kExamples,
                        setUpDenoise};

}  // namespace espy::cli
