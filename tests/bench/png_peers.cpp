// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/png_peers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <stdexcept>

#ifdef ESPY_WITH_SPNG
#include <spng.h>
#endif
#ifdef ESPY_WITH_LIBPNG
#include <png.h>
#endif

namespace espy::bench {
namespace {

using Bytes = std::span<const std::uint8_t>;

#ifdef ESPY_WITH_SPNG
void decodeBySpng(Bytes file, std::vector<std::uint8_t>& pixels) {
  const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> png(spng_ctx_new(0), spng_ctx_free);
  std::size_t size = 0;
  int failed = spng_set_png_buffer(png.get(), file.data(), file.size());
  if (failed == 0) failed = spng_decoded_image_size(png.get(), SPNG_FMT_PNG, &size);
  pixels.resize(size);
  if (failed == 0) failed = spng_decode_image(png.get(), pixels.data(), size, SPNG_FMT_PNG, 0);
  if (failed != 0) throw std::runtime_error(spng_strerror(failed));
}
#endif

#ifdef ESPY_WITH_LIBPNG
[[noreturn]] void onError(png_structp /*png*/, png_const_charp why) {
  throw std::runtime_error(why);
}

void readSome(png_structp png, png_bytep to, std::size_t count) {
  auto& rest = *static_cast<Bytes*>(png_get_io_ptr(png));
  if (count > rest.size()) onError(png, "cut short");
  std::memcpy(to, rest.data(), count);
  rest = rest.subspan(count);
}

void decodeByLibpng(Bytes file, std::vector<std::uint8_t>& pixels) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_read_fn(png, &file, readSome);
  png_read_info(png, info);
  if (png_get_bit_depth(png, info) == 16 && std::endian::native == std::endian::little) {
    png_set_swap(png);
  }
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const std::size_t step = png_get_rowbytes(png, info);
  std::vector<png_bytep> rows(png_get_image_height(png, info));
  pixels.resize(step * rows.size());
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = pixels.data() + y * step;
  png_read_image(png, rows.data());
  png_read_end(png, nullptr);
  png_destroy_read_struct(&png, &info, nullptr);
}
#endif

}  // namespace

std::vector<PngPeer> pngPeers() {
  std::vector<PngPeer> peers;
#ifdef ESPY_WITH_SPNG
  peers.push_back({std::string("libspng ") + spng_version_string(), decodeBySpng});
#endif
#ifdef ESPY_WITH_LIBPNG
  peers.push_back({"libpng " PNG_LIBPNG_VER_STRING, decodeByLibpng});
#endif
  return peers;
}

}  // namespace espy::bench
