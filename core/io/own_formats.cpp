// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/own_formats.h"

#include "io/message.h"

namespace espy::io {

bool isOwn(Kind kind) {
  switch (kind) {
    case Kind::png:
#ifdef ESPY_WITH_DEFLATE
      return true;
#else
      return false;
#endif
    case Kind::jpeg:
#ifdef ESPY_WITH_JPEG
      return true;
#else
      return false;
#endif
    case Kind::bmp:
      return true;
    default:
      return false;
  }
}

Image readOwn(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name,
              std::string& note) {
#ifdef ESPY_WITH_DEFLATE
  if (kind == Kind::png) return readPng(bytes, name, note);
#endif
#ifdef ESPY_WITH_JPEG
  if (kind == Kind::jpeg) return readJpeg(bytes, name, note);
#endif
  (void)note;
  if (kind == Kind::bmp) return readBmp(bytes, name);
  refuse(ErrorCode::unsupported, name, "is of a kind that this build does not read");
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
  refuse(ErrorCode::unsupported, name, "is of a kind that this build does not write");
}

}  // namespace espy::io
