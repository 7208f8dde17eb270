// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Small pictures, their files and the expected results, by definition. Independent of the library,
/// which must not test itself.
namespace espy::test {

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
};

/// A picture of 8-bit samples; channels: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
struct Picture {
  int width = 0;
  int height = 0;
  int channels = 1;
  std::vector<std::uint8_t> samples;

  Picture() = default;
  Picture(int w, int h, int c, int value = 0)
      : width(w),
        height(h),
        channels(c),
        samples(static_cast<std::size_t>(w) * h * c, static_cast<std::uint8_t>(value)) {}

  std::uint8_t& at(int x, int y, int c = 0) {
    return samples[(static_cast<std::size_t>(y) * width + x) * channels + c];
  }
  std::uint8_t at(int x, int y, int c = 0) const {
    return samples[(static_cast<std::size_t>(y) * width + x) * channels + c];
  }
  bool operator==(const Picture&) const = default;
};

/// Random samples; parts of more than a few pixels are unique.
inline Picture noise(int width, int height, int channels, unsigned seed) {
  Picture picture(width, height, channels);
  std::mt19937 random(seed);
  for (std::uint8_t& sample : picture.samples) sample = static_cast<std::uint8_t>(random() >> 7);
  return picture;
}

inline Picture cut(const Picture& from, int x, int y, int width, int height) {
  Picture part(width, height, from.channels);
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) {
      for (int c = 0; c < from.channels; ++c) part.at(i, j, c) = from.at(x + i, y + j, c);
    }
  }
  return part;
}

inline void paste(Picture& onto, const Picture& part, int x, int y) {
  for (int j = 0; j < part.height; ++j) {
    for (int i = 0; i < part.width; ++i) {
      for (int c = 0; c < part.channels; ++c) onto.at(x + i, y + j, c) = part.at(i, j, c);
    }
  }
}

/// Encodes a picture as raw PGM, PPM or PAM.
inline std::string file(const Picture& picture) {
  std::ostringstream out;
  if (picture.channels == 1 || picture.channels == 3) {
    out << (picture.channels == 1 ? "P5\n" : "P6\n") << picture.width << ' ' << picture.height
        << "\n255\n";
  } else {
    out << "P7\nWIDTH " << picture.width << "\nHEIGHT " << picture.height << "\nDEPTH "
        << picture.channels << "\nMAXVAL 255\nTUPLTYPE "
        << (picture.channels == 2 ? "GRAYSCALE_ALPHA" : "RGB_ALPHA") << "\nENDHDR\n";
  }
  out.write(reinterpret_cast<const char*>(picture.samples.data()),
            static_cast<std::streamsize>(picture.samples.size()));
  return out.str();
}

/// Decodes a raw PGM or PPM without comments, as the command writes it.
inline Picture parse(const std::string& bytes) {
  std::istringstream in(bytes);
  std::string magic;
  int width = 0;
  int height = 0;
  int maxval = 0;
  in >> magic >> width >> height >> maxval;
  if ((magic != "P5" && magic != "P6") || maxval != 255 || !in) {
    throw std::runtime_error("not a raw PGM or PPM: " + bytes.substr(0, 20));
  }
  in.get();
  Picture picture(width, height, magic == "P5" ? 1 : 3);
  in.read(reinterpret_cast<char*>(picture.samples.data()),
          static_cast<std::streamsize>(picture.samples.size()));
  if (in.gcount() != static_cast<std::streamsize>(picture.samples.size()) || in.get() != EOF) {
    throw std::runtime_error("a raster of another size");
  }
  return picture;
}

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// Flag plane of these matches: 1 at their start, 2 elsewhere inside.
inline Picture flagsOf(const Picture& scene, const std::vector<Box>& boxes) {
  Picture flags(scene.width, scene.height, 1);
  for (const Box& box : boxes) {
    for (int y = box.y; y < box.y + box.height; ++y) {
      for (int x = box.x; x < box.x + box.width; ++x) flags.at(x, y) = 2;
    }
  }
  for (const Box& box : boxes) flags.at(box.x, box.y) = 1;
  return flags;
}

inline void paint(Picture& picture, int x, int y, Rgb colour) {
  const int rgb[] = {colour.red, colour.green, colour.blue};
  for (int c = 0; c < picture.channels; ++c) {
    picture.at(x, y, c) = static_cast<std::uint8_t>(rgb[c]);
  }
}

inline Picture withOutline(Picture picture, const Picture& flags, int thickness, Rgb colour) {
  for (int y = 0; y < flags.height; ++y) {
    for (int x = 0; x < flags.width; ++x) {
      bool near = false;
      for (int j = std::max(0, y - thickness); j <= std::min(flags.height - 1, y + thickness);
           ++j) {
        for (int i = std::max(0, x - thickness); i <= std::min(flags.width - 1, x + thickness);
             ++i) {
          near = near || flags.at(i, j) != 0;
        }
      }
      if (near && flags.at(x, y) == 0) paint(picture, x, y, colour);
    }
  }
  return picture;
}

inline Picture whitedOut(Picture picture, const Picture& flags) {
  for (int y = 0; y < flags.height; ++y) {
    for (int x = 0; x < flags.width; ++x) {
      if (flags.at(x, y) == 0) paint(picture, x, y, {255, 255, 255});
    }
  }
  return picture;
}

inline Picture dimmed(Picture picture, const Picture& flags) {
  for (int y = 0; y < flags.height; ++y) {
    for (int x = 0; x < flags.width; ++x) {
      for (int c = 0; c < picture.channels && flags.at(x, y) == 0; ++c) {
        picture.at(x, y, c) = static_cast<std::uint8_t>(picture.at(x, y, c) / 3);
      }
    }
  }
  return picture;
}

inline Picture lightened(Picture picture, const Picture& flags) {
  for (std::uint8_t& sample : picture.samples) sample = static_cast<std::uint8_t>(255 - sample);
  picture = dimmed(picture, flags);
  for (std::uint8_t& sample : picture.samples) sample = static_cast<std::uint8_t>(255 - sample);
  return picture;
}

/// Converts grey to colour.
inline Picture inColour(const Picture& grey) {
  Picture colour(grey.width, grey.height, 3);
  for (int y = 0; y < grey.height; ++y) {
    for (int x = 0; x < grey.width; ++x) {
      for (int c = 0; c < 3; ++c) colour.at(x, y, c) = grey.at(x, y);
    }
  }
  return colour;
}

}  // namespace espy::test
