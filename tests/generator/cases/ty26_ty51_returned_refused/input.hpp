#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace desk {

enum class Bad { wet, cold };
enum class Worse { burnt, gone };
struct Mute {
    void* handle;
    std::string message(int length) const;
};

template <int>
struct Outcome {
    int number;
};

}  // namespace desk

template <>
struct iam::returned<desk::Outcome<0>> {
    using value = int;
};
template <>
struct iam::returned<desk::Outcome<1>> {
    static int get(desk::Outcome<1>, iam::Context&);
};
template <>
struct iam::returned<desk::Outcome<2>> {
    using value = int;
    static bool failure(const desk::Outcome<2>&);
    static int get(desk::Outcome<2>, iam::Context&);
};
template <>
struct iam::returned<desk::Outcome<3>> {
    using value = int;
    static std::optional<void*> failure(const desk::Outcome<3>&);
    static int get(desk::Outcome<3>, iam::Context&);
};
template <>
struct iam::returned<desk::Outcome<4>> {
    using value = int;
    static auto failure(const desk::Outcome<4>&);
    static int get(desk::Outcome<4>, iam::Context&);
};

namespace desk {

/// Opens.
[[iam::tool({.idempotent = false})]] Outcome<0> a();  // iam-error: lacks 'get'
/// Opens.
[[iam::tool({.idempotent = false})]] Outcome<1> b();  // iam-error: lacks 'value'
/// Opens.
[[iam::tool({.idempotent = false})]] Outcome<2> c();  // iam-error: std::optional of the error or a pointer to it
/// Opens.
[[iam::tool({.idempotent = false})]] Outcome<3> d();  // iam-error: the error of 'desk::d'
/// Opens.
[[iam::tool({.idempotent = false})]] Outcome<4> e();  // iam-error: std::optional of the error or a pointer to it
/// Opens.
[[iam::tool({.idempotent = false})]] tl::expected<int, Mute> f();  // iam-error: the error of 'desk::f'
/// Opens.
[[iam::tool({.idempotent = false})]] tl::expected<int, std::wstring> g();  // iam-error: the error of 'desk::g'
/// Opens.
[[iam::tool({.idempotent = false})]] tl::expected<tl::expected<int, Bad>, Worse> h();  // iam-error: errors of more than one type

}  // namespace desk
