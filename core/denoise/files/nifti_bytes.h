// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "denoise/files/formats.h"

namespace espy::volumes {

/// Reads a file from its start to its end, decompressed if it is compressed.
class NiftiBytes {
 public:
  NiftiBytes(const Source& source, const EspyVolumes& module);

  /// Fills `out` with the next bytes. Throws `Truncated` at the end of the file, or an error if its
  /// compression is damaged.
  void read(std::span<std::uint8_t> out);
  /// An upper bound of the bytes of the whole file, decompressed.
  std::uint64_t most() const;
  /// After the last read: returns a remark if the file goes on. The rest of a compressed file is
  /// decompressed up to `most` bytes, since only the checksum at its end reveals some damage.
  Message finish(std::uint64_t most, const VolumeOptions& options);

 private:
  /// One step; returns the bytes made.
  std::size_t step(std::span<std::uint8_t> out);

  const Source& source_;
  const EspyVolumes& module_;
  std::size_t at_ = 0;                           ///< bytes of the file that were read
  std::unique_ptr<void, void (*)(void*)> gzip_;  ///< null if it is not compressed
  bool ended_ = false;
};

}  // namespace espy::volumes
