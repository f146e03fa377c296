#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::format("datetime")]] std::string when,  // iam-error: Did you mean 'date-time'?
                                            [[iam::format("phone")]] std::string number);  // iam-error: unknown format 'phone'

}  // namespace desk
