// Reads the standard library's own types: the JSON form of each, or the reason why it has none.
#include <generator/frontend/clang/lookup.hpp>
#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_parts.hpp>
#include <generator/model/alternatives.hpp>

#include <algorithm>
#include <array>

namespace iam::gen {
namespace {

using clang::QualType;

struct KnownName {
    std::string_view name;
    std::string_view reason;
};

constexpr std::array k_refused = {
    KnownName{"multimap", "take a vector of a struct of key and value"},
    KnownName{"unordered_multimap", "take a vector of a struct of key and value"},
    KnownName{"multiset", "take std::vector"},
    KnownName{"unordered_multiset", "take std::vector"},
    KnownName{"weak_ptr", "take std::optional"},
    KnownName{"any", "say which types it may hold"},
    KnownName{"function", "a model has no function to give; take an enum that names the choices"},
    KnownName{"initializer_list", "take std::vector"},
    KnownName{"complex", "take a struct of its two parts"},
    KnownName{"atomic", "take the value that it holds"},
    KnownName{"mutex", "keep it in the program"},
    KnownName{"recursive_mutex", "keep it in the program"},
    KnownName{"shared_mutex", "keep it in the program"},
    KnownName{"thread", "keep it in the program"},
    KnownName{"jthread", "keep it in the program"},
    KnownName{"basic_istream", "take the text as std::string"},
    KnownName{"basic_ostream", "return the text as std::string"},
    KnownName{"basic_iostream", "take or return the text as std::string"},
    KnownName{"basic_stringstream", "take or return the text as std::string"},
    KnownName{"basic_fstream", "take a std::filesystem::path"},
    KnownName{"basic_ifstream", "take a std::filesystem::path"},
    KnownName{"basic_ofstream", "take a std::filesystem::path"},
    KnownName{"reverse_iterator", "take the elements as std::vector"},
    KnownName{
        "source_location",
        "take it as a parameter with the default std::source_location::current(), or leave it "
        "out"},
    KnownName{"error_code", "throw iam::tool_error, or take its number"},
    KnownName{"error_condition", "throw iam::tool_error, or take its number"},
    KnownName{"exception_ptr", "throw the exception"},
    KnownName{"reference_wrapper", "take the value itself"},
    KnownName{"basic_regex", "take its text as std::string with [[iam::format(\"regex\")]]"},
    KnownName{"valarray", "take std::vector"},
    KnownName{"monostate", "it says something as an alternative of std::variant only"},
    KnownName{"stop_token", "take it as a parameter of the function itself, by value"},
    KnownName{"future", "a tool or undo may return one as a whole"},
    KnownName{"shared_future", "a tool or undo may return one as a whole"},
    KnownName{"expected", "a tool or undo may return one as a whole"},
};

template <std::size_t N>
const KnownName* find(const std::array<KnownName, N>& list, llvm::StringRef name) {
    for (const KnownName& known : list)
        if (known.name == std::string_view(name)) return &known;
    return nullptr;
}

/// The largest count of one repetition in a pattern.
constexpr std::uint64_t k_bits_max = 1000;

Type named(TypeKind kind, const char* cpp) {
    Type out;
    out.kind = kind;
    out.cpp = cpp;
    return out;
}

Type read_string(Reader& reader, const Specialization& special, QualType type, bool view) {
    const QualType letter = argument_type(special, 0);
    const bool utf8 = letter->isSpecificBuiltinType(clang::BuiltinType::Char8) && !view;
    if (!is_char(letter) && !utf8) {
        return refuse_type(reader, DiagnosticId::character_type, type,
                           "but text is exchanged as UTF-8; take std::string");
    }
    const bool plain = is_std_template(argument_type(special, 1), "char_traits", letter) &&
                       (view || is_std_template(argument_type(special, 2), "allocator", letter));
    if (!plain) {
        return refuse_type(reader, DiagnosticId::type_not_yet, type,
                           "whose traits or allocator are not the standard ones, which this "
                           "version does not support; take std::string");
    }
    if (view) return named(TypeKind::string_view, "::std::string_view");
    return named(TypeKind::string, utf8 ? "::std::u8string" : "::std::string");
}

Type read_string(Reader& reader, const Specialization& special, QualType type) {
    return read_string(reader, special, type, false);
}

Type read_string_view(Reader& reader, const Specialization& special, QualType type) {
    return read_string(reader, special, type, true);
}

/// The template argument at `index`, with the aliases in its spelling.
QualType held_type(const Reader& reader, const Specialization& special, QualType type,
                   unsigned index) {
    return written_argument(reader, type, index, argument_type(special, index));
}

Type read_optional(Reader& reader, const Specialization& special, QualType type) {
    Type element = read_part_type(reader, held_type(reader, special, type, 0));
    if (is_nullable(element) || may_be_null(element)) {
        return refuse_type(reader, DiagnosticId::nested_optional, type,
                           "where absent could mean two things; use one std::optional");
    }
    return holder(TypeKind::optional, "::std::optional<", std::move(element));
}

bool has_standard_allocator(const Specialization& special, unsigned index) {
    const Specialization* allocator = as_specialization(argument_type(special, index));
    return allocator != nullptr && allocator->isInStdNamespace() &&
           allocator->getName() == "allocator";
}

Type refuse_allocator(Reader& reader, QualType type) {
    return refuse_type(
        reader, DiagnosticId::type_not_yet, type,
        "whose allocator is not the standard one, which this version does not support; "
        "leave the allocator out");
}

Type refuse_order(Reader& reader, QualType type) {
    return refuse_type(reader, DiagnosticId::type_not_yet, type,
                       "whose order, hash or equality is not the standard one, which this version "
                       "does not support; leave it out");
}

std::string prefix_of(const Specialization& special) {
    return "::std::" + special.getNameAsString() + "<";
}

Type read_sequence(Reader& reader, const Specialization& special, QualType type) {
    if (!has_standard_allocator(special, 1)) return refuse_allocator(reader, type);
    Type element = read_part_type(reader, held_type(reader, special, type, 0));
    if (is_byte(element) && special.getName() == "vector")
        return named(TypeKind::bytes, "::std::vector<::std::byte>");
    return holder(TypeKind::sequence, prefix_of(special), std::move(element));
}

Type read_array(Reader& reader, const Specialization& special, QualType type) {
    const std::uint64_t count = special.getTemplateArgs()[1].getAsIntegral().getZExtValue();
    Type out = holder(TypeKind::array, prefix_of(special),
                      read_part_type(reader, held_type(reader, special, type, 0)),
                      ", " + std::to_string(count) + ">");
    out.extent = count;
    return out;
}

/// The template arguments for an order, or for a hash and an equality, in the name of a set or map.
/// Empty for the default ones; nothing for others than the standard's.
std::optional<std::string> order_of(const Reader& reader, const Specialization& special,
                                    unsigned index, const Type& key, QualType written) {
    const auto is = [&](unsigned argument, const char* name, QualType of) {
        return is_std_template(argument_type(special, argument), name, of);
    };
    if (!special.getName().starts_with("unordered_")) {
        if (is(index, "less", written)) return "";
        if (is(index, "less", reader.ast.VoidTy)) return ", ::std::less<void>";
        return std::nullopt;
    }
    if (!is(index, "hash", written)) return std::nullopt;
    if (is(index + 1, "equal_to", written)) return "";
    if (!is(index + 1, "equal_to", reader.ast.VoidTy)) return std::nullopt;
    return ", ::std::hash<" + key.cpp + ">, ::std::equal_to<void>";
}

unsigned after_order(const Specialization& special, unsigned index) {
    return special.getName().starts_with("unordered_") ? index + 2 : index + 1;
}

Type read_set(Reader& reader, const Specialization& special, QualType type) {
    const QualType written = held_type(reader, special, type, 0);
    Type element = read_part_type(reader, written);
    if (element.kind == TypeKind::unsupported) return {};
    const auto order = order_of(reader, special, 1, element, written);
    if (!order) return refuse_order(reader, type);
    if (!has_standard_allocator(special, after_order(special, 1)))
        return refuse_allocator(reader, type);
    if (element.kind == TypeKind::pointer) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "whose order is that of addresses, which means nothing outside of the "
                           "program; hold the values themselves");
    }
    return holder(TypeKind::set, prefix_of(special), std::move(element), *order + ">");
}

bool is_key(const Type& type) {
    const bool plain_integer = type.kind == TypeKind::integer && type.form == NumberForm::plain;
    return type.cpp == "::std::string" || plain_integer || type.kind == TypeKind::enumeration;
}

Type read_map(Reader& reader, const Specialization& special, QualType type) {
    const QualType written = held_type(reader, special, type, 0);
    Type key = read_part_type(reader, written);
    if (key.kind == TypeKind::unsupported) return {};
    if (key.rules && !is_silent(key.rules->constraints)) {
        return refuse_type(reader, DiagnosticId::map_key, type,
                           "but nobody would hold a key to what the alias '" + key.rules->alias +
                               "' says; take a vector of a struct of key and value");
    }
    key.rules = nullptr;
    const bool flags =
        key.kind == TypeKind::enumeration && reader.model.enums.at(key.name).is_flags;
    if (key.kind == TypeKind::converted) {
        return refuse_type(reader, DiagnosticId::map_key, type,
                           "but a key is not converted by an iam::codec; take a map with the wire "
                           "type as its keys, or a vector of a struct of key and value");
    }
    if (!is_key(key) || flags) {
        return refuse_type(reader, DiagnosticId::map_key, type,
                           "but names in JSON are strings; take a map with std::string, integer or "
                           "enum keys, or a vector of a struct of key and value");
    }
    const auto order = order_of(reader, special, 2, key, written);
    if (!order) return refuse_order(reader, type);
    if (!has_standard_allocator(special, after_order(special, 2)))
        return refuse_allocator(reader, type);
    Type out = holder(TypeKind::map, prefix_of(special) + key.cpp + ", ",
                      read_part_type(reader, held_type(reader, special, type, 1)), *order + ">");
    out.key = std::make_shared<const Type>(std::move(key));
    return out;
}

Type read_span(Reader& reader, const Specialization& special, QualType type) {
    const QualType written = held_type(reader, special, type, 0);
    if (!written.isConstQualified()) {
        return refuse_type(reader, DiagnosticId::output_parameter, type,
                           "with which the function could give something back; take std::span of "
                           "const elements, and return what it gives back");
    }
    Type element = read_held_type(reader, written.getUnqualifiedType());
    if (element.kind == TypeKind::boolean) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "which no std::vector of bool can be looked at through; take "
                           "const std::vector<bool>&");
    }
    const llvm::APSInt extent = special.getTemplateArgs()[1].getAsIntegral();
    const bool fixed = !extent.isAllOnes();
    const std::string count = std::to_string(extent.getZExtValue());
    Type out = holder(TypeKind::span, "::std::span<const ", std::move(element),
                      fixed ? ", " + count + ">" : ">");
    if (fixed) out.extent = extent.getZExtValue();
    return out;
}

/// Reads std::unique_ptr and std::shared_ptr.
Type read_pointer(Reader& reader, const Specialization& special, QualType type) {
    const QualType held = held_type(reader, special, type, 0);
    const bool is_unique = special.getName() == "unique_ptr";
    if (held->isArrayType()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "which does not say how many elements it has; take std::vector");
    }
    if (is_unique && !is_std_template(argument_type(special, 1), "default_delete", held)) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "whose values only the program can make and end; take std::optional");
    }
    Type element = read_held_type(reader, held);
    if (is_nullable(element) || may_be_null(element)) {
        return refuse_type(reader, DiagnosticId::nested_optional, type,
                           "where absent could mean two things; use one pointer or optional");
    }
    return holder(TypeKind::pointer, prefix_of(special) + (held.isConstQualified() ? "const " : ""),
                  std::move(element));
}

/// Reads std::pair and std::tuple.
Type read_tuple(Reader& reader, const Specialization& special, QualType type) {
    std::vector<QualType> written;
    for (const clang::TemplateArgument& argument : special.getTemplateArgs().asArray()) {
        if (argument.getKind() == clang::TemplateArgument::Type)
            written.push_back(argument.getAsType());
        else
            for (const clang::TemplateArgument& part : argument.pack_elements())
                written.push_back(part.getAsType());
    }
    if (written.empty()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "which holds nothing; leave it out");
    }
    Type out;
    out.kind = TypeKind::tuple;
    for (unsigned i = 0; i < written.size(); ++i) {
        out.parts.push_back(read_part_type(reader, written_argument(reader, type, i, written[i])));
        if (out.parts.back().kind == TypeKind::unsupported) return {};
        out.cpp += (out.cpp.empty() ? prefix_of(special) : ", ") + out.parts.back().cpp;
    }
    out.cpp += ">";
    out.has_named_parts = reader.job.names_parts && is_mixed(out);
    return out;
}

Type read_bitset(Reader& reader, const Specialization& special, QualType type) {
    const std::uint64_t count = special.getTemplateArgs()[0].getAsIntegral().getZExtValue();
    if (count == 0 || count > k_bits_max) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "which has no bits, or more than 1000 of them, which a pattern does "
                           "not count; take std::vector<bool>");
    }
    Type out = named(TypeKind::bitset, "");
    out.cpp = prefix_of(special) + std::to_string(count) + ">";
    out.extent = count;
    return out;
}

/// True for a type with values of several possible kinds of JSON.
bool is_of_any_kind(const Type& type) {
    if (type.kind == TypeKind::converted) return is_of_any_kind(*type.element);
    return type.kind == TypeKind::variant || type.kind == TypeKind::json;
}

/// Reads the alternatives. The check for equal-looking ones comes later.
Type read_variant(Reader& reader, const Specialization& special, QualType type) {
    Type out;
    out.kind = TypeKind::variant;
    for (const clang::TemplateArgument& argument : special.getTemplateArgs()[0].getPackAsArray()) {
        const QualType held = written_argument(
            reader, type, static_cast<unsigned>(out.parts.size()), argument.getAsType());
        Type part = is_std_class(held, "monostate") ? named(TypeKind::null, "::std::monostate")
                                                    : read_part_type(reader, held);
        if (part.kind == TypeKind::unsupported) return {};
        if (is_nullable(part)) {
            return refuse_type(
                reader, DiagnosticId::nested_optional, type,
                "one alternative of which may be missing; take std::monostate for that");
        }
        if (is_of_any_kind(part)) {
            return refuse_type(reader, DiagnosticId::unsupported_type, type,
                               "one alternative of which is a variant or any JSON itself; take all "
                               "alternatives together");
        }
        // A tuple as an array differs from the variant's possible structs.
        part.has_named_parts = false;
        out.cpp += (out.cpp.empty() ? prefix_of(special) : ", ") + part.cpp;
        out.parts.push_back(std::move(part));
    }
    out.cpp += ">";
    return out;
}

using Read = Type (*)(Reader&, const Specialization&, QualType);

struct KnownTemplate {
    std::string_view name;
    Read read;
};

constexpr std::array k_templates = {
    KnownTemplate{"array", read_array},
    KnownTemplate{"basic_string", read_string},
    KnownTemplate{"basic_string_view", read_string_view},
    KnownTemplate{"bitset", read_bitset},
    KnownTemplate{"deque", read_sequence},
    KnownTemplate{"duration", read_duration},
    KnownTemplate{"forward_list", read_sequence},
    KnownTemplate{"hh_mm_ss", read_time_of_day},
    KnownTemplate{"list", read_sequence},
    KnownTemplate{"map", read_map},
    KnownTemplate{"optional", read_optional},
    KnownTemplate{"pair", read_tuple},
    KnownTemplate{"set", read_set},
    KnownTemplate{"shared_ptr", read_pointer},
    KnownTemplate{"span", read_span},
    KnownTemplate{"time_point", read_moment},
    KnownTemplate{"tuple", read_tuple},
    KnownTemplate{"unique_ptr", read_pointer},
    KnownTemplate{"unordered_map", read_map},
    KnownTemplate{"unordered_set", read_set},
    KnownTemplate{"variant", read_variant},
    KnownTemplate{"vector", read_sequence},
};

}  // namespace

bool is_iterator(Reader& reader, const clang::CXXRecordDecl& record) {
    const clang::CXXRecordDecl* definition = record.getDefinition();
    return definition != nullptr && !find_member(reader, definition, "iterator_category").empty();
}

Type refuse_iterator(Reader& reader, QualType type) {
    return refuse_type(reader, DiagnosticId::unsupported_type, type,
                       "an iterator, which points into what the program has; take the elements as "
                       "std::vector");
}

Type read_std_class(Reader& reader, const clang::CXXRecordDecl& record, QualType type) {
    const llvm::StringRef name = record.getName();
    if (const auto* special = llvm::dyn_cast<Specialization>(&record)) {
        for (const KnownTemplate& known : k_templates)
            if (known.name == std::string_view(name)) return known.read(reader, *special, type);
    }
    if (name == "path") return named(TypeKind::path, "::std::filesystem::path");
    if (name == "year_month_day") return named(TypeKind::date, "::std::chrono::year_month_day");
    if (const KnownName* known = find(k_refused, name)) {
        return refuse_type(reader, DiagnosticId::unsupported_type, type,
                           "which has no JSON form; " + std::string(known->reason));
    }
    static_cast<void>(is_complete(reader, type));  // instantiates the class
    if (is_iterator(reader, record)) return refuse_iterator(reader, type);
    return refuse_type(
        reader, DiagnosticId::unsupported_type, type,
        "which has no JSON form; take bool, a number, std::string or a struct of these");
}

}  // namespace iam::gen
