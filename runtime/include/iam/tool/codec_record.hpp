// Aggregates: an object with the members of a list that is written down once.
//
//     template <> struct iam::codec<Point> : iam::RecordCodec<iam::codec<Point>, Point> {
//         static constexpr auto k_fields = std::make_tuple(iam::required("x", &Point::x, {.low = 0}),
//                                                          iam::defaulted("y", &Point::y));
//     };
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codec_converted.hpp>
#include <iam/tool/codec_optional.hpp>
#include <iam/tool/decoder.hpp>
#include <iam/tool/nesting.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace iam {

/// How a member is reached: by a pointer to it.
template <class Class, class Type>
struct MemberAccess {
    Type Class::*member;

    template <class Codec>
    bool decode(Decoder& in, Class& object, const Rules& rules) const {
        return Codec::decode(in, object.*member, rules);
    }
    constexpr const Type& get(const Class& object) const { return object.*member; }
};

/// Of a bit-field, which nothing points to: by two functions.
template <class Class, class Type>
struct BitAccess {
    Type (*read)(const Class&);
    void (*write)(Class&, Type);

    template <class Codec>
    bool decode(Decoder& in, Class& object, const Rules& rules) const {
        Type value{};
        if (!Codec::decode(in, value, rules)) return false;
        write(object, value);
        return true;
    }
    Type get(const Class& object) const { return read(object); }
};

/// One member. Its value keeps the initialiser that the class gives it where the text leaves it out.
template <class Class, class Codec, class Access>
struct Field {
    std::string_view name;
    Access access;
    bool is_required = false;
    bool is_secret = false;
    Rules rules{};
    std::string_view description{};
    std::string_view default_json{};  ///< for the schema: what the initialiser is

    constexpr Field secret() const {
        Field field = *this;
        field.is_secret = true;
        return field;
    }
    constexpr Field describe(std::string_view text) const {
        Field field = *this;
        field.description = text;
        return field;
    }
    constexpr Field with_default(std::string_view json) const {
        Field field = *this;
        field.default_json = json;
        return field;
    }

    bool decode(Decoder& in, Class& object) const {
        return access.template decode<Codec>(in, object, rules);
    }
    /// An absent value is not written.
    bool is_absent([[maybe_unused]] const Class& object) const {
        if constexpr (requires { Codec::absent(access.get(object)); })
            return Codec::absent(access.get(object));
        else
            return false;
    }
    void encode(JsonWriter& out, const Class& object) const {
        Codec::encode(out, access.get(object));
    }
    std::string expected() const { return Codec::expected(rules); }
    void schema(SchemaText& out) const { Codec::schema(out, rules); }
};

template <class Codec, class Type>
using CodecOr = typename std::conditional_t<std::is_void_v<Codec>, CodecOf<Type>,
                                            std::type_identity<Codec>>::type;

/// A member that must be there. The names are literals in UTF-8.
template <class Codec = void, class Class, class Type>
constexpr auto required(std::string_view name, Type Class::*member, const Rules& rules = {}) {
    using Access = MemberAccess<Class, Type>;
    return Field<Class, CodecOr<Codec, Type>, Access>{name, Access{member}, true, false, rules};
}

/// A member that may be left out: an optional, or one with an initialiser.
template <class Codec = void, class Class, class Type>
constexpr auto defaulted(std::string_view name, Type Class::*member, const Rules& rules = {}) {
    using Access = MemberAccess<Class, Type>;
    return Field<Class, CodecOr<Codec, Type>, Access>{name, Access{member}, false, false, rules};
}

/// The same for bit-fields.
template <class Class, class Codec, class Type>
constexpr auto required_bits(std::string_view name, Type (*read)(const Class&),
                             void (*write)(Class&, Type), const Rules& rules = {}) {
    using Access = BitAccess<Class, Type>;
    return Field<Class, Codec, Access>{name, Access{read, write}, true, false, rules};
}
template <class Class, class Codec, class Type>
constexpr auto defaulted_bits(std::string_view name, Type (*read)(const Class&),
                              void (*write)(Class&, Type), const Rules& rules = {}) {
    using Access = BitAccess<Class, Type>;
    return Field<Class, Codec, Access>{name, Access{read, write}, false, false, rules};
}

/// In it an object of a variant says which of the alternatives it is.
inline constexpr std::string_view k_tag_member = "type";

enum class Unknown {
    refuse,  ///< a member that is not in the list is an error
    skip,    ///< it is passed over unread
};

/// Order of members in canonical text (UTF-16 code units), for valid UTF-8 and at compile time. It differs from the order of bytes
/// only where a surrogate pair meets a unit above the surrogates.
constexpr bool member_before(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    if (i == a.size() || i == b.size()) return a.size() < b.size();
    const auto unit = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xF0 ? 0xED * 2 + 1 : byte * 2;  // behind U+D7FF, before U+E000
    };
    const int left = unit(a[i]);
    const int right = unit(b[i]);
    return left != right ? left < right
                         : static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]);
}

/// A name that stands in JSON as it is.
constexpr bool is_plain_name(std::string_view name) noexcept {
    for (const char c : name)
        if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
    return true;
}

/// Reading and writing the members of a list of fields.
template <class Derived, class T>
struct RecordMembers {
    // Functions and not constants, since the list belongs to a class that is complete only later.
    static constexpr std::size_t count() {
        return std::tuple_size_v<std::remove_cvref_t<decltype(Derived::k_fields)>>;
    }
    template <std::size_t I>
    static constexpr const auto& field() {
        return std::get<I>(Derived::k_fields);
    }
    static constexpr auto names() {
        return std::apply(
            [](const auto&... fields) {
                return std::array<std::string_view, sizeof...(fields)>{fields.name...};
            },
            Derived::k_fields);
    }
    static constexpr auto order() {
        std::array<std::size_t, count()> indices{};
        for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
        const auto all = names();
        for (std::size_t i = 1; i < indices.size(); ++i)
            for (std::size_t j = i; j > 0 && member_before(all[indices[j]], all[indices[j - 1]]);
                 --j)
                std::swap(indices[j], indices[j - 1]);
        return indices;
    }

    /// Which fields the text has had; one more, so that it is not empty where there are none.
    template <std::size_t k_count>
    using Seen = std::array<bool, k_count + 1>;

    template <std::size_t I>
    static bool decode_member(Decoder& in, T& value) {
        constexpr const auto& entry = field<I>();
        const HiddenScope scope(in, entry.is_secret);
        return entry.decode(in, value);
    }
    template <std::size_t I>
    static void encode_member(JsonWriter& out, const T& value) {
        constexpr const auto& entry = field<I>();
        if (entry.is_absent(value)) return;
        if constexpr (is_plain_name(entry.name))
            out.plain_key(entry.name);
        else
            out.key(entry.name);
        entry.encode(out, value);
    }
    template <std::size_t I>
    static bool check_present(Decoder& in, const Seen<count()>& seen) {
        constexpr const auto& entry = field<I>();
        if (!entry.is_required || seen[I]) return true;
        return in.refuse_missing(entry.name, entry.expected());
    }

    /// The names are constants here, so that comparing with one is a comparison of sizes and words.
    template <std::size_t I>
    static bool decode_if_named(Decoder& in, T& value, std::string_view name, Seen<count()>& seen,
                                bool& good) {
        constexpr std::string_view k_name = field<I>().name;
        if (k_name != name) return false;
        seen[I] = true;
        good = decode_member<I>(in, value) && good;
        return true;
    }
    /// False if no field has this name. `good` becomes false if the value is wrong.
    template <std::size_t... I>
    static bool decode_named([[maybe_unused]] Decoder& in, [[maybe_unused]] T& value,
                             [[maybe_unused]] std::string_view name,
                             [[maybe_unused]] Seen<count()>& seen, [[maybe_unused]] bool& good,
                             std::index_sequence<I...>) {
        return (decode_if_named<I>(in, value, name, seen, good) || ...);
    }
    template <std::size_t... I>
    static bool check_all([[maybe_unused]] Decoder& in, [[maybe_unused]] const Seen<count()>& seen,
                          std::index_sequence<I...>) {
        bool good = true;  // no short cut: every missing member is reported
        ((good = check_present<I>(in, seen) && good), ...);
        return good;
    }
    template <std::size_t... I>
    static void encode_all([[maybe_unused]] JsonWriter& out, [[maybe_unused]] const T& value,
                           std::index_sequence<I...>) {
        constexpr auto sequence = order();
        static_cast<void>(sequence);  // unused where there are no members
        (encode_member<sequence[I]>(out, value), ...);
    }
    template <std::size_t I>
    static void encode_behind(JsonWriter& out, const T& value, std::string_view& tag) {
        if (!tag.empty() && member_before(k_tag_member, field<I>().name)) encode_tag(out, tag);
        encode_member<I>(out, value);
    }
    static void encode_tag(JsonWriter& out, std::string_view& tag) {
        out.key(k_tag_member);
        out.string(std::exchange(tag, {}));
    }
    /// The tag where it belongs between the members.
    template <std::size_t... I>
    static void encode_with_tag(JsonWriter& out, [[maybe_unused]] const T& value,
                                std::string_view tag, std::index_sequence<I...>) {
        constexpr auto sequence = order();
        static_cast<void>(sequence);
        (encode_behind<sequence[I]>(out, value, tag), ...);
        if (!tag.empty()) encode_tag(out, tag);
    }
    template <std::size_t... I>
    static void schema_members([[maybe_unused]] std::string& properties,
                               [[maybe_unused]] std::string& required_names,
                               std::index_sequence<I...>) {
        (schema_member<I>(properties, required_names), ...);
    }
    template <std::size_t I>
    static void schema_member(std::string& properties, std::string& required_names) {
        constexpr const auto& entry = field<I>();
        SchemaText schema;
        entry.schema(schema);
        if (!entry.description.empty()) schema.set_string("description", entry.description);
        if (!entry.default_json.empty()) schema.set("default", std::string(entry.default_json));
        properties +=
            (properties.empty() ? "" : ",") + json_string(entry.name) + ":" + schema.text();
        if (entry.is_required)
            required_names += (required_names.empty() ? "" : ",") + json_string(entry.name);
    }
};

template <class Derived, class T>
struct RecordCodec {
    using Members = RecordMembers<Derived, T>;

    static bool decode(Decoder& in, T& value, const Rules& = {}) {
        return decode_members(in, value, Unknown::refuse);
    }
    /// As an alternative of a variant, whose tag has been looked at.
    static bool decode_tagged(Decoder& in, T& value) {
        return decode_members(in, value, Unknown::refuse, k_tag_member);
    }
    /// `known`: a member that is passed over, whatever `unknown` says.
    static bool decode_members(Decoder& in, T& value, Unknown unknown,
                               std::string_view known = {}) {
        constexpr std::make_index_sequence<Members::count()> k_all{};
        static constexpr auto k_names = Members::names();
        if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object())
            return false;
        typename Members::template Seen<Members::count()> seen{};
        bool good = true;
        std::string_view name;
        while (in.reader().next_member(name)) {
            if (Members::decode_named(in, value, name, seen, good, k_all)) continue;
            if (unknown == Unknown::skip || (!known.empty() && name == known))
                good = in.reader().skip() && good;
            else
                good = in.refuse_unknown(name, k_names);
        }
        if (in.reader().failed()) return false;
        return Members::check_all(in, seen, k_all) && good;
    }
    static void encode(JsonWriter& out, const T& value) {
        if (!may_nest(out)) return;
        out.begin_object();
        Members::encode_all(out, value, std::make_index_sequence<Members::count()>{});
        out.end_object();
    }
    static void encode_tagged(JsonWriter& out, const T& value, std::string_view tag) {
        if (!may_nest(out)) return;
        out.begin_object();
        Members::encode_with_tag(out, value, tag, std::make_index_sequence<Members::count()>{});
        out.end_object();
    }
    static std::string expected(const Rules&) { return "object"; }
    static void schema(SchemaText& out, const Rules&) {
        std::string properties;
        std::string names;
        Members::schema_members(properties, names, std::make_index_sequence<Members::count()>{});
        out.set("type", "\"object\"");
        out.set("properties", "{" + properties + "}");
        if (!names.empty()) out.set("required", "[" + names + "]");
        out.set("additionalProperties", "false");
    }
};

}  // namespace iam
