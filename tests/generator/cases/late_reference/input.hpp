#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <span>
#include <string>
#include <string_view>

namespace desk {

template <class T>
struct Task {};

}  // namespace desk

template <class T>
struct iam::returned<desk::Task<T>> {
    using value = T;
    static T get(desk::Task<T> task, iam::Context& context);
};

namespace desk {

/// Writes.
[[iam::tool({.idempotent = false})]] std::future<void> write(
    const std::string& text,      // iam-error: take the value itself
    std::string_view title,       // iam-error: take the value itself
    std::string author,
    iam::Context& context);

/// Draws.
[[iam::tool({.idempotent = false})]] Task<int> draw(
    std::span<const int> points,  // iam-error: take the value itself
    const char* colour,           // iam-error: take the value itself
    std::string&& title);         // iam-error: take the value itself

}  // namespace desk
