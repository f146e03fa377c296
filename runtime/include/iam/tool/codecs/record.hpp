// Codec of aggregates: an object with one list of its members.
//
//     template <> struct iam::codec<Point> : iam::RecordCodec<iam::codec<Point>, Point> {
//         static constexpr auto k_fields =
//             std::make_tuple(iam::required("x", &Point::x, {.low = 0}),
//                             iam::defaulted("y", &Point::y));
//     };
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/codecs/converted.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/record.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace iam {

/// Reaches a member by a pointer to it.
template <class Class, class Type>
struct MemberAccess {
    Type Class::*member;

    constexpr const Type& get(const Class& object) const { return object.*member; }
};

/// Reaches a bit-field by two functions, since no pointer can point to it.
template <class Class, class Type>
struct BitAccess {
    Type (*read)(const Class&);
    void (*write)(Class&, Type);

    Type get(const Class& object) const { return read(object); }
};

/// The functions of a codec for the values of one type.
template <class Codec, class Type>
struct ValueCodec {
    static bool decode(Decoder& in, void* value, const Rules& rules) {
        return Codec::decode(in, *static_cast<Type*>(value), rules);
    }
    static void encode(JsonWriter& out, const void* value) {
        Codec::encode(out, *static_cast<const Type*>(value));
    }
    static bool is_absent(const void* value) {
        return Codec::absent(*static_cast<const Type*>(value));
    }
    static constexpr MemberCodec all() {
        MemberCodec codec{&decode, &encode, nullptr, &Codec::expected, k_reads_back<Codec>};
        if constexpr (requires(const Type& value) { Codec::absent(value); })
            codec.is_absent = &is_absent;
        return codec;
    }
};
template <class Codec, class Type>
inline constexpr MemberCodec k_value_codec = ValueCodec<Codec, Type>::all();

/// One member. If the text leaves it out, it keeps the initialiser of its class.
template <class Class, class CodecOfMember, class Access>
struct Field {
    using Codec = CodecOfMember;

    std::string_view name;
    Access access;
    bool is_required = false;
    bool is_secret = false;
    Rules rules{};
    std::string_view description{};
    std::string_view default_json{};  ///< the initialiser, for the schema

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
};

template <class Codec, class Type>
using CodecOr = typename std::conditional_t<std::is_void_v<Codec>, CodecOf<Type>,
                                            std::type_identity<Codec>>::type;

/// A required member. The names are literals in UTF-8.
template <class Codec = void, class Class, class Type>
constexpr auto required(std::string_view name, Type Class::*member, const Rules& rules = {}) {
    using Access = MemberAccess<Class, Type>;
    return Field<Class, CodecOr<Codec, Type>, Access>{name, Access{member}, true, false, rules};
}

/// An optional member: an optional, or a member with an initialiser, but not both. An empty
/// optional is left out when written, and would be read back as its initialiser.
template <class Codec = void, class Class, class Type>
constexpr auto defaulted(std::string_view name, Type Class::*member, const Rules& rules = {}) {
    using Access = MemberAccess<Class, Type>;
    return Field<Class, CodecOr<Codec, Type>, Access>{name, Access{member}, false, false, rules};
}

/// required() and defaulted() for bit-fields.
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

/// Makes the table of a list of fields.
template <class Derived, class T>
struct RecordMembers {
    // Functions and not constants, since the class of the list is complete only later.
    static constexpr std::size_t count() {
        return std::tuple_size_v<std::remove_cvref_t<decltype(Derived::k_fields)>>;
    }
    template <std::size_t I>
    static constexpr const auto& field() {
        return std::get<I>(Derived::k_fields);
    }
    template <std::size_t I>
    using CodecAt = typename std::remove_cvref_t<decltype(std::get<I>(Derived::k_fields))>::Codec;

    /// Only a field's stated rules become an object, so the program does not keep the whole list.
    template <std::size_t I>
    static constexpr Rules k_stated = field<I>().rules;
    template <std::size_t I>
    static constexpr const Rules& rules() {
        if constexpr (field<I>().rules.ask_for_something())
            return k_stated<I>;
        else
            return k_no_rules;
    }

    template <std::size_t I>
    static const void* value_of(const void* object) {
        constexpr auto access = field<I>().access;
        return std::addressof(access.get(*static_cast<const T*>(object)));
    }
    /// A bit-field has no address of its own: its value is the whole object.
    static const void* whole(const void* object) { return object; }
    template <std::size_t I>
    struct BitFieldCodec {
        static bool decode(Decoder& in, void* object, const Rules& rules) {
            constexpr auto access = field<I>().access;
            decltype(access.get(*static_cast<T*>(object))) value{};
            if (!CodecAt<I>::decode(in, value, rules)) return false;
            access.write(*static_cast<T*>(object), value);
            return true;
        }
        static void encode(JsonWriter& out, const void* object) {
            CodecAt<I>::encode(out, field<I>().access.get(*static_cast<const T*>(object)));
        }
        static constexpr MemberCodec k_all{&decode, &encode, nullptr, &CodecAt<I>::expected,
                                           k_reads_back<CodecAt<I>>};
    };

    template <std::size_t I>
    static constexpr RecordMember row() {
        constexpr std::string_view k_name = field<I>().name;
        RecordMember member{};
        member.name = k_name;
        member.rules = &rules<I>();
        member.is_required = field<I>().is_required;
        member.is_secret = field<I>().is_secret;
        member.is_plain = is_plain_name(k_name);
        using Value = decltype(field<I>().access.get(std::declval<const T&>()));
        if constexpr (std::is_reference_v<Value>) {
            using Type = std::remove_cvref_t<Value>;
            member.value_of = &value_of<I>;
            member.codec = &k_value_codec<CodecAt<I>, Type>;
        } else {
            member.value_of = &whole;
            member.codec = &BitFieldCodec<I>::k_all;
        }
        return member;
    }
    template <std::size_t... I>
    static constexpr auto rows(std::index_sequence<I...>) {
        const std::array<RecordMember, sizeof...(I)> declared{row<I>()...};
        std::array<RecordMember, sizeof...(I)> sorted = declared;
        for (std::size_t i = 1; i < sorted.size(); ++i)
            for (std::size_t j = i; j > 0 && member_before(sorted[j].name, sorted[j - 1].name); --j)
                std::swap(sorted[j], sorted[j - 1]);
        for (std::size_t i = 0; i < sorted.size(); ++i)
            for (std::size_t j = 0; j < sorted.size(); ++j)
                if (sorted[j].name == declared[i].name)
                    sorted[i].declared = static_cast<std::uint32_t>(j);
        return sorted;
    }
    /// A template as well, since the class of the list is complete only later.
    template <class = void>
    static constexpr auto k_table = rows(std::make_index_sequence<count()>{});

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
        CodecAt<I>::schema(schema, entry.rules);
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

    static constexpr RecordTable table() { return Members::template k_table<>; }
    /// A missing member gets the initialiser of T, even if `value` held another value.
    static bool decode(Decoder& in, T& value, const Rules& = {}) {
        value = T{};
        return decode_record(in, &value, table());
    }
    /// Reads an alternative of a variant after its tag has been read ahead.
    static bool decode_tagged(Decoder& in, T& value) {
        value = T{};
        return decode_record(in, &value, table(), Unknown::refuse, k_tag_member);
    }
    static void encode(JsonWriter& out, const T& value) { encode_record(out, &value, table()); }
    static void encode_tagged(JsonWriter& out, const T& value, std::string_view tag) {
        encode_record(out, &value, table(), tag);
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
