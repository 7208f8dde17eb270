// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>
#include <iterator>
#include <limits>
#include <string_view>

#include "batch/image_list.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/targets.h"
#include "common/values.h"

namespace espy::cli {
namespace {

/// In the order of Samples::Type.
constexpr std::string_view kSampleTypes[] = {"int8",  "uint8",   "int16",  "int24",
                                             "int32", "float32", "float64"};
constexpr std::int64_t kMostChannels = 1 << 20;

/// Parses the format of a headerless file, "int16", "int24be:2" or "float32:8:512". Throws
/// UseError.
RawFormat rawFormat(const std::string& option, const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  RawFormat format;
  std::string type = parts.front();
  format.bigEndian = type.ends_with("be");
  if (format.bigEndian) type.resize(type.size() - 2);
  const auto* const known = std::find(std::begin(kSampleTypes), std::end(kSampleTypes), type);
  if (known == std::end(kSampleTypes) || parts.size() > 3) {
    throw UseError(option + " " + text +
                   ": must be TYPE[:CHANNELS[:SKIP]] with int8, uint8, int16, int24, int32, "
                   "float32 or float64, or one of these followed by be");
  }
  format.type = static_cast<Samples::Type>(known - std::begin(kSampleTypes));
  const auto part = [&](std::size_t i, const char* what, std::int64_t least, std::int64_t most) {
    return parseInteger(option + " " + text + ": " + what, parts[i], least, most);
  };
  if (parts.size() > 1) format.channels = part(1, "channels", 1, kMostChannels);
  if (parts.size() > 2) {
    format.skip = static_cast<std::uint64_t>(
        part(2, "bytes to skip", 0, std::numeric_limits<std::int64_t>::max()));
  }
  return format;
}

/// Options that have no effect in this combination.
class Contradictions {
 public:
  /// `given` maps the options on the command line to their values.
  Contradictions(const MotifOptions& motif, const std::map<std::string, std::string>& given)
      : motif_(motif), given_(given) {}

  /// Throws UseError for the first one.
  void refuse() const {
    refuseOfMethod();
    if (motif_.open) refuseOfOpen();
    if (motif_.rule != ChannelRule::assigned) refuseOfRule();
    if (motif_.lag == 0 && motif_.lagPenalty > 0) {
      refuse("--lag-penalty", "needs --lag D");
    }
    if (motif_.reach <= 1) refuse("--elsewhere", "needs --switch NR");
    if (motif_.missing == 0) refuse("--missing-share", "needs --missing K");
  }

 private:
  /// Throws UseError if the option was given.
  void refuse(const std::string& option, const std::string& why) const {
    const auto found = given_.find(option);
    if (found == given_.end()) return;
    throw UseError(option + (found->second.empty() ? "" : " " + found->second) + ": " + why);
  }

  void refuseOfMethod() const {
    if (motif_.method == MotifMethod::dtw) return;
    const std::string name = motif_.method == MotifMethod::sad ? "sad" : "euclid";
    refuse("--open", "is for dtw; with " + name + " a window is as long as the query");
    refuse("--band", "is for dtw; with " + name +
                         " each sample is compared only with the one at its own position");
  }

  void refuseOfOpen() const {
    refuse("--band", "with --open there is no band");
    refuse("--stretch", "with --open windows of every length are searched already");
    if (motif_.normalise == MotifNormalise::mean || motif_.normalise == MotifNormalise::z) {
      refuse("--normalise",
             "with --open there is no fixed window to normalise: use none or global");
    }
    if (motif_.rule != ChannelRule::together) {
      refuse("--rule", "with --open all channels share one path");
    }
    refuseIndependentChannels("with --open all channels share one path");
    if (motif_.missing > 0) refuse("--missing", "with --open all channels share one path");
  }

  void refuseOfRule() const {
    const bool mean = motif_.rule == ChannelRule::mean;
    const std::string name = mean ? "mean" : "together";
    refuseIndependentChannels("with --rule " + name + " channels neither lag nor are switched");
    if (motif_.missing > 0 && !mean) {
      refuse("--missing", "with --rule together all channels are needed");
    }
    refuse("--missing-share", "with --rule " + name + " channels are not judged one by one");
  }

  /// Refuses options for channels that match independently of each other.
  void refuseIndependentChannels(const std::string& why) const {
    if (motif_.lag > 0) refuse("--lag", why);
    if (motif_.reach > 1) refuse("--switch", why);
  }

  const MotifOptions& motif_;
  const std::map<std::string, std::string>& given_;
};

/// Upper limit of sample counts; prevents overflow when they are added.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 40;

const std::vector<std::string> kNormalisations{"none", "mean", "z", "global"};
const std::vector<std::string> kRules{"assigned", "together", "mean"};

/// Parses "5" as samples and "0.05" or "1.0" as a fraction of the query.
void takeBand(const std::string& text, MotifOptions& motif) {
  const bool whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (whole) {
    motif.band = parseInteger("--band", text, 0, kMostSamples);
    return;
  }
  try {
    motif.bandShare = parseReal("--band", text, 0, 1);
  } catch (const UseError&) {
    throw UseError("--band " + text +
                   ": must be a whole number of samples, or a share of the query with a decimal "
                   "point, from 0.0 to 1.0");
  }
  motif.band.reset();
}

/// Parses "1200" (samples) or "3.5s" (seconds).
TimePoint parseTimePoint(const std::string& text, const std::string& all) {
  TimePoint place;
  place.seconds = text.ends_with('s');
  const char* const end = text.data() + text.size() - (place.seconds ? 1 : 0);
  const auto [stop, error] = std::from_chars(text.data(), end, place.number);
  const bool right =
      error == std::errc() && stop == end && place.number >= 0 && place.number <= kMostSamples;
  if (!right || (!place.seconds && place.number != std::floor(place.number))) {
    throw UseError("--query-range " + all +
                   ": must be A:B, in samples from 0, or in seconds, as in 1.5s:2s");
  }
  return place;
}

QueryPiece queryPiece(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text.find(':', colon + 1) != std::string::npos) {
    throw UseError("--query-range " + text + ": must be A:B");
  }
  QueryPiece piece{text, {}, {}};
  if (colon > 0) piece.from = parseTimePoint(text.substr(0, colon), text);
  if (colon + 1 < text.size()) piece.to = parseTimePoint(text.substr(colon + 1), text);
  return piece;
}

/// Splits "II,V1,3" at commas.
std::vector<std::string> namesIn(const std::string& option, const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    if (names.back().empty()) {
      throw UseError(
          fmt::format("{} {}: must be names or numbers, separated by commas", option, text));
    }
    begin = end + 1;
  }
  return names;
}

void addWhole(OptionParser& parser, const char* name, const char* value, const std::string& help,
              std::int64_t least, const std::function<void(std::int64_t)>& take) {
  parser.option(name, value, help, [=](const std::string& text) {
    take(parseInteger(name, text, least, kMostSamples));
  });
}

void checkMarksTarget(const std::string& path) {
  constexpr std::array<std::string_view, 3> kEndings{".csv", ".edf", ".atr"};
  if (std::any_of(kEndings.begin(), kEndings.end(),
                  [&](std::string_view ending) { return path.ends_with(ending); })) {
    return;
  }
  throw UseError("--annotations " + path +
                 ": marks are written as CSV, EDF+ or WFDB, so its name must end in .csv, .edf or "
                 ".atr");
}

}  // namespace

std::vector<std::string> SignalRequest::targets() const {
  std::vector<std::string> all;
  if (!annotations.empty()) all.push_back(annotations);
  if (!path.empty()) all.push_back(path);
  if (!profile.empty()) all.push_back(profile);
  return all;
}

std::string SignalRequest::targetOption() const {
  if (!annotations.empty()) return "--annotations";
  if (!path.empty()) return "--path";
  return profile.empty() ? "" : "--profile";
}

void SignalOptions::addComparison(OptionParser& parser) {
  MotifOptions& motif = request_.motif;
  parser.group("Comparison");
  parser.choice("--method", "NAME", {"sad", "euclid", "dtw"},
                "sad: sum of absolute differences; euclid: root of the sum of\n"
                "squared differences; dtw: the same along the best warping path,\n"
                "which may match one sample to several (default: dtw)",
                [&](std::size_t chosen) { motif.method = static_cast<MotifMethod>(chosen); });
  parser.choice("--normalise,--normalize", "HOW", kNormalisations,
                "mean: subtract the mean of query and window; z: also divide by\n"
                "the standard deviation; global: z with mean and deviation of the\n"
                "whole channel (default: sad: none, --open: global, else: z)",
                [&](std::size_t chosen) {
                  motif.normalise = static_cast<MotifNormalise>(chosen);
                  given_["--normalise"] = kNormalisations[chosen];
                });
  parser.option("--band", "F|N",
                "dtw: largest distance in time of matched samples: N samples, or,\n"
                "with a decimal point, a share F of the query (default: 0.05)",
                [&](const std::string& text) {
                  takeBand(text, motif);
                  given_["--band"] = text;
                });
  parser.flag("--open", "dtw: windows of any length, without a band", motif.open);
  parser.option("--stretch", "A:B[:STEP]",
                "also search the query stretched to A to B times its length, in\n"
                "steps of STEP times its length (default: a fiftieth)",
                [&](const std::string& text) {
                  const PoseRange range = parseRange("--stretch", text, 0.001, 1000);
                  motif.stretch = {range.first, range.last, range.step};
                  given_["--stretch"] = text;
                });
}

void SignalOptions::addChannels(OptionParser& parser) {
  MotifOptions& motif = request_.motif;
  parser.group("Several channels");
  const auto namesInto = [](const char* name, std::vector<std::string>& names) {
    return [name, &names](const std::string& text) { names = namesIn(name, text); };
  };
  parser.option("--channels", "LIST",
                "channels of the data to search, by name or by number from 0\n"
                "(default: all)",
                namesInto("--channels", request_.dataReading.channels));
  parser.option("--query-channels", "LIST", "channels of the query's file (default: all)",
                namesInto("--query-channels", request_.queryReading.channels));
  parser.choice("--rule", "NAME", kRules,
                "assigned: assign each channel of the query to one of the data so\n"
                "that the sum is smallest; together: warp all along one path;\n"
                "mean: mean distance of the channels that match best (default:\n"
                "assigned)",
                [&](std::size_t chosen) {
                  motif.rule = static_cast<ChannelRule>(chosen);
                  given_["--rule"] = kRules[chosen];
                });
  const auto whole = [&](const char* name, const char* value, const char* help, std::int64_t least,
                         std::int64_t& number) {
    addWhole(parser, name, value, help, least, [this, name, &number](std::int64_t taken) {
      number = taken;
      given_[name] = std::to_string(taken);
    });
  };
  const auto real = [&](const char* name, const char* value, const std::string& help, double least,
                        double& number) {
    parser.option(name, value, help, [this, name, least, &number](const std::string& text) {
      number = parseRealFrom(name, text, least);
      given_[name] = text;
    });
  };
  whole("--lag", "D", "each channel may be up to D samples early or late (default: 0)", 0,
        motif.lag);
  real("--lag-penalty", "P", "added to a channel's sum for each sample of lag (default: 0)", 0,
       motif.lagPenalty);
  whole("--switch", "NR",
        "channel I of the query may match channel J of the data if\n"
        "|I - J| < NR (default: 1: no switching; a query of one channel\n"
        "may match any)",
        1, motif.reach);
  real("--elsewhere", "W",
       fmt::format("multiply a switched channel's sum by W, 1 or more (default:\n"
                   "{})",
                   motif.elsewhere),
       1, motif.elsewhere);
  whole("--missing", "K",
        "up to K channels of the query may be missing; with mean, K are\n"
        "left out (default: 0)",
        0, motif.missing);
  real("--missing-share", "F",
       fmt::format("a channel is missing if its sum exceeds this share of the query's\n"
                   "deviation from its own mean, and then costs that (default: {})",
                   motif.missingShare),
       0, motif.missingShare);
}

void SignalOptions::addSelection(OptionParser& parser) {
  MotifOptions& motif = request_.motif;
  parser.group("Selection");
  addWhole(parser, "--top", "K", "keep the K best (default: 1; with --max-distance: all)", 1,
           [&](std::int64_t number) { motif.top = number; });
  addWhole(parser, "--exclude", "N",
           "drop a match that begins N samples or less from a better one\n(default: a quarter of "
           "the query)",
           0, [&](std::int64_t number) { motif.exclude = number; });
  parser.option("--max-distance", "D", "drop matches with a larger distance; inf: drop none",
                [&](const std::string& text) {
                  // No limit would return the best match only.
                  motif.maxDistance = text == "inf" ? std::numeric_limits<double>::max()
                                                    : parseRealFrom("--max-distance", text, 0);
                });
}

void SignalOptions::addFiles(OptionParser& parser) {
  RecordingOptions& query = request_.queryReading;
  RecordingOptions& data = request_.dataReading;
  parser.group("Reading");
  parser.option("--query-range", "A:B",
                "use only this part of the query's file: samples A up to, not\n"
                "including, B, or seconds, as in 1.5s:2s; A defaults to the\n"
                "beginning, B to the end",
                [&](const std::string& text) { request_.piece = queryPiece(text); });
  parser.option("--raw", "TYPE[:CHANNELS[:SKIP]]",
                "the data have no header: samples of int8, uint8, int16, int24,\n"
                "int32, float32 or float64 (big-endian: int16be and so on),\n"
                "CHANNELS interleaved, after SKIP bytes",
                [&](const std::string& text) { data.raw = rawFormat("--raw", text); });
  parser.option("--query-raw", "TYPE[:CHANNELS[:SKIP]]", "the same for the query",
                [&](const std::string& text) { query.raw = rawFormat("--query-raw", text); });
  parser.option("--rate", "R", "samples a second, for files that do not state it",
                [&](const std::string& text) {
                  data.rate = query.rate = parseReal("--rate", text, 1e-9, 1e12);
                });
  parser.option("--time-column", "NAME",
                "column of times in the data's tables, by name or number; - if\n"
                "none; also in the query's table, if it has that column",
                data.timeColumn);
  parser.option("--query-time-column", "NAME", "column of times in the query's table",
                query.timeColumn);
  parser.choice("--samples-along", "SIDE", {"longer", "rows", "columns"},
                "axis of the samples: of a two-dimensional array its longer side\n"
                "(default), its rows or its columns; of a table its rows\n"
                "(default), or its columns",
                [&](std::size_t chosen) {
                  data.samplesAlong = query.samplesAlong =
                      static_cast<RecordingOptions::Side>(chosen);
                });
  parser.option("--member", "NAME", "name of the array in NPZ files", data.member);
  parser.option("--query-member", "NAME", "name of the array in the query's NPZ file",
                query.member);
  const auto addRow = [&](const char* name, const char* help, RecordingOptions& reading) {
    addWhole(parser, name, "N", help, 0, [&reading](std::int64_t row) {
      reading.ucr = true;
      reading.row = row;
    });
  };
  addRow("--row",
         "tables of the data have the UCR archive's format, a class and a\n"
         "series in each row; search row N, counted from 0",
         data);
  addRow("--query-row", "the same for the query", query);
  parser.option("--max-samples", "N", "refuse larger recordings (default: 2^34)",
                [&](const std::string& text) {
                  data.maxSamples = query.maxSamples = parseInteger(
                      "--max-samples", text, 1, std::numeric_limits<std::int64_t>::max());
                });
}

void SignalOptions::addOutputs(OptionParser& parser) {
  parser.group("Written files");
  parser.option("--annotations", "FILE",
                "write the matches as marks (one data file): .csv, .edf (EDF+) or\n.atr (WFDB)",
                request_.annotations);
  parser.option("--path", "FILE",
                "write the warping path of the best match (one data file), as\n"
                "CSV: query_channel,data_channel,query,data",
                request_.path);
  parser.option("--profile", "FILE",
                "write the distance at every position (one data file), as NPY: a\n"
                "number for each start of a window, inf if no match is possible;\n"
                "takes longer",
                request_.profile);
}

void SignalOptions::addTo(OptionParser& parser) {
  addComparison(parser);
  addChannels(parser);
  addSelection(parser);
  addFiles(parser);
  addEngineOptions(parser, request_);
  addOutputs(parser);
  addText(parser, "one JSON object per data file, one per line", request_);
  parser.files(files_);
}

SignalRequest SignalOptions::request(const Registry& registry) const {
  SignalRequest request = request_;
  checkEngine(registry, request.engine);
  std::map<std::string, std::string> given = given_;
  if (request.motif.open) given["--open"] = "";
  Contradictions(request.motif, given).refuse();
  const auto checkRaw = [](const RecordingOptions& reading, const std::string& prefix) {
    if (!reading.raw) return;
    if (reading.ucr) {
      throw UseError(
          fmt::format("--{0}raw and --{0}row: samples without a header have no rows", prefix));
    }
    if (!reading.member.empty()) {
      throw UseError(fmt::format(
          "--{0}raw and --{0}member: samples without a header are not an archive", prefix));
    }
  };
  checkRaw(request.dataReading, "");
  checkRaw(request.queryReading, "query-");
  if (request.path == "-" && !request.quiet) {
    throw UseError("--path -: standard output already has the matches; add --quiet");
  }
  if (request.queryReading.timeColumn.empty()) {
    request.queryReading.timeColumn = request.dataReading.timeColumn;
    request.queryReading.timeColumnMayMiss = true;
  }
  // Annotations are not needed and may be damaged.
  request.queryReading.annotator.clear();
  request.dataReading.annotator.clear();
  if (files_.empty()) throw UseError("no query and no data given");
  if (files_.size() == 1) throw UseError("no data given to search");
  request.query = files_.front();
  request.data = batch::recordingsOf(std::span(files_).subspan(1), std::cin);
  if (request.data.empty()) throw UseError("no data given to search");

  std::vector<std::string> inputs = request.data;
  inputs.push_back(request.query);
  for (const std::string& word : files_) {
    if (word.size() > 1 && word.front() == '@') inputs.push_back(word.substr(1));
  }
  checkReadOnce(inputs);
  if (!request.annotations.empty()) checkMarksTarget(request.annotations);
  if (!request.profile.empty() && !request.profile.ends_with(".npy")) {
    throw UseError("--profile " + request.profile +
                   ": distances are written as NPY, so its name must end in .npy");
  }
  const std::vector<std::string> targets = request.targets();
  if (!targets.empty() && request.data.size() > 1) {
    throw UseError(fmt::format("{} {}: takes one data file, but {} are given",
                               request.targetOption(), targets.front(), request.data.size()));
  }
  checkTargets(targets, inputs);
  return request;
}

}  // namespace espy::cli
