// The contents of the headers as plain values: no clang, no output. The frontend fills the model,
// check/ judges and completes it, emit/ writes it.
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

/// A text or value of an attribute, and its place.
template <class T>
struct Stated {
    T value{};
    SourceSpan span;
};

/// The attributes of a parameter or field. The frontend stores them as written; check/ judges them
/// against the type.
struct Constraints {
    Boxed<Bounds> range;
    Boxed<Bounds> length;
    Boxed<Bounds> items;  // length of a list or map; check/ moves it to length
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

/// The rules of a type alias for every value of its type.
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
    // std::vector<std::byte>, or of unsigned char with [[iam::base64]]. A parameter itself may also
    // be a span of them.
    bytes,
    bitset,       // std::bitset<extent>
    moment,       // std::chrono::sys_time<D>
    date,         // std::chrono::year_month_day, sys_days
    time_of_day,  // std::chrono::hh_mm_ss<D>
    enumeration,
    optional,
    // std::unique_ptr, std::shared_ptr: an optional that can hold an incomplete type.
    pointer,
    sequence,  // std::vector, deque, list, forward_list
    array,     // std::array<element, extent>, and element[extent] as a field
    set,       // std::set, unordered_set
    // std::span<const element, extent>, in the frontend only. A parameter stores the elements.
    span,
    map,      // std::map, unordered_map
    tuple,    // std::pair, std::tuple
    variant,  // std::variant
    null,     // std::monostate, of a variant
    record,
    converted,    // form of T by iam::codec<T>; the element is its wire type
    json,         // nlohmann::json with any value
    unsupported,  // the frontend has reported why
};

/// The C++ type around the number of an integer or floating.
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
    // For a parameter by reference: "::desk::Alarm const&".
    std::string view{};
    int bits = 0;             // integer: 1…64; floating: 32 or 64
    bool is_signed = false;   // integer
    bool is_decimal = false;  // integer: its digits are a text in JSON
    NumberForm form = NumberForm::plain;
    std::string unit{};                // of a duration: "ms"
    int digits = 0;                    // moment, time_of_day: digits of the fraction of a second
    bool is_bounded_to_years = false;  // moment: 64 bits of nanoseconds end in 2262
    /// For optional, pointer, sequence, array, set and converted. For a map its value.
    std::shared_ptr<const Type> element{};
    std::shared_ptr<const Type> key{};      // map
    std::vector<Type> parts{};              // tuple, variant
    bool has_named_parts = false;           // tuple: an object in JSON, and not an array
    std::optional<std::uint64_t> extent{};  // if the number of elements is fixed
    std::string name{};  // enumeration, record: key into Model::enums / Model::records
    /// The rules of aliases, for values other than members: an element, an alternative, a result. A
    /// member's rules are its constraints.
    std::shared_ptr<const TypeRules> rules{};
};

/// The spelling of a class or enumeration without its keyword, for use in front of "::member".
inline std::string bare_name(const std::string& cpp) {
    const std::size_t start = cpp.find("::");
    return start == cpp.npos ? cpp : cpp.substr(start);
}

/// True if the value may be missing: a member is left out, an element is null.
inline bool is_nullable(const Type& type) {
    return type.kind == TypeKind::optional || type.kind == TypeKind::pointer;
}

/// True if the value may be null in any place: a variant with std::monostate, and any JSON.
inline bool may_be_null(const Type& type) {
    if (type.kind == TypeKind::converted) return may_be_null(*type.element);
    return type.kind == TypeKind::json ||
           std::any_of(type.parts.begin(), type.parts.end(),
                       [](const Type& part) { return part.kind == TypeKind::null; });
}

/// The type inside an optional, or the type itself.
inline const Type& without_optional(const Type& type) {
    return is_nullable(type) && type.element ? *type.element : type;
}

/// The constraints of a value: the rules of its aliases if it has some, else `own`.
inline const Constraints& rules_of(const Type& type, const Constraints& own) {
    return type.rules ? type.rules->constraints : own;
}

/// True for a number in JSON.
inline bool is_number(const Type& type) {
    return (type.kind == TypeKind::integer && !type.is_decimal) || type.kind == TypeKind::floating;
}

/// True for texts of any length and form.
inline bool is_text(const Type& type) {
    return type.kind == TypeKind::string || type.kind == TypeKind::string_view ||
           type.kind == TypeKind::c_string || type.kind == TypeKind::path;
}

/// True for JSON arrays with elements of one type.
inline bool is_list(const Type& type) {
    return type.kind == TypeKind::sequence || type.kind == TypeKind::array ||
           type.kind == TypeKind::set;
}

/// Calls `visit` for each direct part of the type: key, element, parts.
template <class Visit>
void for_each_part(const Type& type, const Visit& visit) {
    if (type.key) visit(*type.key);
    if (type.element) visit(*type.element);
    for (const Type& part : type.parts) visit(part);
}

/// The value of a parameter or field, if the caller leaves it out.
struct Default {
    enum class Kind {
        none,   // must be given (or is an optional: see Type)
        value,  // known at build time: `json`
        // An expression of the program: the function is called with fewer arguments, the field
        // keeps its initialiser.
        computed,
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
    bool is_bit_field = false;  // a bit-field has no address
    // A field's type as clang saw it: "::std::string". Empty: generated code cannot spell it.
    std::string declared{};
    /// True if it is neither optional nor has a default.
    bool required() const { return !is_nullable(type) && fallback.kind == Default::Kind::none; }
};

struct Record {
    std::string cpp;   // "::desk::Alarm"
    std::string name;  // "desk::Alarm"
    std::string description;
    std::vector<Member> fields;      // in order of declaration, public bases first
    Boxed<Stated<std::string>> tag;  // [[iam::name]]: its tag in a variant
    bool is_recursive = false;       // may hold values of its own type; filled by check/
    SourceSpan span;
    /// True if a class of these fields alone has the same layout: no bases, no bit-fields, no
    /// alignment of its own.
    bool is_plain_layout = false;
    bool is_standard_layout = false;  // offsetof() requires it
};

struct Enumerator {
    std::string name;
    std::string description;
    bool is_alias = false;  // an earlier enumerator has the same value
    std::string value{};    // in decimal digits
};

struct Enum {
    std::string cpp;
    std::string name;
    std::string description;
    /// The names of all values in the order of declaration, the first name of each value among them
    /// first. Flags of value zero are left out.
    std::vector<Enumerator> enumerators;
    bool is_flags = false;  // [[iam::flags]]: values are combinations
    SourceSpan span;
};

enum class Policy { allow, confirm, deny };

/// The types of options, by the kinds of iam/contract/facts.def.
namespace option_kind {
using text = std::optional<std::string>;
using texts = std::vector<std::string>;
using flag = std::optional<bool>;
using policy = std::optional<Policy>;
using milliseconds = std::optional<std::int64_t>;
using seconds = std::optional<std::int64_t>;
}  // namespace option_kind

/// The options of [[iam::tool({…})]]: name, title, description, and the options of facts.def.
struct ToolOptions {
    std::optional<std::string> name, title, description;
#define IAM_OPTION(name, member, kind) option_kind::kind name;
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) option_kind::flag name;
#include <iam/contract/facts.def>
    bool incomplete = false;                  // one was refused, so its value is not known
    std::map<std::string, SourceSpan> spans;  // place of each option, by name
};

/// A parameter filled from the call and not from its arguments.
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

/// A function for calls by generated code.
struct Function {
    std::string cpp;        // "::desk::echo" or "&::desk::Document::save" without the ampersand
    std::string name;       // "desk::echo"
    std::string space;      // "desk": the namespaces around it, without inline ones
    std::string class_cpp;  // member function of an instance: "::desk::Document"; else empty
    bool is_const = false;  // member function
    std::vector<Member> parameters;
    std::vector<Injected> injected;  // in order of position
    Type result;
    bool is_settled = false;      // the result is inside a future, an expected or the like
    bool gives_pointer = false;   // returns a pointer to text, or null
    std::optional<Type> failure;  // error type, written as JSON
    SourceSpan span;
    // The type of a pointer to it, as clang saw it: "void (*)(int)". Empty: generated code cannot
    // spell it.
    std::string type_cpp{};
};

/// True if a parameter of the function is the call or a part of it.
inline bool takes_context(const Function& function) {
    return std::any_of(
        function.injected.begin(), function.injected.end(),
        [](const Injected& injected) { return injected.kind != Injected::Kind::place_of_call; });
}

struct Companion {
    enum class Kind { preview, undo, reconcile };
    Kind kind = Kind::preview;
    Function function;
    // Qualified name of the function named by the attribute: "desk::echo".
    std::string target;
    std::string target_text;  // as written
    SourceSpan span;          // of the attribute's argument
    /// The source of each parameter of `function`: an index of the tool's parameters, or k_result.
    /// Filled by check/.
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
    bool is_instantiated = false;  // made of a template; all instantiations share its tag
    Boxed<Companion> preview;      // bound by check/
    Boxed<Companion> undo;
    Boxed<Companion> reconcile;
};

struct Header {
    std::string path;      // as given on the command line, for #include
    std::string relative;  // relative to the project's root, with '/', for the manifest
    std::string stem;      // "alarms" → alarms.iam.cpp
};

struct Model {
    std::string target;  // CMake target: names the register function
    std::vector<Header> headers;
    std::vector<Tool> tools;            // sorted by name after check/
    std::vector<Companion> companions;  // not yet bound; empty after check/
    std::map<std::string, Record> records;
    std::map<std::string, Enum> enums;
    /// Qualified names of tagged functions, refused by the frontend with an error. Their companions
    /// are not reported as companions without a tool.
    std::vector<std::string> refused;
    std::vector<std::string> included_files;  // all read files, for the depfile
};

}  // namespace iam::gen
