// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/modules.h"
#include "support/scoped_variable.h"
#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;
using iotest::big32;
using iotest::little16;
using iotest::little32;

std::string formatChunk(int kind, int channels, int rate, int bits) {
  const int frame = channels * bits / 8;
  const auto u = [](int number) { return static_cast<std::uint64_t>(number); };
  return "fmt " + little32(16) + little16(u(kind)) + little16(u(channels)) + little32(u(rate)) +
         little32(u(rate * frame)) + little16(u(frame)) + little16(u(bits));
}

std::string dataChunk(const std::string& samples) {
  return "data" + little32(samples.size()) + samples;
}

std::string riff(const std::string& chunks) {
  return "RIFF" + little32(4 + chunks.size()) + "WAVE" + chunks;
}

std::string wavOf(int kind, int channels, int bits, const std::string& samples) {
  return riff(formatChunk(kind, channels, 8000, bits) + dataChunk(samples));
}

TEST(Wav, SamplesOfEveryKind) {
  expectChannels(readAs("a.wav", wavOf(1, 1, 8, text("\0\x80\xff"))), {{-1, 0, 127.0 / 128}});
  expectChannels(readAs("a.wav", wavOf(1, 2, 16, text("\0\x80\1\0\xff\x7f\0\0"))),
                 {{-1, 32767.0 / 32768}, {1.0 / 32768, 0}});
  expectChannels(readAs("a.wav", wavOf(1, 1, 24, text("\0\0\x80\1\0\0"))),
                 {{-1, std::ldexp(1.0, -23)}});
  expectChannels(readAs("a.wav", wavOf(1, 1, 32, text("\0\0\0\x80\1\0\0\0"))),
                 {{-1, std::ldexp(1.0, -31)}});
  expectChannels(readAs("a.wav", wavOf(3, 1, 32, bytesOfNumber(1.5F))), {{1.5}});
  const ReadRecording doubles = readAs("a.wav", wavOf(3, 1, 64, bytesOfNumber(0.1)));
  expectChannels(doubles, {{0.1}});
  EXPECT_EQ(doubles.channels[0].rate, 8000);
}

TEST(Wav, ExtensibleAndLargeFiles) {
  std::string extensible = formatChunk(0xfffe, 1, 8000, 16);
  extensible.replace(4, 4, little32(40));
  extensible += little16(22) + little16(16) + little32(0) + little16(1) + std::string(14, '\0');
  const std::string samples = text("\1\0\2\0");
  expectChannels(
      readAs("a.wav", riff("JUNK" + little32(3) + "abc" + '\0' + extensible + dataChunk(samples))),
      {{1.0 / 32768, 2.0 / 32768}});
  const std::string sizes = "ds64" + little32(28) + iotest::number(100, 8, false) +
                            iotest::number(4, 8, false) + iotest::number(2, 8, false) + little32(0);
  expectChannels(
      readAs("a.wav", "RF64" + little32(0xffffffff) + "WAVE" + sizes + formatChunk(1, 1, 8000, 16) +
                          "data" + little32(0xffffffff) + samples + "more"),
      {{1.0 / 32768, 2.0 / 32768}});
}

TEST(Wav, ChannelsAreChosenByNumber) {
  RecordingOptions options;
  options.channels = {"1"};
  expectChannels(readAs("a.wav", wavOf(1, 2, 8, "\x80\xc0\x80\x40"), options), {{0.5, -0.5}});
  options.channels = {"2"};
  expectFileRefused(ErrorCode::badUse, "a.wav", wavOf(1, 2, 8, "abcd"), {"no channel 2"}, options);
}

TEST(Wav, WhatIsTruncatedIsReported) {
  std::string file = wavOf(1, 1, 16, "abcdefgh");
  file.resize(file.size() - 3);
  const ReadRecording read = readAs("a.wav", file);
  EXPECT_EQ(read.channels[0].samples.size(), 2);
  EXPECT_NE(read.note.text().find("it has 2"), std::string::npos) << read.note.text();
}

TEST(Wav, Refuses) {
  const std::string whole = wavOf(1, 1, 16, "abcd");
  for (std::size_t size = 12; size < 44; ++size) {
    EXPECT_THROW(readAs("a.wav", whole.substr(0, size)), Error) << size;
  }
  const auto refused = [](const std::string& file, std::initializer_list<std::string> fragments) {
    expectFileRefused(ErrorCode::badPicture, "a.wav", file, fragments);
  };
  refused(riff(dataChunk("abcd")), {"has samples before their format is defined"});
  refused(riff(formatChunk(1, 1, 8000, 16)), {"is cut short"});
  refused(wavOf(1, 1, 16, ""), {"without samples"});
  std::string frame = whole;
  frame[32] = 3;
  refused(frame, {"samples of 16 bits in 3 bytes"});
  refused(wavOf(3, 1, 16, "ab"), {"floating-point samples of 16 bits"});
  frame = wavOf(1, 2, 16, "abcd");
  frame[32] = 3;
  refused(frame, {"2 channels of 16 bits in 3 bytes"});
}

/// Checked even for files that the plug-in decodes.
TEST(Wav, BitsMustFitTheBytesOfASample) {
  for (const char bits : {'\0', '\1', '\7', '\x11', '\x1f', '\x40'}) {
    std::string file = wavOf(1, 1, 16, "abcd");
    file[34] = bits;
    expectFileRefused(ErrorCode::badPicture, "a.wav", file,
                      {"has samples of " + std::to_string(bits) + " bits in 2 bytes"});
  }
}

TEST(Sound, ThatIsCutShortOrNotReadIsNoTable) {
  const auto cut = [](const std::string& file, const std::string& kind) {
    for (const char* name : {"a.wav", "a.csv", "a.bin"}) {
      expectFileRefused(ErrorCode::badPicture, name, file,
                        {"begins like " + kind + " and is cut short or damaged"});
    }
  };
  cut("fLaC", "FLAC");
  cut("RIFF", "WAV");
  cut("RIFF\1\1\1\1WAV", "WAV");
  cut(text("RIFF\1\0"), "WAV");
  cut("RF64", "WAV");
  cut("OggS" + std::string(400, '\xff'), "Ogg");
  cut(".snd\n\xff", "AU");
  cut("ID3\3", "MP3");
  const auto foreign = [](const std::string& file, const std::string& kind) {
    for (const char* name : {"a.wav", "a.bin"}) {
      expectFileRefused(ErrorCode::unsupported, name, file,
                        {"is " + kind + ", which is not supported; convert it to WAV or FLAC"});
    }
  };
  foreign("wvpk\1\2\3", "WavPack");
  foreign(text("wvpk\1\0\3"), "WavPack");
  foreign(text("\0\0\0\x20"
               "ftypM4A "),
          "MP4");
  foreign("\xff\xf1\x50\x80", "AAC");
  foreign(text("#!AMR\n\x3c\0\xf0"), "AMR");
  // Tables that begin like sound files.
  expectChannels(readAs("a.csv", "FORM,ID3\n1,2\n"), {{1}, {2}});
  expectChannels(readAs("a.csv", "ID3\n1\n2\n"), {{1, 2}});
  expectChannels(readAs("a.csv", "#!AMR\n1\n"), {{1}});
  expectFileRefused(ErrorCode::badPicture, "a.csv", "FORM,ID3\n1,x\n", {"'x' is not a number"});
  expectFileRefused(ErrorCode::badPicture, "a.csv", "MAC address\nword\n", {"without numbers"});
  expectChannels(readAs("a.i16", text("\xff\xfb\0\0")), {{-1025, 0}});
  expectChannels(readAs("a.i8", "wvpk"), {{119, 118, 112, 107}});
}

/// Sun's format, which the plug-in reads: 16 bits, big-endian.
std::string sunSound(const std::string& samples, std::uint64_t channels) {
  return ".snd" + big32(24) + big32(samples.size()) + big32(3) + big32(8000) + big32(channels) +
         samples;
}

// First test of the file, since a loaded plug-in stays loaded.
TEST(Sound, ReportsAMissingModule) {
  const test::ScopedVariable none("ESPY_MODULE_DIR", "/nonexistent");
  expectFileRefused(ErrorCode::unsupported, "a.au", sunSound(text("\x80\0"), 1),
                    {"compressed sound or in a rare format", "ESPY_MODULE_DIR"});
}

TEST(Sound, ByTheModule) {
  if (modulePath("espy_sounds.so").empty()) GTEST_SKIP() << "built without libsndfile";
  const std::string samples = text("\x80\0\0\1\x7f\xff\x40\0");
  const ReadRecording read = readAs("a.au", sunSound(samples, 2));
  expectChannels(read, {{-1, 32767.0 / 32768}, {1.0 / 32768, 0.5}});
  EXPECT_EQ(read.channels[0].rate, 8000);
  const std::string reversed = "dns." + little32(24) + little32(4) + little32(3) + little32(8000) +
                               little32(1) + text("\0\x80\0\x40");
  expectChannels(readAs("a.au", reversed), {{-1, 0.5}});
  RecordingOptions options;
  options.channels = {"1"};
  expectChannels(readAs("a.au", sunSound(samples, 2), options), {{1.0 / 32768, 0.5}});
  options.maxSamples = 1;
  expectFileRefused(ErrorCode::tooLarge, "a.au", sunSound(samples, 2), {"more than the 1"},
                    options);
  expectFileRefused(ErrorCode::badPicture, "a.flac", "fLaC" + std::string(100, '\0'),
                    {"cannot be decoded"});
  // The plug-in decodes logarithmic samples (A-law, mu-law) in a WAV too.
  expectChannels(readAs("a.wav", wavOf(7, 1, 8, "\xff\x7f")), {{0, 0}});
}

}  // namespace
}  // namespace espy
