// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <mutex>

#include "io/formats_module.h"
#include "signal/files/formats.h"
#include "signal/files/sounds_abi.h"

namespace espy::recordings {
namespace {

constexpr std::size_t kSaid = 1000;
constexpr io::ModuleName kSounds{"espy_sounds", "espySounds", "libsndfile"};

const EspySounds& soundModule(const std::string& name) {
  static std::mutex mutex;
  static const EspySounds* loaded = nullptr;
  const std::lock_guard lock(mutex);
  if (loaded == nullptr) {
    const Message fact = phrase("it is compressed or rare sound");
    const auto entry = reinterpret_cast<EspySoundsEntry>(io::moduleEntry(kSounds, name, fact));
    const EspySounds* sounds = entry();
    if (sounds->version != kEspySoundsVersion) io::refuseOtherVersion(kSounds, name, fact);
    loaded = sounds;
  }
  return *loaded;
}

/// A sound that is being decoded.
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

/// Decodes channels to memory that grows with what arrives, whatever the file says of its length.
template <class Number>
ReadRecording decode(const Source& source, Sound& sound, const RecordingOptions& options) {
  constexpr std::int64_t kFrames = 1 << 14;
  const EspySoundFacts& facts = sound.facts();
  const std::vector<std::string> names(static_cast<std::size_t>(facts.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), facts.frames, options, source.name);
  const auto columns = std::make_shared<std::vector<std::vector<Number>>>(chosen.size());
  std::vector<Number> block(static_cast<std::size_t>(kFrames * facts.channels));
  std::int64_t done = 0;
  while (const std::int64_t got = sound.read(block.data(), kFrames)) {
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

bool isSound(const Source& source) {
  constexpr std::string_view kSignatures[] = {
      "fLaC", "OggS",     "FORM",     ".snd",    "caff", "RIFX", "riff\x2e\x91\xcf\x11",
      "ID3",  "\xff\xfb", "\xff\xf3", "\xff\xf2"};
  const std::string_view text = source.text();
  return std::any_of(std::begin(kSignatures), std::end(kSignatures),
                     [&](std::string_view signature) { return text.starts_with(signature); });
}

ReadRecording readSound(const Source& source, const RecordingOptions& options) {
  Sound sound(source);
  return sound.facts().doubles != 0 ? decode<double>(source, sound, options)
                                    : decode<float>(source, sound, options);
}

}  // namespace espy::recordings
