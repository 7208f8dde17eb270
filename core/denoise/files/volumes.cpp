// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

#include "denoise/choose.h"
#include "denoise/files/formats.h"
#include "espy/pictures.h"
#include "files/byte_reader.h"
#include "files/file_bytes.h"
#include "files/mapped_file.h"
#include "files/npy.h"

namespace espy {
namespace volumes {

/// As every supported machine is.
static_assert(std::endian::native == std::endian::little);

void refuseFile(const Source& source, const Message& fact) {
  files::refuse(ErrorCode::badPicture, source.name, fact);
}

float sampleOf(const Source& source, double number) {
  constexpr double kMost = std::numeric_limits<float>::max();
  if (std::abs(number) > kMost && std::isfinite(number)) {
    refuseFile(source, phrase("has the number {}; numbers up to {} can be read",
                              fmt::format("{:.4g}", number), fmt::format("{:.4g}", kMost)));
  }
  return static_cast<float>(number);
}

files::NumberFormat formatOf(VolumeType type) {
  using Kind = files::NumberFormat::Kind;
  switch (type) {
    case VolumeType::int8:
      return {Kind::whole, 1, false};
    case VolumeType::uint8:
      return {Kind::natural, 1, false};
    case VolumeType::int16:
      return {Kind::whole, 2, false};
    case VolumeType::uint16:
      return {Kind::natural, 2, false};
    case VolumeType::int32:
      return {Kind::whole, 4, false};
    case VolumeType::uint32:
      return {Kind::natural, 4, false};
    case VolumeType::float32:
      return {Kind::floating, 4, false};
    case VolumeType::float64:
      return {Kind::floating, 8, false};
  }
  return {Kind::floating, 4, false};
}

void checkSize(const Source& source, const GridSize& size, std::int64_t channels,
               const VolumeOptions& options) {
  if (channels > kMostDenoiseChannels) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("has {} channels, more than the {} that a volume may have", channels,
                         kMostDenoiseChannels));
  }
  const double samples = static_cast<double>(size.width) * static_cast<double>(size.height) *
                         static_cast<double>(size.depth) * static_cast<double>(channels);
  const double memory = variation::machineMemory() / static_cast<double>(sizeof(float));
  if (samples > static_cast<double>(options.maxSamples) || samples > memory) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has {} x {} x {} samples of {} channels, more than the {} allowed",
                         size.width, size.height, size.depth, channels,
                         static_cast<std::int64_t>(
                             std::fmin(static_cast<double>(options.maxSamples), memory))));
  }
}

void checkStop(const VolumeOptions& options) {
  if (options.stop.stop_requested()) throw Error(ErrorCode::cancelled, phrase("cancelled"));
}

namespace {

template <class Number>
void encodeAs(std::span<const float> samples, double slope, double offset, std::uint8_t* out) {
  for (const float sample : samples) {
    double value = double{sample};
    if constexpr (std::numeric_limits<Number>::is_integer) {
      value = std::round((value - offset) / slope);
      value = std::isnan(value) ? 0 : value;
      value = std::clamp(value, static_cast<double>(std::numeric_limits<Number>::min()),
                         static_cast<double>(std::numeric_limits<Number>::max()));
    }
    const auto number = static_cast<Number>(value);
    std::memcpy(out, &number, sizeof number);
    out += sizeof number;
  }
}

enum class Format : std::uint8_t { npy, nifti, niftiGzip, tiff, unknown };

Format formatOfPath(const std::string& path) {
  const std::string ending = files::endingOf(path);
  if (ending == ".npy") return Format::npy;
  if (ending == ".nii") return Format::nifti;
  if (ending == ".tif" || ending == ".tiff") return Format::tiff;
  const bool gzip = ending == ".gz" && files::endingOf(path.substr(0, path.size() - 3)) == ".nii";
  return gzip ? Format::niftiGzip : Format::unknown;
}

VolumeFile readKnown(const Source& source, const VolumeOptions& options) {
  if (source.bytes.empty()) refuseFile(source, phrase("is empty"));
  if (files::isNpy(source.bytes)) return readNpy(source, options);
  if (isNifti(source.bytes)) return readNifti(source, options);
  if (isTiff(source.bytes)) return readFloatTiff(source, options);
  files::refuse(ErrorCode::unsupported, source.name,
                phrase("is not a known kind of volume; NPY, NIfTI and floating-point TIFF can be "
                       "read"));
}

/// Maps truncation and lack of memory to errors.
VolumeFile guarded(const Source& source, const VolumeOptions& options) {
  try {
    VolumeFile file = readKnown(source, options);
    files::checkUncut(source.bytes.data());
    return file;
  } catch (const Error&) {
    files::checkUncut(source.bytes.data());
    throw;
  } catch (const files::Truncated&) {
    refuseFile(source, phrase("is cut short"));
  } catch (const std::bad_alloc&) {
    files::refuse(ErrorCode::tooLarge, source.name, phrase("not enough memory for its samples"));
  }
}

}  // namespace

void encode(std::span<const float> samples, VolumeType type, double slope, double offset,
            std::uint8_t* out) {
  switch (type) {
    case VolumeType::int8:
      return encodeAs<std::int8_t>(samples, slope, offset, out);
    case VolumeType::uint8:
      return encodeAs<std::uint8_t>(samples, slope, offset, out);
    case VolumeType::int16:
      return encodeAs<std::int16_t>(samples, slope, offset, out);
    case VolumeType::uint16:
      return encodeAs<std::uint16_t>(samples, slope, offset, out);
    case VolumeType::int32:
      return encodeAs<std::int32_t>(samples, slope, offset, out);
    case VolumeType::uint32:
      return encodeAs<std::uint32_t>(samples, slope, offset, out);
    case VolumeType::float32:
      return encodeAs<float>(samples, slope, offset, out);
    case VolumeType::float64:
      return encodeAs<double>(samples, slope, offset, out);
  }
}

}  // namespace volumes

bool isVolumePath(const std::string& path) {
  const volumes::Format format = volumes::formatOfPath(path);
  return format != volumes::Format::unknown && format != volumes::Format::tiff;
}

void checkVolumePath(const std::string& path) {
  const volumes::Format format = volumes::formatOfPath(path);
  if (format == volumes::Format::unknown) {
    files::refuse(ErrorCode::unsupported, path,
                  phrase("its ending must be one of {}", ".npy, .nii, .nii.gz, .tif, .tiff"));
  }
  if (format == volumes::Format::tiff) return checkWritable(path);
  if (format != volumes::Format::npy) volumes::niftiModule(path);
}

void checkVolumePath(const std::string& path, const Volume& volume) {
  checkVolumePath(path);
  if (volumes::formatOfPath(path) == volumes::Format::tiff) volumes::checkOneSlice(path, volume);
}

VolumeFile readVolume(const std::string& path, const VolumeOptions& options) {
  const std::string name = files::shownInput(path);
  // At most eight bytes per sample, and extensions.
  const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(1, options.maxSamples)) * 8 +
                    (std::uint64_t{64} << 20);
  const files::FileBytes file = files::readFileBytes(
      path,
      [&](std::span<const std::uint8_t>) {
        return files::ReadSize{most, false, false};
      },
      phrase("is a folder, not a volume"), options.stop);
  return volumes::guarded({name, file.bytes}, options);
}

VolumeFile readVolume(std::span<const std::uint8_t> bytes, const std::string& name,
                      const VolumeOptions& options) {
  return volumes::guarded({name, bytes}, options);
}

void writeVolume(const std::string& path, const VolumeFile& file, Existing existing) {
  checkVolumePath(path);
  const volumes::Format format = volumes::formatOfPath(path);
  const std::string name = files::shownOutput(path);
  const Volume& volume = file.volume;
  if (volume.size.width < 1 || volume.size.height < 1 || volume.size.depth < 1 ||
      volume.channels < 1 || std::ssize(volume.samples) != volume.size.voxels() * volume.channels ||
      (volume.tensors && volume.channels != 6)) {
    files::refuse(ErrorCode::badUse, name, phrase("cannot hold a volume without all its samples"));
  }
  if (format == volumes::Format::tiff) return volumes::writeFloatTiff(path, file, existing);
  VolumeType type = file.type;
  if (volume.tensors && type != VolumeType::float64) type = VolumeType::float32;
  const bool isScaled = file.slope != 1 || file.offset != 0;
  if (format == volumes::Format::npy && isScaled && type != VolumeType::float64) {
    type = VolumeType::float32;
  }
  if (format != volumes::Format::npy) volumes::checkNifti(name, file);
  const auto parts = [&](const volumes::WriteBytes& write) {
    if (format == volumes::Format::npy) {
      volumes::writeNpy(file, type, write);
    } else {
      volumes::writeNifti(name, file, type, format == volumes::Format::niftiGzip, write);
    }
  };
  writeFileInParts(path, parts, {}, existing);
}

}  // namespace espy
