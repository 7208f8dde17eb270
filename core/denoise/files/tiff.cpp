// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <limits>
#include <memory>

#include "denoise/files/formats.h"
#include "espy/pictures.h"
#include "files/file_bytes.h"
#include "io/sniff_formats.h"
#include "io/tiff.h"

namespace espy::volumes {
namespace {

using Said = std::array<char, 512>;

[[noreturn]] void refuseTiff(const Source& source, int failed, const Said& said) {
  if (failed == 2) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is a TIFF that is not supported: {}", said.data()));
  }
  refuseFile(source, phrase("is a TIFF picture that cannot be decoded: {}", said.data()));
}

void checkFacts(const Source& source, const EspyTiffFacts& facts) {
  if (facts.sampleBytes == 4 && facts.samples == facts.colours && facts.orientation <= 1) return;
  files::refuse(ErrorCode::unsupported, source.name,
                phrase("is a TIFF with {} samples a pixel, of {} bytes each, orientation {}; as a "
                       "volume 1 or 3 floating-point samples are read, upright",
                       facts.samples, facts.sampleBytes, facts.orientation));
}

}  // namespace

bool isTiff(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 16 || bytes[0] != bytes[1]) return false;
  const bool little = bytes[0] == 'I';
  if (!little && bytes[0] != 'M') return false;
  const std::uint8_t version = bytes[little ? 2 : 3];
  return bytes[little ? 3 : 2] == 0 && (version == 42 || version == 43);
}

VolumeFile readFloatTiff(const Source& source, const VolumeOptions& options) {
  const EspyTiffs& module = io::tiffModule(source.name, phrase("is a {} picture", "TIFF"));
  void* opened = nullptr;
  EspyTiffFacts facts{};
  Said said{};
  if (const int failed = module.open(source.bytes.data(), source.bytes.size(), &opened, &facts,
                                     said.data(), said.size());
      failed != 0) {
    refuseTiff(source, failed, said);
  }
  const std::unique_ptr<void, void (*)(void*)> tiff(opened, module.close);
  checkFacts(source, facts);
  VolumeFile file;
  Volume& volume = file.volume;
  volume.size = {facts.width, facts.height, 1};
  volume.channels = facts.colours;
  checkSize(source, volume.size, volume.channels, options);
  checkStop(options);
  const auto pixels = static_cast<std::size_t>(volume.size.voxels());
  const auto channels = static_cast<std::size_t>(volume.channels);
  std::vector<float> together(channels * pixels);
  if (const int failed = module.read(opened, reinterpret_cast<std::uint8_t*>(together.data()),
                                     facts.colours, said.data(), said.size());
      failed != 0) {
    refuseTiff(source, failed, said);
  }
  if (channels == 1) {
    volume.samples = std::move(together);
    return file;
  }
  volume.samples.resize(together.size());
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < channels; ++c) {
      volume.samples[c * pixels + i] = together[channels * i + c];
    }
  }
  return file;
}

void checkOneSlice(const std::string& path, const Volume& volume) {
  if (volume.size.depth != 1 || (volume.channels != 1 && volume.channels != 3)) {
    files::refuse(ErrorCode::badUse, path,
                  phrase("a TIFF holds one slice of 1 or 3 channels, but the volume has {} of {}; "
                         "write .npy or .nii",
                         volume.size.depth, volume.channels));
  }
}

void writeFloatTiff(const std::string& path, const VolumeFile& file, Existing existing) {
  const Volume& volume = file.volume;
  checkOneSlice(path, volume);
  const Size size{volume.size.width, volume.size.height};
  if (volume.channels == 1) {
    return writeFloatPicture(path, size, volume.samples, 1, existing);
  }
  const auto pixels = static_cast<std::size_t>(volume.size.voxels());
  std::vector<float> together;
  together.reserve(volume.samples.size());
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) together.push_back(volume.samples[c * pixels + i]);
  }
  writeFloatPicture(path, size, together, 3, existing);
}

}  // namespace espy::volumes

namespace espy {

bool isFloatTiff(const std::string& path) {
  const std::string ending = files::endingOf(path);
  std::error_code none;
  if (ending != ".tif" && ending != ".tiff") return false;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  try {
    const files::FileBytes file = files::readFileBytes(
        path,
        [](std::span<const std::uint8_t>) {
          return files::ReadSize{std::numeric_limits<std::uint64_t>::max(), false, false};
        },
        Message());
    return volumes::isTiff(file.bytes) && io::tiffHasFloats(file.bytes);
  } catch (const Error&) {
    return false;  // the reader says why
  }
}

}  // namespace espy
