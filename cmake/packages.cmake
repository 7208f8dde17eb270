# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Debian packages, by cpack: one per component of the install() rules. This file has names, descriptions and
# dependencies; the contents are defined by the install() rules.
find_program(ESPY_GZIP gzip REQUIRED)
mark_as_advanced(ESPY_GZIP)
set(espy_debian ${CMAKE_CURRENT_LIST_DIR}/packages)
set(espy_debian_version ${PROJECT_VERSION}-1)
set(espy_debian_written ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${espy_debian_written})

# Reproducible: the same input gives the same bytes.
function(espy_compress input output)
  execute_process(COMMAND ${ESPY_GZIP} -9 -n -c ${input} OUTPUT_FILE ${output} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
endfunction()
espy_compress(${PROJECT_SOURCE_DIR}/docs/CHANGELOG.md ${espy_debian_written}/changelog.gz)
espy_compress(${espy_debian}/changelog ${espy_debian_written}/changelog.Debian.gz)

# espy_package(COMPONENT NAME SECTION TEXT FIELD VALUE...): the first line of the text is the short description, the
# rest the long one. Files that only Debian needs are installed here.
macro(espy_package component name section text)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} espy_component)
  set(CPACK_DEBIAN_${espy_component}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${espy_component}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${espy_component}_DESCRIPTION "${text}")
  set(espy_fields ${ARGN})
  while(espy_fields)
    list(POP_FRONT espy_fields espy_field espy_value)
    string(REPLACE "|" ";" espy_value "${espy_value}")
    set(CPACK_DEBIAN_${espy_component}_PACKAGE_${espy_field} "${espy_value}")
  endwhile()
  install(FILES ${espy_debian}/copyright ${espy_debian_written}/changelog.gz ${espy_debian_written}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
  set(espy_overrides ${espy_debian}/lintian-overrides)
  if(EXISTS ${espy_debian}/${component}.lintian-overrides)
    set(espy_overrides ${espy_debian}/${component}.lintian-overrides)
  endif()
  install(FILES ${espy_overrides} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
          RENAME ${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

set(CPACK_COMPONENTS_ALL)
espy_package(command espy graphics
"grep for pictures: find a picture in pictures
Give it a small picture and large ones, and it says where the small one lies
in them, how sure it is and how long each step took. It finds every
occurrence, exactly or by likeness, turned, scaled and mirrored ones, too.
.
This is the command, for shells and scripts."
  RECOMMENDS "espy-tiff (= ${espy_debian_version}), espy-formats (= ${espy_debian_version})" SUGGESTS "espy-desktop, espy-lab, espy-cuda")

get_target_property(soversion espy_shared SOVERSION)
set(library libespy${soversion})
file(WRITE ${espy_debian_written}/shlibs "libespy ${soversion} ${library} (>= ${PROJECT_VERSION})\n")
file(WRITE ${espy_debian_written}/triggers "activate-noawait ldconfig\n")
espy_package(library ${library} libs
"library that finds pictures in pictures
Finds every place where a picture lies in another one, exactly or by likeness,
in pictures of any size, and marks it.
.
This is the library that programs use which were made with libespy-dev."
  RECOMMENDS "espy-tiff (= ${espy_debian_version}), espy-formats (= ${espy_debian_version})" SUGGESTS "espy-cuda"
  CONTROL_EXTRA "${espy_debian_written}/shlibs|${espy_debian_written}/triggers")

espy_package(development libespy-dev libdevel
"library that finds pictures in pictures - for programmers
Headers in C++20, and what CMake and pkg-config want to know, for programs
that find and mark pictures in pictures."
  DEPENDS "${library} (= ${espy_debian_version})")

if(TARGET espy_tiff)
  espy_package(tiff espy-tiff graphics
"TIFF for Espy
Reads and writes TIFF files for the command espy, for its window and for
programs that use its library. Without it they read and write PNG, JPEG, BMP
and the Netpbm formats.
.
It is a package of its own because libtiff and its codecs come with it."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_formats)
  espy_package(formats espy-formats graphics
"WebP for Espy
Reads and writes WebP for the command espy, for its window and for programs
that use its library. Without it they read and write PNG, JPEG, BMP and the
Netpbm formats, and with espy-tiff TIFF.
.
It is a package of its own because OpenCV comes with it."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_video)
  espy_package(video espy-video graphics
"frames of videos for Espy
Lets batches of the command espy and of programs that use its library search
the frames of videos, by their number or time.
.
It is a package of its own because OpenCV's videoio comes with it, and what
decodes videos with that."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_features)
  espy_package(features espy-features graphics
"photographs of known surfaces for Espy
Lets the command espy, its window and programs that use its library tell which
one of many known surfaces a photograph shows.
.
It is a package of its own because OpenCV's features2d and calib3d come with
it."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_sounds)
  espy_package(sounds espy-sounds sound
"compressed sound for Espy
Lets the command espy, its window and programs that use its library search in
FLAC, Ogg, AIFF and other sound. Without it they read WAV.
.
It is a package of its own because libsndfile and its codecs come with it."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_volumes)
  espy_package(volumes espy-volumes graphics
"NIfTI volumes for Espy
Lets the command espy and programs that use its library remove noise from
volumes and tensors in NIfTI files. Without it they read and write arrays of
NumPy.
.
It is a package of its own because libnifti comes with it."
    ENHANCES "espy, ${library}")
endif()
if(TARGET espy_screen)
  espy_package(screen espy-screen graphics
"X11 screen for Espy
Lets the command espy and programs that use its library read and watch the
screen: wait until a picture appears, and where.
.
It is a package of its own because libraries of X11 come with it."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy_wayland)
  espy_package(wayland espy-wayland graphics
"screen of a Wayland session for Espy
Lets the command espy and programs that use its library read and watch the
screen of a Wayland session: the desktop asks once which monitors or which
window to share.
.
It is a package of its own because PipeWire comes with it."
    RECOMMENDS "xdg-desktop-portal" ENHANCES "espy, espy-desktop, ${library}")
endif()
espy_package(lab espy-lab science
"experiments on parallel computing for Espy
Lets the command espy and its window run the experiments of the papers that
Espy stands on: several strategies for one problem, checked against each other
and then timed, on one core, on all cores and on a GPU.
.
It is a package of its own because nobody needs it to find pictures."
  ENHANCES "espy, espy-desktop, ${library}")
if(TARGET espy_cuda_lab)
  espy_package(cuda_lab espy-cuda-lab non-free/science
"GPU experiments for Espy
The lab's strategies for NVIDIA GPUs."
    DEPENDS "espy-lab (= ${espy_debian_version}), espy-cuda (= ${espy_debian_version})" ENHANCES "espy, espy-desktop")
endif()
if(TARGET espy_cuda)
  espy_package(cuda espy-cuda non-free/graphics
"GPUs for Espy
Lets the command espy, its window and programs that use its library search on
NVIDIA's GPUs, with the same answers. It needs nothing but the driver of a GPU,
and does no harm where there is none."
    ENHANCES "espy, espy-desktop, ${library}")
endif()
if(TARGET espy-desktop)
  espy_package(desktop espy-desktop graphics
"find a picture in pictures, in a window
Drop a picture, drag a rectangle over the thing to find, and see every place
where it occurs, in pictures of any size. It shows what comes nearest where
nothing is found, counts, exports and compares, and learns from clicks what
only looks like the thing."
    DEPENDS "qt6-qpa-plugins" RECOMMENDS "espy-tiff (= ${espy_debian_version}), espy-formats (= ${espy_debian_version}), qt6-translations-l10n"
    SUGGESTS "espy, espy-lab, espy-cuda")
endif()

if(ESPY_PYTHON_PACKAGE)
  espy_package(python python3-espy python
"find a picture in pictures, from Python
Arrays of NumPy are searched where they are, without a copy, while other
threads of Python run: every occurrence of a picture, exactly or by likeness,
turned, scaled and mirrored ones, too. Batches of thousands of files, filters
that learn from clicks, and functions that people know from OpenCV and
pyautogui."
    DEPENDS "${ESPY_PYTHON_NEEDS}, python3-numpy, ${library} (= ${espy_debian_version})"
    RECOMMENDS "espy-tiff (= ${espy_debian_version}), espy-formats (= ${espy_debian_version})" SUGGESTS "espy-cuda")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME espy)
set(CPACK_PACKAGE_VENDOR "Espy developers")
set(CPACK_PACKAGE_CONTACT "Espy developers <espy@example.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # else it precedes each package's own description
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)  # where libespy is
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
