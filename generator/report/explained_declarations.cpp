// Explains the diagnostics 2xxx: declarations.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_declarations[] = {
    {.id = not_linkable,
     .why = "The tool is called from a generated source file, which cannot name a function that is "
            "private to another one.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] static int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Declare the function without static, outside of unnamed namespaces; in a header "
                "it may be inline."},
    {.id = function_template,
     .why = "A call from a model gives values and no types, so nobody can say which function of "
            "the template is meant. What the program instantiates explicitly is a function, and as "
            "its name says nothing of its types, the tag gives the tool one.",
     .wrong = R"code(template <class T>
[[iam::tool({.read_only = true})]] T twice(T value);
)code",
     .right = R"code(/// Doubles a number.
template <class T>
[[iam::tool({.name = "twice", .read_only = true})]] T twice(T value) {
    return value + value;
}
template int twice<int>(int);
)code",
     .way_out = "Instantiate the template explicitly in a listed header, also with extern, and "
                "give the tag a .name; or write a plain function that calls the template with the "
                "types you mean, and tag that. Of several instantiations one can be the tool."},
    {.id = variadic_function,
     .why =
         "A schema names every argument. A function with an open number of them has no such list.",
     .wrong = R"code([[iam::tool({.idempotent = false})]] void log_line(int level, ...);
)code",
     .right = R"code(#include <vector>
/// Writes lines to the log.
[[iam::tool({.idempotent = false})]] void log_lines(int level, std::vector<std::string> lines);
)code",
     .way_out = "Take a std::vector."},
    {.id = deleted_function,
     .why = "A deleted function cannot be called.",
     .wrong = R"code([[iam::tool({.read_only = true})]] int count() = delete;
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Take the tag away, or define the function."},
    {.id = special_function,
     .why = "Operators, constructors, destructors, main and consteval functions have no name or no "
            "time at which a model could call them.",
     .wrong = R"code(struct Desk {
    int lamps;
    /// Compares.
    [[iam::tool({.read_only = true})]] bool operator<(const Desk& other) const;
};
)code",
     .right = R"code(struct Desk {
    int lamps;
};
/// Says whether a desk has fewer lamps than another.
[[iam::tool({.read_only = true})]] bool has_fewer_lamps(Desk desk, Desk other);
)code",
     .way_out = "Give what it does a name in a function of its own, and tag that."},
    {.id = not_a_function,
     .why = "tool, preview and undo are said of functions; here the attribute stands on something "
            "else.",
     .wrong = R"code([[iam::tool({.read_only = true})]] extern int counter;
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int counter();
)code",
     .way_out = "Put the attribute in front of a function declaration at namespace or class scope. "
                "A lambda or function object needs a function that calls it."},
    {.id = inaccessible_member,
     .why = "The generated code calls the function from outside of its class, where only public "
            "members can be called.",
     .wrong = R"code(class Desk {
    /// Counts lamps.
    [[iam::tool({.read_only = true})]] int count() const;
};
)code",
     .right = R"code(class Desk {
 public:
    /// Counts lamps.
    [[iam::tool({.read_only = true})]] int count() const;
};
)code",
     .way_out = "Make the function public, or tag a public one that calls it."},
    {.id = unnamed_parameter,
     .why = "A model gives its arguments by name.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count(int);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count(int hour);
)code",
     .way_out = "Name the parameter in the declaration that has the tag."},
    {.id = output_parameter,
     .why = "Arguments go into a call and the result comes out of it. A pointer or a reference "
            "that is not const could carry something out unnoticed.",
     .wrong = R"code(/// Divides.
[[iam::tool({.read_only = true})]] int divide(int a, int b, int& rest);
)code",
     .right = R"code(struct Quotient {
    int whole;
    int rest;
};
/// Divides.
[[iam::tool({.read_only = true})]] Quotient divide(int a, int b);
)code",
     .way_out = "Return what the function gives back, several things in a struct. For a value that "
                "may be missing take std::optional."},
    {.id = redeclaration_conflict,
     .why = "Declarations of one function or type say different things about it: other names, "
            "bounds or texts. Which holds would depend on the order of the includes.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] int hour);
int count([[iam::range(0, 24)]] int hour);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] int hour);
int count(int hour);
)code",
     .way_out = "Say it in one declaration, and use one name for each parameter."},
    {.id = unknown_function,
     .why = "A preview or undo names the function that it belongs to, and there is none of this "
            "name in its scope.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(rign)]] void stop_ringing(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Correct the name, and qualify it where the tool is in another scope: "
                "[[iam::undo(desk::ring)]]."},
    {.id = late_reference,
     .why = "A coroutine, or a function that returns a future, may go on after it has returned. A "
            "reference or view among its parameters is then one to a value that somebody else may "
            "have ended.",
     .wrong = R"code(#include <future>
/// Counts words.
[[iam::tool({.read_only = true})]] std::future<int> count_words(const std::string& text);
)code",
     .right = R"code(#include <future>
/// Counts words.
[[iam::tool({.read_only = true})]] std::future<int> count_words(std::string text);
)code",
     .way_out = "Take the value itself: std::string for a view of text, std::vector for a span."},
};

}  // namespace

std::span<const Explanation> explained_declarations() {
    return k_declarations;
}

}  // namespace iam::gen
