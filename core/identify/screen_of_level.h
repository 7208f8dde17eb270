// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Included by the levels, within their unnamed namespaces: registers of products of `kLanes`
// features of the query with one of the reference. A level says how many these are, how many rows
// of the reference are held at once, how many of a feature's bytes one step multiplies (`kStep`),
// and how these lie.

/// A register. Of the compiler's own kind of vectors: those of the intrinsics it keeps in memory.
using Vector = Lanes<std::int32_t, kLanes>;

constexpr std::int64_t kSteps = kFeatureBytes / kStep;
constexpr std::int64_t kColumns = 3;  // registers
constexpr std::int64_t kBlock = kLanes * kColumns;
/// Less than any product.
constexpr std::int32_t kLeastProduct = std::numeric_limits<std::int32_t>::min();
/// Words (32 bits) of a step of one feature are `kWord` bytes of pack apart from lane to lane.
constexpr std::int64_t kRowWords = kSteps;

/// Of each block of lanes step after step, and of each step lane beside lane.
void pack(const std::uint8_t* features, PackedQuery& query) {
  query.padded = (query.count + kBlock - 1) / kBlock * kBlock;
  query.bytes.assign(static_cast<std::size_t>(query.padded * kSteps * 4), 0);
  query.norms.assign(static_cast<std::size_t>(query.padded), 0);
  query.offsets.assign(static_cast<std::size_t>(query.padded), 0);
  for (std::int64_t q = 0; q < query.count; ++q) {
    const std::uint8_t* const feature = features + q * kFeatureBytes;
    std::int32_t sum = 0;
    for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
      sum += feature[i];
      query.norms[static_cast<std::size_t>(q)] += feature[i] * feature[i];
    }
    query.offsets[static_cast<std::size_t>(q)] = sum * kOffset;
    for (std::int64_t step = 0; step < kSteps; ++step) {
      std::uint8_t* const to =
          query.bytes.data() + ((q / kLanes * kSteps + step) * kLanes + q % kLanes) * 4;
      putQueryStep(feature + step * kStep, to);
    }
  }
}

ESPY_INNER Vector all(std::int32_t value) {
  return Vector{} + value;
}
ESPY_INNER Vector load(const void* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}
ESPY_INNER void store(std::int32_t* to, Vector vector) {
  std::memcpy(to, &vector, sizeof(vector));
}
ESPY_INNER Vector greater(Vector a, Vector b) {
  return a > b ? a : b;
}
ESPY_INNER Vector lesser(Vector a, Vector b) {
  return a < b ? a : b;
}

/// Sums of products of three registers' features of the query with one feature of the reference.
/// Each is a variable of its own: what is in an array, the compiler keeps in memory.
struct Sums {
  Vector a, b, c;
};

ESPY_INNER Sums allSums(Vector value) {
  return {value, value, value};
}
ESPY_INNER Sums loadSums(const void* from, std::int64_t distance) {
  const auto* const bytes = static_cast<const std::uint8_t*>(from);
  return {load(bytes), load(bytes + distance), load(bytes + 2 * distance)};
}
ESPY_INNER void addRow(Sums& sums, const Sums& columns, std::int32_t row) {
  const Vector lanes = all(row);
  sums.a = addProducts<Vector>(sums.a, columns.a, lanes);
  sums.b = addProducts<Vector>(sums.b, columns.b, lanes);
  sums.c = addProducts<Vector>(sums.c, columns.c, lanes);
}
ESPY_INNER void raise(Sums& most, const Sums& sums) {
  most.a = greater(most.a, sums.a);
  most.b = greater(most.b, sums.b);
  most.c = greater(most.c, sums.c);
}

/// Raises `most` to the greatest products of a block of the query with `kRows` of a group's
/// features.
ESPY_INNER void raiseByRows(const std::uint8_t* query, const std::int32_t* rows, Sums& most) {
  static_assert(kColumns == 3 && (kRows == 4 || kRows == 8));
  constexpr bool kEight = kRows == 8;
  const Sums no = allSums(Vector{});
  Sums r0 = no, r1 = no, r2 = no, r3 = no, r4 = no, r5 = no, r6 = no, r7 = no;
  for (std::int64_t step = 0; step < kSteps; ++step) {
    const Sums columns = loadSums(query + step * kLanes * 4, kSteps * kLanes * 4);
    const std::int32_t* const row = rows + step;
    addRow(r0, columns, row[0]);
    addRow(r1, columns, row[1 * kRowWords]);
    addRow(r2, columns, row[2 * kRowWords]);
    addRow(r3, columns, row[3 * kRowWords]);
    if constexpr (kEight) {
      addRow(r4, columns, row[4 * kRowWords]);
      addRow(r5, columns, row[5 * kRowWords]);
      addRow(r6, columns, row[6 * kRowWords]);
      addRow(r7, columns, row[7 * kRowWords]);
    }
  }
  raise(most, r0);
  raise(most, r1);
  raise(most, r2);
  raise(most, r3);
  if constexpr (kEight) {
    raise(most, r4);
    raise(most, r5);
    raise(most, r6);
    raise(most, r7);
  }
}

/// What a group's greatest products do to the keys of a register's features.
ESPY_INNER void raiseKeys(Vector most, const std::int32_t* offsets, Vector low,
                          std::int32_t* greatest, std::int32_t* second) {
  const Vector product = most + load(offsets);
  const Vector key = product + product - low;
  const Vector first = load(greatest);
  store(second, greater(load(second), lesser(first, key)));
  store(greatest, greater(first, key));
}

ESPY_LEVEL void keys(const PackedQuery& query, const ReferenceGroups& reference,
                     std::int32_t* greatest, std::int32_t* second) {
  std::fill_n(greatest, query.padded, kNoKey);
  std::fill_n(second, query.padded, kNoKey);
  alignas(64) std::int32_t rows[kGroup * kRowWords];
  for (std::int64_t g = 0; g < reference.groups(); ++g) {
    putGroup(reference.group(g), rows);
    const Vector low = all(reference.least[g]);
    for (std::int64_t q = 0; q < query.padded; q += kBlock) {
      Sums most = allSums(all(kLeastProduct));
      for (std::int64_t row = 0; row < kGroup; row += kRows) {
        raiseByRows(query.bytes.data() + q * kSteps * 4, rows + row * kRowWords, most);
      }
      const std::int32_t* const offsets = query.offsets.data() + q;
      raiseKeys(most.a, offsets, low, greatest + q, second + q);
      raiseKeys(most.b, offsets + kLanes, low, greatest + q + kLanes, second + q + kLanes);
      raiseKeys(most.c, offsets + 2 * kLanes, low, greatest + q + 2 * kLanes,
                second + q + 2 * kLanes);
    }
  }
}
