// What the headers say, as plain values: no clang, no output. The frontend fills it, check/ judges and completes it, emit/ writes it.
#pragma once

#include <generator/model/source.hpp>
#include <iam/core/boxed.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace iam::gen {

/// A number as the source spells it, exactly: bounds of a range, a multiple.
using Number = std::variant<std::int64_t, std::uint64_t, double>;

struct Bounds {  // inclusive; an empty side is open (iam::none)
    std::optional<Number> low;
    std::optional<Number> high;
    SourceSpan span;
};

/// A text or value that an attribute gives, and where.
template <class T>
struct Stated {
    T value{};
    SourceSpan span;
};

/// What the attributes on a parameter or field say. The frontend stores what is written; check/ judges it against the type.
struct Constraints {
    Boxed<Bounds> range;
    Boxed<Bounds> length;
    Boxed<Bounds> items;  // what length says of lists and maps; check/ makes it that
    Boxed<Stated<Number>> multiple_of;
    Boxed<Stated<std::string>> pattern;
    Boxed<Stated<std::string>> format;
    Boxed<Stated<std::string>> unit;
    Boxed<Stated<std::string>> name;         // the JSON member's name
    Boxed<Stated<std::string>> description;  // wins over the doc comment
    Boxed<Stated<std::string>> example;      // canonical JSON text of the value
    Boxed<SourceSpan> secret;
    Boxed<SourceSpan> consent_key;
    Boxed<SourceSpan> as_string;
    Boxed<SourceSpan> flags;
    Boxed<SourceSpan> base64;
    Boxed<SourceSpan> unique;
};

/// What a type alias asks of every value of its type.
struct TypeRules {
    std::string alias;
    std::string description;  // its comment
    Constraints constraints;
};

enum class TypeKind {
    void_,
    boolean,
    integer,
    floating,
    character,  // char
    string,
    string_view,  // a parameter itself
    c_string,     // const char*, a parameter itself
    char_array,   // char[extent], a field
    path,         // std::filesystem::path
    bytes,  // std::vector<std::byte>, or of unsigned char with [[iam::base64]]; as a parameter itself also a span of them
    bitset,       // std::bitset<extent>
    moment,       // std::chrono::sys_time<D>
    date,         // std::chrono::year_month_day, sys_days
    time_of_day,  // std::chrono::hh_mm_ss<D>
    enumeration,
    optional,
    pointer,  // std::unique_ptr, std::shared_ptr: an optional that can hold what is not complete yet
    sequence,  // std::vector, deque, list, forward_list
    array,     // std::array<element, extent>, and element[extent] as a field
    set,       // std::set, unordered_set
    span,  // std::span<const element, extent>: the frontend's own, a parameter holds what it looks at
    map,      // std::map, unordered_map
    tuple,    // std::pair, std::tuple
    variant,  // std::variant
    null,     // std::monostate, of a variant
    record,
    converted,    // what iam::codec<T> makes of its wire type, which is the element
    json,         // nlohmann::json, whatever it holds
    unsupported,  // the frontend has reported why
};

/// What of C++ stands around the number of an integer or floating.
enum class NumberForm {
    plain,
    strong,    // an enum class without enumerators
    duration,  // std::chrono::duration
};

struct Type {
    TypeKind kind = TypeKind::unsupported;
    /// Spelling for generated code: "::std::vector<::desk::Alarm>"; "struct ::desk::status" where
    /// a function or variable hides the type.
    std::string cpp{};
    std::string
        view{};  // a parameter itself that is not given the value but looks at it: "::desk::Alarm const&"
    int bits = 0;             // integer: 1…64; floating: 32 or 64
    bool is_signed = false;   // integer
    bool is_decimal = false;  // integer: the text of its digits in JSON
    NumberForm form = NumberForm::plain;
    std::string unit{};                // of a duration: "ms"
    int digits = 0;                    // moment, time_of_day: digits of the fraction of a second
    bool is_bounded_to_years = false;  // moment: 64 bits of nanoseconds end in 2262
    /// optional, pointer, sequence, array, set, converted; of a map its value
    std::shared_ptr<const Type> element{};
    std::shared_ptr<const Type> key{};      // map
    std::vector<Type> parts{};              // tuple, variant
    bool has_named_parts = false;           // tuple: an object in JSON, and not an array
    std::optional<std::uint64_t> extent{};  // where the number of elements is fixed
    std::string name{};  // enumeration, record: key into Model::enums / Model::records
    /// Of an alias, where the value is not a member itself, whose constraints they would be: an element, an alternative, a result.
    std::shared_ptr<const TypeRules> rules{};
};

/// The spelling of a class or enumeration without its keyword, as it stands in front of "::member".
inline std::string bare_name(const std::string& cpp) {
    const std::size_t start = cpp.find("::");
    return start == cpp.npos ? cpp : cpp.substr(start);
}

/// True for a value that may be missing: a member of it is left out, an element of it is null.
inline bool is_nullable(const Type& type) {
    return type.kind == TypeKind::optional || type.kind == TypeKind::pointer;
}

/// True for a value that may be null wherever it stands: a variant that holds std::monostate, and any JSON.
inline bool may_be_null(const Type& type) {
    if (type.kind == TypeKind::converted) return may_be_null(*type.element);
    return type.kind == TypeKind::json ||
           std::any_of(type.parts.begin(), type.parts.end(),
                       [](const Type& part) { return part.kind == TypeKind::null; });
}

/// The type of the values: that inside an optional, or the type itself.
inline const Type& without_optional(const Type& type) {
    return is_nullable(type) && type.element ? *type.element : type;
}

/// The constraints of a value: those of its aliases where it has some, else `own`.
inline const Constraints& rules_of(const Type& type, const Constraints& own) {
    return type.rules ? type.rules->constraints : own;
}

/// A number in JSON.
inline bool is_number(const Type& type) {
    return (type.kind == TypeKind::integer && !type.is_decimal) || type.kind == TypeKind::floating;
}

/// Texts that may have any length and form.
inline bool is_text(const Type& type) {
    return type.kind == TypeKind::string || type.kind == TypeKind::string_view ||
           type.kind == TypeKind::c_string || type.kind == TypeKind::path;
}

/// JSON arrays whose elements are all of one type.
inline bool is_list(const Type& type) {
    return type.kind == TypeKind::sequence || type.kind == TypeKind::array ||
           type.kind == TypeKind::set;
}

/// Calls `visit` for each type that this one is made of.
template <class Visit>
void for_each_part(const Type& type, const Visit& visit) {
    if (type.key) visit(*type.key);
    if (type.element) visit(*type.element);
    for (const Type& part : type.parts) visit(part);
}

/// The value that a parameter or field has when the caller leaves it out.
struct Default {
    enum class Kind {
        none,      // must be given (or is an optional: see Type)
        value,     // known at build time: `json`
        computed,  // an expression of the program: the function is called with fewer arguments, the field keeps its initialiser
    };
    Kind kind = Kind::none;
    std::string json{};  // canonical JSON text, kind value
    SourceSpan span{};
};

/// A parameter of a tool or a field of an aggregate.
struct Member {
    std::string name;       // as C++ spells it
    std::string json_name;  // as the model sees it
    std::string description;
    Type type;
    Constraints constraints;
    Default fallback;
    SourceSpan span;
    bool is_bit_field = false;  // which has no address
    std::string
        declared{};  // of a field, as clang saw its type: "::std::string"; empty: it has no spelling
    /// Neither optional nor with a default.
    bool required() const { return !is_nullable(type) && fallback.kind == Default::Kind::none; }
};

struct Record {
    std::string cpp;   // "::desk::Alarm"
    std::string name;  // "desk::Alarm"
    std::string description;
    std::vector<Member> fields;      // in order of declaration, public bases first
    Boxed<Stated<std::string>> tag;  // [[iam::name]]: which one of a variant's it is
    bool is_recursive = false;       // a value of it may hold others of it; filled by check/
    SourceSpan span;
    /// A class of nothing but these fields has the same layout: no bases, bit-fields or alignment of its own.
    bool is_plain_layout = false;
    bool is_standard_layout = false;  // offsetof() is for such classes
};

struct Enumerator {
    std::string name;
    std::string description;
    bool is_alias = false;  // an earlier one has the same value
    std::string value{};    // in decimal digits
};

struct Enum {
    std::string cpp;
    std::string name;
    std::string description;
    /// In order of declaration: every name of each value, the one that is written first. Flags: without those that are zero.
    std::vector<Enumerator> enumerators;
    bool is_flags = false;  // [[iam::flags]]: values are combinations
    SourceSpan span;
};

enum class Policy { allow, confirm, deny };

/// [[iam::tool({…})]].
struct ToolOptions {
    std::optional<std::string> name, title, description, since, deprecated, policy_reason, executor;
    std::optional<Policy> policy;
    std::optional<bool> read_only, destructive, idempotent, open_world, undo_exact, lazy_outcome;
    std::optional<std::int64_t> timeout_ms, undo_window_s;
    std::vector<std::string> tags;
    bool incomplete = false;  // one was refused: nobody knows what it would have said
    std::map<std::string, SourceSpan> spans;  // where each option stands, by its name
};

/// A parameter that comes from the call and not from its arguments.
struct Injected {
    enum class Kind {
        context,          // iam::Context&
        progress,         // iam::Progress&
        stop_token,       // std::stop_token
        idempotency_key,  // iam::IdempotencyKey
        place_of_call,    // std::source_location where = std::source_location::current()
    };
    Kind kind = Kind::context;
    std::size_t position = 0;  // among all parameters of the function
    bool is_const_reference = false;
};

/// A function that can be called from generated code.
struct Function {
    std::string cpp;        // "::desk::echo" or "&::desk::Document::save" without the ampersand
    std::string name;       // "desk::echo"
    std::string space;      // "desk": the namespaces around it, without inline ones
    std::string class_cpp;  // member function of an instance: "::desk::Document"; else empty
    bool is_const = false;  // member function
    std::vector<Member> parameters;
    std::vector<Injected> injected;  // by position
    Type result;
    bool is_settled = false;      // the result comes out of a future, an expected or the like
    bool gives_pointer = false;   // to the characters of a text, or none
    std::optional<Type> failure;  // of an expected: what is written as JSON where it has no value
    SourceSpan span;
    std::string
        type_cpp{};  // of a pointer to it, as clang saw it: "void (*)(int)"; empty: it has no spelling
};

/// Whether a parameter of the function is the call or a part of it.
inline bool takes_context(const Function& function) {
    return std::any_of(
        function.injected.begin(), function.injected.end(),
        [](const Injected& injected) { return injected.kind != Injected::Kind::place_of_call; });
}

struct Companion {
    enum class Kind { preview, undo, reconcile };
    Kind kind = Kind::preview;
    Function function;
    std::string
        target;  // qualified name of the function that the attribute names, e.g. "desk::echo"
    std::string target_text;  // as written
    SourceSpan span;          // of the attribute's argument
    /// Filled by check/: for each parameter of `function`, the index of the tool's parameter it takes, or k_result.
    std::vector<int> arguments;
    static constexpr int k_result = -1;
};

struct Tool {
    std::string name;  // as the model calls it
    std::string title;
    std::string description;
    Function function;
    std::string result_description;
    ToolOptions options;
    std::size_t header = 0;        // index into Model::headers
    bool is_instantiated = false;  // of a function template, whose tag all instantiations share
    Boxed<Companion> preview;      // bound by check/
    Boxed<Companion> undo;
    Boxed<Companion> reconcile;
};

struct Header {
    std::string path;      // as given on the command line, for #include
    std::string relative;  // to the project's root, with '/': what goes into the manifest
    std::string stem;      // "alarms" → alarms.iam.cpp
};

struct Model {
    std::string target;  // CMake target: names the register function
    std::vector<Header> headers;
    std::vector<Tool> tools;            // sorted by name after check/
    std::vector<Companion> companions;  // not yet bound; empty after check/
    std::map<std::string, Record> records;
    std::map<std::string, Enum> enums;
    /// Qualified names of tagged functions that the frontend refused with an error: a companion of one is no orphan.
    std::vector<std::string> refused;
    std::vector<std::string> included_files;  // every file that was read: the depfile
};

}  // namespace iam::gen
