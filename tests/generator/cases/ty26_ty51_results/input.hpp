#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <optional>
#include <string>
#include <system_error>

#include <tl/expected.hpp>

namespace lib {

template <class T>
struct Task {};

template <class T>
struct Outcome {};

}  // namespace lib

template <class T>
struct iam::returned<lib::Task<T>> {
    using value = T;
    static T get(lib::Task<T> task, iam::Context& context);
};

template <class T>
struct iam::returned<lib::Outcome<T>> {
    using value = T;
    static T get(lib::Outcome<T> outcome, iam::Context& context);
    static std::optional<std::error_code> failure(const lib::Outcome<T>& outcome);
};

namespace desk {

enum class Problem { locked, empty };

struct Where {
    int line;
};

/// In a future.
[[iam::tool({.read_only = true})]] std::future<std::string> in_future(std::string text);

/// Of a coroutine.
[[iam::tool({.read_only = true})]] lib::Task<std::optional<int>> of_coroutine(int number);

/// Nothing, of a coroutine.
[[iam::tool({.idempotent = false})]] lib::Task<void> nothing(int number);
[[iam::undo(nothing)]] std::shared_future<void> something(int number);

/// Refuses with a name.
[[iam::tool({.read_only = true})]] tl::expected<int, Problem> with_name(const std::string& text);

/// Refuses with a value, later.
[[iam::tool({.read_only = true})]] std::future<tl::expected<int, Where>> with_value(int number);

/// Refuses in words.
[[iam::tool({.read_only = true})]] tl::expected<int, const char*> with_words(const std::string& text);

/// Refuses as another library does.
[[iam::tool({.read_only = true})]] lib::Outcome<bool> with_outcome(const std::string& text);

}  // namespace desk
