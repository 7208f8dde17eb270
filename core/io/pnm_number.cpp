// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "files/message.h"
#include "io/pnm_header.h"

namespace espy::io {

void DecimalNumber::push(int digit) {
  constexpr std::size_t kShownDigits = 24;
  any_ = true;
  if (digits_ == "0") digits_.clear();  // leading zeros say nothing
  if (digits_.size() < kShownDigits) {
    digits_ += static_cast<char>(digit);
  } else {
    cut_ = true;
  }
  if (!fits_) return;
  std::int64_t next = 0;
  if (__builtin_mul_overflow(value_, std::int64_t{10}, &next) ||
      __builtin_add_overflow(next, std::int64_t{digit - '0'}, &next)) {
    fits_ = false;
    value_ = std::numeric_limits<std::int64_t>::max();
    return;
  }
  value_ = next;
}

std::string DecimalNumber::text() const {
  return cut_ ? digits_ + "..." : digits_;
}

void checkSide(const DecimalNumber& number, const Message& what, const std::string& name) {
  if (!number.fits()) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("the {} {} does not fit in 63 bits", what, number.text()));
  }
  if (number.value() == 0) {
    files::refuse(ErrorCode::badPicture, name, phrase("the {} is 0, but must be at least 1", what));
  }
}

void checkMaxval(const DecimalNumber& number, const std::string& name) {
  if (number.value() < 1 || number.value() > 65535) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("maxval is {}, but must be 1 to 65535", number.text()));
  }
}

}  // namespace espy::io
