// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
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

/// What follows from how an engine computes, for those who choose, plan or show.
struct EngineFacts {
  bool oneThread = false;  ///< promises to use no more than one
  bool device = false;     ///< computes on a device, such as a graphics card
  bool prunes = false;     ///< its bounds rule out the more, the higher the minimum score is
};

/// A back end that computes: a name, whether it can run here, and what it is.
struct Engine {
  std::string name;       ///< what `--engine` takes: reference, sequential, threads, openmp, cuda
  bool available = true;  ///< can it run on this machine?
  Message detail;         ///< what it runs on ("2 threads"), or why it cannot ("no CUDA driver")
  Message description;    ///< one line for people
  EngineFacts facts = {};
};

/// The engines of a program and what each can do. A capability is a struct with a `Function` type
/// and a `kName`; every room defines its own (`FindExact` in find.h, `PaintMarks` in mark.h) and
/// adds its functions, so that this file knows no room. Once everything is added, several threads
/// may ask at once.
class Registry {
 public:
  Registry();
  ~Registry();
  Registry(Registry&& other) noexcept;
  Registry& operator=(Registry&& other) noexcept;

  void addEngine(Engine engine);

  /// Engines of which it takes time to find out whether they can run (a driver must be loaded).
  /// `load` is called once, when one of them, or the list of all, is first asked for; it says what
  /// it found with `setEngine` and adds functions. Until then they count as not available, and if
  /// it throws they stay so, with the sentence as the reason. The registry that it is given knows
  /// these engines only.
  void addEnginesLater(std::vector<Engine> engines, std::function<void(Registry&)> load);
  /// Replaces what is said of the engine of this name; throws `badUse` when there is none.
  void setEngine(Engine engine);

  /// All engines, also those that cannot run here, in the order in which they were added.
  const std::vector<Engine>& engines() const;
  /// Their names, without loading anything.
  std::vector<std::string> engineNames() const;
  /// The engine of this name; throws `badUse` with the known names when there is none.
  const Engine& engine(std::string_view name) const;

  template <class Capability>
  void add(std::string_view engine, typename Capability::Function function) {
    addFunction(engine, typeid(Capability), std::move(function));
  }

  template <class Capability>
  bool has(std::string_view engine) const {
    return hasFunction(engine, typeid(Capability));
  }

  /// Why asking this engine for the capability would be refused, or nothing where it would not.
  template <class Capability>
  Message refusal(std::string_view engine) const {
    return refusalOf(engine, typeid(Capability), Capability::kName);
  }

  /// What this engine runs for the capability. Throws `unsupported` when the engine cannot run here
  /// or has no such function: asking for an engine never gives another.
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

/// Adds the processor's engines: `reference`, `sequential`, `threads` and `openmp`.
void addBuiltInEngines(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
