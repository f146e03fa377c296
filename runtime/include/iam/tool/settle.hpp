// Takes results out of their wrappers: a future, an expected, or a program type explained by
// iam::returned.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/codecs/converted.hpp>
#include <iam/tool/codes.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/handler.hpp>

#include <future>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace iam::glue {

template <class R>
inline constexpr bool k_is_future = false;
template <class T>
inline constexpr bool k_is_future<std::future<T>> = true;
template <class T>
inline constexpr bool k_is_future<std::shared_future<T>> = true;

/// std::expected, tl::expected and similar types.
template <class R>
concept Expected = requires {
    typename R::value_type;
    typename R::error_type;
    typename R::unexpected_type;
};

/// A type with a specialisation of iam::returned.
template <class R>
concept Returned = requires {
    typename returned<R>::value;
};

template <class R>
struct ValueOf {
    using Type = R;
};
/// The final value of a function: T of std::future<std::expected<T, E>>. May be void.
template <class R>
using Settled = typename ValueOf<R>::Type;

template <class R>
requires k_is_future<R>
struct ValueOf<R> {
    using Type = Settled<std::remove_cvref_t<decltype(std::declval<R&>().get())>>;
};
template <Expected R>
struct ValueOf<R> {
    using Type = Settled<typename R::value_type>;
};
template <Returned R>
struct ValueOf<R> {
    using Type = Settled<typename returned<R>::value>;
};

/// The reply of a function after an error in place of its value. Codec writes an error without a
/// text of its own; if void, the codec of the error's type does.
template <class CodecOrVoid, class E>
Reply failed(const E& error) {
    using Codec = typename std::conditional_t<std::is_void_v<CodecOrVoid>, CodecOf<E>,
                                              std::type_identity<CodecOrVoid>>::type;
    if constexpr (std::is_base_of_v<tool_error, E>) {
        return Reply::failed(error.code(), error.what());
    } else if constexpr (std::is_same_v<E, Error>) {
        return Reply::failed(code::tool_failed, error.message);
    } else if constexpr (std::is_convertible_v<const E&, std::string_view>) {
        return Reply::failed(code::tool_failed, std::string(std::string_view(error)));
    } else if constexpr (requires { std::string(error.message()); }) {
        return Reply::failed(code::tool_failed, std::string(error.message()));
    } else if constexpr (requires { std::string(error.what()); }) {
        return Reply::failed(code::tool_failed, std::string(error.what()));
    } else {
        JsonWriter out;
        Codec::encode(out, error);
        if (!out.ok()) return unencodable(out.why());
        if constexpr (requires { Codec::k_names[Codec::index_of(error)]; }) {
            std::string name(Codec::k_names[Codec::index_of(error)]);
            std::string own = code::of_enumerator(name);
            return Reply::failed(own.empty() ? code::tool_failed : std::string_view(own),
                                 std::move(name));
        } else
            return Reply::failed(code::tool_failed, out.take());
    }
}

/// The reply to a result in any of these wrappers, nested too. Waits on the calling thread.
template <class Codec, class FailureCodec = void, class Result>
Reply settle(Result&& result, Context& context) {
    using R = std::remove_cvref_t<Result>;
    const auto go_on = [&](const auto& get) {
        if constexpr (std::is_void_v<decltype(get())>) {
            get();
            return Reply::done();
        } else {
            return settle<Codec, FailureCodec>(get(), context);
        }
    };
    if constexpr (Returned<R>) {
        if constexpr (requires { returned<R>::failure(result); }) {
            if (const auto failure = returned<R>::failure(result))
                return failed<FailureCodec>(*failure);
        }
        return go_on([&]() -> decltype(auto) {
            return returned<R>::get(std::forward<Result>(result), context);
        });
    } else if constexpr (k_is_future<R>) {
        return go_on([&]() -> decltype(auto) { return result.get(); });
    } else if constexpr (Expected<R>) {
        if (!result) return failed<FailureCodec>(result.error());
        if constexpr (std::is_void_v<typename R::value_type>)
            return Reply::done();
        else
            return settle<Codec, FailureCodec>(*std::forward<Result>(result), context);
    } else if constexpr (std::is_same_v<R, Reply>) {
        return std::forward<Result>(result);
    } else {
        return reply<Codec>(result);
    }
}

}  // namespace iam::glue
