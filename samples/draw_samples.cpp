// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// espy-samples: draws the sample pictures and recordings.
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "crowd.h"
#include "pictures.h"
#include "plain.h"
#include "signals.h"
#include "traveller.h"

namespace {

constexpr const char* kUsage =
    "usage: espy-samples OUT_DIR                          draw all small samples\n"
    "       espy-samples --crowd WxH FILE [--needle FILE]  draw the crowd at this size\n"
    "A FILE that ends in .pam becomes RGBA, one that ends in .ppm RGB.\n";

/// A wrong command line.
struct Misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CrowdRequest {
  int width = 0;
  int height = 0;
  std::string file;
  std::string needleFile;
};

/// Parses "3072x2304".
void parseSize(const std::string& text, CrowdRequest& request) {
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, request.width);
  bool good = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  if (good) {
    const auto height = std::from_chars(width.ptr + 1, end, request.height);
    good = height.ec == std::errc() && height.ptr == end;
  }
  const auto fits = [](int side) {
    return side >= samples::kLeastCrowdSide && side <= samples::kMostCrowdSide;
  };
  if (good && fits(request.width) && fits(request.height)) return;
  throw Misuse(text + ": a size is WIDTHxHEIGHT, each from " +
               std::to_string(samples::kLeastCrowdSide) + " to " +
               std::to_string(samples::kMostCrowdSide));
}

CrowdRequest parseCrowd(const std::vector<std::string>& arguments) {
  CrowdRequest request;
  if (arguments.size() < 3) throw Misuse("--crowd needs a size and a file");
  parseSize(arguments[1], request);
  request.file = arguments[2];
  samples::requireEnding(request.file);
  if (arguments.size() == 3) return request;
  if (arguments[3] != "--needle") throw Misuse(arguments[3] + ": unexpected argument");
  if (arguments.size() < 5) throw Misuse("--needle needs a file");
  if (arguments.size() > 5) throw Misuse(arguments[5] + ": unexpected argument");
  request.needleFile = arguments[4];
  samples::requireEnding(request.needleFile);
  return request;
}

/// The traveller alone, as a needle.
samples::Picture travellersNeedle() {
  samples::Canvas canvas(samples::kNeedleSize, samples::kNeedleSize);
  samples::drawTraveller(canvas, 0, 0, 0);
  return samples::pictureOf(canvas);
}

void writeCrowd(const CrowdRequest& request) {
  const samples::Crowd crowd = samples::drawCrowd(request.width, request.height);
  const samples::Picture picture = samples::pictureOf(crowd.canvas);
  const samples::Picture needle = travellersNeedle();
  samples::requireMatches(picture, needle, 1);
  samples::writePicture(request.file, picture);
  if (!request.needleFile.empty()) samples::writePicture(request.needleFile, needle);
  std::fprintf(stderr, "%s: the traveller is at %d,%d\n", request.file.c_str(), crowd.travellerX,
               crowd.travellerY);
}

void run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw Misuse("OUT_DIR or --crowd is missing");
  if (arguments[0] == "--help") {
    std::fputs(kUsage, stdout);
    return;
  }
  if (arguments[0] == "--crowd") return writeCrowd(parseCrowd(arguments));
  if (arguments[0].starts_with("-")) throw Misuse(arguments[0] + ": unknown option");
  if (arguments.size() > 1) throw Misuse(arguments[1] + ": unexpected argument");
  const std::string& folder = arguments[0];
  std::filesystem::create_directories(folder);
  samples::writePlainSamples(folder);
  samples::writeSignalSamples(folder);
  writeCrowd({1024, 1024, folder + "/crowd.ppm", folder + "/traveller.ppm"});
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run({arguments + 1, arguments + count});
    return 0;
  } catch (const Misuse& misuse) {
    std::fprintf(stderr, "espy-samples: %s\n%s", misuse.what(), kUsage);
  } catch (const std::bad_alloc&) {
    std::fputs("espy-samples: not enough memory for a picture of this size\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "espy-samples: %s\n", error.what());
  }
  return 2;
}
