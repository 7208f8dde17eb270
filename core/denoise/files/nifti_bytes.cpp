// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/files/nifti_bytes.h"

#include <cstring>
#include <new>
#include <vector>

#include "files/byte_reader.h"

namespace espy::volumes {
namespace {

/// Deflate expands two bits to at most 258 bytes.
constexpr std::uint64_t kMostOfAByte = 1032;

bool isCompressed(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

}  // namespace

NiftiBytes::NiftiBytes(const Source& source, const EspyVolumes& module)
    : source_(source), module_(module), gzip_(nullptr, module.endGzip) {
  if (!isCompressed(source.bytes)) return;
  gzip_.reset(module.startGzip(0));
  if (gzip_ == nullptr) throw std::bad_alloc();
}

std::uint64_t NiftiBytes::most() const {
  return source_.bytes.size() * (gzip_ != nullptr ? kMostOfAByte : 1);
}

std::size_t NiftiBytes::step(std::span<std::uint8_t> out) {
  EspyGzipStep step{
      source_.bytes.data() + at_, source_.bytes.size() - at_, out.data(), out.size(), 0, 0, 0};
  const EspyGzipState state = module_.gzip(gzip_.get(), &step);
  if (state == kEspyGzipFailed) refuseFile(source_, phrase("is compressed and damaged"));
  at_ += step.taken;
  ended_ = state == kEspyGzipEnded;
  if (!ended_ && step.made == 0 && step.taken == 0) throw files::Truncated{};
  return step.made;
}

void NiftiBytes::read(std::span<std::uint8_t> out) {
  if (gzip_ == nullptr) {
    if (out.size() > source_.bytes.size() - at_) throw files::Truncated{};
    std::memcpy(out.data(), source_.bytes.data() + at_, out.size());
    at_ += out.size();
    return;
  }
  while (!out.empty()) {
    if (ended_) throw files::Truncated{};
    out = out.subspan(step(out));
  }
}

Message NiftiBytes::finish(std::uint64_t most, const VolumeOptions& options) {
  if (gzip_ != nullptr) {
    std::vector<std::uint8_t> rest(kBlock);
    std::uint64_t made = 0;
    while (!ended_ && made <= most) {
      checkStop(options);
      made += step(rest);
    }
    if (!ended_) {
      // Its checksum is out of reach, so the samples may be damaged, or the header.
      refuseFile(source_, phrase("has more than twice the {} announced in its header",
                                 files::countedBytes(most)));
    }
    if (made > 0) return phrase("bytes after its samples were not read");
  }
  const std::uint64_t left = source_.bytes.size() - at_;
  if (left == 0) return {};
  return phrase("{} after its samples were not read", files::countedBytes(left));
}

}  // namespace espy::volumes
