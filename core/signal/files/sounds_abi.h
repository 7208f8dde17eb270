// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// C interface between Espy and its sound module: independent of the compiler, and no exception
/// crosses it.
extern "C" {

struct EspySoundFacts {
  std::int64_t frames;  ///< as stated by the file, which may be wrong
  std::int64_t channels;
  double rate;
  std::int32_t doubles;  ///< 1: samples do not fit into floats
};

struct EspySounds {
  std::uint32_t version;  ///< `kEspySoundsVersion` at the module's build
  /// Opens a sound in memory, which must outlive it; close it afterwards. Null on failure, with the
  /// reason in `said`.
  void* (*open)(const std::uint8_t* bytes, std::size_t size, EspySoundFacts* facts, char* said,
                std::size_t saidSize);
  void (*close)(void* sound);
  /// Reads the next frames, channels interleaved, integers scaled to -1..1. Returns the number of
  /// frames, 0 at the end, -1 on failure with the reason in `said`.
  std::int64_t (*readFloats)(void* sound, float* out, std::int64_t frames, char* said,
                             std::size_t saidSize);
  std::int64_t (*readDoubles)(void* sound, double* out, std::int64_t frames, char* said,
                              std::size_t saidSize);
};
}

inline constexpr std::uint32_t kEspySoundsVersion = 1;
