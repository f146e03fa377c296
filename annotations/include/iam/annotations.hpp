// Declares the vocabulary of annotated headers, and the types shared by functions and the library.
// C++17 and the standard library only. Link iam::annotations: it also silences compilers about
// unknown attributes.
//
// On a function:
//   [[iam::tool]]                this function is a tool
//   [[iam::tool({.title = "Weekday alarm", .idempotent = true})]]   the same, with ToolOptions
//   [[iam::preview(fn)]]         shows the effect of a call of tool `fn` before consent
//   [[iam::undo(fn)]]            takes a call of tool `fn` back
// `fn` is the tool itself: `fn`, `&Class::fn`, or "ns::fn" as a string where overloads clash. A
// preview or undo takes any subset of the tool's parameters, by name and type. An undo may also
// take `result`, the tool's result.
//
// On a parameter of a tool, and on a field of a struct taken or returned by a tool:
//   [[iam::range(lo, hi)]]       number, inclusive; iam::none leaves a side open
//   [[iam::multiple_of(n)]]      number
//   [[iam::length(lo, hi)]]      characters of a string, elements of a list or map; inclusive
//   [[iam::items(lo, hi)]]       elements of a list or map, by a more exact name
//   [[iam::unique]]              list: no two elements are equal
//   [[iam::pattern("^[a-z]+$")]] string: ECMA-262 with the flag u; no look-around
//   [[iam::format("date")]]      string: a format of JSON Schema 2020-12 (date-time, email, uri …)
//   [[iam::unit("mm")]]          the unit of a number
//   [[iam::name("when")]]        the name for the model
//   [[iam::description("…")]]    text for the model; wins over the doc comment
//   [[iam::example(…)]]          a value for the model to imitate
//   [[iam::secret]]              never stored, never shown
//   [[iam::consent_key]]         a person may allow all calls with one of its values
//   [[iam::as_string]]           64-bit integer: its digits as a JSON string
//   [[iam::flags]]               enumeration: combinations of its bits, in this place only
//   [[iam::base64]]              std::vector of unsigned char: base64, as for std::byte
// All of these but name, example, secret and consent_key may also stand behind the name of a type
// alias, `using Percent [[iam::range(0, 100)]] = int;`. They then hold for every parameter, field
// and element of that type.
//
// On a struct among the alternatives of a std::variant, `struct [[iam::name("circle")]] Circle`:
//   [[iam::name("circle")]]      the value of its member "type"; else the name of the struct
//
// On an enumeration, `enum class [[iam::flags]] Days`:
//   [[iam::flags]]               values are combinations of the enumerators' bits
//
// iam-gen refuses every other name in this namespace, so no typing error is lost. Limits of one
// tool: 16 aggregates, lists and maps within each other; 5000 fields and elements and 262,144
// characters of names, texts and values in its parameters, and as many in its result. An aggregate
// counts wherever it is used.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>  // for headers with tags, as most take one
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace iam {

/// The decision about a call, if no rule, grant or permission says otherwise.
enum class ToolPolicy {
    allow,    ///< runs without asking
    confirm,  ///< a person is asked
    deny,     ///< never runs
};
inline constexpr ToolPolicy allow = ToolPolicy::allow;
inline constexpr ToolPolicy confirm = ToolPolicy::confirm;
inline constexpr ToolPolicy deny = ToolPolicy::deny;

/// An open side of a range or length: `[[iam::range(0, iam::none)]]`. `none` is a function and
/// never defined: GCC's -Wshadow warns of an enumerator called `none` beside a variable of this
/// name.
struct OpenSide {};
OpenSide none();

/// An option. It may be left out.
template <class T>
struct Option {
    constexpr Option() = default;
    constexpr Option(T given) : value(given), is_given(true) {}
    T value{};
    bool is_given = false;
};

/// The options of `[[iam::tool({.name = …})]]`. The generator reads them from the attribute and no
/// program makes a value of this type; it documents the names. Give each option at most once, in
/// any order.
struct ToolOptions {
    /// As the model calls it: 1 to 64 of A-Z a-z 0-9 _ -. Without it: the function's name in
    /// snake_case.
    Option<const char*> name;
    /// A short title for people.
    Option<const char*> title;
    /// The tool's purpose, for the model. Without it: the function's doc comment.
    Option<const char*> description;
    /// iam::allow, iam::confirm or iam::deny. Without it the host's default decides.
    Option<ToolPolicy> policy;
    /// The reason for `iam::allow` on a destructive tool, or on a tool that is not read-only and
    /// has no undo.
    Option<const char*> policy_reason;
    /// Changes nothing.
    Option<bool> read_only;
    /// May destroy data. If it is stated `true`, nobody can allow the tool for always.
    Option<bool> destructive;
    /// A second call with the same arguments changes nothing more.
    Option<bool> idempotent;
    /// Reaches beyond this program: network, other programs, people.
    Option<bool> open_world;
    /// Milliseconds until the call is asked to stop, 1 to 86400000; its preview as well.
    Option<std::int64_t> timeout_ms;
    /// The function marked `[[iam::undo(fn)]]` leaves everything as it was before the call; without
    /// a word it makes up for the call.
    Option<bool> undo_exact;
    /// Seconds after a call during which it can be undone, 1 to 315360000. Without it: for as long
    /// as it is recorded.
    Option<std::int64_t> undo_window_s;
    /// The name of the host's executor for the function and its undo, for example "ui". A program
    /// without an executor of this name cannot register the tool.
    Option<const char*> executor;
    /// For a read_only tool: the answer need not wait until the outcome is on disk. A power cut may
    /// lose the outcome. The record then shows a call that was begun; its entry says so.
    Option<bool> lazy_outcome;
    /// Words to group tools by.
    std::initializer_list<const char*> tags;
    /// The first version of the program with this tool.
    Option<const char*> since;
    /// Set if the tool should no longer be used: names its replacement.
    Option<const char*> deprecated;
};

struct PreviewField {
    std::string label;
    std::string value;
};

struct PreviewWarning {
    std::string code;  ///< stable, for programs: "starts_in_the_past"
    std::string message;
};

/// The effect of a call, for the person asked about it. Made by a function marked
/// `[[iam::preview(fn)]]`. This function must have no effect of its own: it runs before anybody has
/// agreed.
struct Preview {
    std::string summary;
    std::vector<PreviewField> fields;
    std::vector<PreviewWarning> warnings;
};

/// A failure with a text for the caller of a tool. `code` is stable and for programs
/// ("calendar_full"), the text is for the model and for people. Any other exception reaches the
/// caller without its text.
class tool_error : public std::runtime_error {
 public:
    tool_error(std::string code, const std::string& message)
        : std::runtime_error(message), code_(std::move(code)) {}

    const std::string& code() const noexcept { return code_; }

 private:
    std::string code_;
};

/// The same text for every try of one call, and for the reconcile function in search of its effect.
/// A tool, undo or reconcile function with a parameter of this type gets the key, as it gets a
/// Context.
struct IdempotencyKey {
    std::string text;
};

/// The call served by a tool. A tool, preview or undo with a parameter `iam::Context&` or
/// `std::stop_token` gets it; the model does not see the parameter. Defined in
/// <iam/tool/context.hpp>.
class Context;
/// Takes the progress of a long tool: `progress.report(done, total, "message")`. A tool, preview,
/// undo or reconcile function with a parameter `iam::Progress&` gets the object of its call; the
/// model does not see the parameter. Defined in <iam/tool/progress.hpp>.
class Progress;

/// The value behind a return type, if the type is not itself the value: the task of a coroutine,
/// the result type of another library. (std::future, std::shared_future and std::expected need
/// none.) Specialise it beside the type:
///     template <class T>
///     struct iam::returned<my::Task<T>> {
///         using value = T;  // the model gets it; void and further types of this kind are fine
///         /// Waits on the thread of the call; its exception is the failure of the call.
///         static T get(my::Task<T> task, iam::Context& context);
///     };
/// A type with either a value at once or an error in its place has this as well. It returns a
/// std::optional of the error or a pointer to it. The error is an iam::tool_error, a text, a class
/// with a text as message(), or anything with a JSON form:
///         static std::optional<iam::tool_error> failure(const my::Outcome<T>& outcome);
template <class Result>
struct returned;

/// Converts a type to JSON and back. The runtime specialises it for the types it supports. A
/// program specialises it for other parameter and result types of its tools. It names a type with a
/// JSON form; this form's schema and attributes then hold:
///     template <>
///     struct iam::codec<lib::Point> {
///         using wire = MyPoint;  // a struct, a std::string, …
///         // may return std::optional: empty refuses the value
///         static lib::Point from_wire(MyPoint form);
///         static MyPoint to_wire(const lib::Point& point);
///     };
/// The two functions must be inverse to each other. lib::Point needs a default constructor.
template <class T>
struct codec;

}  // namespace iam
