// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "project/project_file.h"

#include <QFile>
#include <QFileInfo>
#include <QtEndian>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/index_needles.h"
#include "model/inputs.h"
#include "model/paths.h"
#include "model/translated.h"
#include "project/project_json.h"

namespace espy::desktop {

namespace {

/// Size of a tar block in bytes; headers and contents are padded to it.
constexpr std::size_t kBlock = 512;
using Block = std::array<char, kBlock>;

// Offsets and lengths of header fields in bytes (POSIX.1-1988, ustar).
constexpr std::size_t kName = 0;
constexpr std::size_t kNameLength = 100;
constexpr std::size_t kMode = 100;
constexpr std::size_t kSize = 124;
constexpr std::size_t kSizeLength = 12;
constexpr std::size_t kSum = 148;
constexpr std::size_t kSumLength = 8;
constexpr std::size_t kKind = 156;
constexpr std::size_t kMagic = 257;

/// Header checksum: the sum of all bytes, with the checksum field as spaces.
unsigned sumOf(const Block& header) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= kSum && i < kSum + kSumLength;
    sum += own ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return sum;
}

std::uint64_t paddedSize(std::uint64_t size) {
  return (size + kBlock - 1) / kBlock * kBlock;
}

/// Parses an octal number; false on any other digit.
bool readOctal(std::string_view field, std::uint64_t& number) {
  number = 0;
  const std::size_t first = std::min(field.find_first_not_of(' '), field.size());
  bool any = false;
  for (const char digit : field.substr(first)) {
    if (digit == '\0' || digit == ' ') break;
    if (digit < '0' || digit > '7') return false;
    number = number * 8 + static_cast<std::uint64_t>(digit - '0');
    any = true;
  }
  return any;
}

[[noreturn]] void refuse(const std::string& name, const Message& fact) {
  throw Error(ErrorCode::badPicture, phrase("{}: {}", name, fact));
}

}  // namespace

void BundleWriter::add(const std::string& name, std::span<const std::string_view> parts) {
  std::uint64_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  Block header{};
  std::memcpy(header.data() + kName, name.data(), std::min(name.size(), kNameLength - 1));
  std::snprintf(header.data() + kMode, 8, "%07o", 0644U);
  std::snprintf(header.data() + kSize, kSizeLength, "%011llo",
                static_cast<unsigned long long>(size));
  header[kKind] = '0';
  std::memcpy(header.data() + kMagic,
              "ustar\0"
              "00",
              8);
  std::snprintf(header.data() + kSum, kSumLength, "%06o", sumOf(header));
  header[kSum + 7] = ' ';
  write_({header.data(), header.size()});
  for (const std::string_view part : parts) write_(part);
  const Block zeros{};
  write_({zeros.data(), static_cast<std::size_t>(paddedSize(size) - size)});
}

void BundleWriter::finish() {
  const Block zeros{};
  for (int i = 0; i < 2; ++i) write_({zeros.data(), zeros.size()});
}

std::map<std::string, std::span<const std::uint8_t>> readBundle(std::span<const std::uint8_t> bytes,
                                                                const std::string& name) {
  std::map<std::string, std::span<const std::uint8_t>> files;
  std::size_t at = 0;
  while (at + kBlock <= bytes.size()) {
    Block header;
    std::memcpy(header.data(), bytes.data() + at, kBlock);
    if (header[0] == '\0') return files;
    std::uint64_t sum = 0;
    std::uint64_t size = 0;
    const std::string_view text(header.data(), kBlock);
    if (!readOctal(text.substr(kSum, kSumLength), sum) || sum != sumOf(header) ||
        !readOctal(text.substr(kSize, kSizeLength), size)) {
      refuse(name, files.empty() ? phrase("is not an Espy project") : phrase("is damaged"));
    }
    at += kBlock;
    if (size > bytes.size() - at) refuse(name, phrase("is cut short"));
    const std::size_t length = std::min(text.find('\0'), kNameLength);
    files.emplace(text.substr(kName, length), bytes.subspan(at, size));
    at += std::min<std::size_t>(paddedSize(size), bytes.size() - at);
  }
  refuse(name, files.empty() ? phrase("is not an Espy project") : phrase("is cut short"));
}

namespace {

std::string_view textOf(const QByteArray& bytes) {
  return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// Encodes a picture as PAM, which supports 1 to 4 channels of 8 or 16 bits.
class Pam {
 public:
  explicit Pam(const ImageView& view) {
    const PixelFormat format = view.format();
    const bool wide = format.depth == Depth::u16;
    const char* const kinds[] = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    header_ = "P7\nWIDTH " + std::to_string(view.width()) + "\nHEIGHT " +
              std::to_string(view.height()) + "\nDEPTH " + std::to_string(format.channels) +
              "\nMAXVAL " + (wide ? "65535" : "255") + "\nTUPLTYPE " + kinds[format.channels - 1] +
              "\nENDHDR\n";
    const auto samples =
        static_cast<std::size_t>(view.width()) * static_cast<std::size_t>(format.channels);
    parts_.push_back(header_);
    if (wide) swapped_.reserve(static_cast<std::size_t>(view.height()));
    for (std::int64_t y = 0; y < view.height(); ++y) {
      const auto* row = reinterpret_cast<const char*>(view.row(y));
      if (!wide) {
        parts_.emplace_back(row, samples);
        continue;
      }
      std::string& bytes = swapped_.emplace_back(samples * 2, '\0');
      qToBigEndian<quint16>(row, static_cast<qsizetype>(samples), bytes.data());
      parts_.emplace_back(bytes);
    }
  }
  Pam(const Pam&) = delete;
  Pam& operator=(const Pam&) = delete;

  std::span<const std::string_view> parts() const { return parts_; }

 private:
  std::string header_;
  std::vector<std::string> swapped_;
  std::vector<std::string_view> parts_;
};

/// A picture without pixels, with the name and path of `other`.
std::shared_ptr<Picture> named(const Picture& other) {
  auto picture = std::make_shared<Picture>();
  picture->name = other.name;
  picture->path = other.path;
  return picture;
}

/// Whether the scene contains the rectangle that the needle was cut from. Does not compare pixels.
bool isCutOf(const NeedleItem& needle, const PicturePtr& scene) {
  if (!needle.origin || !scene) return false;
  const QRect& cut = *needle.origin;
  return frameOf(scene->image).contains(cut) && frameOf(needle.picture->image).size() == cut.size();
}

using Files = std::map<std::string, std::span<const std::uint8_t>>;

Image pictureIn(const Files& files, const QString& part, const QString& path) {
  const auto found = files.find(part.toStdString());
  const std::string name = (path + QStringLiteral(", ") + part).toStdString();
  if (found == files.end()) throw Error(ErrorCode::badPicture, phrase("{}: is missing", name));
  return readPicture(found->second, name).image;
}

/// Reads the judge of a needle. On failure returns null and sets `trouble`: the needle is usable
/// without it.
NeedleJudgePtr judgeIn(const Files& files, const NeedleItem& needle, std::size_t index,
                       const QString& path, QString& trouble) {
  const std::string part = judgeName(index).toStdString();
  const std::string name = path.toStdString() + ", " + part;
  try {
    const auto found = files.find(part);
    if (found == files.end()) throw Error(ErrorCode::badPicture, phrase("{}: is missing", name));
    auto judge = std::make_shared<NeedleJudge>(*needle.judge);
    const std::vector<NeedleItem> items{needle};
    judge->judge = judgeOf(found->second, name, needlesOf(items).front());
    return judge;
  } catch (const Error& error) {
    trouble = translated(error);
    return nullptr;
  }
}

/// Opens the index of a needle where it was. On failure the needle is off, and `trouble` is set.
void openIndex(NeedleItem& needle, QString& trouble) {
  try {
    needle.picture = pictureOfIndex(needle.picture->path);
  } catch (const Error& error) {
    needle.on = false;
    trouble = translated(error);
  }
}

/// Reads the pixels of the labels in other pictures.
void readParts(const Files& files, const QString& path, Project& project) {
  std::unordered_map<const Picture*, PicturePtr> read;
  std::size_t index = 0;
  for (const PicturePtr& part : partsOf(project.labelledElsewhere)) {
    auto picture = named(*part);
    picture->image = pictureIn(files, partName(index++), path);
    read[part.get()] = std::move(picture);
  }
  for (LabelledElsewhere& said : project.labelledElsewhere)
    said.pixels = read.at(said.pixels.get());
}

}  // namespace

void saveProject(const QString& path, const Project& project) {
  refuseInputs(pathOf(path), project.scene, project.needles);
  const QByteArray json = toJson(project);
  writeFileInParts(QFile::encodeName(path).toStdString(),
                   [&](const std::function<void(std::string_view)>& write) {
                     BundleWriter bundle(write);
                     const std::string_view text = textOf(json);
                     bundle.add("project.json", {&text, 1});
                     const auto add = [&](const QString& name, const ImageView& view) {
                       bundle.add(name.toStdString(), Pam(view).parts());
                     };
                     if (project.scene && project.scenePixels) {
                       add(sceneName(), project.scene->image);
                     }
                     for (std::size_t i = 0; i < project.needles.size(); ++i) {
                       const NeedleItem& needle = project.needles[i];
                       add(needleName(i), needle.picture->image);
                       if (needle.mask) add(maskName(i), *needle.mask);
                       if (!needle.judge) continue;
                       const std::string judge = bytesOf(needle.judge->judge);
                       const std::string_view bytes = judge;
                       bundle.add(judgeName(i).toStdString(), {&bytes, 1});
                     }
                     std::size_t part = 0;
                     for (const PicturePtr& pixels : partsOf(project.labelledElsewhere)) {
                       add(partName(part++), pixels->image);
                     }
                     bundle.finish();
                   });
}

Project loadProject(const QString& path, const std::stop_token& stop) {
  // Reading a pipe or a device may never end.
  if (QFileInfo::exists(path) && !QFileInfo(path).isFile()) {
    throw Error(ErrorCode::badUse, phrase("{}: is not a regular file", path.toStdString()));
  }
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    throw Error(ErrorCode::system,
                (path + QStringLiteral(": ") + file.errorString()).toStdString());
  }
  const QByteArray bytes = file.readAll();
  const Files files = readBundle({reinterpret_cast<const std::uint8_t*>(bytes.constData()),
                                  static_cast<std::size_t>(bytes.size())},
                                 path.toStdString());
  const auto json = files.find("project.json");
  if (json == files.end()) {
    throw Error(ErrorCode::badPicture,
                phrase("{}: {}", path.toStdString(), phrase("is not an Espy project")));
  }
  std::vector<bool> masks;
  Project project = fromJson(QByteArray(reinterpret_cast<const char*>(json->second.data()),
                                        static_cast<qsizetype>(json->second.size())),
                             path, masks);
  if (project.scene) {
    const auto scene = named(*project.scene);
    project.scene = scene;
    if (project.scenePixels) {
      scene->image = pictureIn(files, sceneName(), path);
    } else {
      try {
        ReadOptions options;
        options.stop = stop;
        scene->image = readPicture(QFile::encodeName(scene->path).toStdString(), options).image;
      } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) throw;
        // The needles are usable without the scene.
        project.sceneTrouble = translated(error);
        project.scene = nullptr;
      }
    }
  }
  for (std::size_t i = 0; i < project.needles.size(); ++i) {
    NeedleItem& needle = project.needles[i];
    auto picture = named(*needle.picture);
    picture->image = pictureIn(files, needleName(i), path);
    if (masks[i]) {
      needle.mask = std::make_shared<const Image>(pictureIn(files, maskName(i), path));
      if (needle.mask->size() != picture->image.size()) {
        throw Error(
            ErrorCode::badPicture,
            phrase("{}: the size of a mask differs from that of its needle", path.toStdString()));
      }
      if (needle.mask->format() != PixelFormat{1, Depth::u8}) {
        throw Error(ErrorCode::badPicture,
                    phrase("{}: a mask is not 8-bit grey", path.toStdString()));
      }
    }
    needle.picture = picture;
    if (project.indexes.contains(i)) openIndex(needle, project.judgeTrouble);
    if (needle.judge) needle.judge = judgeIn(files, needle, i, path, project.judgeTrouble);
    // The scene's file may have been replaced by another picture.
    if (!isCutOf(needle, project.scene)) needle.origin.reset();
    needle.source = needle.origin ? project.scene : nullptr;
  }
  readParts(files, path, project);
  return project;
}

}  // namespace espy::desktop
