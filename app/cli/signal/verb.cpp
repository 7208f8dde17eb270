// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "common/file_run.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/targets.h"
#include "common/timings.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "signal/options.h"

namespace espy::cli {
namespace {

constexpr const char* kSignalAbout =
    "Finds a piece of a signal in recordings, also if it is slower, weaker, or shifted between\n"
    "its channels there. Prints one match a line, best first:\n"
    "\n"
    "  DATA:START,LENGTH distance=D stretch=S channels=0>0,1>3+12 seconds=T\n"
    "\n"
    "START and LENGTH are samples of the data, counted from 0; a distance of 0 is identical. In\n"
    "channels=, 1>3+12 means that channel 1 of the query matches channel 3 of the data, 12 "
    "samples\n"
    "later; missing channels are left out. Numbers count the channels that are read.\n"
    "seconds= is START in seconds, if the data state their samples a second. Only DATA can\n"
    "contain spaces, so a script can split a line from the right.\n"
    "\n"
    "Recordings are CSV or TSV, NPY or NPZ, WAV, FLAC and other sound, EDF, EDF+ or BDF, WFDB\n"
    "(.hea), or samples without a header; - is standard input and -- ends the options. Data may\n"
    "be given as files, folders, patterns and lists (\"@list.txt\", \"@-\"). A sample that is not\n"
    "a number is a gap, and a window with a gap is not a match.";

constexpr const char* kSignalExamples =
    "Exit status:\n"
    "  0 something was found, 1 nothing was found, 2 bad input or use, 3 some recordings of\n"
    "  several failed and the others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy signal beat.csv day.csv\n"
    "  espy signal --query-range 12.5s:13.2s --top 10 night.edf night.edf\n"
    "  espy signal --method euclid --max-distance 3 --json beat.npy days/ | jq .matches[].start\n"
    "  espy signal --stretch 0.8:1.25 --lag 20 --missing 1 step.csv walks/*.csv\n"
    "  espy signal --profile far.npy beat.csv day.csv    # the distance at every sample\n"
    "  espy signal --method sad --normalise z --raw int16:2 ping.wav capture.pcm\n";

/// Whether normalisation preserves units.
bool keepsUnits(const MotifOptions& options) {
  if (options.normalise) {
    return *options.normalise == MotifNormalise::none || *options.normalise == MotifNormalise::mean;
  }
  return options.method == MotifMethod::sad;
}

/// Whether early samples exceed the range of sound, -1..1.
bool isLouderThanSound(const Recording& recording) {
  constexpr std::int64_t kSome = 1 << 16;
  constexpr double kLoud = 2;
  std::vector<double> samples;
  for (const Channel& channel : recording.channels) {
    samples.resize(static_cast<std::size_t>(std::min(kSome, channel.samples.size())));
    channel.samples.read(0, samples);
    if (std::any_of(samples.begin(), samples.end(),
                    [](double sample) { return std::abs(sample) > kLoud; })) {
      return true;
    }
  }
  return false;
}

/// The common unit of all channels, or an empty string.
std::string unitOf(const Recording& recording) {
  if (recording.channels.empty()) return "";
  const std::string& unit = recording.channels.front().unit;
  const bool alike = std::all_of(recording.channels.begin(), recording.channels.end(),
                                 [&](const Channel& channel) { return channel.unit == unit; });
  return alike ? unit : "";
}

/// Warning if samples are compared unnormalised although query and data have different units, such
/// as sound in -1..1 and plain counts, or millivolts and microvolts. Empty otherwise.
std::string unitMismatch(const ReadRecording& query, const ReadRecording& data,
                         const MotifOptions& options) {
  if (!keepsUnits(options)) return "";
  const std::string asTheyAre = "; samples are compared without conversion, see --normalise";
  const std::string ours = unitOf(query);
  const std::string theirs = unitOf(data);
  if (!ours.empty() && !theirs.empty() && ours != theirs) {
    return fmt::format("is in {}, the query in {}{}", theirs, ours, asTheyAre);
  }
  if (query.isSound == data.isSound) return "";
  const ReadRecording& sound = query.isSound ? query : data;
  const ReadRecording& other = query.isSound ? data : query;
  if (isLouderThanSound(sound) || !isLouderThanSound(other)) return "";
  return fmt::format("{} is sound, which ranges from -1 to 1, but {} exceeds that{}",
                     query.isSound ? "the query" : "it", query.isSound ? "this" : "the query",
                     asTheyAre);
}

/// Result of one data file, for output.
struct FoundInData {
  const std::string& data;
  const MotifTask& task;
  double rate;  ///< sampling rate of the data, Hz; 0: unknown
  const MotifFinding& finding;
  const Timeline& timeline;
  double totalMilliseconds;
};

/// "0>0,1>3+12": query channel 1 matches data channel 3 with a lag of 12 samples.
std::string channelsText(const MotifMatch& match) {
  std::string text;
  for (const ChannelMatch& channel : match.channels) {
    text += fmt::format("{}{}>{}", text.empty() ? "" : ",", channel.query, channel.data);
    if (channel.lag != 0) text += fmt::format("{:+}", channel.lag);
  }
  return text;
}

std::string matchJson(const MotifMatch& match) {
  std::string text =
      fmt::format("{{\"start\":{},\"length\":{},\"distance\":{},\"stretch\":{},\"channels\":[",
                  match.start, match.length, jsonNumber(match.distance), jsonNumber(match.stretch));
  for (const ChannelMatch& channel : match.channels) {
    text += fmt::format("{}{{\"query\":{},\"data\":{},\"lag\":{},\"distance\":{}}}",
                        &channel == match.channels.data() ? "" : ",", channel.query, channel.data,
                        channel.lag, jsonNumber(channel.distance));
  }
  return text + "]}";
}

const char* methodWord(MotifMethod method) {
  constexpr const char* kWords[] = {"sad", "euclid", "dtw"};
  return kWords[static_cast<int>(method)];
}

/// One line per match.
void writeMotifText(Output& out, const FoundInData& found) {
  for (const MotifMatch& match : found.finding.matches) {
    out.format("{}:{},{} distance={} stretch={} channels={}", found.data, match.start, match.length,
               match.distance, match.stretch, channelsText(match));
    if (found.rate > 0) {
      out.format(" seconds={}", static_cast<double>(match.start) / found.rate);
    }
    out.text("\n");
  }
}

/// One JSON object on one line.
void writeMotifJson(Output& out, const FoundInData& found) {
  out.format("{{\"data\":{},\"samples\":{},\"channels\":{}", jsonString(found.data),
             found.task.data.front().size(), found.task.data.size());
  if (found.rate > 0) out.format(",\"rate\":{}", jsonNumber(found.rate));
  out.format(",\"engine\":{},\"method\":\"{}\",\"matches\":[",
             jsonString(found.finding.report.engine), methodWord(found.task.options.method));
  for (const MotifMatch& match : found.finding.matches) {
    if (&match != found.finding.matches.data()) out.text(",");
    out.text(matchJson(match));
  }
  out.format("],\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
             jsonNumber(found.totalMilliseconds));
  out.text(jsonMembers(found.finding.report));
  const Message& fallback = found.finding.report.fallback;
  if (!fallback.empty()) out.format(",\"fallback\":{}", jsonString(fallback.text()));
  out.text("}\n");
}

/// CSV in samples, if the sampling rate is unknown.
void writeSampleMarks(const std::string& path, const FoundInData& found) {
  std::string text = "sample,length,text\n";
  for (const MotifMatch& match : found.finding.matches) {
    text += fmt::format("{},{},distance={}\n", match.start, match.length, match.distance);
  }
  writeFile(path, text);
}

/// Writes the matches as annotations; the suffix determines the format.
void writeMotifMarks(const std::string& path, const FoundInData& found) {
  if (!(found.rate > 0) && path.ends_with(".csv")) return writeSampleMarks(path, found);
  const double rate = found.rate > 0 ? found.rate : 1;
  std::vector<RecordingMark> marks;
  for (const MotifMatch& match : found.finding.matches) {
    marks.push_back({static_cast<double>(match.start) / rate,
                     static_cast<double>(match.length) / rate,
                     fmt::format("distance={}", match.distance)});
  }
  writeMarks(path, marks, found.rate);
}

/// Writes the warping path of the best match as CSV; without a match only the header.
void writeMotifPath(const std::string& path, const FoundInData& found) {
  std::string text = "query_channel,data_channel,query,data\n";
  if (!found.finding.matches.empty()) {
    const MotifMatch& best = found.finding.matches.front();
    for (std::size_t i = 0; i < best.channels.size(); ++i) {
      const ChannelMatch& channel = best.channels[i];
      for (const auto& [query, data] : warpingPath(found.task, best, i)) {
        text += fmt::format("{},{},{},{}\n", channel.query, channel.data, query, data);
      }
    }
  }
  writeFile(path, text);
}

double rateOf(const Recording& recording) {
  return recording.channels.empty() ? 0 : recording.channels.front().rate;
}

void warnOfNote(const std::string& file, const ReadRecording& read) {
  if (!read.note.empty()) printError(file + ": " + read.note.text());
}

/// The requested part of the query.
std::vector<Samples> pieceOf(const Recording& recording, const QueryPiece& piece,
                             const std::string& file) {
  const std::int64_t size = recording.channels.front().samples.size();
  const double rate = rateOf(recording);
  const auto sampleAt = [&](const TimePoint& place) -> std::int64_t {
    if (!place.seconds) return static_cast<std::int64_t>(place.number);
    if (rate > 0) return std::llround(std::min(place.number * rate, 1e15));
    throw Error(
        ErrorCode::badUse,
        file + ": does not state its samples a second; give --rate, or the range in samples");
  };
  const std::int64_t from = sampleAt(piece.from);
  const std::int64_t to = piece.to ? sampleAt(*piece.to) : size;
  if (from >= to || to > size) {
    throw Error(ErrorCode::badUse, fmt::format("{}: --query-range {}: is not within {} samples",
                                               file, piece.text, size));
  }
  std::vector<Samples> cut;
  for (const Channel& channel : recording.channels) {
    cut.push_back(channel.samples.part(from, to - from));
  }
  return cut;
}

/// One run of `espy signal`: reads the query once; then searches and prints data file by data file
/// while the next one is prefetched.
class SignalRun {
 public:
  SignalRun(const SignalRequest& request, const Registry& registry)
      : request_(request), registry_(registry), run_(request.threads) {}

  int run() {
    loadQuery();
    run_.searchEach(
        request_.data,
        [&](const std::string& data, const std::stop_token& stop) {
          return readUntil(stop, data, request_.dataReading);
        },
        [&](const std::string& data, const ReadRecording& read, Timeline& timeline,
            const Elapsed& elapsed) { search(data, read, timeline, elapsed); });
    return run_.status(request_.data.size(), foundAny_);
  }

 private:
  void loadQuery() {
    Timeline timeline;
    const Elapsed elapsed;
    {
      const StageTimer timer(timeline, "load query");
      query_ = readUntil(run_.control().stop, request_.query, request_.queryReading);
      warnOfNote(request_.query, query_);
      task_.query =
          request_.piece ? pieceOf(query_, *request_.piece, request_.query) : query_.samples();
      task_.options = request_.motif;
      checkTask();
    }
    if (request_.timings) {
      printText(timingsTable(fmt::format("{}: the query", request_.query), timeline,
                             elapsed.milliseconds()));
    }
  }

  /// Rejects options that are invalid for any data, by searching the query in itself.
  void checkTask() const {
    const std::int64_t channels = std::ssize(task_.query);
    if (task_.options.missing >= channels) {
      throw UseError(fmt::format("--missing {}: {} has {} channel{}, and at least one must remain",
                                 task_.options.missing, request_.query, channels,
                                 channels == 1 ? "" : "s"));
    }
    MotifTask alone = task_;
    alone.data = task_.query;
    named(request_.query, [&] { resolved(alone); });
    checkUncut(query_);
    checkEngineCan<FindMotif>();
    if (!request_.profile.empty()) checkEngineCan<ProfileMotif>();
  }

  template <class Capability>
  void checkEngineCan() const {
    if (request_.engine == "auto") return;
    if (const Message refusal = registry_.refusal<Capability>(request_.engine); !refusal.empty()) {
      throw Error(ErrorCode::unsupported, refusal);
    }
  }

  static ReadRecording readUntil(const std::stop_token& stop, const std::string& file,
                                 RecordingOptions reading) {
    reading.stop = stop;
    return readRecording(file, reading);
  }

  void search(const std::string& data, const ReadRecording& read, Timeline& timeline,
              const Elapsed& elapsed) {
    warnOfNote(data, read);
    warnOfRates(data, rateOf(read));
    warnOfMarks(data, rateOf(read));
    const std::string unlike = unitMismatch(query_, read, request_.motif);
    if (!unlike.empty()) printError(data + ": " + unlike);
    task_.data = read.samples();
    const MotifFinding finding = find(data, read, timeline);
    foundAny_ = foundAny_ || !finding.matches.empty();
    report({data, task_, rateOf(read), finding, timeline, elapsed.milliseconds()});
  }

  /// Searches and saves. Adds the file's name to errors.
  MotifFinding find(const std::string& data, const ReadRecording& read, Timeline& timeline) {
    MotifFinding finding;
    MotifFinding profile;
    named(data, [&] {
      finding = findMotif(registry_, request_.engine, task_, run_.control());
      timeline.add(finding.report.timeline);
      if (request_.profile.empty()) return;
      profile = motifProfile(registry_, request_.engine, task_, run_.control());
      timeline.add(profile.report.timeline);
    });
    checkUncut(read);
    checkUncut(query_);
    if (request_.targets().empty()) return finding;
    // A recording may have several files, some of them not named by the user.
    for (const std::vector<std::string>& files : {read.files, query_.files}) {
      checkTargets(request_.targets(), files);
    }
    const StageTimer timer(timeline, "save");
    const FoundInData found{data, task_, rateOf(read), finding, timeline, 0};
    if (!request_.annotations.empty()) writeMotifMarks(request_.annotations, found);
    if (!request_.path.empty()) writeMotifPath(request_.path, found);
    if (!request_.profile.empty()) writeProfile(request_.profile, profile.distances);
    return finding;
  }

  void report(const FoundInData& found) {
    const Message& fallback = found.finding.report.fallback;
    if (!fallback.empty() && !isSaid_) {
      isSaid_ = true;
      printError(fmt::format("{}: done on {} instead: {}", found.data, found.finding.report.engine,
                             fallback.text()));
    }
    if (request_.timings) {
      const std::size_t channels = found.task.data.size();
      const std::string what =
          fmt::format("{}: {} channel{} of {} samples", found.data, channels,
                      channels == 1 ? "" : "s", found.task.data.front().size());
      printText(timingsTable(timingsTitle(what, found.finding.matches.size(), found.finding.report,
                                          "why:  "),
                             found.timeline, found.totalMilliseconds) +
                memberTimings(found.finding.report));
    }
    if (request_.quiet) return;
    if (request_.json) {
      writeMotifJson(out_, found);
    } else {
      writeMotifText(out_, found);
    }
    out_.flush();
  }

  void warnOfRates(const std::string& data, double rate) {
    const double wanted = rateOf(query_);
    if (rate == wanted || rate <= 0 || wanted <= 0) return;
    printError(
        fmt::format("{}: has {} samples a second, the query {}; samples are compared without "
                    "resampling, see --stretch",
                    data, rate, wanted));
  }

  void warnOfMarks(const std::string& data, double rate) {
    if (rate > 0 || !request_.annotations.ends_with(".edf")) return;
    printError(fmt::format(
        "{}: does not state its samples a second, so the seconds of {} count samples; see --rate",
        data, request_.annotations));
  }

  const SignalRequest& request_;
  const Registry& registry_;
  FileRun run_;
  Output out_;
  ReadRecording query_;
  MotifTask task_;
  bool foundAny_ = false;
  bool isSaid_ = false;  ///< the fallback to another engine was reported
};

std::function<int()> setUpSignal(OptionParser& parser) {
  const auto options = std::make_shared<SignalOptions>();
  options->addTo(parser);
  return [options] {
    const Registry registry = makeRegistry();
    const SignalRequest request = options->request(registry);
    return SignalRun(request, registry).run();
  };
}

}  // namespace

const Verb kSignalVerb{"signal",
                       "find a piece of a signal in recordings",
                       "espy signal [OPTION...] QUERY DATA...",
                       kSignalAbout,
                       kSignalExamples,
                       setUpSignal};

}  // namespace espy::cli
