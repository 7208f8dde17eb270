// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
#include "espy/engine/live.h"
#include "espy/error.h"
#include "find/method_options.h"
#include "watch/command.h"
#include "watch/lines.h"
#include "watch/recorder.h"
#include "watch/source.h"

namespace espy::cli {
namespace {

constexpr const char* kWatchAbout =
    "Watches a screen, a camera or a video, and prints what happens to the needles, one match a\n"
    "line:\n"
    "\n"
    "  screen:X,Y,WIDTH,HEIGHT time=T event=EVENT score=S needle=FILE\n"
    "\n"
    "EVENT is appears, vanishes, moves, count (another number of matches) or still (nothing has\n"
    "changed for a while); T is the time in seconds of the frame in which it was first seen. Only\n"
    "what changed since the frame before is searched again.";

constexpr const char* kWatchExamples =
    "Exit status:\n"
    "  0 the event of --until came; without --until: something was found; 1 not, at the timeout "
    "or\n"
    "  the end; 2 bad input or use, no screen, camera or permission; 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy watch -e ok.png --screen --until appears --timeout 10\n"
    "  espy watch -e led.png --camera 0 --method zncc --scale 0.5:2 --json\n"
    "  espy watch -e ok.png --screen --exec 'notify-send \"{needle} at {x},{y}\"'\n"
    "  espy watch -e a.png -e b.png --video clip.mp4 --fps 30 --output marked.mp4\n";

/// Parsed arguments of `espy watch`.
struct WatchRequest : SharedOptions {
  WatchSource source;
  std::vector<std::string> needles;
  std::string mask;
  FindOptions method;
  WatchOptions watch;
  std::optional<EventKind> until;
  std::optional<double> timeout;
  std::string exec;
  std::optional<EventCommand> command;
  std::string output;
  MarkOptions marks;
  std::vector<std::string> files;
};

void addEvents(OptionParser& parser, WatchRequest& request) {
  constexpr double kMostSeconds = 1e9;
  parser.group("Events");
  const std::vector<std::string> names(kEventNames.begin(), kEventNames.end());
  parser.choice("--until", "EVENT", names,
                "end at the first appears, vanishes, moves, count or still",
                [&](std::size_t chosen) { request.until = static_cast<EventKind>(chosen); });
  parser.option("--timeout", "S", "end after S seconds (default: never)",
                [&](const std::string& text) {
                  request.timeout = parseReal("--timeout", text, 0, kMostSeconds);
                });
  parser.option("--frames", "N", "report what N frames in a row agree on (default: 1)",
                [&](const std::string& text) {
                  request.watch.frames = static_cast<int>(parseInteger("--frames", text, 1, 1000));
                });
  parser.option("--move-by", "N", "moves: ignore up to N pixels in x and y (default: 0)",
                [&](const std::string& text) {
                  request.watch.moveBy = parseInteger("--move-by", text, 0, 65535);
                });
  parser.option("--still", "S", "report still when nothing has changed for S seconds",
                [&](const std::string& text) {
                  request.watch.still = parseReal("--still", text, 1e-3, kMostSeconds);
                });
  parser.option("--exec", "CMD",
                "run this program at each event; words are split as a shell does,\n"
                "but no shell runs; {needle}, {event}, {time}, {x}, {y}, {width}\n"
                "and {height} are replaced by those of the best match",
                request.exec);
}

void addOptions(OptionParser& parser, WatchRequest& request, MethodReader& method) {
  parser.group("Needles");
  parser.list("-e,--needle", "FILE", "a needle; may be repeated", request.needles);
  addMask(parser, request.mask);
  method.addComparison(parser);
  method.addPoses(parser);
  addSource(parser, request.source);
  addEvents(parser, request);
  parser.group("Selection");
  method.addSelection(parser);
  addReading(parser, request);
  addEngineOptions(parser, request);
  parser.group("Written video");
  parser.option("-o,--output", "FILE", "write the frames with marks; .mp4, .mkv, .avi or .webm",
                request.output);
  addMarkOptions(parser, request.marks);
  addText(parser, "one JSON object per event, one per line", request);
  parser.files(request.files);
}

/// Validates the request; throws UseError.
void check(WatchRequest& request, const MethodReader& method, const Registry& registry) {
  if (!request.files.empty()) {
    throw UseError("unexpected argument " + request.files.front() + ": needles follow -e");
  }
  request.source.check();
  if (request.until == EventKind::still && request.watch.still <= 0) {
    throw UseError("--until still: add --still with the seconds");
  }
  const bool onlyStill = request.until.value_or(EventKind::still) == EventKind::still;
  if (request.needles.empty() && !(request.watch.still > 0 && onlyStill)) {
    throw UseError("no needle given");
  }
  request.method = method.method();
  request.method.wantBest = false;
  request.method.distances = request.json && !request.quiet;
  request.watch.absentVanishes = request.until == EventKind::vanishes;
  checkEngine(registry, request.engine);
  if (!request.exec.empty()) request.command.emplace(request.exec);
  if (request.output.empty()) return;
  VideoWriter::check(request.output);
  std::vector<std::string> inputs = request.needles;
  inputs.insert(inputs.end(), {request.mask, request.source.video});
  checkTargets({request.output}, inputs);
}

/// While it lives, this thread's writes to a closed pipe fail; the process ends by SIGPIPE
/// afterwards.
class DeferredSigpipe {
 public:
  DeferredSigpipe() {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &only, &before_);
  }
  ~DeferredSigpipe() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  DeferredSigpipe(const DeferredSigpipe&) = delete;
  DeferredSigpipe& operator=(const DeferredSigpipe&) = delete;

 private:
  sigset_t before_{};
};

class WatchRun {
 public:
  WatchRun(const WatchRequest& request, const Registry& registry)
      : request_(request), registry_(registry), interrupts_(kPatience) {}

  int run() {
    const Needles needles(request_.needles, request_.mask,
                          request_.readingUntil(interrupts_.token()));
    FindOptions method = request_.method;
    method.engine = request_.engine;
    method.control.threads = request_.threads;
    method.control.stop = interrupts_.token();
    control_ = method.control;
    needles.check(registry_, method);
    stream_ = request_.source.open();
    if (!request_.output.empty()) {
      recorder_.emplace(request_.output, request_.marks, request_.source.rate.value_or(0));
    }
    Watch watch(needles.all(), method, request_.watch);
    const bool came = watchUntilEnd(watch, needles);
    if (request_.timings) printTimings();
    return came || (!request_.until && found_) ? kDone : kNothingFound;
  }

 private:
  /// Returns whether the event of --until came. The video of the frames so far is completed
  /// whatever ends the run.
  bool watchUntilEnd(Watch& watch, const Needles& needles) {
    bool came = false;
    std::optional<DeferredSigpipe> deferred;
    if (recorder_) deferred.emplace();
    try {
      while (!came && !timeIsUp() && nextFrame()) {
        came = stepOnce(watch);
        if (frames_ == 1) noteSizes(needles);
        if (request_.timeout && !deadline_) limit(watch);
      }
    } catch (const OutputError&) {
      finish();
      throw;
    } catch (const Error& error) {
      finish();
      if (error.code() != ErrorCode::cancelled || !deadline_ || !deadline_->passed()) throw;
    }
    finish();
    return came;
  }

  void finish() {
    if (recorder_) recorder_->finish();
    if (notStarted_ > 1) {
      printError(fmt::format("--exec: could not be started at {} events", notStarted_));
    }
  }

  void noteSizes(const Needles& needles) const {
    for (const std::string& large :
         needles.notesOnSize(stream_->name(), stream_->picture().size(), request_.method)) {
      printError(large);
    }
  }

  bool timeIsUp() const {
    return request_.timeout && frames_ > 0 && elapsed_.milliseconds() >= *request_.timeout * 1000;
  }

  /// The timeout ends what is done after the first frame, which is always searched.
  void limit(Watch& watch) {
    deadline_.emplace(interrupts_.token(), *request_.timeout - elapsed_.milliseconds() / 1000);
    control_.stop = deadline_->token();
    watch.setControl(control_);
  }

  bool nextFrame() {
    const StageTimer timer(timeline_, "wait");
    const bool there = stream_->next(control_.stop);
    if (there) ++frames_;
    return there;
  }

  bool stepOnce(Watch& watch) {
    std::vector<Event> events;
    {
      const StageTimer timer(timeline_, "search");
      events = watch.step(*stream_);
    }
    searched_ += watch.searched();
    if (!stream_->changed().empty()) ++changed_;
    found_ = found_ || !watch.finding().matches.empty();
    bool came = false;
    for (const Event& event : events) {
      report(event);
      came = came || event.kind == request_.until;
    }
    if (!events.empty() || frames_ % kFramesBetweenCollections == 0) EventCommand::collect();
    if (recorder_) {
      const StageTimer timer(timeline_, "save");
      recorder_->add(*stream_, watch.finding().matches);
    }
    return came;
  }

  void report(const Event& event) {
    if (!request_.quiet) {
      out_.text(request_.json ? jsonOf(event, request_.needles, request_.method.hasDistance())
                              : textOf(event, stream_->name(), request_.needles));
      out_.flush();
    }
    if (!request_.command) return;
    std::vector<std::pair<std::string, std::string>> values{
        {"event", event.name()},
        {"time", secondsOf(event.time)},
        {"needle", event.needle ? request_.needles[*event.needle] : ""}};
    const bool placed = !event.matches.empty();
    const Match match = placed ? event.matches.front() : Match();
    const auto add = [&](const char* name, std::uint32_t number) {
      values.emplace_back(name, placed ? std::to_string(number) : "");
    };
    add("x", match.x);
    add("y", match.y);
    add("width", match.width);
    add("height", match.height);
    const std::string error = request_.command->run(values);
    if (!error.empty() && ++notStarted_ == 1) printError(error);
  }

  void printTimings() const {
    const Size size = stream_->picture().size();
    const double share = changed_ > 0 ? 100 * searched_ / static_cast<double>(changed_) : 0;
    printText(timingsTable(
        fmt::format("{}: {} x {} pixels, {} frames, {} of them changed, {:.1f} % of these searched",
                    stream_->name(), size.width, size.height, frames_, changed_, share),
        timeline_, elapsed_.milliseconds()));
  }

  /// Time to complete a video after a signal.
  static constexpr std::chrono::milliseconds kPatience{150};
  static constexpr std::int64_t kFramesBetweenCollections = 60;

  const WatchRequest& request_;
  const Registry& registry_;
  const Interrupts interrupts_;
  const Elapsed elapsed_;
  std::unique_ptr<Stream> stream_;
  std::optional<Recorder> recorder_;
  Control control_;
  std::optional<Deadline> deadline_;
  Output out_;
  Timeline timeline_;
  std::int64_t frames_ = 0;
  std::int64_t changed_ = 0;
  double searched_ = 0;  ///< sum of shares
  bool found_ = false;
  std::size_t notStarted_ = 0;  ///< events whose program could not be started
};

std::function<int()> setUpWatch(OptionParser& parser) {
  struct Parsed {
    WatchRequest request;
    MethodReader method;
  };
  const auto parsed = std::make_shared<Parsed>();
  addOptions(parser, parsed->request, parsed->method);
  return [parsed] {
    const Registry registry = makeRegistry();
    check(parsed->request, parsed->method, registry);
    return WatchRun(parsed->request, registry).run();
  };
}

}  // namespace

const Verb kWatchVerb{
    "watch",
    "wait for pictures on a screen, in a camera or a video",
    "espy watch [OPTION...] -e NEEDLE... --screen | --camera CAMERA | --video FILE",
    kWatchAbout,
    kWatchExamples,
    setUpWatch};

}  // namespace espy::cli
