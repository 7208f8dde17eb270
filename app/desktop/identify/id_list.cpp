// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/id_list.h"

#include <algorithm>
#include <utility>

namespace espy::desktop {
namespace {

constexpr std::int64_t kPage = 200;
constexpr std::int64_t kMostAgain = 5000;  // listed ids that a reload fetches again

}  // namespace

IdList::IdList(QObject* parent) : QAbstractListModel(parent) {}

void IdList::setLibrary(LibraryPtr library) {
  library_ = std::move(library);
  fetch(true, kPage);
}

void IdList::setBeginning(const QString& letters) {
  if (letters == beginning_) return;
  beginning_ = letters;
  fetch(true, kPage);
}

void IdList::reload() {
  fetch(true, std::clamp<std::int64_t>(rowCount(), kPage, kMostAgain));
}

QVariant IdList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return id(index.row());
  return {};
}

bool IdList::canFetchMore(const QModelIndex& parent) const {
  return !parent.isValid() && !complete_ && !fetching_;
}

void IdList::fetchMore(const QModelIndex& parent) {
  if (canFetchMore(parent)) fetch(false, kPage);
}

IdList::Page IdList::pageOf(const SurfaceLibrary& library, const PageRequest& wanted) {
  const auto& [beginning, after, most] = wanted;
  Page page;
  // ids() returns what follows an id, so the prefix itself is looked up separately.
  if (after.empty() && !beginning.empty() && library.find(beginning)) {
    page.ids.push_back(beginning);
  }
  const std::vector<std::string> next = library.ids(after.empty() ? beginning : after, most);
  page.last = static_cast<std::int64_t>(next.size()) < most;
  for (const std::string& id : next) {
    if (!id.starts_with(beginning)) {
      page.last = true;
      break;
    }
    page.ids.push_back(id);
  }
  return page;
}

void IdList::fetch(bool first, std::int64_t most) {
  job_.forget();
  fetching_ = library_ != nullptr;
  if (!library_) return take({{}, true, {}}, true);
  PageRequest wanted{beginning_.toStdString(), first ? std::string() : last_, most};
  job_.add([library = library_,
            wanted = std::move(wanted)](const Job::Handle&) { return pageOf(*library, wanted); },
           [this, first](Outcome<Page> outcome) {
             if (!outcome.value) outcome.value = Page{{}, true, outcome.failure.sentence};
             take(*outcome.value, first);
           });
}

void IdList::take(const Page& page, bool first) {
  fetching_ = false;
  complete_ = page.last;
  std::vector<QString> names;
  for (const std::string& id : page.ids) names.push_back(QString::fromStdString(id));
  if (!page.ids.empty()) last_ = page.ids.back();
  if (first) {
    beginResetModel();
    ids_ = std::move(names);
    endResetModel();
  } else if (!names.empty()) {
    const int begin = rowCount();
    beginInsertRows({}, begin, begin + static_cast<int>(names.size()) - 1);
    ids_.insert(ids_.end(), names.begin(), names.end());
    endInsertRows();
  }
  emit fetched();
  if (!page.trouble.isEmpty()) emit failed(page.trouble);
}

}  // namespace espy::desktop
