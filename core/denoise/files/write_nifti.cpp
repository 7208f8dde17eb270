// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "denoise/files/formats.h"
#include "denoise/files/nifti_codes.h"
#include "files/module.h"

namespace espy::volumes {
namespace {

/// Most samples along an axis: a 16-bit integer.
constexpr std::int64_t kMostAlong = 32767;

constexpr files::ModuleName kModule{"espy_volumes", "espyVolumes", "libnifti-dev"};

/// Passes bytes on, compressed if wanted.
class Packer {
 public:
  Packer(const EspyVolumes& module, bool compresses, const WriteBytes& write)
      : module_(module), write_(write), gzip_(nullptr, module.endGzip) {
    if (!compresses) return;
    gzip_.reset(module.startGzip(1));
    if (gzip_ == nullptr) throw std::bad_alloc();
    out_.resize(kBlock);
  }

  void put(std::span<const std::uint8_t> bytes) { put(bytes, false); }
  void end() {
    if (gzip_ != nullptr) put({}, true);
  }

 private:
  void put(std::span<const std::uint8_t> bytes, bool last) {
    if (gzip_ == nullptr) {
      write_({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      return;
    }
    for (;;) {
      EspyGzipStep step{bytes.data(), bytes.size(), out_.data(), out_.size(), last ? 1 : 0, 0, 0};
      const EspyGzipState state = module_.gzip(gzip_.get(), &step);
      if (state == kEspyGzipFailed) throw std::bad_alloc();  // nothing else can fail
      if (step.made > 0) write_({reinterpret_cast<const char*>(out_.data()), step.made});
      bytes = bytes.subspan(step.taken);
      const bool done = last ? state == kEspyGzipEnded : bytes.empty() && step.made < out_.size();
      if (done) return;
    }
  }

  const EspyVolumes& module_;
  const WriteBytes& write_;
  std::unique_ptr<void, void (*)(void*)> gzip_;
  std::vector<std::uint8_t> out_;
};

/// Sizes by which a volume is described in a new header.
void setSizes(const Volume& volume, EspyNiftiHeader& header) {
  const std::array<std::int64_t, 3> extents{volume.size.width, volume.size.height,
                                            volume.size.depth};
  std::fill(std::begin(header.size), std::end(header.size), 1);
  for (std::size_t i = 0; i < 3; ++i) {
    header.size[i] = extents[i];
    header.spacing[i] = volume.spacing[i];
  }
  header.axes = volume.size.axes();
  if (volume.tensors) {
    header.axes = 5;
    header.size[4] = volume.channels;
    header.intent = kSymmetricMatrices;
  } else if (volume.channels > 1) {
    header.axes = 4;
    header.size[3] = volume.channels;
  }
}

/// Whether a kept header describes this volume.
bool fits(const EspyNiftiHeader& kept, const Volume& volume) {
  const auto size = [&](int axis) { return axis < kept.axes ? kept.size[axis] : 1; };
  std::int64_t channels = 1;
  for (int axis = 3; axis < 7; ++axis) channels *= size(axis);
  return GridSize{size(0), size(1), size(2)} == volume.size && channels == volume.channels;
}

}  // namespace

const EspyVolumes& niftiModule(const std::string& name) {
  return files::loadedModule<EspyVolumes>(kModule, kEspyVolumesVersion, name,
                                          phrase("it is a NIfTI file"));
}

void checkNifti(const std::string& name, const VolumeFile& file) {
  const GridSize size = file.volume.size;
  if (std::max({size.width, size.height, size.depth}) > kMostAlong) {
    files::refuse(ErrorCode::badUse, name,
                  phrase("cannot hold {} x {} x {} samples; NIfTI allows {} along an axis",
                         size.width, size.height, size.depth, kMostAlong));
  }
}

void writeNifti(const std::string& name, const VolumeFile& file, VolumeType type, bool compressed,
                const WriteBytes& write) {
  const EspyVolumes& module = niftiModule(name);
  const Volume& volume = file.volume;
  const std::span<const std::uint8_t> kept(file.header);
  EspyNiftiHeader header{};
  const bool keeps = kept.size() >= kEspyNiftiBytes &&
                     module.readHeader(kept.data(), &header) != 0 && fits(header, volume);
  if (!keeps) {
    header = {};
    setSizes(volume, header);
  }
  const auto extensions = keeps ? kept.subspan(kEspyNiftiBytes) : std::span<const std::uint8_t>();
  const bool whole = type != VolumeType::float32 && type != VolumeType::float64;
  header.type = codeOf(type);
  header.slope = whole ? file.slope : 1;
  header.offset = whole ? file.offset : 0;
  header.data = static_cast<double>(kEspyNiftiBytes + 4 + extensions.size());
  std::array<std::uint8_t, kEspyNiftiBytes + 4> start{};
  if (module.makeHeader(&header, keeps ? kept.data() : nullptr, start.data()) == 0) {
    throw std::bad_alloc();
  }
  start[kEspyNiftiBytes] = extensions.empty() ? 0 : 1;
  Packer packer(module, compressed, write);
  packer.put(start);
  if (!extensions.empty()) packer.put(extensions);
  const auto bytes = static_cast<std::size_t>(formatOf(type).bytes);
  std::vector<std::uint8_t> block(kBlock * bytes);
  for (std::size_t from = 0; from < volume.samples.size(); from += kBlock) {
    const auto some =
        std::span(volume.samples).subspan(from, std::min(kBlock, volume.samples.size() - from));
    encode(some, type, header.slope, header.offset, block.data());
    packer.put(std::span(block).first(some.size() * bytes));
  }
  packer.end();
}

}  // namespace espy::volumes
