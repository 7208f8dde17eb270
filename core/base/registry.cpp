// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/registry.h"

#include <algorithm>
#include <exception>
#include <list>
#include <map>
#include <mutex>

#include "base/openmp_threads.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"

namespace espy {

/// Engines that one plug-in provides.
struct Registry::Group {
  std::vector<Engine> engines;  ///< as announced, before loading
  std::function<void(Registry&)> load;
  std::once_flag loaded;
};

struct Registry::State {
  std::deque<Engine> engines;  ///< whose references stay valid when parts are added
  std::map<std::pair<std::string, std::type_index>, std::any, std::less<>> functions;
  std::list<Group> later;
  /// Guards look-ups and the take-over of a loaded group, but is not held while a group loads:
  /// requests for other engines do not wait for a driver. References that were returned stay valid,
  /// because a group changes only its own engines.
  std::mutex mutex;
};

namespace {

template <class Engines>
Engine* findEngine(Engines& engines, std::string_view name) {
  const auto found = std::find_if(engines.begin(), engines.end(),
                                  [&](const Engine& engine) { return engine.name == name; });
  return found == engines.end() ? nullptr : &*found;
}

[[noreturn]] void refuseUnknown(const std::deque<Engine>& engines, std::string_view name) {
  std::string known;
  for (const Engine& engine : engines) known += (known.empty() ? "" : ", ") + engine.name;
  throw Error(ErrorCode::badUse,
              phrase("there is no engine named {}; the engines are {}", name, known));
}

}  // namespace

Registry::Registry() : state_(std::make_unique<State>()) {}
Registry::~Registry() = default;
Registry::Registry(Registry&& other) noexcept = default;
Registry& Registry::operator=(Registry&& other) noexcept = default;

void Registry::addEngine(Engine engine) {
  state_->engines.push_back(std::move(engine));
}

void Registry::addEnginesLater(std::vector<Engine> engines, std::function<void(Registry&)> load) {
  Group& group = state_->later.emplace_back();
  group.engines = std::move(engines);
  group.load = std::move(load);
  for (Engine& engine : group.engines) {
    engine.available = false;
    state_->engines.push_back(engine);
  }
}

void Registry::setEngine(Engine engine) {
  Engine* known = findEngine(state_->engines, engine.name);
  if (known == nullptr) refuseUnknown(state_->engines, engine.name);
  *known = std::move(engine);
}

const std::deque<Engine>& Registry::engines() const {
  for (Group& group : state_->later) loadGroup(group);
  return state_->engines;
}

std::vector<std::string> Registry::engineNames() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string> names;
  for (const Engine& engine : state_->engines) {
    if (!engine.facts.part) names.push_back(engine.name);
  }
  return names;
}

bool Registry::knows(std::string_view name) const {
  const auto isThere = [&] {
    const std::lock_guard lock(state_->mutex);
    return findEngine(state_->engines, name) != nullptr;
  };
  if (isThere()) return true;
  loadGroupOf(name);
  return isThere();
}

const Engine& Registry::engine(std::string_view name) const {
  loadGroupOf(name);
  const std::lock_guard lock(state_->mutex);
  const Engine* known = findEngine(state_->engines, name);
  if (known == nullptr) refuseUnknown(state_->engines, name);
  return *known;
}

void Registry::addFunction(std::string_view engine, std::type_index capability, std::any function) {
  state_->functions[{std::string(engine), capability}] = std::move(function);
}

bool Registry::hasFunction(std::string_view engine, std::type_index capability) const {
  loadGroupOf(engine);
  const std::lock_guard lock(state_->mutex);
  return state_->functions.contains({std::string(engine), capability});
}

const std::any& Registry::lookUp(std::string_view name, std::type_index capability,
                                 std::string_view capabilityName) const {
  if (const Message why = refusalOf(name, capability, capabilityName); !why.empty()) {
    engine(name);  // throws: lists the available engines
    throw Error(ErrorCode::unsupported, why);
  }
  const std::lock_guard lock(state_->mutex);
  return state_->functions.find({std::string(name), capability})->second;
}

Message Registry::refusalOf(std::string_view name, std::type_index capability,
                            std::string_view capabilityName) const {
  loadGroupOf(name);
  const std::lock_guard lock(state_->mutex);
  const Engine* asked = findEngine(state_->engines, name);
  if (asked == nullptr) return phrase("there is no engine {}", name);
  if (!asked->available) {
    return phrase("engine {} cannot run here: {}", asked->name, asked->detail);
  }
  if (state_->functions.contains({asked->name, capability})) return {};
  return phrase("engine {} does not support {}", asked->name,
                Message(std::string(capabilityName), {}));
}

void Registry::loadGroupOf(std::string_view engine) const {
  for (Group& group : state_->later) {
    if (findEngine(group.engines, engine.substr(0, engine.find(':'))) != nullptr) loadGroup(group);
  }
}

void Registry::loadGroup(Group& group) const {
  std::call_once(group.loaded, [&] {
    // The group registers into a temporary registry, taken over when complete.
    Registry found;
    const auto announced = [&] {
      return std::deque<Engine>(group.engines.begin(), group.engines.end());
    };
    found.state_->engines = announced();
    const auto fail = [&](const Message& why) {
      found.state_->functions.clear();
      found.state_->engines = announced();
      for (Engine& engine : found.state_->engines) engine.detail = why;
    };
    try {
      group.load(found);
    } catch (const Error& error) {
      fail(error.message());
    } catch (const std::exception& error) {
      fail(error.what());
    } catch (...) {
      fail(phrase("it failed to load and gave no reason"));
    }
    const std::lock_guard lock(state_->mutex);
    for (Engine& engine : found.state_->engines) {
      Engine* known = findEngine(state_->engines, engine.name);
      if (known == nullptr) known = &state_->engines.emplace_back();
      *known = std::move(engine);
    }
    state_->functions.merge(found.state_->functions);
  });
}

void addBuiltInEngines(Registry& registry) {
  registry.addEngine({"reference",
                      true,
                      phrase("1 thread"),
                      phrase("the reference implementation: plain, sequential, slow"),
                      {.oneThread = true}});
  registry.addEngine({"sequential",
                      true,
                      phrase("1 thread"),
                      phrase("the fast search on one core"),
                      {.oneThread = true, .prunes = true}});
  const int count = hardwareThreads();
  const Message threads = count == 1 ? phrase("1 thread") : phrase("{} threads", count);
  registry.addEngine({"threads",
                      true,
                      threads,
                      phrase("the fast search on all cores, with Espy's own threads"),
                      {.prunes = true}});
  registry.addEngine({"openmp",
                      hasOpenMp(),
                      hasOpenMp() ? threads : phrase("this build has no OpenMP"),
                      phrase("the fast search on all cores, with OpenMP"),
                      {.prunes = true}});
}

}  // namespace espy
