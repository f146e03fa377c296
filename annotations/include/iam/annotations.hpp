// Declares the vocabulary of annotated headers, and the types that functions exchange with the
// library. C++17 and the standard library only. Link iam::annotations: it also keeps compilers
// quiet about attributes that they do not know.
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
// On a parameter of a tool, and on a field of a struct that a tool takes or returns:
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
// On a struct that is one of several in a std::variant, `struct [[iam::name("circle")]] Circle`:
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

/// What happens to a call when no rule, grant or permission says otherwise.
enum class ToolPolicy {
    allow,    ///< runs without asking
    confirm,  ///< a person is asked
    deny,     ///< never runs
};
inline constexpr ToolPolicy allow = ToolPolicy::allow;
inline constexpr ToolPolicy confirm = ToolPolicy::confirm;
inline constexpr ToolPolicy deny = ToolPolicy::deny;

/// An open side of a range or length: `[[iam::range(0, iam::none)]]`.
/// `none` is declared as a function, and never defined, because GCC's -Wshadow takes every
/// enumerator called `none` for one that shadows a variable of this name.
struct OpenSide {};
OpenSide none();

/// An option, which may be left out.
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
    /// What the tool does, for the model. Without it: the function's doc comment.
    Option<const char*> description;
    /// iam::allow, iam::confirm or iam::deny. Without it the host's default decides.
    Option<ToolPolicy> policy;
    /// Why `iam::allow` is right for a tool that is destructive, or that is neither read-only nor
    /// has an undo.
    Option<const char*> policy_reason;
    /// Changes nothing.
    Option<bool> read_only;
    /// May destroy what was there. Stating `true` means that nobody can allow it for always.
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
    /// The name of the host's executor that runs the function and its undo, for example "ui". A
    /// program that offers none of this name cannot register the tool.
    Option<const char*> executor;
    /// For a tool that is read_only: its outcome need not be on disk before the answer. A power cut
    /// may lose it, and the call is then one that was begun; the entry says so.
    Option<bool> lazy_outcome;
    /// Words to group tools by.
    std::initializer_list<const char*> tags;
    /// The version of the program that brought the tool.
    Option<const char*> since;
    /// Set where the tool should no longer be used: what to use instead.
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

/// What a call would do, for the person who decides. Made by a function marked
/// `[[iam::preview(fn)]]`, which must have no effect of its own: it runs before anybody has agreed.
struct Preview {
    std::string summary;
    std::vector<PreviewField> fields;
    std::vector<PreviewWarning> warnings;
};

/// A failure that the caller of a tool may read. `code` is stable and for programs
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

/// The same text for every try of one call, and for the reconcile function that looks for its
/// effect: what takes one (a tool, an undo, a reconcile function) is given it, as it is given a
/// Context.
struct IdempotencyKey {
    std::string text;
};

/// The call that a tool serves. A tool, preview or undo that takes `iam::Context&`, or a
/// `std::stop_token`, is given it; the model does not see such a parameter. Defined in
/// <iam/tool/context.hpp>.
class Context;
/// Where a long tool says how far it is: `progress.report(done, total, "message")`. What takes
/// `iam::Progress&` (a tool, preview, undo or reconcile function) is given the one of its call; the
/// model does not see such a parameter. Defined in <iam/tool/progress.hpp>.
class Progress;

/// What a type that functions return stands for, where that is another value: the task of a
/// coroutine, the result type of another library. (std::future, std::shared_future and
/// std::expected need none.) Specialise it beside the type:
///     template <class T>
///     struct iam::returned<my::Task<T>> {
///         using value = T;  // what the model gets; void and further types of this kind are fine
///         /// Waits on the thread of the call; what it throws is the failure of the call.
///         static T get(my::Task<T> task, iam::Context& context);
///     };
/// A type whose value is there at once, or an error in its place, has this as well; its answer is a
/// std::optional of the error or a pointer to it. The error is an iam::tool_error, a text, a class
/// whose message() is one, or anything that has a JSON form:
///         static std::optional<iam::tool_error> failure(const my::Outcome<T>& outcome);
template <class Result>
struct returned;

/// How a type goes to JSON and back. The runtime specialises it for what it knows; a program does
/// for other types that its tools take or return, by naming a type that has a JSON form, with all
/// that its schema and attributes say:
///     template <>
///     struct iam::codec<lib::Point> {
///         using wire = MyPoint;                                       // a struct, a std::string,
///         … static lib::Point from_wire(MyPoint form);                  // may return
///         std::optional: empty refuses the value static MyPoint to_wire(const lib::Point& point);
///     };
/// What one makes of a value the other must give back. lib::Point needs a default constructor.
template <class T>
struct codec;

}  // namespace iam
