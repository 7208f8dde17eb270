// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/memory_tiff.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

namespace espy::io {
namespace {

std::string sentenceOf(const char* module, const char* format, va_list arguments) {
  std::array<char, 400> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  std::string line = module != nullptr && *module != 0 ? std::string(module) + ": " : "";
  for (const char c : std::string_view(text.data())) line += c >= ' ' && c < 127 ? c : ' ';
  return line;
}

int onError(TIFF* /*tiff*/, void* talk, const char* module, const char* format, va_list arguments) {
  std::string& wrong = static_cast<TiffMessages*>(talk)->wrong;
  if (wrong.empty()) wrong = sentenceOf(module, format, arguments);
  return 1;  // suppresses libtiff's own handler, which prints
}

/// Whether a message names a tag that affects the pixels.
bool decidesPixels(const std::string& said) {
  constexpr const char* kTags[] = {"BitsPerSample", "Compression",  "Photometric",    "FillOrder",
                                   "Orientation",   "Planar",       "Predictor",      "ColorMap",
                                   "ExtraSamples",  "SampleFormat", "TileWidth",      "TileLength",
                                   "RowsPerStrip",  "YCbCr",        "SamplesPerPixel"};
  return std::any_of(std::begin(kTags), std::end(kTags),
                     [&](const char* tag) { return said.find(tag) != std::string::npos; });
}

/// For damaged data libtiff fills in pixels and only warns. In a directory it ignores tags that it
/// cannot read, and guesses strip sizes.
int onWarning(TIFF* /*tiff*/, void* talk, const char* module, const char* format,
              va_list arguments) {
  auto& to = *static_cast<TiffMessages*>(talk);
  const std::string said = sentenceOf(module, format, arguments);
  const auto has = [&](const char* text) { return said.find(text) != std::string::npos; };
  const bool damage = to.decoding
                          ? !has("Old-style LZW") && !has("extraneous bytes") &&
                                // A run may reach from the last row into the rows below it.
                                !(to.partial && has("PackBitsDecode: Discarding"))
                          : has("Bogus") || has("Wrong") || (has("ignored") && decidesPixels(said));
  if (damage && to.wrong.empty()) to.wrong = said;
  return 1;
}

TiffMemory& memoryOf(thandle_t handle) {
  return *static_cast<TiffMemory*>(handle);
}

tmsize_t readSome(thandle_t handle, void* to, tmsize_t count) {
  TiffMemory& memory = memoryOf(handle);
  const std::uint64_t there = memory.at < memory.size ? memory.size - memory.at : 0;
  const std::uint64_t got =
      std::min(there, static_cast<std::uint64_t>(std::max<tmsize_t>(count, 0)));
  if (got > 0) std::memcpy(to, memory.bytes + memory.at, got);
  memory.at += got;
  return static_cast<tmsize_t>(got);
}

tmsize_t writeSome(thandle_t handle, void* from, tmsize_t count) {
  TiffMemory& memory = memoryOf(handle);
  if (memory.written == nullptr || count < 0) return -1;
  std::vector<std::uint8_t>& file = *memory.written;
  const auto bytes = static_cast<std::uint64_t>(count);
  try {
    if (memory.at + bytes > file.size()) file.resize(memory.at + bytes);
  } catch (const std::exception&) {
    return -1;  // no exception may pass through libtiff
  }
  std::memcpy(file.data() + memory.at, from, bytes);
  memory.at += bytes;
  memory.size = file.size();
  memory.bytes = file.data();
  return count;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
  TiffMemory& memory = memoryOf(handle);
  memory.at = whence == SEEK_CUR   ? memory.at + offset
              : whence == SEEK_END ? memory.size + offset
                                   : offset;
  return memory.at;
}

int closeNothing(thandle_t /*handle*/) {
  return 0;
}

toff_t sizeOf(thandle_t handle) {
  return memoryOf(handle).size;
}

int mapAll(thandle_t handle, void** base, toff_t* size) {
  const TiffMemory& memory = memoryOf(handle);
  *base = const_cast<std::uint8_t*>(memory.bytes);  // not written: the file is open read-only
  *size = memory.size;
  return 1;
}

void unmapNothing(thandle_t /*handle*/, void* /*base*/, toff_t /*size*/) {}

}  // namespace

OpenTiff openTiff(TiffMemory& memory, TiffMessages& talk, const char* mode,
                  std::uint64_t mostBytes) {
  const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                             TIFFOpenOptionsFree);
  if (!options) throw std::bad_alloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), onError, &talk);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), onWarning, &talk);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(mostBytes));
  return OpenTiff(TIFFClientOpenExt("libtiff", mode, &memory, readSome, writeSome, seek,
                                    closeNothing, sizeOf, mapAll, unmapNothing, options.get()));
}

}  // namespace espy::io
