// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/id_list.h"

#include <QMetaObject>
#include <algorithm>
#include <utility>

#include "model/translated.h"

namespace espy::desktop {
namespace {

constexpr std::int64_t kPage = 200;
constexpr std::int64_t kMostAgain = 5000;  // of those that were listed before

}  // namespace

IdList::IdList(QObject* parent) : QAbstractListModel(parent) {}

void IdList::setLibrary(LibraryPtr library) {
  library_ = std::move(library);
  ++round_;
  fetch(true, kPage);
}

void IdList::setBeginning(const QString& letters) {
  if (letters == beginning_) return;
  beginning_ = letters;
  ++round_;
  fetch(true, kPage);
}

void IdList::reload() {
  ++round_;
  fetch(true, std::clamp<std::int64_t>(rowCount(), kPage, kMostAgain));
}

int IdList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(ids_.size());
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

IdList::Page IdList::pageOf(const SurfaceLibrary& library, const Wanted& wanted) {
  const auto& [beginning, after, most] = wanted;
  Page page;
  // The library knows what comes behind an id, so the beginning itself is asked for by name.
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
  fetching_ = library_ != nullptr;
  if (!library_) return take({{}, true, {}}, true);
  Wanted wanted{beginning_.toStdString(), first ? std::string() : last_, most};
  lane_.addFirst([this, library = library_, wanted = std::move(wanted), first,
                  round = round_](const std::stop_token&) {
    Page page;
    try {
      page = pageOf(*library, wanted);
    } catch (const std::exception& error) {
      page = {{}, true, translated(error)};
    }
    QMetaObject::invokeMethod(
        this,
        [this, page = std::move(page), first, round] {
          if (round == round_) take(page, first);
        },
        Qt::QueuedConnection);
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
