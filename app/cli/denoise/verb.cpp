// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
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

constexpr const char* kDenoiseUsage =
    "espy denoise [OPTION...] FILE -o FILE\n"
    "       espy denoise [OPTION...] FILE... --output-dir DIR";

constexpr const char* kDenoiseAbout =
    "Removes noise by total variation: areas become flat, edges stay sharp. The result is the\n"
    "picture of least variation that is still like the image; --strength says how the two are\n"
    "weighed. Colours share their edges; alpha is kept. The picture that is written has the depth\n"
    "of the one that was read. Files named .npy, .nii or .nii.gz are volumes, or fields of "
    "tensors,\n"
    "and are written as such, in the type of samples that was read; so are TIFF files of\n"
    "floating-point samples. - is standard input or output, and -- ends the options.";

constexpr const char* kDenoiseExamples =
    "Exit status:\n"
    "  0 done, 2 bad input or use, 3 some images of several failed and the others were done, 130\n"
    "  cancelled\n"
    "\n"
    "Examples:\n"
    "  espy denoise noisy.png -o clean.png\n"
    "  espy denoise --strength 0.08 noisy.png -o clean.png\n"
    "  espy denoise --model tvl1 --strength 0.7 scan.tif -o clean.tif\n"
    "  espy denoise --json shots/*.png --output-dir clean\n"
    "  espy denoise --keep-positive dti.nii.gz -o clean.nii.gz\n"
    "  espy denoise --spacing 0.9,0.9,3 volume.npy -o clean.npy\n";

struct DenoiseRequest : SharedOptions {
  DenoiseOptions options;
  bool tensors = false;
  std::optional<std::array<double, 3>> spacing;
  std::string output;
  std::string outputFolder;
  std::vector<std::string> images;

  std::string targetOf(const std::string& image) const {
    return outputFolder.empty() ? output : targetInFolder(outputFolder, image);
  }
  /// Standard input is what its output is.
  bool isVolume(const std::string& image) const {
    return isVolumePath(image == "-" ? output : image) || isFloatTiff(image);
  }
};

const std::vector<std::string> kModels{"rof", "tvl1"};

std::array<double, 3> parseSpacing(const std::string& text) {
  constexpr double kMost = 1e9;
  std::vector<double> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    numbers.push_back(parseReal("--spacing", text.substr(at, comma - at), 0, kMost));
    at = comma + 1;
  }
  if (numbers.size() != 3) {
    throw UseError(fmt::format("--spacing {}: needs three numbers, X,Y,Z", text));
  }
  return {numbers[0], numbers[1], numbers[2]};
}

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

  parser.group("Volumes");
  parser.flag("--tensors",
              "six channels (NPY: the last axis) are the components xx, xy, yy,\n"
              "xz, yz, zz of symmetric tensors; NIfTI files of symmetric matrices\n"
              "say so themselves",
              request.tensors);
  parser.option("--spacing", "X,Y,Z",
                "distances of samples along the axes, in any unit (default: that\n"
                "of the file; NPY: 1,1,1)",
                [&](const std::string& text) { request.spacing = parseSpacing(text); });

  parser.group("Written pictures");
  parser.option("-o,--output", "FILE",
                "write the picture (one image); the file ending selects the format;\n"
                "- is standard output",
                request.output);
  parser.option("--output-dir", "DIR", "write one picture per image, same file name",
                request.outputFolder);

  addEngineOptions(parser, request);
  addText(parser, "one JSON object per file, one per line", request);
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
    if (request.isVolume(image)) {
      checkVolumePath(targets.back());
    } else {
      if (request.tensors || request.spacing) {
        throw UseError(fmt::format("{}: {} is a picture, not a volume",
                                   request.tensors ? "--tensors" : "--spacing", image));
      }
      checkWritable(targets.back());
    }
  }
  if (!request.outputFolder.empty()) checkFolder(request.outputFolder);
  checkTargets(targets, request.images, !request.outputFolder.empty());
}

/// Validates the request; throws UseError.
void check(DenoiseRequest& request, const Registry& registry) {
  if (request.images.empty()) throw UseError("no image given to denoise");
  checkReadOnce(request.images);
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
        [&](const std::string& image, const std::stop_token& stop) -> Read {
          if (request_.isVolume(image)) {
            return readVolume(image, {.tensors = request_.tensors,
                                      .maxSamples = request_.reading.maxPixels,
                                      .stop = stop});
          }
          return readPicture(image, request_.readingUntil(stop));
        },
        [&](const std::string& image, Read read, Timeline& timeline, const Elapsed& elapsed) {
          if (auto* const volume = std::get_if<VolumeFile>(&read)) {
            denoise(image, *volume, timeline, elapsed);
          } else {
            denoise(image, std::get<ReadPicture>(read), timeline, elapsed);
          }
        });
    return run_.status(request_.images.size(), true);
  }

 private:
  using Read = std::variant<ReadPicture, VolumeFile>;

  void denoise(const std::string& name, VolumeFile& file, Timeline& timeline,
               const Elapsed& elapsed) {
    checkVolumePath(request_.targetOf(name), file.volume);
    if (request_.spacing) file.volume.spacing = *request_.spacing;
    DenoisedVolume clean =
        named(name, [&] { return espy::denoise(registry_, std::move(file.volume), options_); });
    if (!file.note.empty()) printError(name + ": " + file.note.text());
    timeline.add(clean.report.timeline);
    file.volume = std::move(clean.volume);
    {
      const StageTimer timer(timeline, "save");
      if (!request_.outputFolder.empty()) makeFolder(request_.outputFolder);
      writeVolume(request_.targetOf(name), file);
    }
    const Volume& volume = file.volume;
    const GridSize size = volume.size;
    report(name, clean, timeline, elapsed.milliseconds(),
           {fmt::format("{} x {} x {} samples of {} channels", size.width, size.height, size.depth,
                        volume.channels),
            fmt::format("\"width\":{},\"height\":{},\"depth\":{},\"channels\":{},\"tensors\":{},"
                        "\"range\":{},",
                        size.width, size.height, size.depth, volume.channels, volume.tensors,
                        jsonNumber(clean.range))});
  }

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
    const Size size = clean.image.size();
    report(image, clean, timeline, elapsed.milliseconds(),
           {fmt::format("{} x {} pixels", size.width, size.height),
            fmt::format("\"width\":{},\"height\":{},", size.width, size.height)});
  }

  /// A result's size, for people and as fields of JSON.
  struct Shape {
    std::string words;
    std::string fields;
  };

  template <class Result>
  void report(const std::string& image, const Result& clean, const Timeline& timeline, double total,
              const Shape& shape) {
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
    if (request_.timings) {
      const std::string what = fmt::format("{}: {}, engine {}, {}", image, shape.words,
                                           clean.report.engine, clean.report.strategy.text());
      printText(timingsTable(what, timeline, total));
    }
    if (request_.quiet || !request_.json) return;
    out_.format("{{\"image\":{},\"output\":{},{}\"engine\":{},\"model\":{},\"strength\":{},",
                jsonString(image), jsonString(request_.targetOf(image)), shape.fields,
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

const Verb kDenoiseVerb{"denoise",        "remove noise by total variation",
                        kDenoiseUsage,    kDenoiseAbout,
                        kDenoiseExamples, setUpDenoise};

}  // namespace espy::cli
