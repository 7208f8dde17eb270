// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>

#include "espy/engine/motif.h"
#include "espy/engine/network.h"
#include "espy/engine/signal.h"
#include "several/capabilities.h"

namespace espy::several {
namespace {

template <class Sample>
void addSad(Registry& registry, const SharedTeam& team) {
  using Function = typename FindSignal<Sample>::Function;
  addBy<FindSignal<Sample>>(registry, team, [&](std::vector<Function> find) {
    return [team, find = std::move(find)](const SignalTask<Sample>& task, const Control& control,
                                          RunReport& report) {
      const bool divides = team->divides(task.places(), control);
      const std::size_t count =
          divides ? std::min(team->size(), static_cast<std::size_t>(task.places())) : 1;
      std::vector<SignalMatches<Sample>> parts(count);
      const auto run = [&](const Task& own) {
        const Part part = partOf(task.places(), own.index, count);
        SignalTask<Sample> piece = task;
        piece.data = task.data.subspan(static_cast<std::size_t>(part.first),
                                       static_cast<std::size_t>(part.count() + task.length - 1));
        SignalMatches<Sample> matches = find[own.member](piece, own.control, own.report);
        for (SignalMatch<Sample>& match : matches) match.start += part.first;
        parts[own.index] = std::move(matches);
      };
      if (count == 1) {
        team->whole(team->all(), control, report, run);
      } else {
        team->share(count, team->all(), control, report, run);
      }
      SignalMatches<Sample> best = std::move(parts.front());
      for (std::size_t p = 1; p < count; ++p) {
        for (std::size_t q = 0; q < best.size(); ++q) {
          if (parts[p][q].distance < best[q].distance) best[q] = parts[p][q];  // of ties the first
        }
      }
      return best;
    };
  });
}

/// Whether the best window of the data is the best of those of its parts: windows of one length, in
/// all channels at once, normalised by themselves.
bool canDivide(const MotifOptions& options) {
  return options.top == 1 && options.lag == 0 && !options.open && options.stretch.least == 1 &&
         options.stretch.most == 1 && options.normalise != MotifNormalise::global;
}

/// Of equal distances the first start: parts are compared in order.
void keepBetter(std::vector<MotifMatch>& best, std::vector<MotifMatch>&& other) {
  if (other.empty()) return;
  if (best.empty() || other.front().distance < best.front().distance) best = std::move(other);
}

/// What members keep of the parts of some data, for queries of one length.
struct KeptParts {
  std::int64_t length = 0;
  std::vector<std::vector<std::shared_ptr<void>>> parts;  ///< by part, then member
};

/// `find(task, part and member, control, report)` is the search of a part by a member.
template <class Find>
std::vector<MotifMatch> findByParts(const Team& team, const MotifTask& task, std::size_t count,
                                    const Control& control, RunReport& report, const Find& find) {
  const std::int64_t length = task.query.front().size();
  const std::int64_t starts = task.data.front().size() - length + 1;
  std::vector<std::vector<MotifMatch>> parts(count);
  const auto run = [&](const Task& own) {
    if (count == 1) {
      parts.front() = find(task, own);
      return;
    }
    const Part part = partOf(starts, own.index, count);
    MotifTask piece = task;
    for (Samples& channel : piece.data) {
      channel = channel.part(part.first, part.count() + length - 1);
    }
    std::vector<MotifMatch> matches = find(piece, own);
    for (MotifMatch& match : matches) match.start += part.first;
    parts[own.index] = std::move(matches);
  };
  if (count == 1) {
    team.whole(team.all(), control, report, run);
  } else {
    team.share(count, team.all(), control, report, run);
  }
  std::vector<MotifMatch> best = std::move(parts.front());
  for (std::size_t p = 1; p < count; ++p) keepBetter(best, std::move(parts[p]));
  return best;
}

std::size_t partsOf(const Team& team, const MotifTask& task, const Control& control) {
  const std::int64_t starts = task.data.front().size() - task.query.front().size() + 1;
  if (starts < 2 || !canDivide(task.options) || !team.divides(task.data.front().size(), control)) {
    return 1;
  }
  return std::min(team.size(), static_cast<std::size_t>(starts));
}

void addMotifs(Registry& registry, const SharedTeam& team) {
  addBy<FindMotif>(registry, team, [&](std::vector<FindMotif::Function> find) {
    return [team, find = std::move(find)](const MotifTask& task, const Control& control,
                                          RunReport& report) {
      return findByParts(*team, task, partsOf(*team, task, control), control, report,
                         [&](const MotifTask& part, const Task& own) {
                           return find[own.member](part, own.control, own.report);
                         });
    };
  });
  addBy<FindMotifAgain>(registry, team, [&](std::vector<FindMotifAgain::Function> find) {
    return [team, find = std::move(find)](const MotifTask& task, const Control& control,
                                          RunReport& report, std::shared_ptr<void>& kept) {
      const std::size_t count = partsOf(*team, task, control);
      if (kept == nullptr) kept = std::make_shared<KeptParts>();
      KeptParts& own = *std::static_pointer_cast<KeptParts>(kept);
      const std::int64_t length = count == 1 ? 0 : task.query.front().size();
      if (own.parts.size() != count || own.length != length) {
        own = {length, std::vector(count, std::vector<std::shared_ptr<void>>(team->size()))};
      }
      return findByParts(*team, task, count, control, report,
                         [&](const MotifTask& part, const Task& turn) {
                           return find[turn.member](part, turn.control, turn.report,
                                                    own.parts[turn.index][turn.member]);
                         });
    };
  });
}

template <class Capability>
void addNetwork(Registry& registry, const SharedTeam& team) {
  using Function = typename Capability::Function;
  addBy<Capability>(registry, team, [&](std::vector<Function> run) {
    return [team, run = std::move(run)](const NetworkTask& task, std::span<float> outputs,
                                        const Control& control, RunReport& report) {
      const std::int64_t samples = task.count();
      const bool divides = samples > 0 && team->divides(std::ssize(task.samples), control);
      const std::size_t count =
          divides ? std::min(team->size(), static_cast<std::size_t>(samples)) : 1;
      const std::size_t each =
          samples == 0 ? 0 : outputs.size() / static_cast<std::size_t>(samples);
      const auto inputs = static_cast<std::size_t>(task.network.shape.inputs);
      const auto some = [&](const Task& own) {
        const Part part = partOf(samples, own.index, count);
        const auto first = static_cast<std::size_t>(part.first);
        const auto number = static_cast<std::size_t>(part.count());
        run[own.member]({task.network, task.samples.subspan(first * inputs, number * inputs)},
                        outputs.subspan(first * each, number * each), own.control, own.report);
      };
      if (count == 1) {
        team->whole(team->all(), control, report, some);
      } else {
        team->share(count, team->all(), control, report, some);
      }
    };
  });
}

}  // namespace

void addSignals(Registry& registry, const SharedTeam& team) {
  addSad<std::int32_t>(registry, team);
  addSad<float>(registry, team);
  addMotifs(registry, team);
}

void addNetworks(Registry& registry, const SharedTeam& team) {
  addNetwork<RunNetwork>(registry, team);
  addNetwork<RateSamples>(registry, team);
}

}  // namespace espy::several
