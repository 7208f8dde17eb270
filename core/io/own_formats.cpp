// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/own_formats.h"

#include "files/message.h"

namespace espy::io {
namespace {

#ifdef ESPY_WITH_DEFLATE
constexpr bool kPng = true;
#else
constexpr bool kPng = false;
#endif
#ifdef ESPY_WITH_JPEG
constexpr bool kJpeg = true;
#else
constexpr bool kJpeg = false;
#endif

}  // namespace

bool isOwn(Kind kind) {
  return kind == Kind::bmp || (kPng && kind == Kind::png) || (kJpeg && kind == Kind::jpeg);
}

Image readOwn(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name,
              Message& note) {
#ifdef ESPY_WITH_DEFLATE
  if (kind == Kind::png) return readPng(bytes, name, note);
#endif
#ifdef ESPY_WITH_JPEG
  if (kind == Kind::jpeg) return readJpeg(bytes, name, note);
#endif
  (void)note;
  if (kind == Kind::bmp) return readBmp(bytes, name);
  files::refuse(ErrorCode::unsupported, name, phrase("is in a format that this build cannot read"));
}

PixelFormat ownFormat(Kind kind, PixelFormat has) {
  if (kind == Kind::png) return has;
  return {has.colourChannels(), Depth::u8};
}

void writeOwn(Kind kind, const ImageView& image, const std::string& name, const Sink& sink) {
#ifdef ESPY_WITH_DEFLATE
  if (kind == Kind::png) return writePng(image, name, sink);
#endif
#ifdef ESPY_WITH_JPEG
  if (kind == Kind::jpeg) return writeJpeg(image, name, sink);
#endif
  if (kind == Kind::bmp) return writeBmp(image, name, sink);
  files::refuse(ErrorCode::unsupported, name,
                phrase("is in a format that this build cannot write"));
}

}  // namespace espy::io
