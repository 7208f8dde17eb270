// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "denoise/files/formats.h"
#include "denoise/files/nifti_bytes.h"
#include "denoise/files/nifti_codes.h"
#include "files/byte_reader.h"

namespace espy::volumes {
namespace {

/// Bytes: before the samples of a file without extensions, and a limit of extensions.
constexpr std::uint64_t kLeastData = kEspyNiftiBytes + 4;
constexpr std::uint64_t kMostExtensions = std::uint64_t{64} << 20;

/// What a checked header says.
struct Facts {
  GridSize size;
  std::int64_t channels = 1;
  bool tensors = false;
  std::uint64_t data = 0;   ///< offset of the samples
  std::uint64_t bytes = 0;  ///< of all samples
  VolumeType type = VolumeType::float32;
};

std::string shown(double number) {
  return fmt::format("{:.6g}", number);
}

/// Sizes of all seven axes, from 1.
std::array<std::int64_t, 7> sizesOf(const Source& source, const EspyNiftiHeader& header) {
  if (header.axes < 1 || header.axes > 7) {
    refuseFile(source, phrase("has a header of {} axes; there are 1 to 7", header.axes));
  }
  std::array<std::int64_t, 7> sizes{1, 1, 1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < static_cast<std::size_t>(header.axes); ++i) {
    sizes[i] = header.size[i];
    if (sizes[i] < 1) {
      refuseFile(source, phrase("has a header with {} samples along axis {}", sizes[i], i + 1));
    }
  }
  return sizes;
}

/// The channels: axis 4 (time) or axis 5 (vectors and matrices).
std::int64_t channelsOf(const Source& source, const std::array<std::int64_t, 7>& sizes) {
  if ((sizes[3] > 1 && sizes[4] > 1) || sizes[5] > 1 || sizes[6] > 1) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("has {} x {} x {} x {} samples in axes 4 to 7; only one of axes 4 and 5 "
                         "may have more than one",
                         sizes[3], sizes[4], sizes[5], sizes[6]));
  }
  return std::max(sizes[3], sizes[4]);
}

std::uint64_t dataOffset(const Source& source, const EspyNiftiHeader& header) {
  // Some writers leave it out.
  if (header.data == 0) return kLeastData;
  const bool whole = std::isfinite(header.data) && header.data == std::floor(header.data);
  if (!whole || header.data < static_cast<double>(kLeastData)) {
    refuseFile(source,
               phrase("has a header with its samples at byte {}, but the first possible is {}",
                      shown(header.data), kLeastData));
  }
  if (header.data > static_cast<double>(kLeastData + kMostExtensions)) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has a header with its samples at byte {}, after the last allowed, {}",
                         shown(header.data), kLeastData + kMostExtensions));
  }
  return static_cast<std::uint64_t>(header.data);
}

bool areTensors(const Source& source, const EspyNiftiHeader& header, std::int64_t channels,
                const VolumeOptions& options) {
  const bool stated = header.intent == kSymmetricMatrices;
  if ((stated || options.tensors) && channels != 6) {
    files::refuse(
        ErrorCode::unsupported, source.name,
        phrase("has symmetric matrices of {} components; those of tensors have 6", channels));
  }
  return stated || options.tensors;
}

/// Checks the header against itself and against the file, before memory is allocated.
Facts checkedFacts(const Source& source, const EspyNiftiHeader& header, const NiftiBytes& bytes,
                   const VolumeOptions& options) {
  if (header.pair != 0) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is a header whose samples are in another file; convert both to .nii"));
  }
  const std::array<std::int64_t, 7> sizes = sizesOf(source, header);
  Facts facts;
  facts.size = {sizes[0], sizes[1], sizes[2]};
  facts.channels = channelsOf(source, sizes);
  const std::optional<VolumeType> type = typeOfCode(header.type);
  if (!type || header.bytes != formatOf(*type).bytes) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("has samples of the NIfTI type {}, which is not supported; convert them "
                         "to float32",
                         header.type));
  }
  facts.type = *type;
  facts.data = dataOffset(source, header);
  facts.tensors = areTensors(source, header, facts.channels, options);
  checkSize(source, facts.size, facts.channels, options);
  if (!std::isfinite(header.slope) || (header.slope != 0 && !std::isfinite(header.offset))) {
    refuseFile(source, phrase("has a header that scales samples by {} and adds {}",
                              shown(header.slope), shown(header.offset)));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double spacing = header.spacing[i];
    if (sizes[i] > 1 && !(spacing > 0 && std::isfinite(spacing))) {
      refuseFile(source, phrase("has a header with a spacing of {} along axis {}; it must be above "
                                "0",
                                shown(spacing), i + 1));
    }
  }
  // At most 2^45 samples, so this cannot overflow.
  facts.bytes = static_cast<std::uint64_t>(facts.size.voxels()) *
                static_cast<std::uint64_t>(facts.channels * header.bytes);
  if (facts.data + facts.bytes > bytes.most()) {
    refuseFile(source, phrase("ends before the samples announced in its header"));
  }
  return facts;
}

/// The extensions in native byte order, up to the first damaged one.
std::vector<std::uint8_t> nativeExtensions(const EspyVolumes& module,
                                           std::vector<std::uint8_t> bytes, bool swapped) {
  std::size_t at = 0;
  while (bytes.size() - at >= 16) {
    std::uint32_t size = 0;
    if (swapped) module.swap(bytes.data() + at, 2, 4);
    std::memcpy(&size, bytes.data() + at, sizeof size);
    if (size < 16 || size % 16 != 0 || size > bytes.size() - at) break;
    at += size;
  }
  bytes.resize(at);
  return bytes;
}

/// Header and extensions, to be written as they are.
std::vector<std::uint8_t> keptHeader(const EspyVolumes& module, const EspyNiftiHeader& header,
                                     NiftiBytes& bytes, const Facts& facts) {
  std::vector<std::uint8_t> kept(header.native, header.native + kEspyNiftiBytes);
  std::uint8_t extended[4] = {};
  bytes.read(extended);
  std::vector<std::uint8_t> extensions;
  std::vector<std::uint8_t> block(kBlock);
  for (std::uint64_t left = facts.data - kLeastData; left > 0;) {
    const auto some = std::span(block).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size())));
    bytes.read(some);
    extensions.insert(extensions.end(), some.begin(), some.end());
    left -= some.size();
  }
  if (extended[0] == 0) return kept;
  const std::vector<std::uint8_t> native =
      nativeExtensions(module, std::move(extensions), header.swapped != 0);
  kept.insert(kept.end(), native.begin(), native.end());
  return kept;
}

void readSamples(const Source& source, const EspyVolumes& module, const EspyNiftiHeader& header,
                 NiftiBytes& bytes, const Facts& facts, const VolumeOptions& options,
                 VolumeFile& file) {
  const files::NumberFormat stored = formatOf(facts.type);
  const auto size = static_cast<std::size_t>(stored.bytes);
  const bool scaled = header.slope != 0 && (header.slope != 1 || header.offset != 0);
  std::vector<float>& samples = file.volume.samples;
  // Memory is used as the samples arrive.
  samples.reserve(static_cast<std::size_t>(facts.bytes / size));
  std::vector<std::uint8_t> block(kBlock * size);
  for (std::uint64_t left = facts.bytes; left > 0;) {
    checkStop(options);
    const auto some = std::span(block).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size())));
    bytes.read(some);
    left -= some.size();
    const std::size_t count = some.size() / size;
    if (header.swapped != 0) module.swap(some.data(), count, stored.bytes);
    for (std::size_t i = 0; i < count; ++i) {
      const double number = files::numberAt(some.data() + i * size, stored);
      samples.push_back(sampleOf(source, scaled ? number * header.slope + header.offset : number));
    }
  }
  if (scaled && stored.kind != files::NumberFormat::Kind::floating) {
    file.slope = header.slope;
    file.offset = header.offset;
  }
}

}  // namespace

bool isNifti(std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b) return true;
  if (bytes.size() < 4) return false;
  const files::ByteReader little(bytes, files::ByteReader::Order::little);
  const files::ByteReader big(bytes, files::ByteReader::Order::big);
  const auto known = [](std::uint32_t size) {
    return size == kEspyNiftiBytes || size == kNifti2Bytes;
  };
  return known(little.u32(0)) || known(big.u32(0));
}

VolumeFile readNifti(const Source& source, const VolumeOptions& options) {
  const EspyVolumes& module = niftiModule(source.name);
  NiftiBytes bytes(source, module);
  std::array<std::uint8_t, kEspyNiftiBytes> start{};
  bytes.read(start);
  EspyNiftiHeader header{};
  if (module.readHeader(start.data(), &header) == 0) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is not a NIfTI-1 file; Analyze and NIfTI-2 files must be converted"));
  }
  const Facts facts = checkedFacts(source, header, bytes, options);
  VolumeFile file;
  file.type = facts.type;
  file.volume.size = facts.size;
  file.volume.channels = static_cast<int>(facts.channels);
  file.volume.tensors = facts.tensors;
  const std::array<std::int64_t, 3> extents{facts.size.width, facts.size.height, facts.size.depth};
  for (std::size_t i = 0; i < 3; ++i) {
    if (extents[i] > 1) file.volume.spacing[i] = header.spacing[i];
  }
  file.header = keptHeader(module, header, bytes, facts);
  readSamples(source, module, header, bytes, facts, options, file);
  file.note = bytes.finish(facts.data + facts.bytes, options);
  return file;
}

}  // namespace espy::volumes
