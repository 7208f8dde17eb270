// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Hand-made NumPy arrays, and samples without a header.
#include "unit/signal_files/support.h"

namespace espy {
namespace {

using namespace recordingtest;
using iotest::little16;
using iotest::little32;

std::string npyFile(const std::string& dictionary, const std::string& numbers, char version = 1) {
  const std::string size = version == 1 ? little16(dictionary.size()) : little32(dictionary.size());
  return "\x93NUMPY" + std::string(1, version) + '\0' + size + dictionary + numbers;
}

std::string npyOf(const std::string& type, const std::string& shape, const std::string& numbers,
                  bool columnsFirst = false) {
  return npyFile("{'descr': '" + type + "', 'fortran_order': " + (columnsFirst ? "True" : "False") +
                     ", 'shape': " + shape + ", }\n",
                 numbers);
}

template <class Number>
std::string numbersBytes(std::initializer_list<Number> numbers, bool big = false) {
  std::string bytes;
  for (const Number number : numbers) bytes += bytesOfNumber(number, big);
  return bytes;
}

template <class Number>
void expectType(const std::string& kind) {
  const auto low = std::numeric_limits<Number>::lowest();
  const auto high = std::numeric_limits<Number>::max();
  for (const bool big : {false, true}) {
    if (big && sizeof(Number) == 1) continue;
    const std::string order = sizeof(Number) == 1 ? "|" : big ? ">" : "<";
    const std::string type = order + kind + std::to_string(sizeof(Number));
    SCOPED_TRACE(type);
    const std::string file =
        npyOf(type, "(4,)", numbersBytes<Number>({Number{0}, Number{7}, low, high}, big));
    expectChannels(readAs("a.npy", file),
                   {{0, 7, static_cast<double>(low), static_cast<double>(high)}});
  }
}

TEST(Npy, EveryTypeInBothByteOrders) {
  expectType<std::int8_t>("i");
  expectType<std::int16_t>("i");
  expectType<std::int32_t>("i");
  expectType<std::int64_t>("i");
  expectType<std::uint8_t>("u");
  expectType<std::uint16_t>("u");
  expectType<std::uint32_t>("u");
  expectType<std::uint64_t>("u");
  expectType<float>("f");
  expectType<double>("f");
  expectChannels(readAs("a.npy", npyOf("|b1", "(3,)", text("\1\0\1"))), {{1, 0, 1}});
}

TEST(Npy, HalfFloats) {
  // 1, -2, the largest, the smallest, infinity, NaN.
  const std::string halves =
      numbersBytes<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00, 0x7e00});
  const std::vector<double> found = numbersOf(readAs("a.npy", npyOf("<f2", "(6,)", halves)), 0);
  expectNumbers({found.begin(), found.begin() + 4}, {1, -2, 65504, std::ldexp(1.0, -24)});
  EXPECT_TRUE(std::isinf(found[4]));
  EXPECT_TRUE(std::isnan(found[5]));
}

TEST(Npy, TheLongerSideCountsSamples) {
  const std::string numbers = numbersBytes<std::int16_t>({1, 2, 3, 4, 5, 6});
  expectChannels(readAs("a.npy", npyOf("<i2", "(3, 2)", numbers)), {{1, 3, 5}, {2, 4, 6}});
  expectChannels(readAs("a.npy", npyOf("<i2", "(2, 3)", numbers)), {{1, 2, 3}, {4, 5, 6}});
  expectChannels(readAs("a.npy", npyOf("<i2", "(3, 2)", numbers, true)), {{1, 2, 3}, {4, 5, 6}});
  expectChannels(readAs("a.npy", npyOf("<i2", "(2, 3)", numbers, true)), {{1, 3, 5}, {2, 4, 6}});
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  expectChannels(readAs("a.npy", npyOf("<i2", "(3, 2)", numbers), options),
                 {{1, 2}, {3, 4}, {5, 6}});
  options.samplesAlong = RecordingOptions::Side::rows;
  options.channels = {"2", "0"};
  options.rate = 50;
  const ReadRecording chosen = readAs("a.npy", npyOf("<i2", "(2, 3)", numbers), options);
  expectChannels(chosen, {{3, 6}, {1, 4}});
  EXPECT_EQ(chosen.channels[1].rate, 50);
}

TEST(Npy, MoreChannelsThanCanBeAreRefused) {
  const std::string file = npyOf("|u1", "(1048577, 1)", std::string(1048577, '\1'));
  EXPECT_EQ(readAs("a.npy", file).channels.size(), 1U);
  RecordingOptions options;
  options.samplesAlong = RecordingOptions::Side::columns;
  expectFileRefused(ErrorCode::tooLarge, "a.npy", file,
                    {"has 1048577 channels, more than the 1048576 that can be read"}, options);
}

TEST(Npy, DoublesInAFileStayWhereTheyAre) {
  std::string bytes;
  for (int i = 0; i < 10000; ++i) bytes += bytesOfNumber(i * 0.5);
  const Folder folder;
  store(folder / "a.npy", npyFile("{'descr':'<f8','fortran_order':False,'shape':(10000,)}" +
                                      std::string(64, ' ') + "\n",
                                  bytes));
  const ReadRecording read = readRecording(folder / "a.npy");
  EXPECT_EQ(read.channels[0].samples[9999], 4999.5);
  EXPECT_TRUE(read.note.empty());
}

TEST(Npy, HeadersOfAllVersionsAndAnyOrder) {
  const std::string dictionary = "{\"shape\": (2,), 'fortran_order': False, 'descr': '=i2'}";
  for (const char version : {'\1', '\2', '\3'}) {
    expectChannels(readAs("a", npyFile(dictionary, text("\1\0\2\0"), version)), {{1, 2}});
  }
}

TEST(Npy, MoreBytesThanNumbersAreReported) {
  const ReadRecording read = readAs("a", npyOf("|i1", "(2,)", "abc"));
  EXPECT_NE(read.note.text().find("1 byte"), std::string::npos) << read.note.text();
}

TEST(Npy, RefusesWhatItCannotBe) {
  const auto refused = [](const std::string& file, std::initializer_list<std::string> fragments,
                          ErrorCode code = ErrorCode::badPicture) {
    expectFileRefused(code, "a.npy", file, fragments);
  };
  refused(npyOf("<i2", "(3,)", "12345"), {"ends"});
  refused(npyOf("<i2", "(4611686018427387904, 4)", "12345"), {"ends"});
  refused(npyOf("<i2", "(0,)", ""), {"without numbers"});
  refused(npyOf("<f8", "(5000, 0)", ""), {"without numbers"});
  refused(npyOf("<i2", "()", "12"), {"0 dimensions"}, ErrorCode::unsupported);
  refused(npyOf("<i2", "(1, 1, 1)", "12"), {"3 dimensions"}, ErrorCode::unsupported);
  refused(npyOf("<c8", "(1,)", "12345678"), {"'<c8'"}, ErrorCode::unsupported);
  refused(npyOf("|O", "(1,)", "12345678"), {"'|O'"}, ErrorCode::unsupported);
  refused(npyFile("{'descr': [('a', '<i2')], 'fortran_order': False, 'shape': (1,)}", "12"),
          {"array of records"}, ErrorCode::unsupported);
  refused(npyFile("{'descr': '<i2', 'shape': (1,)}", "12"), {"cannot be understood"});
  refused(npyFile("{'descr': '<i2', 'descr': '<i2', 'fortran_order': False, 'shape': (1,)}", "12"),
          {"cannot be understood"});
  refused(npyFile("{'descr': '<i2', 'fortran_order': False, 'shape': (-1,)}", "12"),
          {"cannot be understood"});
  refused(npyFile("import os", ""), {"cannot be understood"});
  refused(npyFile("{}", "", 9), {"version 9"}, ErrorCode::unsupported);
  refused(text("\x93NUMPY\1\0\xff\xff{"), {"is cut short"});
  RecordingOptions options;
  options.maxSamples = 5;
  expectFileRefused(ErrorCode::tooLarge, "a.npy", npyOf("|i1", "(3, 2)", "123456"),
                    {"2 channels of 3 samples", "more than the 5"}, options);
}

/// A ZIP archive, its members stored or deflated.
struct ArchiveMember {
  std::string name;
  std::string packed;
  std::string whole;
  int method = 0;
};

std::string zipOf(const std::vector<ArchiveMember>& members) {
  std::string file;
  std::string directory;
  for (const ArchiveMember& member : members) {
    const std::string facts =
        little16(20) + little16(0) + little16(static_cast<std::uint64_t>(member.method)) +
        little32(0) + little32(iotest::crc32(member.whole)) + little32(member.packed.size()) +
        little32(member.whole.size()) + little16(member.name.size());
    directory += "PK\1\2" + little16(20) + facts + little16(0) + little16(0) + little16(0) +
                 little16(0) + little32(0) + little32(file.size()) + member.name;
    file += "PK\3\4" + facts + little16(0) + member.name + member.packed;
  }
  const std::size_t at = file.size();
  return file + directory + "PK\5\6" + little32(0) + little16(members.size()) +
         little16(members.size()) + little32(directory.size()) + little32(at) + little16(0);
}

ArchiveMember storedMember(const std::string& name, const std::string& bytes) {
  return {name, bytes, bytes};
}

TEST(Npz, OneArrayOrTheOneThatIsNamed) {
  const std::string ones = npyOf("|i1", "(3,)", "\1\1\1");
  const std::string twos = npyOf("|i1", "(2,)", "\2\2");
  expectChannels(readAs("a.npz", zipOf({storedMember("x.npy", ones)})), {{1, 1, 1}});
  const std::string both = zipOf({storedMember("x.npy", ones), storedMember("y.npy", twos)});
  RecordingOptions options;
  options.member = "y";
  expectChannels(readAs("a.npz", both, options), {{2, 2}});
  expectFileRefused(ErrorCode::badUse, "a.npz", both, {"x, y"});
  options.member = "z";
  expectFileRefused(ErrorCode::badUse, "a.npz", both, {"no array z", "x, y"}, options);
}

TEST(Npz, DeflatedArrays) {
  // A stored block of deflate: final flag, length, its complement, bytes.
  const std::string array = npyOf("|i1", "(3,)", "\1\2\3");
  const std::string packed = "\1" + little16(array.size()) + little16(~array.size()) + array;
  expectChannels(readAs("a.npz", zipOf({{"x.npy", packed, array, 8}})), {{1, 2, 3}});
  std::string other = array;
  other.back() = 4;
  expectFileRefused(ErrorCode::badPicture, "a.npz", zipOf({{"x.npy", packed, other, 8}}),
                    {"array x is damaged"});
  expectFileRefused(ErrorCode::badPicture, "a.npz",
                    zipOf({{"x.npy", packed, std::string(1000000, ' '), 8}}), {"damaged"});
}

TEST(Npz, StoredArraysAreHeldAgainstTheirChecksum) {
  const std::string array = npyOf("|i1", "(3,)", "\1\2\3");
  std::string damaged = array;
  damaged.back() = 4;
  expectFileRefused(ErrorCode::badPicture, "a.npz", zipOf({{"x.npy", damaged, array}}),
                    {"array x is damaged"});
  expectFileRefused(ErrorCode::badPicture, "a.npz", zipOf({{"x.npy", array, array + "\5"}}),
                    {"array x is damaged"});
}

TEST(Npz, RefusesDamagedArchives) {
  const std::string file = zipOf({storedMember("x.npy", npyOf("|i1", "(3,)", "\1\1\1"))});
  for (std::size_t size = 4; size < file.size(); ++size) {
    EXPECT_THROW(readAs("a.npz", file.substr(0, size)), Error) << size;
  }
  expectFileRefused(ErrorCode::badPicture, "a.npz", zipOf({}), {"without arrays"});
  expectFileRefused(ErrorCode::badPicture, "a.npz", zipOf({storedMember("x.npy", "no array")}),
                    {"x is not an NPY file"});
  expectFileRefused(ErrorCode::unsupported, "a.npz", zipOf({{"x.npy", "1", "1", 12}}),
                    {"unknown method"});
}

TEST(Raw, SamplesOfAllChannelsInTurn) {
  RecordingOptions options;
  options.raw = RawFormat{Samples::Type::int16, 2, false, 3};
  options.rate = 10;
  const std::string bytes = "abc" + numbersBytes<std::int16_t>({1, -2, 3, -4});
  expectChannels(readAs("a.dat", bytes, options), {{1, 3}, {-2, -4}});
  options.raw->bigEndian = true;
  expectChannels(readAs("a", "abc" + numbersBytes<std::int16_t>({1, -2, 3, -4}, true), options),
                 {{1, 3}, {-2, -4}});
  options.raw = RawFormat{Samples::Type::int24, 1, true, 0};
  expectChannels(readAs("a", text("\xff\xff\xfe\1\0\0"), options), {{-2, 65536}});
}

TEST(Raw, EndingsSayTheType) {
  expectChannels(readAs("a.f32", numbersBytes<float>({1.5F, -2})), {{1.5, -2}});
  expectChannels(readAs("a.F64", numbersBytes<double>({1.5, -2})), {{1.5, -2}});
  expectChannels(readAs("a.u8", text("\0\xff")), {{0, 255}});
  expectChannels(readAs("a.i8", text("\0\xff")), {{0, -1}});
  expectChannels(readAs("a.i24", text("\1\0\0\xff\xff\xff")), {{1, -1}});
}

TEST(Raw, RefusesWhatDoesNotFit) {
  RecordingOptions options;
  options.raw = RawFormat{Samples::Type::int16, 2, false, 0};
  expectFileRefused(ErrorCode::badPicture, "a", "123456", {"6 bytes", "2 channels of 2"}, options);
  options.raw->skip = 7;
  expectFileRefused(ErrorCode::badPicture, "a", "123456", {"6 bytes", "7 are to be skipped"},
                    options);
  options.raw->channels = 0;
  expectFileRefused(ErrorCode::badUse, "a", "123456", {"0 channels"}, options);
  expectFileRefused(ErrorCode::unsupported, "a.raw", text("1\0"), {"state their type"});
}

}  // namespace
}  // namespace espy
