# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Defines espy::sqlite; portable builds link it statically.
if(NOT TARGET espy::sqlite)
  if(ESPY_PORTABLE)
    set(sqlite_names libsqlite3.a sqlite3)
  else()
    set(sqlite_names sqlite3)
  endif()
  find_library(ESPY_sqlite3_LIBRARY NAMES ${sqlite_names})
  find_path(ESPY_sqlite3_INCLUDE sqlite3.h)
  mark_as_advanced(ESPY_sqlite3_LIBRARY ESPY_sqlite3_INCLUDE)
  if(NOT ESPY_sqlite3_LIBRARY OR NOT ESPY_sqlite3_INCLUDE)
    message(FATAL_ERROR "SQLite is missing (sqlite3.h and libsqlite3), which keeps libraries of surfaces; "
                        "Debian's package is libsqlite3-dev")
  endif()
  add_library(espy::sqlite UNKNOWN IMPORTED GLOBAL)
  set_target_properties(espy::sqlite PROPERTIES IMPORTED_LOCATION ${ESPY_sqlite3_LIBRARY}
                                                INTERFACE_INCLUDE_DIRECTORIES ${ESPY_sqlite3_INCLUDE})
  if(ESPY_sqlite3_LIBRARY MATCHES "[.]a$")
    set_target_properties(espy::sqlite PROPERTIES INTERFACE_LINK_LIBRARIES "m;pthread;${CMAKE_DL_LIBS}")
  endif()
endif()
