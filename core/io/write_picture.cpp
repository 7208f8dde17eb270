// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>

#include "espy/pictures.h"
#include "files/message.h"
#include "files/output_file.h"
#include "io/convert_row.h"
#include "io/foreign.h"
#include "io/own_formats.h"
#include "io/pnm_write.h"
#include "io/tiff.h"

namespace espy::io {
namespace {

/// Capabilities of a foreign format.
struct ForeignFormat {
  Kind kind;
  const char* ending;  ///< extension, as the module expects it
  std::string_view name;
  bool grey;
  bool alpha;
  bool words;               ///< 16-bit samples
  std::int64_t mostPixels;  ///< per side
};

constexpr std::int64_t kAnySide = std::int64_t{1} << 31;
constexpr ForeignFormat kPng{Kind::png, ".png", "PNG", true, true, true, kAnySide};
constexpr ForeignFormat kJpeg{Kind::jpeg, ".jpg", "JPEG", true, false, false, 65500};
constexpr ForeignFormat kTiff{Kind::tiff, ".tif", "TIFF", true, true, true, kAnySide};
constexpr ForeignFormat kBmp{Kind::bmp, ".bmp", "BMP", true, false, false, kAnySide};
constexpr ForeignFormat kWebp{Kind::webp, ".webp", "WebP", false, true, false, 16383};

struct Ending {
  std::string_view text;
  const ForeignFormat* foreign;  ///< null for Espy's own formats
};

constexpr std::array<Ending, 12> kEndings{{{".pbm", nullptr},
                                           {".pgm", nullptr},
                                           {".ppm", nullptr},
                                           {".pam", nullptr},
                                           {".pnm", nullptr},
                                           {".png", &kPng},
                                           {".jpg", &kJpeg},
                                           {".jpeg", &kJpeg},
                                           {".tif", &kTiff},
                                           {".tiff", &kTiff},
                                           {".bmp", &kBmp},
                                           {".webp", &kWebp}}};

const Ending& endingOrRefuse(const std::string& path) {
  const std::string ending = files::endingOf(path);
  const auto* found = std::find_if(kEndings.begin(), kEndings.end(),
                                   [&](const Ending& e) { return e.text == ending; });
  if (found != kEndings.end()) return *found;
  std::string known;
  for (const Ending& e : kEndings) known += fmt::format("{}{}", known.empty() ? "" : " ", e.text);
  files::refuse(ErrorCode::unsupported, path,
                phrase("{}; the endings are {}",
                       ending.empty() ? phrase("has no ending that names a picture format")
                                      : phrase("no picture format has the ending {}", ending),
                       known));
}

PnmFormat pnmFormatOf(const std::string& path, const ImageView& image) {
  if (path == "-") return pnmFormatFor(image.format(), true);
  const std::string ending = files::endingOf(path);
  if (ending == ".pbm") return PnmFormat::pbm;
  if (ending == ".pgm") return PnmFormat::pgm;
  if (ending == ".ppm") return PnmFormat::ppm;
  return ending == ".pam" ? PnmFormat::pam : pnmFormatFor(image.format(), false);
}

/// The nearest format that the file format and the module support; OpenCV has no grey with alpha.
PixelFormat moduleFormat(const ForeignFormat& format, PixelFormat has) {
  if (format.kind == Kind::tiff) return has;
  const bool alpha = has.hasAlpha() && format.alpha;
  const bool colour = has.colourChannels() == 3 || alpha || !format.grey;
  return {(colour ? 3 : 1) + (alpha ? 1 : 0), format.words ? has.depth : Depth::u8};
}

Message toBe(const ForeignFormat& format) {
  return fmt::format("is to be a {}", format.name);
}

void loadModule(const ForeignFormat& format, const std::string& name) {
  if (format.kind == Kind::tiff) {
    tiffModule(name, toBe(format));
  } else {
    formatsModule(name, toBe(format));
  }
}

void writeByModule(const std::string& path, const ForeignFormat& format, const EspyPixels& pixels,
                   const std::function<void()>& beforeItAppears, Existing existing) {
  const std::string name = files::shownOutput(path);
  EspyBytes file{};
  std::array<char, 512> said{};
  int failed = 0;
  void (*release)(void*) = nullptr;
  if (format.kind == Kind::tiff) {
    const EspyTiffs& module = tiffModule(name, toBe(format));
    failed = module.encode(&pixels, &file, said.data(), said.size());
    release = module.releaseBytes;
  } else {
    const EspyFormats& module = formatsModule(name, toBe(format));
    failed = module.encode(format.ending, &pixels, &file, said.data(), said.size());
    release = module.releaseBytes;
  }
  if (failed != 0) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("cannot be encoded as {}: {}", format.name, said.data()));
  }
  const std::shared_ptr<const void> owner(file.keep, release);
  files::OutputFile output(path, existing);
  output.write({file.data, file.size});
  output.commit(beforeItAppears);
}

void writeForeign(const std::string& path, const ForeignFormat& format, const ImageView& image,
                  const std::function<void()>& beforeItAppears, Existing existing) {
  const std::string name = files::shownOutput(path);
  if (image.width() > format.mostPixels || image.height() > format.mostPixels) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("a {} has at most {} pixels a side, but the picture has {} x {}",
                         format.name, format.mostPixels, image.width(), image.height()));
  }
  const bool own = isOwn(format.kind);
  if (!own) loadModule(format, name);
  const PixelFormat takes =
      own ? ownFormat(format.kind, image.format()) : moduleFormat(format, image.format());
  Image copy;
  ImageView picture = image;
  if (takes != image.format() || (!own && image.stride() < 0)) {
    copy = convertedCopy(image, takes);
    picture = copy;
  }
  if (own) {
    files::OutputFile output(path, existing);
    writeOwn(format.kind, picture, name,
             [&](std::span<const std::uint8_t> bytes) { output.write(bytes); });
    output.commit(beforeItAppears);
    return;
  }

  const EspyPixels pixels{picture.row(0),   picture.width(), picture.height(),
                          picture.stride(), takes.channels,  takes.bytesPerSample(),
                          nullptr};
  writeByModule(path, format, pixels, beforeItAppears, existing);
}

}  // namespace
}  // namespace espy::io

namespace espy {

void writePicture(const std::string& path, const ImageView& image,
                  const std::function<void()>& beforeItAppears, Existing existing) {
  const std::string name = files::shownOutput(path);
  const io::ForeignFormat* foreign = path == "-" ? nullptr : io::endingOrRefuse(path).foreign;
  if (image.empty())
    files::refuse(ErrorCode::badUse, name, phrase("a picture without pixels cannot be written"));
  if (foreign != nullptr) return io::writeForeign(path, *foreign, image, beforeItAppears, existing);

  const io::PnmFormat format = io::pnmFormatOf(path, image);
  if (format == io::PnmFormat::pbm) io::checkBlackAndWhite(image, name);
  files::OutputFile output(path, existing);
  io::writePnm(image, format, [&](std::span<const std::uint8_t> bytes) { output.write(bytes); });
  output.commit(beforeItAppears);
}

void writeFloatPicture(const std::string& path, Size size, std::span<const float> values,
                       int channels, Existing existing) {
  constexpr std::int64_t kMostSide = std::numeric_limits<std::uint32_t>::max();
  const std::string ending = files::endingOf(path);
  if (ending != ".tif" && ending != ".tiff") {
    files::refuse(
        ErrorCode::unsupported, path,
        phrase("floating-point samples are written as TIFF, so the name must end in .tif or "
               ".tiff"));
  }
  if (size.width <= 0 || size.height <= 0) {
    files::refuse(ErrorCode::badUse, path, phrase("a picture without pixels cannot be written"));
  }
  if (size.width > kMostSide || size.height > kMostSide) {
    files::refuse(ErrorCode::unsupported, path,
                  phrase("a TIFF has at most {} pixels a side, but the picture has {} x {}",
                         kMostSide, size.width, size.height));
  }
  constexpr std::int64_t kSampleBytes = sizeof(float);
  if ((channels != 1 && channels != 3) ||
      countPixels(size.width, size.height, channels * static_cast<int>(kSampleBytes)) * channels !=
          static_cast<std::int64_t>(values.size())) {
    files::refuse(ErrorCode::badUse, path,
                  phrase("{} values do not make a picture of {} x {} pixels", values.size(),
                         size.width, size.height));
  }
  const EspyPixels pixels{reinterpret_cast<const std::uint8_t*>(values.data()),
                          size.width,
                          size.height,
                          size.width * channels * kSampleBytes,
                          channels,
                          kSampleBytes,
                          nullptr};
  io::writeByModule(path, io::kTiff, pixels, {}, existing);
}

void checkWritable(const std::string& path) {
  if (path == "-") return;
  const io::ForeignFormat* foreign = io::endingOrRefuse(path).foreign;
  if (foreign == nullptr || io::isOwn(foreign->kind)) return;
  const bool there = foreign->kind == io::Kind::tiff ? !io::tiffModulePath().empty()
                                                     : !io::formatsModulePath().empty();
  if (!there) io::loadModule(*foreign, path);  // throws the reason
}

void checkKeepsAlpha(const std::string& path) {
  if (path == "-") return;
  const io::Ending& ending = io::endingOrRefuse(path);
  if (ending.foreign == &io::kPng || ending.foreign == &io::kTiff || ending.text == ".pam") return;
  files::refuse(
      ErrorCode::unsupported, path,
      phrase("a {} file does not keep every alpha sample; write .png, .pam or .tif", ending.text));
}

}  // namespace espy
