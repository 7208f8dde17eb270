// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/npy.h"

#include <algorithm>
#include <array>
#include <vector>

#include "denoise/files/formats.h"

namespace espy::volumes {
namespace {

using files::NumberFormat;

/// The axes x, y, z and channels of an array: samples, and distance of neighbours in numbers.
struct Layout {
  std::array<std::int64_t, 4> size{1, 1, 1, 1};
  std::array<std::int64_t, 4> step{0, 0, 0, 0};

  GridSize grid() const { return {size[0], size[1], size[2]}; }
};

Layout layoutOf(const files::NpyHeader& header, bool tensors) {
  const std::size_t axes = header.shape.size();
  Layout layout;
  std::int64_t step = 1;
  for (std::size_t i = 0; i < axes; ++i) {
    const std::size_t axis = header.columnsFirst ? i : axes - 1 - i;
    const std::size_t fromLast = axes - 1 - axis;
    const std::size_t to = !tensors ? fromLast : fromLast == 0 ? 3 : fromLast - 1;
    layout.size[to] = header.shape[axis];
    layout.step[to] = step;
    step *= header.shape[axis];
  }
  return layout;
}

/// Refuses arrays whose numbers are not all in the file.
void checkBytes(const Source& source, const files::NpyHeader& header) {
  if (header.isEmpty()) refuseFile(source, phrase("is an array without numbers"));
  const std::uint64_t there = source.bytes.size() - header.data;
  std::uint64_t numbers = 1;
  for (const std::int64_t side : header.shape) {
    const auto count = static_cast<std::uint64_t>(side);
    if (numbers > there / static_cast<std::uint64_t>(header.stored.bytes) / count) {
      refuseFile(source, phrase("ends before the numbers announced in its header"));
    }
    numbers *= count;
  }
}

/// The type to write such numbers in: half precision and 64-bit integers have none of their own.
VolumeType typeOf(const NumberFormat& stored) {
  if (stored.kind == NumberFormat::Kind::floating) {
    return stored.bytes == 8 ? VolumeType::float64 : VolumeType::float32;
  }
  const bool natural = stored.kind == NumberFormat::Kind::natural;
  switch (stored.bytes) {
    case 1:
      return natural ? VolumeType::uint8 : VolumeType::int8;
    case 2:
      return natural ? VolumeType::uint16 : VolumeType::int16;
    case 4:
      return natural ? VolumeType::uint32 : VolumeType::int32;
    default:
      return VolumeType::float64;
  }
}

}  // namespace

VolumeFile readNpy(const Source& source, const VolumeOptions& options) {
  const files::NpyHeader header = files::readNpyHeader(source.bytes, source.name);
  const std::size_t more = options.tensors ? 1 : 0;
  if (!options.tensors && header.shape.size() == 4 && header.shape.back() == 6) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("has four axes, the last of 6 numbers; fields of tensors must be asked "
                         "for (--tensors)"));
  }
  if (header.shape.size() < 2 + more || header.shape.size() > 3 + more) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is an array of {} dimensions; pictures have {}, volumes {}",
                         header.shape.size(), 2 + more, 3 + more));
  }
  if (options.tensors && header.shape.back() != 6) {
    files::refuse(
        ErrorCode::unsupported, source.name,
        phrase("has a last axis of {} numbers; those of tensors have 6", header.shape.back()));
  }
  checkBytes(source, header);
  const Layout layout = layoutOf(header, options.tensors);
  checkSize(source, layout.grid(), layout.size[3], options);
  VolumeFile file;
  file.type = typeOf(header.stored);
  file.volume.size = layout.grid();
  file.volume.channels = static_cast<int>(layout.size[3]);
  file.volume.tensors = options.tensors;
  file.hasSlices = header.shape.size() == 3 + more;
  std::vector<float>& samples = file.volume.samples;
  samples.reserve(static_cast<std::size_t>(file.volume.size.voxels() * layout.size[3]));
  const std::uint8_t* numbers = source.bytes.data() + header.data;
  for (std::int64_t c = 0; c < layout.size[3]; ++c) {
    for (std::int64_t z = 0; z < layout.size[2]; ++z) {
      checkStop(options);
      for (std::int64_t y = 0; y < layout.size[1]; ++y) {
        const std::int64_t first = c * layout.step[3] + z * layout.step[2] + y * layout.step[1];
        for (std::int64_t x = 0; x < layout.size[0]; ++x) {
          const std::int64_t at = (first + x * layout.step[0]) * header.stored.bytes;
          samples.push_back(sampleOf(source, files::numberAt(numbers + at, header.stored)));
        }
      }
    }
  }
  const std::uint64_t used = static_cast<std::uint64_t>(std::ssize(samples)) *
                             static_cast<std::uint64_t>(header.stored.bytes);
  const std::uint64_t there = source.bytes.size() - header.data;
  if (there > used) {
    file.note = phrase("{} after its numbers were not read", files::countedBytes(there - used));
  }
  return file;
}

void writeNpy(const VolumeFile& file, VolumeType type, const WriteBytes& write) {
  const Volume& volume = file.volume;
  std::vector<std::int64_t> shape{volume.size.height, volume.size.width};
  if (volume.size.depth > 1 || file.hasSlices) shape.insert(shape.begin(), volume.size.depth);
  if (volume.channels > 1) shape.push_back(volume.channels);
  const NumberFormat stored = formatOf(type);
  write(files::npyHeader(shape, stored, false));
  const auto bytes = static_cast<std::size_t>(stored.bytes);
  std::vector<std::uint8_t> block(kBlock * bytes);
  const auto put = [&](std::span<const float> samples) {
    encode(samples, type, 1, 0, block.data());
    write({reinterpret_cast<const char*>(block.data()), samples.size() * bytes});
  };
  const auto channels = static_cast<std::size_t>(volume.channels);
  const std::size_t voxels = volume.samples.size() / channels;
  const std::size_t atOnce = kBlock / channels;
  std::vector<float> together;
  for (std::size_t from = 0; from < voxels; from += atOnce) {
    const std::size_t count = std::min(atOnce, voxels - from);
    together.clear();
    for (std::size_t i = from; i < from + count; ++i) {
      for (std::size_t c = 0; c < channels; ++c) {
        together.push_back(volume.samples[c * voxels + i]);
      }
    }
    put(together);
  }
}

}  // namespace espy::volumes
