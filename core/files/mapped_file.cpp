// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "files/message.h"

namespace espy::files {
namespace {

/// A mapping. Signal handlers read the slots, so they are reused, never destroyed.
struct Slot {
  std::atomic<std::uintptr_t> begin = 0;  ///< 0: unused
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<bool> torn = false;  ///< bytes were replaced by zeros
  // Not read by the handler.
  std::string path;
  std::string name;
  struct stat file {};
  Slot* next = nullptr;

  bool holds(std::uintptr_t address) const {
    const std::uintptr_t first = begin.load(std::memory_order_acquire);
    return first != 0 && address >= first && address < end.load(std::memory_order_acquire);
  }
};

std::atomic<Slot*> slots = nullptr;
std::uintptr_t pageBytes = 0;
/// The previous handler. Never freed: another thread may be about to call it.
std::atomic<const struct sigaction*> before = nullptr;

/// Guards the slots, the counters below, and the installation of the handler.
std::mutex& changing() {
  static auto* const kMutex = new std::mutex;
  return *kMutex;
}
std::size_t live = 0;
std::size_t all = 0;  ///< slots

Slot* slotOf(std::uintptr_t address) {
  for (Slot* slot = slots.load(std::memory_order_acquire); slot != nullptr; slot = slot->next) {
    if (slot->holds(address)) return slot;
  }
  return nullptr;
}

/// Maps zeros from the page of this address to the end of its mapping. Async-signal-safe.
bool mend(std::uintptr_t address) {
  Slot* slot = slotOf(address);
  if (slot == nullptr) return false;
  const std::uintptr_t page = address & ~(pageBytes - 1);
  const std::uintptr_t end = slot->end.load(std::memory_order_acquire);
  // Before the zeros become visible.
  slot->torn.store(true, std::memory_order_seq_cst);
  // A kernel address, not of an object of ours.
  auto* const start = reinterpret_cast<void*>(page);  // NOLINT(performance-no-int-to-ptr)
  return ::mmap(start, end - page, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

bool isStandard(const struct sigaction& handler) {
  return (handler.sa_flags & SA_SIGINFO) == 0 &&
         (handler.sa_handler == SIG_DFL || handler.sa_handler == SIG_IGN);
}

void passOn(int signal, siginfo_t* info, void* context) {
  const struct sigaction* previous = before.load(std::memory_order_acquire);
  if (previous == nullptr || isStandard(*previous)) {
    // The instruction is retried, and ends the process as without our handler.
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    ::sigaction(signal, &standard, nullptr);
    if (info->si_code <= 0)
      ::raise(signal);  // the signal was sent by a process: no instruction is
                        // retried
    return;
  }
  if ((previous->sa_flags & SA_SIGINFO) != 0) {
    previous->sa_sigaction(signal, info, context);
  } else {
    previous->sa_handler(signal);
  }
}

void onBusError(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool missing =
      info->si_code == BUS_ADRERR && mend(reinterpret_cast<std::uintptr_t>(info->si_addr));
  if (!missing) passOn(signal, info, context);
  errno = error;
}

struct sigaction currentHandler() {
  struct sigaction current {};
  ::sigaction(SIGBUS, nullptr, &current);
  return current;
}

bool isOurs(const struct sigaction& handler) {
  return (handler.sa_flags & SA_SIGINFO) != 0 && handler.sa_sigaction == onBusError;
}

/// Another handler was installed after ours and still present when ours was to be removed; it may
/// chain to ours. If ours chained to it as well, they would recurse endlessly.
bool below = false;

/// Stores a handler permanently, because a signal may read it at any time. There are rarely two.
const struct sigaction& kept(const struct sigaction& handler) {
  static auto* const kHandlers = new std::vector<std::unique_ptr<const struct sigaction>>;
  for (const auto& one : *kHandlers) {
    if (one->sa_flags == handler.sa_flags && one->sa_handler == handler.sa_handler) return *one;
  }
  kHandlers->push_back(std::make_unique<const struct sigaction>(handler));
  return *kHandlers->back();
}

/// Requires the lock, as do the functions below.
void startHandling() {
  const struct sigaction current = currentHandler();
  if (isOurs(current) || (below && !isStandard(current))) return;
  below = false;
  before.store(&kept(current), std::memory_order_release);
  struct sigaction own {};
  own.sa_sigaction = onBusError;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&own.sa_mask);
  ::sigaction(SIGBUS, &own, nullptr);
}

void stopHandling() {
  below = !isOurs(currentHandler());
  if (!below) ::sigaction(SIGBUS, before.load(std::memory_order_acquire), nullptr);
}

/// Unused slots.
std::vector<Slot*>& freeSlots() {
  static auto* const kFree = new std::vector<Slot*>;
  return *kFree;
}

Slot& takeSlot() {
  std::vector<Slot*>& free = freeSlots();
  if (!free.empty()) {
    Slot* slot = free.back();
    free.pop_back();
    return *slot;
  }
  free.reserve(++all);  // so that releasing a slot does not allocate
  auto* slot = new Slot;
  slot->next = slots.load(std::memory_order_relaxed);
  slots.store(slot, std::memory_order_release);
  return *slot;
}

Slot& watch(void* start, std::size_t length, const struct stat& file, const std::string& path,
            const std::string& name) {
  const std::lock_guard lock(changing());
  pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  Slot& slot = takeSlot();
  slot.path = path == "-" ? "/proc/self/fd/0" : path;
  slot.name = name;
  slot.file = file;
  // Truncation behind the mapped part does not matter.
  slot.file.st_size = std::min(file.st_size, static_cast<off_t>(length));
  slot.torn = false;
  const auto begin = reinterpret_cast<std::uintptr_t>(start);
  slot.end.store(begin + (length + pageBytes - 1) / pageBytes * pageBytes);
  slot.begin.store(begin, std::memory_order_release);
  if (live++ == 0) startHandling();
  return slot;
}

void forget(Slot& slot) noexcept {
  const std::lock_guard lock(changing());
  slot.begin = 0;
  freeSlots().push_back(&slot);
  if (--live == 0) stopHandling();
}

/// The file that now has the slot's path, if it is the mapped one: another one is no evidence.
std::optional<struct stat> sameFileNow(const Slot& slot) {
  struct stat now {};
  const bool same = ::stat(slot.path.c_str(), &now) == 0 && now.st_dev == slot.file.st_dev &&
                    now.st_ino == slot.file.st_ino;
  return same ? std::optional(now) : std::nullopt;
}

}  // namespace

std::shared_ptr<const void> mapFile(int fd, std::uint64_t size, const std::string& path,
                                    const std::string& name) {
  const auto length = static_cast<std::size_t>(size);
  struct stat file {};
  if (::fstat(fd, &file) != 0) return nullptr;
  // No madvise and no populating: a search reads one row in sixteen, and the kernel maps cached
  // neighbours with each fault.
  void* start = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, fd, 0);
  if (start == MAP_FAILED) return nullptr;
  Slot* slot = nullptr;
  try {
    slot = &watch(start, length, file, path, name);
  } catch (...) {
    ::munmap(start, length);
    throw;
  }
  return {start, [length, slot](const void* p) {
            forget(*slot);
            ::munmap(const_cast<void*>(p), length);  // NOLINT: the deleter of what mmap gave
          }};
}

void checkUncut(const void* byte) {
  const Slot* slot = slotOf(reinterpret_cast<std::uintptr_t>(byte));
  if (slot == nullptr) return;
  // A cut within the last page reads as zeros without a signal.
  const std::optional<struct stat> now = sameFileNow(*slot);
  if (now && now->st_size < slot->file.st_size) {
    refuse(ErrorCode::badPicture, slot->name, phrase("was cut short while it was read"));
  }
  if (!slot->torn.load(std::memory_order_seq_cst)) return;
  if (now) refuseSystem(slot->name, phrase("could not be read to its end"), EIO);
  refuse(ErrorCode::badPicture, slot->name, phrase("was cut short while it was read"));
}

void checkUnchanged(const void* byte) {
  checkUncut(byte);
  const Slot* slot = slotOf(reinterpret_cast<std::uintptr_t>(byte));
  if (slot == nullptr) return;
  const std::optional<struct stat> now = sameFileNow(*slot);
  if (now && (now->st_mtim.tv_sec != slot->file.st_mtim.tv_sec ||
              now->st_mtim.tv_nsec != slot->file.st_mtim.tv_nsec)) {
    refuse(ErrorCode::badPicture, slot->name, phrase("changed while it was read"));
  }
}

}  // namespace espy::files
