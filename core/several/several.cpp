// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/several.h"

#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "espy/engine/contour.h"
#include "espy/engine/denoise.h"
#include "espy/engine/exact.h"
#include "espy/engine/mark.h"
#include "espy/engine/network.h"
#include "espy/engine/score.h"
#include "several/capabilities.h"
#include "several/pictures.h"
#include "several/team.h"

namespace espy::several {
namespace {

/// An argument as a member gets it: the scene that it keeps, the control and the report of its
/// task.
template <class Argument>
decltype(auto) forTask(const Task& task, Argument& argument) {
  using Type = std::remove_cvref_t<Argument>;
  if constexpr (std::same_as<Type, Control>) {
    return (task.control);
  } else if constexpr (std::same_as<Type, RunReport>) {
    return (task.report);
  } else if constexpr (std::same_as<Type, Timeline>) {
    return (task.report.timeline);
  } else {
    return (argument);
  }
}

/// The argument of a type, or nothing.
template <class Wanted, class... Arguments>
Wanted* argumentOf(Arguments&... arguments) {
  Wanted* found = nullptr;
  const auto look = [&]<class Argument>(Argument& argument) {
    if constexpr (std::same_as<std::remove_const_t<Argument>, std::remove_const_t<Wanted>> &&
                  (std::is_const_v<Wanted> || !std::is_const_v<Argument>)) {
      found = &argument;
    }
  };
  (look(arguments), ...);
  return found;
}

/// A function that one member runs.
template <class Function>
struct Whole;

template <class Result, class... Arguments>
struct Whole<std::function<Result(Arguments...)>> {
  SharedTeam team;
  std::vector<std::function<Result(Arguments...)>> functions;
  bool again;  ///< another member may run it after a failure

  Result operator()(Arguments... arguments) const {
    RunReport local;
    RunReport* const reported = argumentOf<RunReport>(arguments...);
    RunReport& report = reported == nullptr ? local : *reported;
    const Control* control = argumentOf<const Control>(arguments...);
    const Scene* given = argumentOf<const Scene>(arguments...);
    std::optional<SceneOfTeam> scene;
    if (given != nullptr) scene.emplace(*team, *given);
    const std::vector<std::size_t> able = scene ? scene->able() : team->all();
    using Stored = std::conditional_t<std::is_void_v<Result>, bool, Result>;
    [[maybe_unused]] std::optional<Stored> result;
    team->whole(
        able, *control, report,
        [&](const Task& task) {
          const auto call = [&](const Scene* own) {
            const auto pass = [&]<class Argument>(Argument& argument) -> decltype(auto) {
              if constexpr (std::same_as<std::remove_const_t<Argument>, Scene>) {
                return (*own);
              } else {
                return forTask(task, argument);
              }
            };
            if constexpr (std::is_void_v<Result>) {
              functions[task.member](pass(arguments)...);
            } else {
              result.emplace(functions[task.member](pass(arguments)...));
            }
          };
          if (scene) {
            scene->with(task.member, [&](const Scene& own) { call(&own); });
          } else {
            call(nullptr);
          }
        },
        again);
    if (Timeline* own = argumentOf<Timeline>(arguments...); own != nullptr) {
      own->add(local.timeline);
    }
    if constexpr (!std::is_void_v<Result>) return std::move(*result);
  }
};

template <class Capability>
void addWhole(Registry& registry, const SharedTeam& team, bool again = true) {
  using Function = typename Capability::Function;
  addBy<Capability>(registry, team, [&](std::vector<Function> functions) {
    return Whole<Function>{team, std::move(functions), again};
  });
}

/// The report of training is part of the result.
void addTraining(Registry& registry, const SharedTeam& team) {
  addBy<TrainNetwork>(registry, team, [&](std::vector<TrainNetwork::Function> train) {
    return [team, train = std::move(train)](const TrainingTask& task, const Control& control) {
      TrainedNetwork trained;
      RunReport report;
      team->whole(team->all(), control, report, [&](const Task& own) {
        trained = train[own.member](task, own.control);
        own.report = trained.report;
      });
      trained.report = std::move(report);
      return trained;
    };
  });
}

}  // namespace
}  // namespace espy::several

namespace espy {

void addSeveral(Registry& registry, const Several& given) {
  const auto team = std::make_shared<const several::Team>(given);
  several::addPictures(registry, team);
  several::addExact(registry, team);
  several::addScored(registry, team);
  several::addPosed(registry, team);
  several::addIndexed(registry, team);
  several::addRanking(registry, team);
  several::addSignals(registry, team);
  several::addNetworks(registry, team);
  several::addTraining(registry, team);
  several::addWhole<FillDistances>(registry, team);
  several::addWhole<MapScores>(registry, team);
  several::addWhole<FlagMatches>(registry, team);
  several::addWhole<MarkPicture>(registry, team);
  // Changes the picture in place, so another member cannot begin anew.
  several::addWhole<PaintMarks>(registry, team, false);
  several::addWhole<ScreenColour>(registry, team);
  several::addWhole<ScreenWhere>(registry, team);
  several::addWhole<ScreenEdges>(registry, team);
  several::addWhole<DenoiseSamples>(registry, team);
  several::addWhole<FillIntervals<float>>(registry, team);
  several::addWhole<FillIntervals<std::int32_t>>(registry, team);
  several::addWhole<FillIntervals<std::uint16_t>>(registry, team);
  several::addWhole<DivideIntervals<float>>(registry, team);
  several::addWhole<DivideIntervals<std::int32_t>>(registry, team);
}

}  // namespace espy
