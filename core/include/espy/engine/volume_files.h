// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "espy/engine/denoise.h"
#include "espy/error.h"
#include "espy/files.h"

#pragma GCC visibility push(default)
/// Reading and writing volumes: NPY; by the module espy_volumes NIfTI-1 (.nii, .nii.gz); and by
/// the module espy_tiff floating-point TIFF, as volumes of one slice.
///
///     espy::VolumeFile tensors = espy::readVolume("dti.nii.gz");
///     tensors.volume = espy::denoise(std::move(tensors.volume), {.keepPositive = true}).volume;
///     espy::writeVolume("clean.nii.gz", tensors);
namespace espy {

/// The type of a file's samples.
enum class VolumeType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  float32,
  float64,
};

/// Options of reading.
struct VolumeOptions {
  /// The six channels are tensors, in NIfTI's order xx, xy, yy, xz, yz, zz. NPY: the last axis has
  /// these channels. NIfTI files with the intent "symmetric matrix" need no option.
  bool tensors = false;
  /// Larger volumes, counting the samples of all channels, are refused before memory is allocated.
  std::int64_t maxSamples = std::int64_t{1} << 33;
  std::stop_token stop = {};  ///< ends reading and waiting with `cancelled`
};

/// A volume with the facts of its file, which is written as it was read.
struct VolumeFile {
  Volume volume;
  VolumeType type = VolumeType::float32;
  /// Stored sample * slope + offset = sample. NIfTI files of integers only; slope is not 0.
  double slope = 1;
  double offset = 0;
  /// NPY: the array has an axis z even if the volume is one slice.
  bool hasSlices = false;
  /// Header of 348 bytes in native byte order, and the extensions of a NIfTI file: orientation,
  /// units, times, descriptions. Empty: none.
  std::vector<std::uint8_t> header;
  /// A remark for the user, or empty: "12 bytes after its samples were not read".
  Message note;
};

/// Whether the path has an extension of volumes: .npy, .nii or .nii.gz.
bool isVolumePath(const std::string& path);

/// Whether the path names a TIFF file (.tif, .tiff) of floating-point samples, which `readVolume`
/// reads and `readPicture` does not. False for files that cannot be opened.
bool isFloatTiff(const std::string& path);

/// Reads a volume; "-" is standard input. The content decides the format.
///
/// NPY: an array of two dimensions is a picture (y, x), one of three a volume (z, y, x); with
/// `tensors` one more dimension. Real numbers of any type, in both orders of bytes and of axes.
/// NIfTI: the time axis, or the axis of a vector or matrix, is the channels. The spacing is that of
/// the header, without units; 1 along axes of one sample. Samples are scaled by its slope.
/// TIFF: the first page, 1 or 3 channels of 32-bit floating point.
///
/// Throws `system`, `badPicture` (damaged), `tooLarge`, `unsupported` or `cancelled` with a message
/// that begins with the path. What a header announces is compared with the file before memory is
/// allocated, and no more than that is decompressed.
VolumeFile readVolume(const std::string& path, const VolumeOptions& options = {});

/// The same for a file in memory; `name` replaces the path in messages.
VolumeFile readVolume(std::span<const std::uint8_t> bytes, const std::string& name,
                      const VolumeOptions& options = {});

/// Writes a volume atomically; the path's extension chooses the format. Integers are rounded to
/// nearest and clipped to the range of `type`, in units of `slope`. Tensors are written as float32
/// if `type` is an integer, since rounding could make them negative.
///
/// .npy: little-endian, last axis fastest, in native types; float32 for integers with a slope or
/// an offset, which an array has not. .nii, .nii.gz: little-endian NIfTI-1;
/// `header` is kept if it has the volume's size, else a new one has size and spacing only. .tif,
/// .tiff: 1 or 3 channels of one slice, always in 32-bit floating point.
///
/// Throws `unsupported` for other extensions, `badUse` if the format cannot hold the volume (axes
/// of more than 32767 samples in NIfTI), and `system`.
void writeVolume(const std::string& path, const VolumeFile& file,
                 Existing existing = Existing::replaced);

/// Throws what `writeVolume` throws for such a path. An early check, before expensive work.
void checkVolumePath(const std::string& path);
/// The same, and `badUse` if a TIFF cannot hold a volume of this size and channels.
void checkVolumePath(const std::string& path, const Volume& volume);

}  // namespace espy
#pragma GCC visibility pop
