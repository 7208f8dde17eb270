// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "espy/error.h"

#pragma GCC visibility push(default)
namespace espy {

/// Properties of an engine, for choice, planning and display.
struct EngineFacts {
  bool oneThread = false;  ///< never uses more than one thread
  bool device = false;     ///< computes on a device, such as a GPU
  bool prunes = false;     ///< faster with a higher minimum score, because its bounds prune
  /// One of the devices of the engine with the name before its colon: `cuda:1` of `cuda`.
  bool part = false;
  std::int64_t memory = 0;               ///< bytes of a device's memory; 0: unknown
  std::vector<std::string> peers = {};   ///< engines whose devices' memory it reads directly
  std::vector<std::string> hidden = {};  ///< devices that the environment hides from it
};

/// A back end: name, availability and description.
struct Engine {
  std::string name;       ///< as in `--engine`: reference, sequential, threads, openmp, cuda
  bool available = true;  ///< whether it can run on this machine
  Message detail;         ///< what it runs on ("2 threads"), or why it cannot ("no CUDA driver")
  Message description;    ///< one line for the user
  EngineFacts facts = {};
};

/// The engines of a program and their capabilities. A capability is a struct with a `Function` type
/// and a `kName`, defined and registered by its module (`FindExact` in exact.h, `PaintMarks` in
/// mark.h), so that this file depends on no module. Thread-safe for reading once everything is
/// added.
class Registry {
 public:
  Registry();
  ~Registry();
  Registry(Registry&& other) noexcept;
  Registry& operator=(Registry&& other) noexcept;

  void addEngine(Engine engine);

  /// Adds engines whose availability is slow to determine (a driver must be loaded). `load` is
  /// called once, when one of them, a name that begins with one of theirs and a colon, or the list
  /// of all, is first requested; it reports its findings by `setEngine`, adds parts of these
  /// engines by `addEngine`, and adds functions. Until then they are unavailable, and if it throws
  /// they stay so, with the message as the reason. Its registry contains only these engines.
  void addEnginesLater(std::vector<Engine> engines, std::function<void(Registry&)> load);
  /// Replaces the description of the engine of this name; throws `badUse` if there is none.
  void setEngine(Engine engine);

  /// All engines in the order of registration, also unavailable ones.
  const std::deque<Engine>& engines() const;
  /// Their names without parts of others; loads nothing.
  std::vector<std::string> engineNames() const;
  /// Whether there is an engine of this name, available or not; loads something only to find a
  /// part.
  bool knows(std::string_view name) const;
  /// The engine of this name; throws `badUse` with the known names if there is none.
  const Engine& engine(std::string_view name) const;

  template <class Capability>
  void add(std::string_view engine, typename Capability::Function function) {
    addFunction(engine, typeid(Capability), std::move(function));
  }

  template <class Capability>
  bool has(std::string_view engine) const {
    return hasFunction(engine, typeid(Capability));
  }

  /// Returns why `get` would throw, or an empty message.
  template <class Capability>
  Message refusal(std::string_view engine) const {
    return refusalOf(engine, typeid(Capability), Capability::kName);
  }

  /// The engine's function for the capability. Throws `unsupported` if the engine is unavailable or
  /// has no such function; never returns another engine's.
  template <class Capability>
  const typename Capability::Function& get(std::string_view engine) const {
    return *std::any_cast<typename Capability::Function>(
        &lookUp(engine, typeid(Capability), Capability::kName));
  }

 private:
  struct Group;
  struct State;

  void addFunction(std::string_view engine, std::type_index capability, std::any function);
  bool hasFunction(std::string_view engine, std::type_index capability) const;
  Message refusalOf(std::string_view engine, std::type_index capability,
                    std::string_view capabilityName) const;
  const std::any& lookUp(std::string_view engine, std::type_index capability,
                         std::string_view capabilityName) const;
  void loadGroup(Group& group) const;
  void loadGroupOf(std::string_view engine) const;

  std::unique_ptr<State> state_;
};

/// Adds the engines of the processor: `reference`, `sequential`, `threads` and `openmp`.
void addBuiltInEngines(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
