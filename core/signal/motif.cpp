// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Validation, defaults and dispatch of motif searches.
#include "espy/engine/motif.h"

#include <cmath>
#include <new>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"
#include "signal/choose.h"
#include "signal/motif_fast.h"
#include "signal/motif_plan.h"
#include "signal/motif_reference.h"

namespace espy {
namespace {

/// Longer than any recording, and safe from overflow in sums.
constexpr std::int64_t kMost = std::int64_t{1} << 48;

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::badUse, sentence);
}

void checkChannels(const std::vector<Samples>& channels, const Message& whose) {
  if (channels.empty() || channels.front().size() < 1) refuse(phrase("{} no samples", whose));
  for (const Samples& channel : channels) {
    if (channel.size() != channels.front().size()) {
      refuse(phrase("{} channels of {} and of {} samples", whose, channels.front().size(),
                    channel.size()));
    }
  }
}

void checkQuery(const MotifTask& task) {
  for (std::size_t i = 0; i < task.query.size(); ++i) {
    std::vector<double> samples(static_cast<std::size_t>(signal::queryLength(task)));
    task.query[i].read(0, samples);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      if (!signal::isGap(samples[k])) continue;
      refuse(
          phrase("sample {} of the query's channel {} is a gap, and a query must have none", k, i));
    }
  }
}

void checkNumbers(const MotifOptions& options) {
  const auto whole = [](const Message& name, std::int64_t number, std::int64_t least) {
    if (number < least) refuse(phrase("{} must be at least {}", name, least));
    if (number > kMost) refuse(phrase("{} must be at most {}", name, kMost));
  };
  // 0 * infinity is NaN.
  const auto real = [](const Message& name, double number, std::int64_t least) {
    if (!(number >= static_cast<double>(least)) || !std::isfinite(number)) {
      refuse(phrase("{} must be a number, at least {}", name, least));
    }
  };
  whole(phrase("the band"), options.band.value_or(0), 0);
  real(phrase("the band"), options.bandShare, 0);
  if (!(options.bandShare <= 1)) refuse(phrase("the band is longer than the query"));
  whole(phrase("the lag"), options.lag, 0);
  real(phrase("the penalty of a lag"), options.lagPenalty, 0);
  whole(phrase("the reach of channels"), options.reach, 0);
  real(phrase("the weight of a switched channel"), options.elsewhere, 1);
  whole(phrase("the number of missing channels"), options.missing, 0);
  real(phrase("the limit of a missing channel"), options.missingShare, 0);
  whole(phrase("the number of matches"), options.top, 0);
  whole(phrase("the exclusion zone"), options.exclude.value_or(0), 0);
  if (!(options.maxDistance >= 0)) refuse(phrase("the largest distance must be at least 0"));
  const MotifStretch& stretch = options.stretch;
  if (!(stretch.least > 0) || !(stretch.least <= stretch.most) || !(stretch.most <= 1000)) {
    refuse(phrase("a stretch goes from a smaller to a larger factor, both above 0"));
  }
  if (!(stretch.step >= 0) || !std::isfinite(stretch.step)) {
    refuse(phrase("the step of a stretch must be a number, at least 0"));
  }
}

void checkOpen(const MotifOptions& options) {
  if (!options.open) return;
  if (options.method != MotifMethod::dtw) refuse(phrase("only dtw can have open ends"));
  if (options.band) refuse(phrase("with open ends there is no band"));
  if (options.rule == ChannelRule::mean || options.lag > 0 || options.reach > 1 ||
      options.missing > 0) {
    refuse(phrase(
        "with open ends all channels share one path: none can lag, be switched or be missing"));
  }
  if (options.normalise == MotifNormalise::mean || options.normalise == MotifNormalise::z) {
    refuse(phrase("with open ends there is no fixed window to normalise: use none or global"));
  }
  if (options.stretch.least != 1 || options.stretch.most != 1) {
    refuse(phrase("with open ends every length is searched already: no stretch is needed"));
  }
}

void checkTogether(const MotifTask& task) {
  const MotifOptions& options = task.options;
  if (options.rule == ChannelRule::assigned) {
    const std::int64_t there = std::ssize(task.data);
    const std::int64_t wanted = std::ssize(task.query);
    if (wanted - options.missing > there) {
      refuse(phrase("the query has {} channels and the data {}", wanted, there));
    }
    if (options.missing >= wanted) {
      refuse(phrase("of {} channels at most {} can be missing", wanted, wanted - 1));
    }
    return;
  }
  if (task.query.size() != task.data.size()) {
    refuse(
        phrase("the query has {} channels and the data {}", task.query.size(), task.data.size()));
  }
  if (options.lag > 0 || options.reach > 1) {
    refuse(phrase("channels can lag or be switched only with the rule 'assigned'"));
  }
  const bool mean = options.rule == ChannelRule::mean;
  if (options.missing > 0 && (!mean || options.missing >= std::ssize(task.query))) {
    refuse(phrase("this rule does not allow so many missing channels"));
  }
}

void fillIn(MotifTask& task) {
  MotifOptions& options = task.options;
  if (!options.normalise) {
    options.normalise = options.method == MotifMethod::sad ? MotifNormalise::none
                        : options.open                     ? MotifNormalise::global
                                                           : MotifNormalise::z;
  }
  if (options.open) {
    if (task.query.size() > 1 || task.data.size() == 1) {
      options.rule = ChannelRule::together;
    } else {
      refuse(phrase("with open ends the query is compared with one channel: choose one of the {}",
                    task.data.size()));
    }
  }
  if (options.reach == 0) {
    // A single channel may match any channel of the data.
    const bool anyOne = options.rule == ChannelRule::assigned && task.query.size() == 1;
    options.reach = anyOne ? std::ssize(task.data) : 1;
    options.elsewhere = anyOne ? 1 : options.elsewhere;
  }
  options.reach = std::min(options.reach, std::ssize(task.data) + std::ssize(task.query));
  options.lag = std::min(options.lag, signal::dataLength(task));
  if (options.band) options.band = std::min(*options.band, signal::queryLength(task) * 1000);
  if (options.top == 0 && options.maxDistance == std::numeric_limits<double>::infinity()) {
    options.top = 1;
  }
}

/// Runs the engine, or the one chosen by `auto`; `kept` is its cache of the data.
MotifFinding findResolved(const Registry& registry, std::string_view engine, const MotifTask& task,
                          const Control& control, std::shared_ptr<void>& kept) {
  MotifFinding finding;
  const auto run = [&](std::string_view name) {
    finding.matches = registry.has<FindMotifAgain>(name)
                          ? registry.get<FindMotifAgain>(name)(task, control, finding.report, kept)
                          : registry.get<FindMotif>(name)(task, control, finding.report);
  };
  if (engine == "auto") {
    runOnChosen(signal::chooseMotifEngine(registry, task, control), finding, run);
  } else {
    run(engine);
  }
  return finding;
}

}  // namespace

MotifTask resolved(const MotifTask& asked) {
  MotifTask task = asked;
  checkChannels(task.query, phrase("the query has"));
  checkChannels(task.data, phrase("the data have"));
  checkNumbers(task.options);
  checkOpen(task.options);
  checkQuery(task);
  fillIn(task);
  checkTogether(task);
  return task;
}

MotifFinding findMotif(const Registry& registry, std::string_view engine, const MotifTask& asked,
                       const Control& control) {
  if (engine != "auto") registry.get<FindMotif>(engine);  // reports unsupported engines first
  std::shared_ptr<void> kept;
  return findResolved(registry, engine, resolved(asked), control, kept);
}

std::vector<MotifFinding> findMotifs(const Registry& registry, std::string_view engine,
                                     std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data, const MotifOptions& options,
                                     const Control& control) {
  if (engine != "auto") registry.get<FindMotif>(engine);
  std::vector<MotifTask> tasks;
  for (const std::vector<Samples>& query : queries) {
    tasks.push_back(resolved({query, data, options}));
  }
  std::vector<MotifFinding> findings;
  std::shared_ptr<void> kept;
  const auto all = static_cast<double>(tasks.size());
  for (const MotifTask& task : tasks) {
    Control own = control;
    if (control.progress) {
      own.progress = [&, done = static_cast<double>(findings.size())](double part) {
        control.progress((done + part) / all);
      };
    }
    findings.push_back(findResolved(registry, engine, task, own, kept));
  }
  return findings;
}

MotifFinding motifProfile(const Registry& registry, std::string_view engine, const MotifTask& asked,
                          const Control& control) {
  MotifFinding profile;
  std::string name(engine);
  if (engine != "auto") registry.get<ProfileMotif>(engine);
  const MotifTask task = resolved(asked);
  if (engine == "auto") {
    const Choice choice = signal::chooseProfileEngine(task, control);
    name = choice.engine;
    profile.report.choice = choice.why;
  }
  const std::int64_t size = signal::profileSize(task);
  const auto refuseSize = [&] {
    throw Error(ErrorCode::tooLarge,
                phrase("not enough memory for the distances at {} positions", size));
  };
  if (size > kMost) refuseSize();
  try {
    profile.distances = registry.get<ProfileMotif>(name)(task, control, profile.report);
  } catch (const std::bad_alloc&) {
    refuseSize();
  }
  return profile;
}

void addMotif(Registry& registry) {
  registry.add<FindMotif>("reference", signal::findMotifByReference);
  registry.add<ProfileMotif>("reference", signal::profileMotifByReference);
  const auto fast = [](auto* work) {
    return [work](const ProcessorEngine& engine) {
      return [=](const MotifTask& task, const Control& control, RunReport& report) {
        const Control own = engine.own(control);
        report.engine = engine.name;
        report.threads = own.threads;
        return work(task, own, report);
      };
    };
  };
  addOnProcessor<FindMotif>(registry, fast(signal::findMotifFast));
  addOnProcessor<ProfileMotif>(registry, fast(signal::profileMotifFast));
}

}  // namespace espy
