// Calls a C++ callable with values read from text, for define.hpp.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/codec.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/handler.hpp>
#include <iam/tool/settle.hpp>

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace iam {

/// A codec behind pointers to functions.
struct MemberType {
    /// Reads one value and writes it in canonical form.
    bool (*pass)(Decoder&, JsonWriter&, const Rules&);
    std::string (*expected)(const Rules&);
    void (*schema)(SchemaText&, const Rules&);
    std::string (*result_schema)();
    bool is_optional;
};

template <class Codec, class T>
inline constexpr bool k_may_be_absent = requires(const T& value) {
    Codec::absent(value);
};

template <class Codec, class T>
inline constexpr MemberType k_member_type{
    .pass =
        [](Decoder& in, JsonWriter& out, const Rules& rules) {
            T value{};
            if (!Codec::decode(in, value, rules)) return false;
            Codec::encode(out, value);
            return true;
        },
    .expected = [](const Rules& rules) { return Codec::expected(rules); },
    .schema = [](SchemaText& out, const Rules& rules) { Codec::schema(out, rules); },
    .result_schema = [] { return element_schema_text<Codec>(); },
    .is_optional = k_may_be_absent<Codec, T>,
};

namespace callable {

template <class T>
inline constexpr bool k_is_optional = false;
template <class T>
inline constexpr bool k_is_optional<std::optional<T>> = true;

/// True for parameters from the call itself, not from its arguments.
template <class P>
inline constexpr bool k_is_injected =
    std::is_same_v<P, Context&> || std::is_same_v<P, const Context&> ||
    std::is_same_v<P, Progress&> || std::is_same_v<std::remove_cvref_t<P>, std::stop_token> ||
    std::is_same_v<std::remove_cvref_t<P>, IdempotencyKey>;

struct Injected {};

template <class P>
using Stored = std::conditional_t<k_is_injected<P>, Injected, std::remove_cvref_t<P>>;

template <class Function>
struct Adapter;

template <class R, class... P>
struct Adapter<std::function<R(P...)>> {
    using Result = std::remove_cvref_t<R>;
    using Value = glue::Settled<Result>;
    using Values = std::tuple<Stored<P>...>;
    static constexpr std::index_sequence_for<P...> k_all{};

    /// The types of the parameters from the arguments; nullptr marks an injected one.
    static std::vector<const MemberType*> member_types() { return {member_type<P>()...}; }
    static const MemberType* result_type() {
        if constexpr (std::is_void_v<Value> || std::is_same_v<Value, Reply>)
            return nullptr;
        else
            return &k_member_type<codec_of<Value>, Value>;
    }
    /// A name for every parameter: the given names in order, "" for injected parameters.
    static std::vector<std::string> spread(std::vector<std::string> taken) {
        std::vector<std::string> names;
        std::size_t next = 0;
        for (const MemberType* type : member_types()) {
            const bool named = type != nullptr && next < taken.size();
            names.push_back(named ? std::move(taken[next++]) : std::string());
        }
        return names;
    }

    template <class Function>
    static Reply call(const Function& function, const std::vector<std::string>& names, Decoder& in,
                      Decoder* returned, Context& context) {
        Values values;
        if (!read(values, names, in)) return glue::unreadable(in);
        if (returned != nullptr && !read_returned(values, names, *returned, k_all))
            return glue::unreadable_record(*returned);
        return reply_of(function, values, context, k_all);
    }

    /// The return type of a reconcile function. nullptr if it returns bool: the call returned
    /// nothing.
    static const MemberType* reconciled_type() {
        if constexpr (std::is_same_v<Result, bool>)
            return nullptr;
        else
            return &k_member_type<codec_of<typename Result::value_type>,
                                  typename Result::value_type>;
    }
    template <class Function>
    static ReconcileReply reconcile(const Function& function, const std::vector<std::string>& names,
                                    Decoder& in, Context& context) {
        static_assert(std::is_same_v<Result, bool> || k_is_optional<Result>,
                      "a reconcile returns std::optional of what the tool returns, or bool where "
                      "the tool returns nothing");
        Values values;
        if (!read(values, names, in)) return glue::unreconcilable_record(in);
        if constexpr (std::is_same_v<Result, bool>)
            return glue::reconciled(invoke(function, values, context, k_all));
        else
            return glue::reconciled<codec_of<typename Result::value_type>>(
                invoke(function, values, context, k_all));
    }

    template <class Function>
    static PreviewReply preview(const Function& function, const std::vector<std::string>& names,
                                Decoder& in, Context& context) {
        Values values;
        if (!read(values, names, in)) return tl::unexpected(glue::unreadable(in));
        return invoke(function, values, context, k_all);
    }

 private:
    template <class T>
    static const MemberType* member_type() {
        if constexpr (k_is_injected<T>)
            return nullptr;
        else
            return &k_member_type<codec_of<std::remove_cvref_t<T>>, std::remove_cvref_t<T>>;
    }

    template <std::size_t... I>
    static bool read_named([[maybe_unused]] Decoder& in, [[maybe_unused]] Values& values,
                           [[maybe_unused]] const std::vector<std::string>& names,
                           [[maybe_unused]] std::string_view name, std::index_sequence<I...>) {
        bool found = false;
        bool good = true;
        static_cast<void>(((!found && names[I] == name &&
                            ((found = true), (good = read_one(in, std::get<I>(values))), true)) ||
                           ...));
        return found ? good : in.reader().skip();
    }
    template <class T>
    static bool read_one(Decoder& in, T& value) {
        if constexpr (std::is_same_v<T, Injected>)
            return in.reader().skip();
        else
            return codec_of<T>::decode(in, value);
    }

    static bool read(Values& values, const std::vector<std::string>& names, Decoder& in) {
        if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object())
            return false;
        bool good = true;
        std::string_view name;
        while (in.reader().next_member(name))
            good = read_named(in, values, names, name, k_all) && good;
        return in.finish() && good;
    }

    template <std::size_t... I>
    static bool read_returned([[maybe_unused]] Values& values,
                              [[maybe_unused]] const std::vector<std::string>& names,
                              [[maybe_unused]] Decoder& in, std::index_sequence<I...>) {
        return (true && ... &&
                (names[I] != "result" || (read_element(in, std::get<I>(values)) && in.finish())));
    }
    template <class T>
    static bool read_element(Decoder& in, T& value) {
        if constexpr (std::is_same_v<T, Injected>)
            return true;
        else
            return decode_element<codec_of<T>>(in, value);
    }

    template <class T>
    static decltype(auto) pass([[maybe_unused]] Stored<T>& value,
                               [[maybe_unused]] Context& context) {
        if constexpr (std::is_same_v<std::remove_cvref_t<T>, Context>)
            return static_cast<T>(context);
        else if constexpr (std::is_same_v<T, Progress&>)
            return static_cast<T>(context.progress());
        else if constexpr (std::is_same_v<std::remove_cvref_t<T>, IdempotencyKey>)
            return IdempotencyKey{context.idempotency_key()};
        else if constexpr (k_is_injected<T>)
            return std::stop_token(context.stop());
        else if constexpr (std::is_lvalue_reference_v<T>)
            return static_cast<T>(value);
        else
            return static_cast<std::remove_cvref_t<T>&&>(value);
    }

    template <class Function, std::size_t... I>
    static R invoke(const Function& function, [[maybe_unused]] Values& values,
                    [[maybe_unused]] Context& context, std::index_sequence<I...>) {
        return function(pass<P>(std::get<I>(values), context)...);
    }

    template <class Function, std::size_t... I>
    static Reply reply_of(const Function& function, Values& values, Context& context,
                          std::index_sequence<I...> all) {
        if constexpr (std::is_void_v<R>) {
            invoke(function, values, context, all);
            return Reply::done();
        } else if constexpr (std::is_same_v<Result, Reply>) {
            return invoke(function, values, context, all);
        } else {
            return glue::settle<codec_of<Value>>(invoke(function, values, context, all), context);
        }
    }
};

}  // namespace callable
}  // namespace iam
