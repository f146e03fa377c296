#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Takes every format.
[[iam::tool({.read_only = true})]] void formats([[iam::format("date")]] std::string a, [[iam::format("time")]] std::string b,
                                                [[iam::format("date-time")]] std::string c,
                                                [[iam::format("duration")]] std::string d,
                                                [[iam::format("email")]] std::string e,
                                                [[iam::format("hostname")]] std::string f,
                                                [[iam::format("ipv4")]] std::string g, [[iam::format("ipv6")]] std::string h,
                                                [[iam::format("uri")]] std::string i, [[iam::format("uuid")]] std::string j);

}  // namespace desk
