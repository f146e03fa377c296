#pragma once

#include <iam/annotations.hpp>

#include <any>
#include <atomic>
#include <complex>
#include <cstdio>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <system_error>

namespace desk {

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::complex<double> a,          // iam-error: its two parts
                                            const std::any& b,               // iam-error: which types it may hold
                                            std::function<void()> c,         // iam-error: no function to give
                                            const std::atomic<int>& d,       // iam-error: the value that it holds
                                            const std::mutex& e,             // iam-error: keep it in the program
                                            FILE* f,                         // iam-error: take a std::filesystem::path
                                            const std::ostream& g,           // iam-error: return the text
                                            std::initializer_list<int> h,    // iam-error: take std::vector
                                            std::error_code i);              // iam-error: throw iam::tool_error

}  // namespace desk
