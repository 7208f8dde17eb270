// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "base/utf8.h"
#include "files/module.h"
#include "signal/files/formats.h"
#include "signal/files/sounds_abi.h"

namespace espy::recordings {
namespace {

constexpr std::size_t kSaid = 1000;
constexpr files::ModuleName kSounds{"espy_sounds", "espySounds", "libsndfile"};

const EspySounds& soundModule(const std::string& name) {
  return files::loadedModule<EspySounds>(kSounds, kEspySoundsVersion, name,
                                         phrase("it is compressed sound or in a rare format"));
}

struct Signature {
  std::string_view begin;
  const char* name;
  bool read;  ///< supported by the module
};
constexpr Signature kSignatures[] = {
    {"fLaC", "FLAC", true},
    {"OggS", "Ogg", true},
    {"FORM", "AIFF", true},
    {".snd", "AU", true},
    {"dns.", "AU", true},  // little-endian
    {"caff", "CAF", true},
    {"RIFX", "WAV", true},
    {"riff\x2e\x91\xcf\x11", "W64", true},
    {"ID3", "MP3", true},
    {"\xff\xfb", "MP3", true},
    {"\xff\xf3", "MP3", true},
    {"\xff\xf2", "MP3", true},
    {"\xff\xf1", "AAC", false},
    {"\xff\xf9", "AAC", false},
    {"ADIF", "AAC", false},
    {"wvpk", "WavPack", false},
    {"MAC ", "Monkey's Audio", false},
    {"TTA1", "True Audio", false},
    {"MPCK", "Musepack", false},
    {"#!AMR", "AMR", false},
    {"DSD ", "DSD", false},
    {"FRM8", "DSD", false},
    {"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "Windows Media", false},
    {"\x1a\x45\xdf\xa3", "Matroska", false},
};

/// A complete WAV is recognised by more than its first bytes; this matches only truncated ones.
constexpr Signature kWav{"RIFF", "WAV", true};
constexpr Signature kMp4{"ftyp", "MP4", false};

/// Null for unknown bytes.
const Signature* signatureOf(std::string_view text) {
  const auto* const known =
      std::find_if(std::begin(kSignatures), std::end(kSignatures),
                   [&](const Signature& signature) { return text.starts_with(signature.begin); });
  if (known != std::end(kSignatures)) return known;
  if (text.substr(0, 8).ends_with(kMp4.begin)) return &kMp4;
  const bool riff =
      text.starts_with("RIFF") || text.starts_with("RF64") || text.starts_with("BW64");
  return riff && text.size() < 12 ? &kWav : nullptr;
}

/// RAII: a sound being decoded.
class Sound {
 public:
  explicit Sound(const Source& source) : source_(source), module_(soundModule(source.name)) {
    sound_ = module_.open(source.bytes.data(), source.bytes.size(), &facts_, said_, kSaid);
    if (sound_ == nullptr) {
      refuseFile(source, phrase("is sound that cannot be decoded: {}", std::string(said_)));
    }
  }
  ~Sound() { module_.close(sound_); }
  Sound(const Sound&) = delete;
  Sound& operator=(const Sound&) = delete;

  const EspySoundFacts& facts() const { return facts_; }

  template <class Number>
  std::int64_t read(Number* out, std::int64_t frames) {
    std::int64_t got = 0;
    if constexpr (sizeof(Number) == sizeof(float)) {
      got = module_.readFloats(sound_, out, frames, said_, kSaid);
    } else {
      got = module_.readDoubles(sound_, out, frames, said_, kSaid);
    }
    if (got >= 0) return got;
    refuseFile(source_, phrase("is sound that cannot be decoded: {}", std::string(said_)));
  }

 private:
  const Source& source_;
  const EspySounds& module_;
  EspySoundFacts facts_{};
  void* sound_ = nullptr;
  char said_[kSaid] = "";
};

/// Decodes channels into memory that grows with the data, independent of the stated length.
template <class Number>
ReadRecording decode(const Source& source, Sound& sound, const RecordingOptions& options) {
  const EspySoundFacts& facts = sound.facts();
  // A small file may state a huge number of channels.
  constexpr std::int64_t kSamplesAtOnce = 1 << 17;
  const std::int64_t frames = std::max<std::int64_t>(1, kSamplesAtOnce / facts.channels);
  const std::vector<std::string> names(static_cast<std::size_t>(facts.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), facts.frames, options, source.name);
  const auto columns = std::make_shared<std::vector<std::vector<Number>>>(chosen.size());
  std::vector<Number> block(static_cast<std::size_t>(frames * facts.channels));
  std::int64_t done = 0;
  while (const std::int64_t got = sound.read(block.data(), frames)) {
    checkStop(options);
    done += got;
    checkSamples(std::ssize(chosen), done, options, source.name);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Number* from = block.data() + chosen[i];
      for (std::int64_t frame = 0; frame < got; ++frame, from += facts.channels) {
        (*columns)[i].push_back(*from);
      }
    }
  }
  if (done == 0) refuseFile(source, phrase("is sound without samples"));
  ReadRecording result;
  result.isSound = true;
  for (const std::vector<Number>& column : *columns) {
    const double rate = facts.rate > 0 ? facts.rate : options.rate;
    result.channels.push_back({"", "", rate, std::span<const Number>(column)});
  }
  result.memory = columns;
  if (done < facts.frames) {
    result.note = phrase("ends after {} of {} samples", done, facts.frames);
  }
  return result;
}

}  // namespace

bool isSound(const Source& source, bool raw) {
  const Signature* known = signatureOf(source.text());
  // Two bytes are too weak against raw samples.
  return known != nullptr && known->read && known != &kWav && !(raw && known->begin.size() == 2);
}

void refuseSound(const Source& source) {
  const std::string_view text = source.text();
  const Signature* known = signatureOf(text);
  if (known == nullptr) return;
  // Column names may begin like this.
  const bool lines = text.find_first_of("\r\n") != std::string_view::npos;
  if (looksLikeText(source) && lines && isUtf8(text)) return;
  if (known->read) {
    refuseFile(source, phrase("begins like {} and is cut short or damaged", known->name));
  }
  files::refuse(ErrorCode::unsupported, source.name,
                phrase("is {}, which is not supported; convert it to WAV or FLAC", known->name));
}

ReadRecording readSound(const Source& source, const RecordingOptions& options) {
  Sound sound(source);
  return sound.facts().doubles != 0 ? decode<double>(source, sound, options)
                                    : decode<float>(source, sound, options);
}

}  // namespace espy::recordings
