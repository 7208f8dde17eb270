// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "espy/engine/volume_files.h"

// Codes of NIfTI's headers.
namespace espy::volumes {

inline constexpr std::int32_t kSymmetricMatrices = 1005;
/// Size of the header of NIfTI-2.
inline constexpr std::uint32_t kNifti2Bytes = 540;

struct TypeCode {
  VolumeType type;
  std::int32_t code;
};
inline constexpr TypeCode kTypeCodes[] = {
    {VolumeType::uint8, 2},    {VolumeType::int16, 4},    {VolumeType::int32, 8},
    {VolumeType::float32, 16}, {VolumeType::float64, 64}, {VolumeType::int8, 256},
    {VolumeType::uint16, 512}, {VolumeType::uint32, 768},
};

inline std::optional<VolumeType> typeOfCode(std::int32_t code) {
  for (const TypeCode& known : kTypeCodes) {
    if (known.code == code) return known.type;
  }
  return {};
}

inline std::int32_t codeOf(VolumeType type) {
  for (const TypeCode& known : kTypeCodes) {
    if (known.type == type) return known.code;
  }
  return 0;
}

}  // namespace espy::volumes
