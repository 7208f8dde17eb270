// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lab/hash_table.h"

/// Michael's lock-free ordered lists, written once for processor and GPU. `Memory` has the atomic
/// operations:
///
///     load(word)                   what is published with a word that `cas` wrote can be read
///     store(word, value)           of a node that no other thread can see yet
///     cas(word, expected, value)   compare and swap; returns whether it succeeded
///     add(word, value)             returns the old value
namespace espy::lab {

/// Top bit of a link: the node that contains the link is deleted.
inline constexpr std::uint32_t kDeletedMark = 0x80000000;

/// A link is the number of a node, from 1 on; 0 ends a list.
struct HashNode {
  std::uint32_t key;
  std::uint32_t value;
  std::uint32_t next;
};

/// Nodes are not reused, so a link that changed and changed back (ABA) cannot occur.
struct HashLists {
  std::uint32_t* heads;  ///< one link for each list
  HashNode* nodes;       ///< the pool
  std::uint32_t* used;   ///< nodes taken from the pool
  HashSpread spread;

  ESPY_ON_DEVICE HashNode& node(std::uint32_t link) const { return nodes[link - 1]; }
};

/// The first node of a list whose key is not less than a given one, and the link that leads to it.
struct ListPosition {
  std::uint32_t* link;
  std::uint32_t node;  ///< 0: the end of the list
  std::uint32_t next;
  bool found;    ///< the node has the key
  bool changed;  ///< another thread interfered; search again
};

/// Goes through a list once, and unlinks deleted nodes.
template <class Memory>
ESPY_ON_DEVICE ListPosition walk(const HashLists& lists, std::uint32_t* head, std::uint32_t key) {
  std::uint32_t* link = head;
  std::uint32_t current = Memory::load(link);
  for (;;) {
    if (current == 0) return {link, 0, 0, false, false};
    HashNode& node = lists.node(current);
    const std::uint32_t next = Memory::load(&node.next);
    const std::uint32_t nodesKey = Memory::load(&node.key);
    if (Memory::load(link) != current) return {link, 0, 0, false, true};
    if ((next & kDeletedMark) != 0) {
      if (!Memory::cas(link, current, next & ~kDeletedMark)) return {link, 0, 0, false, true};
    } else {
      if (nodesKey >= key) return {link, current, next, nodesKey == key, false};
      link = &node.next;
    }
    current = next & ~kDeletedMark;
  }
}

template <class Memory>
ESPY_ON_DEVICE ListPosition find(const HashLists& lists, std::uint32_t* head, std::uint32_t key) {
  for (;;) {
    const ListPosition position = walk<Memory>(lists, head, key);
    if (!position.changed) return position;
  }
}

template <class Memory>
ESPY_ON_DEVICE bool insert(const HashLists& lists, std::uint32_t* head, std::uint32_t key,
                           std::uint32_t value) {
  const std::uint32_t made = Memory::add(lists.used, 1) + 1;
  HashNode& node = lists.node(made);
  Memory::store(&node.key, key);
  Memory::store(&node.value, value);
  for (;;) {
    const ListPosition position = find<Memory>(lists, head, key);
    if (position.found) return false;
    Memory::store(&node.next, position.node);
    if (Memory::cas(position.link, position.node, made)) return true;
  }
}

template <class Memory>
ESPY_ON_DEVICE bool erase(const HashLists& lists, std::uint32_t* head, std::uint32_t key) {
  for (;;) {
    const ListPosition position = find<Memory>(lists, head, key);
    if (!position.found) return false;
    std::uint32_t* const next = &lists.node(position.node).next;
    if (!Memory::cas(next, position.next, position.next | kDeletedMark)) continue;
    // Another thread's walk, or the one here, unlinks the node if this fails.
    if (!Memory::cas(position.link, position.node, position.next)) find<Memory>(lists, head, key);
    return true;
  }
}

/// Runs one operation; returns its answer.
template <class Memory>
ESPY_ON_DEVICE std::uint32_t runOnLists(const HashLists& lists, HashOperation operation,
                                        std::uint32_t key, std::uint32_t value) {
  std::uint32_t* const head = lists.heads + listOf(lists.spread, key);
  if (operation == HashOperation::insert) {
    return insert<Memory>(lists, head, key, value) ? 0 : kNoAnswer;
  }
  if (operation == HashOperation::erase) return erase<Memory>(lists, head, key) ? 0 : kNoAnswer;
  const ListPosition position = find<Memory>(lists, head, key);
  return position.found ? Memory::load(&lists.node(position.node).value) : kNoAnswer;
}

/// All pairs of lists in host memory that no thread changes.
inline std::vector<HashPair> pairsOf(const HashLists& lists) {
  std::vector<HashPair> pairs;
  for (std::int64_t list = 0; list < lists.spread.lists(); ++list) {
    for (std::uint32_t link = lists.heads[list]; link != 0;) {
      const HashNode& node = lists.nodes[link - 1];
      if ((node.next & kDeletedMark) == 0) pairs.push_back({node.key, node.value});
      link = node.next & ~kDeletedMark;
    }
  }
  return pairs;
}

}  // namespace espy::lab
