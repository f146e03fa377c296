// Aggregates: an object with the members of a list that is written down once.
//
//     template <> struct iam::codec<Point> : iam::RecordCodec<iam::codec<Point>, Point> {
//         static constexpr auto k_fields = std::make_tuple(iam::required("x", &Point::x, {.low = 0}),
//                                                          iam::defaulted("y", &Point::y));
//     };
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/codec_converted.hpp>
#include <iam/tool/codec_optional.hpp>
#include <iam/tool/decoder.hpp>
#include <iam/tool/record.hpp>
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
template <class Class, class CodecOfMember, class Access>
struct Field {
    using Codec = CodecOfMember;

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

/// True of codecs that say so.
template <class Codec>
inline constexpr bool k_reads_back = requires {
    requires Codec::k_reads_back;
};

/// The table of a list of fields.
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
    template <std::size_t I>
    using CodecAt = typename std::remove_cvref_t<decltype(std::get<I>(Derived::k_fields))>::Codec;

    /// Of the rules that a field states there is one object, and of the others none: the whole list is not kept in the program.
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
    static bool decode(Decoder& in, void* object) {
        constexpr auto access = field<I>().access;
        return access.template decode<CodecAt<I>>(in, *static_cast<T*>(object), rules<I>());
    }
    template <std::size_t I>
    static void encode(JsonWriter& out, const void* object) {
        constexpr auto access = field<I>().access;
        CodecAt<I>::encode(out, access.get(*static_cast<const T*>(object)));
    }
    template <std::size_t I>
    static bool is_absent(const void* object) {
        constexpr auto access = field<I>().access;
        return CodecAt<I>::absent(access.get(*static_cast<const T*>(object)));
    }
    template <std::size_t I>
    static std::string expected() {
        return CodecAt<I>::expected(rules<I>());
    }

    template <std::size_t I>
    static constexpr RecordMember row() {
        constexpr std::string_view k_name = field<I>().name;
        RecordMember member{k_name,
                            &RecordMembers::decode<I>,
                            &RecordMembers::encode<I>,
                            nullptr,
                            nullptr,
                            0,
                            field<I>().is_secret,
                            is_plain_name(k_name),
                            k_reads_back<CodecAt<I>>};
        if constexpr (requires(const T& object) {
                          CodecAt<I>::absent(field<I>().access.get(object));
                      })
            member.is_absent = &RecordMembers::is_absent<I>;
        if constexpr (field<I>().is_required) member.expected = &RecordMembers::expected<I>;
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

    static RecordTable table() {
        static constexpr auto k_table = Members::rows(std::make_index_sequence<Members::count()>{});
        return k_table;
    }
    static bool decode(Decoder& in, T& value, const Rules& = {}) {
        return decode_record(in, &value, table());
    }
    /// As an alternative of a variant, whose tag has been looked at.
    static bool decode_tagged(Decoder& in, T& value) {
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
