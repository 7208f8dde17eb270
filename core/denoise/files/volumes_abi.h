// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// C interface between Espy and its module for NIfTI: independent of the compiler, and no exception
/// crosses it. The module neither opens files nor prints.
extern "C" {

/// Bytes of a NIfTI-1 header.
inline constexpr std::size_t kEspyNiftiBytes = 348;

/// A header's fields as stored, unchecked, in native byte order.
struct EspyNiftiHeader {
  std::int64_t axes;     ///< stated number of axes
  std::int64_t size[7];  ///< samples along each
  double spacing[3];
  double slope;
  double offset;
  double data;  ///< byte offset of the samples
  std::int32_t intent;
  std::int32_t type;     ///< code of the samples' type
  std::int32_t bytes;    ///< of a sample; 0 for an unknown type
  std::int32_t swapped;  ///< 1: the file has the other byte order
  std::int32_t pair;     ///< 1: the samples are in another file
  std::uint8_t native[kEspyNiftiBytes];
};

/// A step of compression or decompression.
struct EspyGzipStep {
  const std::uint8_t* in;
  std::size_t inSize;
  std::uint8_t* out;
  std::size_t outSize;
  std::int32_t last;  ///< compression: no input follows
  std::size_t taken;  ///< returned: bytes read of `in`
  std::size_t made;   ///< returned: bytes written to `out`
};

enum EspyGzipState : std::int32_t { kEspyGzipGoesOn, kEspyGzipEnded, kEspyGzipFailed };

struct EspyVolumes {
  std::uint32_t version;  ///< `kEspyVolumesVersion` at the module's build
  /// Reads a header of `kEspyNiftiBytes`; 0 if it is not one of NIfTI-1.
  std::int32_t (*readHeader)(const std::uint8_t* bytes, EspyNiftiHeader* header);
  /// Makes a header of axes, sizes, spacing, type, slope, offset, data and intent; others are of
  /// `kept`, a native header of the same axes and sizes, or defaults if it is null. 0 without
  /// memory.
  std::int32_t (*makeHeader)(const EspyNiftiHeader* header, const std::uint8_t* kept,
                             std::uint8_t* bytes);
  /// Reverses the bytes of each number.
  void (*swap)(void* numbers, std::size_t count, std::int32_t bytes);

  /// A stream that compresses or decompresses gzip, several members included; null without memory.
  void* (*startGzip)(std::int32_t compresses);
  EspyGzipState (*gzip)(void* stream, EspyGzipStep* step);
  void (*endGzip)(void* stream);
};
}

inline constexpr std::uint32_t kEspyVolumesVersion = 1;
