// What the headers say, as plain values: no clang, no output. The frontend fills it, check/ judges and completes it, emit/ writes it.
#pragma once

#include <generator/model/source.hpp>

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
    std::optional<Bounds> range;
    std::optional<Bounds> length;
    std::optional<Stated<Number>> multiple_of;
    std::optional<Stated<std::string>> pattern;
    std::optional<Stated<std::string>> format;
    std::optional<Stated<std::string>> unit;
    std::optional<Stated<std::string>> name;         // the JSON member's name
    std::optional<Stated<std::string>> description;  // wins over the doc comment
    std::optional<Stated<std::string>> example;      // canonical JSON text of the value
    std::optional<SourceSpan> secret;
};

enum class TypeKind {
    void_,
    boolean,
    integer,
    floating,
    string,
    string_view,
    enumeration,
    optional,
    vector,
    map,
    record,
    unsupported,  // the frontend has reported why
};

struct Type {
    TypeKind kind = TypeKind::unsupported;
    std::string cpp{};       // spelling for generated code: "::std::vector<::desk::Alarm>"
    int bits = 0;            // integer: 8…64; floating: 32 or 64
    bool is_signed = false;  // integer
    std::shared_ptr<const Type> element{};  // optional, vector, map (its value)
    std::string name{};  // enumeration, record: key into Model::enums / Model::records
};

/// The type of the values: that inside an optional, or the type itself.
inline const Type& without_optional(const Type& type) {
    return type.kind == TypeKind::optional && type.element ? *type.element : type;
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
    /// Neither optional nor with a default.
    bool required() const {
        return type.kind != TypeKind::optional && fallback.kind == Default::Kind::none;
    }
};

struct Record {
    std::string cpp;   // "::desk::Alarm"
    std::string name;  // "desk::Alarm"
    std::string description;
    std::vector<Member> fields;  // in order of declaration, public bases first
    SourceSpan span;
};

struct Enumerator {
    std::string name;
    std::string description;
};

struct Enum {
    std::string cpp;
    std::string name;
    std::string description;
    std::vector<Enumerator> enumerators;  // in order of declaration, first name of each value
    SourceSpan span;
};

enum class Policy { allow, confirm, deny };

/// [[iam::tool({…})]].
struct ToolOptions {
    std::optional<std::string> name, title, description, executor, since, deprecated, policy_reason;
    std::optional<Policy> policy;
    std::optional<bool> read_only, destructive, idempotent, open_world;
    std::optional<std::int64_t> timeout_ms;
    std::vector<std::string> tags;
    bool incomplete = false;  // one was refused: nobody knows what it would have said
    std::map<std::string, SourceSpan> spans;  // where each option stands, by its name
};

/// A function that can be called from generated code.
struct Function {
    std::string cpp;        // "::desk::echo" or "&::desk::Document::save" without the ampersand
    std::string name;       // "desk::echo"
    std::string class_cpp;  // member function of an instance: "::desk::Document"; else empty
    bool is_const = false;  // member function
    std::vector<Member> parameters;
    Type result;
    SourceSpan span;
};

struct Companion {
    enum class Kind { preview, undo };
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
    std::size_t header = 0;            // index into Model::headers
    std::optional<Companion> preview;  // bound by check/
    std::optional<Companion> undo;
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
