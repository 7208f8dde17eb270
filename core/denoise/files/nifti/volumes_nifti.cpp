// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <nifti1_io.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "denoise/files/volumes_abi.h"

// The module for NIfTI: libnifti and zlib behind volumes_abi.h.
namespace {

static_assert(sizeof(nifti_1_header) == kEspyNiftiBytes);

std::int32_t readHeader(const std::uint8_t* bytes, EspyNiftiHeader* header) {
  nifti_1_header raw;
  std::memcpy(&raw, bytes, sizeof raw);
  const int size = raw.sizeof_hdr;
  const bool swapped = size != static_cast<int>(sizeof raw);
  if (swapped) swap_nifti_header(&raw, 1);
  if (raw.sizeof_hdr != static_cast<int>(sizeof raw) || NIFTI_VERSION(raw) != 1) return 0;
  *header = {};
  header->axes = raw.dim[0];
  for (int i = 0; i < 7; ++i) header->size[i] = raw.dim[i + 1];
  for (int i = 0; i < 3; ++i) header->spacing[i] = static_cast<double>(raw.pixdim[i + 1]);
  header->slope = static_cast<double>(raw.scl_slope);
  header->offset = static_cast<double>(raw.scl_inter);
  header->data = static_cast<double>(raw.vox_offset);
  header->intent = raw.intent_code;
  header->type = raw.datatype;
  int swapSize = 0;
  nifti_datatype_sizes(raw.datatype, &header->bytes, &swapSize);
  header->swapped = swapped ? 1 : 0;
  header->pair = NIFTI_ONEFILE(raw) ? 0 : 1;
  std::memcpy(header->native, &raw, sizeof raw);
  return 1;
}

std::int32_t makeHeader(const EspyNiftiHeader* header, const std::uint8_t* kept,
                        std::uint8_t* bytes) {
  nifti_1_header raw;
  if (kept != nullptr) {
    std::memcpy(&raw, kept, sizeof raw);
  } else {
    int axes[8] = {static_cast<int>(header->axes)};
    for (int i = 0; i < 7; ++i) axes[i + 1] = static_cast<int>(header->size[i]);
    nifti_1_header* fresh = nifti_make_new_header(axes, header->type);
    if (fresh == nullptr) return 0;
    raw = *fresh;
    std::free(fresh);  // NOLINT: allocated by libnifti
    for (int i = 0; i < 3; ++i) raw.pixdim[i + 1] = static_cast<float>(header->spacing[i]);
    raw.intent_code = static_cast<short>(header->intent);
    // Of symmetric matrices: the number of rows.
    if (header->intent == NIFTI_INTENT_SYMMATRIX) raw.intent_p1 = 3;
  }
  int swapSize = 0;
  int sampleBytes = 0;
  nifti_datatype_sizes(header->type, &sampleBytes, &swapSize);
  raw.datatype = static_cast<short>(header->type);
  raw.bitpix = static_cast<short>(8 * sampleBytes);
  raw.scl_slope = static_cast<float>(header->slope);
  raw.scl_inter = static_cast<float>(header->offset);
  raw.vox_offset = static_cast<float>(header->data);
  std::memcpy(raw.magic, "n+1", 4);
  std::memcpy(bytes, &raw, sizeof raw);
  return 1;
}

void swapNumbers(void* numbers, std::size_t count, std::int32_t bytes) {
  if (bytes > 1) nifti_swap_Nbytes(count, bytes, numbers);
}

struct Gzip {
  z_stream stream{};
  bool compresses = false;
};

void endGzip(void* handle) {
  auto* gzip = static_cast<Gzip*>(handle);
  if (gzip->compresses) {
    deflateEnd(&gzip->stream);
  } else {
    inflateEnd(&gzip->stream);
  }
  delete gzip;
}

void* startGzip(std::int32_t compresses) {
  constexpr int kGzipWindow = 15 + 16;
  constexpr int kLevel = 6;
  constexpr int kMemoryLevel = 8;
  auto* gzip = new (std::nothrow) Gzip;
  if (gzip == nullptr) return nullptr;
  gzip->compresses = compresses != 0;
  const int state = gzip->compresses ? deflateInit2(&gzip->stream, kLevel, Z_DEFLATED, kGzipWindow,
                                                    kMemoryLevel, Z_DEFAULT_STRATEGY)
                                     : inflateInit2(&gzip->stream, kGzipWindow);
  if (state == Z_OK) return gzip;
  delete gzip;
  return nullptr;
}

EspyGzipState stepGzip(void* handle, EspyGzipStep* step) {
  auto* gzip = static_cast<Gzip*>(handle);
  z_stream& stream = gzip->stream;
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  const std::size_t in = std::min(step->inSize, kMost);
  const std::size_t out = std::min(step->outSize, kMost);
  stream.next_in = const_cast<Bytef*>(step->in);  // NOLINT: zlib does not write to it
  stream.avail_in = static_cast<uInt>(in);
  stream.next_out = step->out;
  stream.avail_out = static_cast<uInt>(out);
  const bool last = step->last != 0 && in == step->inSize;
  const int state = gzip->compresses ? deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH)
                                     : inflate(&stream, Z_NO_FLUSH);
  step->taken = in - stream.avail_in;
  step->made = out - stream.avail_out;
  if (state == Z_STREAM_END) {
    const bool another = !gzip->compresses && step->inSize - step->taken >= 2 &&
                         step->in[step->taken] == 0x1f && step->in[step->taken + 1] == 0x8b;
    if (another && inflateReset(&stream) == Z_OK) return kEspyGzipGoesOn;
    return kEspyGzipEnded;
  }
  // Z_BUF_ERROR: no progress without more input or space.
  return state == Z_OK || state == Z_BUF_ERROR ? kEspyGzipGoesOn : kEspyGzipFailed;
}

constexpr EspyVolumes kVolumes{kEspyVolumesVersion, readHeader, makeHeader, swapNumbers,
                               startGzip,           stepGzip,   endGzip};

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspyVolumes* espyVolumes() {
  nifti_set_debug_level(0);  // else it prints
  return &kVolumes;
}
