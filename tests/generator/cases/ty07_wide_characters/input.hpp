#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Says.
[[iam::tool({.read_only = true})]] int say(wchar_t a,         // iam-error: take std::string
                                           std::wstring b,    // iam-error: take std::string
                                           std::u16string c,  // iam-error: take std::string
                                           char32_t d);       // iam-error: take std::string

}  // namespace desk
