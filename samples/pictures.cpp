// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pictures.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace samples {
namespace {

bool isPam(const std::string& path) {
  return path.ends_with(".pam");
}

/// Whether the needle matches exactly at (x, y).
bool liesAt(const Picture& picture, const Picture& needle, int x, int y) {
  const auto rowBytes =
      static_cast<std::size_t>(needle.width) * static_cast<std::size_t>(needle.channels);
  for (int row = 0; row < needle.height; ++row) {
    if (std::memcmp(picture.pixel(x, y + row), needle.pixel(0, row), rowBytes) != 0) return false;
  }
  return true;
}

void writeOpaqueRgba(std::ofstream& file, const Picture& picture) {
  std::vector<char> row(static_cast<std::size_t>(picture.width) * 4);
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.pixel(0, y);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = static_cast<char>(i % 4 == 3 ? 255 : from[i / 4 * 3 + i % 4]);
    }
    file.write(row.data(), static_cast<std::streamsize>(row.size()));
  }
}

}  // namespace

Picture pictureOf(const Canvas& canvas) {
  Picture picture(canvas.width(), canvas.height(), 3);
  for (int y = 0; y < canvas.height(); ++y) {
    std::uint8_t* to = picture.pixel(0, y);
    for (int x = 0; x < canvas.width(); ++x, to += 3) {
      const Rgb colour = canvas.at(x, y);
      to[0] = colour.r;
      to[1] = colour.g;
      to[2] = colour.b;
    }
  }
  return picture;
}

void paste(Picture& picture, const Picture& part, int x, int y) {
  const auto rowBytes =
      static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.channels);
  for (int row = 0; row < part.height; ++row) {
    std::memcpy(picture.pixel(x, y + row), part.pixel(0, row), rowBytes);
  }
}

int countMatches(const Picture& picture, const Picture& needle) {
  int places = 0;
  for (int y = 0; y + needle.height <= picture.height; ++y) {
    for (int x = 0; x + needle.width <= picture.width; ++x) {
      if (liesAt(picture, needle, x, y)) ++places;
    }
  }
  return places;
}

void requireMatches(const Picture& picture, const Picture& needle, int expected) {
  const int places = countMatches(picture, needle);
  if (places == expected) return;
  throw std::runtime_error("the needle lies in " + std::to_string(places) + " places and not in " +
                           std::to_string(expected) + "; nothing was written");
}

void requireEnding(const std::string& path) {
  if (isPam(path) || path.ends_with(".ppm")) return;
  throw std::runtime_error(path + ": a crowd is written as .ppm or .pam");
}

void writePicture(const std::string& path, const Picture& picture) {
  const std::string size = std::to_string(picture.width) + (isPam(path) ? "\nHEIGHT " : " ") +
                           std::to_string(picture.height);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) throw std::runtime_error(path + ": cannot be written");
  if (isPam(path)) {
    file << "P7\nWIDTH " << size << "\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
    writeOpaqueRgba(file, picture);
  } else {
    file << (picture.channels == 1 ? "P5\n" : "P6\n") << size << "\n255\n";
    file.write(reinterpret_cast<const char*>(picture.samples.data()),
               static_cast<std::streamsize>(picture.samples.size()));
  }
  file.close();
  if (file) return;
  std::remove(path.c_str());  // no truncated pictures
  throw std::runtime_error(path + ": could not be written to its end");
}

}  // namespace samples
