// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/phrase.h"
#include "denoise/files/volumes_abi.h"
#include "espy/engine/volume_files.h"
#include "files/message.h"
#include "files/number_format.h"

/// The readers and writers of each format. Errors begin with the file's name; `files::Truncated` is
/// thrown where the file ends before what its header promises.
namespace espy::volumes {

/// A file's bytes and its name for messages.
struct Source {
  const std::string& name;
  std::span<const std::uint8_t> bytes;
};

[[noreturn]] void refuseFile(const Source& source, const Message& fact);

/// A number as a sample; refuses finite ones that exceed single precision.
float sampleOf(const Source& source, double number);

VolumeFile readNpy(const Source& source, const VolumeOptions& options);
bool isNifti(std::span<const std::uint8_t> bytes);
VolumeFile readNifti(const Source& source, const VolumeOptions& options);

bool isTiff(std::span<const std::uint8_t> bytes);
/// One or three channels of 32-bit floating point, by the module of pictures.
VolumeFile readFloatTiff(const Source& source, const VolumeOptions& options);
/// Throws `badUse` if a TIFF cannot hold the volume.
void checkOneSlice(const std::string& path, const Volume& volume);
void writeFloatTiff(const std::string& path, const VolumeFile& file, Existing existing);

using WriteBytes = std::function<void(std::string_view bytes)>;
void writeNpy(const VolumeFile& file, VolumeType type, const WriteBytes& write);
/// `checkNifti` refuses what this cannot write.
void writeNifti(const std::string& name, const VolumeFile& file, VolumeType type, bool compressed,
                const WriteBytes& write);
void checkNifti(const std::string& name, const VolumeFile& file);
const EspyVolumes& niftiModule(const std::string& name);

files::NumberFormat formatOf(VolumeType type);

/// Refuses volumes of more samples than the options or this machine's memory allow.
void checkSize(const Source& source, const GridSize& size, std::int64_t channels,
               const VolumeOptions& options);

/// Throws `cancelled` if a stop is requested.
void checkStop(const VolumeOptions& options);

/// Encodes samples as little-endian numbers of `type`: (sample - offset) / slope, integers rounded
/// to nearest and clipped. `out` has space for them.
void encode(std::span<const float> samples, VolumeType type, double slope, double offset,
            std::uint8_t* out);

/// Samples that are converted at once.
inline constexpr std::size_t kBlock = std::size_t{1} << 16;

}  // namespace espy::volumes
