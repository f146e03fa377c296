// Codec of std::variant. JSON tells the alternatives apart by their kinds, and several objects by
// the member "type".
#pragma once

#include <iam/core/json_reader.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace iam {

/// Codec of std::monostate.
struct NullCodec {
    static bool decode(Decoder& in, std::monostate&, const Rules& = {}) {
        return in.expect(JsonKind::null, "null", true) && in.reader().read_null();
    }
    static void encode(JsonWriter& out, std::monostate) { out.null(); }
    static std::string expected(const Rules&) { return "null"; }
};

/// The JSON form of an alternative. The tag is a literal; it is "" if the kind is enough.
struct Alternative {
    JsonKind kind = JsonKind::null;
    std::string_view tag{};
};

/// The alternative of the next value. The value stays unread. Returns nothing after it has reported
/// and skipped the value.
std::optional<std::size_t> choose_alternative(Decoder& in, std::span<const Alternative> all);
std::string describe_alternatives(std::span<const Alternative> all);

/// Codec of a variant; each alternative has a codec. Derived states the form of each alternative:
///     static constexpr std::array<Alternative, 2> k_alternatives{
///         {{JsonKind::object, "Circle"}, {JsonKind::null}}};
template <class Derived, class Variant, class... Parts>
struct VariantCodec {
    static bool decode(Decoder& in, Variant& value, const Rules& = {}) {
        const auto index = choose_alternative(in, Derived::k_alternatives);
        return index && decode_at(in, value, *index, std::index_sequence_for<Parts...>{});
    }
    static void encode(JsonWriter& out, const Variant& value) {
        encode_any(out, value, std::index_sequence_for<Parts...>{});
    }
    static std::string expected(const Rules&) {
        return describe_alternatives(Derived::k_alternatives);
    }

 private:
    template <std::size_t I>
    using Part = std::tuple_element_t<I, std::tuple<Parts...>>;

    template <std::size_t I>
    static bool decode_one(Decoder& in, Variant& value) {
        constexpr std::string_view k_tag = Derived::k_alternatives[I].tag;
        if constexpr (k_tag.empty())
            return Part<I>::decode(in, value.template emplace<I>());
        else
            return Part<I>::decode_tagged(in, value.template emplace<I>());
    }
    template <std::size_t... I>
    static bool decode_at(Decoder& in, Variant& value, std::size_t index,
                          std::index_sequence<I...>) {
        bool good = false;
        static_cast<void>(((I == index && ((good = decode_one<I>(in, value)), true)) || ...));
        return good;
    }

    template <std::size_t I>
    static bool encode_one(JsonWriter& out, const Variant& value) {
        const auto* part = std::get_if<I>(&value);
        if (part == nullptr) return false;
        constexpr std::string_view k_tag = Derived::k_alternatives[I].tag;
        if constexpr (k_tag.empty())
            Part<I>::encode(out, *part);
        else
            Part<I>::encode_tagged(out, *part, k_tag);
        return true;
    }
    template <std::size_t... I>
    static void encode_any(JsonWriter& out, const Variant& value, std::index_sequence<I...>) {
        if ((encode_one<I>(out, value) || ...)) return;
        out.fail("a variant that has lost its value");
        out.null();
    }
};

}  // namespace iam
