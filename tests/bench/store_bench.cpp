// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Storage of an index of scenes: sorted segments, RocksDB and LMDB, each with the same entries.
//
//     store_bench --folder DIR [--entries N] [--queries N] [--only segments|rocksdb|lmdb]
//
// Entries are pairs of a hash of 48 bits and a position, in order, as they come out of the merge of
// sorted runs, which is the same for all. A query returns the positions of a hash. "cold": the
// pages of the files are dropped from the page cache, and the store is opened anew, before.
#include <fcntl.h>
#include <fmt/format.h>
#include <lmdb.h>
#include <rocksdb/db.h>
#include <rocksdb/sst_file_writer.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/stopwatch.h"
#include "index/scene_segment.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;
using index::BlockEntry;

constexpr std::uint64_t kHashes = std::uint64_t{1} << 48;

/// Entry i of n: one hash in eight belongs to two entries.
class Entries {
 public:
  explicit Entries(std::uint64_t count) : count_(count), step_(kHashes / count) {}

  std::uint64_t count() const { return count_; }
  BlockEntry at(std::uint64_t i) const {
    const std::uint64_t own = i % 8 == 1 ? i - 1 : i;
    return {own * step_ + mixed(own) % step_, (i * kPixelsEach + mixed(i) % kPixelsEach)};
  }

 private:
  static constexpr std::uint64_t kPixelsEach = 104;
  static std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 31U) * 0x9e3779b97f4a7c15U;
    return (value ^ value >> 29U) * 0xbf58476d1ce4e5b9U >> 8U;
  }
  std::uint64_t count_;
  std::uint64_t step_;
};

/// A store, opened for reading.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;
  virtual std::vector<std::uint64_t> positionsOf(std::uint64_t hash) = 0;
};

/// How a store is built and opened.
struct Kind {
  const char* name;
  void (*build)(const fs::path& folder, const Entries& entries);
  std::unique_ptr<Store> (*open)(const fs::path& folder);
};

// Sorted segments.

class Segments : public Store {
 public:
  explicit Segments(const fs::path& folder)
      : segment_(files::SectionFile(folder / "segment", "segment", index::kSceneSegment), kSide) {}
  static constexpr std::int64_t kSide = 24;

  static void build(const fs::path& folder, const Entries& entries) {
    index::SegmentWriter writer(folder / "segment");
    for (std::uint64_t i = 0; i < entries.count(); ++i) writer.add(entries.at(i));
    index::SceneTable scenes;
    constexpr std::uint32_t kWidth = 1U << 20U;
    const std::uint64_t pixels = entries.at(entries.count() - 1).position + 1;
    const auto rows = static_cast<std::uint32_t>(pixels / kWidth + 1);
    scenes.add("all", "/", {1, 1, kWidth, rows, 0, 0, 0});
    writer.commit(scenes, kSide);
  }

  std::vector<std::uint64_t> positionsOf(std::uint64_t hash) override {
    std::vector<std::uint64_t> found;
    segment_.positionsOf(hash, [&](std::span<const std::uint64_t> part) {
      found.insert(found.end(), part.begin(), part.end());
      return true;
    });
    return found;
  }

 private:
  index::SceneSegment segment_;
};

// RocksDB: the key is hash and position, big-endian; there is no value.

void expect(const rocksdb::Status& status) {
  if (!status.ok()) throw std::runtime_error("RocksDB: " + status.ToString());
}

std::string keyOf(const BlockEntry& entry) {
  std::string key(16, '\0');
  for (unsigned i = 0; i < 8; ++i) {
    key[i] = static_cast<char>(entry.hash >> (56 - 8 * i));
    key[8 + i] = static_cast<char>(entry.position >> (56 - 8 * i));
  }
  return key;
}

std::uint64_t numberAt(const char* bytes) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return number;
}

class Rocks : public Store {
 public:
  explicit Rocks(const fs::path& folder) {
    rocksdb::DB* opened = nullptr;
    expect(rocksdb::DB::OpenForReadOnly(options(), folder / "db", &opened));
    db_.reset(opened);
  }

  /// Files in order, which is its fastest way of loading, then added without copying.
  static void build(const fs::path& folder, const Entries& entries) {
    constexpr std::uint64_t kEntriesOfFile = 50'000'000;
    std::vector<std::string> files;
    for (std::uint64_t i = 0; i < entries.count();) {
      rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options());
      files.push_back(folder / fmt::format("{:06}.sst", files.size()));
      expect(writer.Open(files.back()));
      const std::uint64_t end = std::min(entries.count(), i + kEntriesOfFile);
      for (; i < end; ++i) expect(writer.Put(keyOf(entries.at(i)), rocksdb::Slice()));
      expect(writer.Finish());
    }
    rocksdb::DB* opened = nullptr;
    expect(rocksdb::DB::Open(options(), folder / "db", &opened));
    const std::unique_ptr<rocksdb::DB> db(opened);
    rocksdb::IngestExternalFileOptions ingest;
    ingest.move_files = true;
    expect(db->IngestExternalFile(files, ingest));
  }

  std::vector<std::uint64_t> positionsOf(std::uint64_t hash) override {
    std::vector<std::uint64_t> found;
    const std::unique_ptr<rocksdb::Iterator> at(db_->NewIterator(rocksdb::ReadOptions()));
    for (at->Seek(keyOf({hash, 0})); at->Valid() && numberAt(at->key().data()) == hash;
         at->Next()) {
      found.push_back(numberAt(at->key().data() + 8));
    }
    return found;
  }

 private:
  static rocksdb::Options options() {
    rocksdb::Options options;
    options.create_if_missing = true;
    options.compression = rocksdb::kLZ4Compression;
    return options;
  }
  std::unique_ptr<rocksdb::DB> db_;
};

// LMDB: the positions of a hash are its duplicates of fixed size.

void expect(int code) {
  if (code != 0) throw std::runtime_error(std::string("LMDB: ") + mdb_strerror(code));
}

class Environment {
 public:
  Environment(const fs::path& folder, unsigned flags) {
    constexpr std::size_t kMost = std::size_t{1} << 37U;
    expect(mdb_env_create(&own_));
    expect(mdb_env_set_mapsize(own_, kMost));
    expect(mdb_env_open(own_, folder.c_str(), flags, 0600));
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { mdb_env_close(own_); }
  MDB_env* get() const { return own_; }

 private:
  MDB_env* own_ = nullptr;
};

constexpr unsigned kTable = MDB_INTEGERKEY | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;

MDB_val asValue(std::uint64_t& number) {
  return {sizeof number, &number};
}

class Lightning : public Store {
 public:
  explicit Lightning(const fs::path& folder) : environment_(folder, MDB_RDONLY) {
    expect(mdb_txn_begin(environment_.get(), nullptr, MDB_RDONLY, &transaction_));
    expect(mdb_dbi_open(transaction_, nullptr, kTable, &table_));
    expect(mdb_cursor_open(transaction_, table_, &cursor_));
  }
  ~Lightning() override {
    mdb_cursor_close(cursor_);
    mdb_txn_abort(transaction_);
  }

  /// Appended, a transaction for every 20 million entries.
  static void build(const fs::path& folder, const Entries& entries) {
    constexpr std::uint64_t kTransaction = 20'000'000;
    const Environment environment(folder, MDB_WRITEMAP | MDB_NOMETASYNC);
    for (std::uint64_t i = 0; i < entries.count();) {
      MDB_txn* transaction = nullptr;
      MDB_dbi table = 0;
      MDB_cursor* cursor = nullptr;
      expect(mdb_txn_begin(environment.get(), nullptr, 0, &transaction));
      expect(mdb_dbi_open(transaction, nullptr, kTable | MDB_CREATE, &table));
      expect(mdb_cursor_open(transaction, table, &cursor));
      const std::uint64_t end = std::min(entries.count(), i + kTransaction);
      for (; i < end; ++i) {
        BlockEntry entry = entries.at(i);
        MDB_val key = asValue(entry.hash);
        MDB_val data = asValue(entry.position);
        expect(mdb_cursor_put(cursor, &key, &data, MDB_APPENDDUP));
      }
      mdb_cursor_close(cursor);
      expect(mdb_txn_commit(transaction));
    }
    expect(mdb_env_sync(environment.get(), 1));
  }

  std::vector<std::uint64_t> positionsOf(std::uint64_t hash) override {
    std::vector<std::uint64_t> found;
    MDB_val key = asValue(hash);
    MDB_val data{};
    for (int code = mdb_cursor_get(cursor_, &key, &data, MDB_SET); code == 0;
         code = mdb_cursor_get(cursor_, &key, &data, MDB_NEXT_DUP)) {
      std::uint64_t position = 0;
      std::memcpy(&position, data.mv_data, sizeof position);
      found.push_back(position);
    }
    return found;
  }

 private:
  Environment environment_;
  MDB_txn* transaction_ = nullptr;
  MDB_dbi table_ = 0;
  MDB_cursor* cursor_ = nullptr;
};

template <class Of>
std::unique_ptr<Store> opened(const fs::path& folder) {
  return std::make_unique<Of>(folder);
}

constexpr Kind kKinds[] = {{"segments", Segments::build, opened<Segments>},
                           {"rocksdb", Rocks::build, opened<Rocks>},
                           {"lmdb", Lightning::build, opened<Lightning>}};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

/// Bytes on disk, in GB.
double sizeOf(const fs::path& folder) {
  constexpr double kBlock = 512;
  double bytes = 0;
  for (const fs::path& file : filesIn(folder)) {
    struct stat facts {};
    if (stat(file.c_str(), &facts) == 0) bytes += kBlock * static_cast<double>(facts.st_blocks);
  }
  return bytes / 1e9;
}

void makeCold(const fs::path& folder) {
  for (const fs::path& file : filesIn(folder)) {
    const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) continue;
    fsync(handle);
    posix_fadvise(handle, 0, 0, POSIX_FADV_DONTNEED);
    close(handle);
  }
}

/// Microseconds of lookups; half of the hashes are there.
class Lookups {
 public:
  explicit Lookups(const Entries& entries) : entries_(entries) {}

  double time(Store& store) {
    const auto i =
        static_cast<std::uint64_t>(random_.below(static_cast<std::int64_t>(entries_.count() / 8))) *
        8;
    const bool there = random_.below(2) == 0;
    const std::uint64_t hash = entries_.at(i).hash + (there ? 0 : 1);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<std::uint64_t> found = store.positionsOf(hash);
    const double seconds = secondsSince(start);
    std::vector<std::uint64_t> expected;
    if (there) expected = {entries_.at(i).position, entries_.at(i + 1).position};
    if (found != expected) throw std::runtime_error("a lookup returned wrong positions");
    return 1e6 * seconds;
  }

 private:
  const Entries& entries_;
  test::Random random_{1};
};

void measure(const Kind& kind, const fs::path& root, const Entries& entries, int queries) {
  const fs::path folder = root / kind.name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto start = std::chrono::steady_clock::now();
  kind.build(folder, entries);
  for (const fs::path& file : filesIn(folder)) {
    const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle >= 0) fsync(handle), close(handle);
  }
  const double built = secondsSince(start);
  Lookups lookups(entries);
  std::vector<double> cold;
  constexpr int kMostCold = 200;
  for (int q = 0; q < std::min(queries, kMostCold); ++q) {
    makeCold(folder);
    const std::unique_ptr<Store> store = kind.open(folder);
    cold.push_back(lookups.time(*store));
  }
  const std::unique_ptr<Store> store = kind.open(folder);
  std::vector<double> warm;
  for (int q = 0; q < queries; ++q) lookups.time(*store);
  for (int q = 0; q < queries; ++q) warm.push_back(lookups.time(*store));
  fmt::print(
      "{:9} {} entries: built in {:.1f} s, {:.2f} GB, {:.2f} bytes an entry; lookup cold "
      "{:.0f} us, warm {:.2f} us\n",
      kind.name, entries.count(), built, sizeOf(folder),
      1e9 * sizeOf(folder) / static_cast<double>(entries.count()), median(cold), median(warm));
  std::fflush(stdout);
}

int run(const std::map<std::string, std::string>& options) {
  const fs::path folder = valueOf(options, "--folder");
  if (folder.empty()) {
    fmt::print(stderr, "store_bench: --folder is missing\n");
    return 2;
  }
  const Entries entries(
      static_cast<std::uint64_t>(std::atof(valueOf(options, "--entries", "1e7").c_str())));
  const int queries = std::atoi(valueOf(options, "--queries", "10000").c_str());
  const std::string only = valueOf(options, "--only");
  for (const Kind& kind : kKinds) {
    if (only.empty() || only == kind.name) measure(kind, folder, entries, queries);
  }
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(
      espy::bench::optionsOf(count, words, {"--folder", "--entries", "--queries", "--only"}));
}
