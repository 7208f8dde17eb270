// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The border between Espy and its module for sound: plain C, so that either side may be built by
/// another compiler, and no exception crosses.
extern "C" {

/// What a sound says of itself.
struct EspySoundFacts {
  std::int64_t frames;  ///< as the file says, which may be wrong
  std::int64_t channels;
  double rate;
  std::int32_t doubles;  ///< 1: its samples do not fit into floats
};

struct EspySounds {
  std::uint32_t version;  ///< `kEspySoundsVersion` of the module's build
  /// A sound in memory, which must stay, to be closed; or null with the reason in `said`.
  void* (*open)(const std::uint8_t* bytes, std::size_t size, EspySoundFacts* facts, char* said,
                std::size_t saidSize);
  void (*close)(void* sound);
  /// The next frames, samples of all channels in turn, whole numbers brought to -1..1. Gives how
  /// many; 0 at the end, and -1 with the reason in `said`.
  std::int64_t (*readFloats)(void* sound, float* out, std::int64_t frames, char* said,
                             std::size_t saidSize);
  std::int64_t (*readDoubles)(void* sound, double* out, std::int64_t frames, char* said,
                              std::size_t saidSize);
};

/// What the module exports, under the name "espySounds".
using EspySoundsEntry = const EspySounds* (*)();
}

inline constexpr std::uint32_t kEspySoundsVersion = 1;
