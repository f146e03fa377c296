// Explains the diagnostics 5xxx: names and constraints of parameters and fields.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_constraints[] = {
    {range_type, "range bounds a number, and this is none.",
     R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::range(1, 20)]] std::string name);
)code",
     R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(1, 20)]] std::string name);
)code",
     "Use length for strings and lists; for the numbers in a list make its elements a struct with "
     "a field that has the range."},
    {range_bounds,
     "No value of the type fits the range, or it says nothing: the tool could not be called, or "
     "the bound is a mistake.",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(23, 0)]] int hour);
)code",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour);
)code",
     "Put the lower bound first, within what the type holds; whole numbers for integers."},
    {length_type,
     "length counts the characters of a string or the elements of a list or map, and this is none "
     "of them.",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::length(0, 23)]] int hour);
)code",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour);
)code",
     "Use range for numbers."},
    {length_bounds, "Nothing has a length like this one.",
     R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(20, 1)]] std::string name);
)code",
     R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(1, 20)]] std::string name);
)code",
     "Put the lower bound first, in whole numbers from 0; iam::none leaves a side open."},
    {multiple_of_type, "multiple_of is said of a number, and this is none.",
     R"code(/// Switches.
[[iam::tool({.idempotent = true})]] void lamp([[iam::multiple_of(5)]] bool on);
)code",
     R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::multiple_of(5)]] int percent);
)code",
     "Take the attribute away, or put it in front of the number that it means."},
    {multiple_of_value,
     "The step is not above 0, fractional for whole numbers, or leaves no value within the range.",
     R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::range(1, 9),
                                                iam::multiple_of(10)]] int percent);
)code",
     R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::range(0, 100),
                                                iam::multiple_of(10)]] int percent);
)code",
     "Give the distance between two values, and a range that holds one of them."},
    {pattern_type, "pattern is said of a string, and this is none.",
     R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("^[0-9]+$")]] int code);
)code",
     R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("^[0-9]+$")]] std::string code);
)code",
     "Use range and multiple_of for numbers."},
    {pattern_invalid,
     "The pattern is no expression of ECMA-262 with flag u, or needs a search that may take time "
     "beyond all bounds (look-around, "
     "back-references). Text from a model is searched in linear time only.",
     R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("a(?=b)")]] std::string code);
)code",
     R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("ab")]] std::string code);
)code",
     "Correct what the message points at; what a pattern cannot say the function can check, and "
     "throw iam::tool_error."},
    {format_type, "format is said of a string, and this is none.",
     R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_day([[iam::format("date")]] int day);
)code",
     R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_day([[iam::format("date")]] std::string day);
)code",
     "Take a std::string, or take the attribute away."},
    {format_unknown,
     "A format is published and held to. One that nobody else knows would be passed over by some "
     "readers and refused by others.",
     R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_at([[iam::format("datetime")]] std::string when);
)code",
     R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_at([[iam::format("date-time")]] std::string when);
)code",
     "Use a format of JSON Schema 2020-12; for any other form there is pattern."},
    {example_unfit,
     "A model imitates examples. One that the tool itself would refuse teaches it to fail.",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23), iam::example(24)]] int hour);
)code",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23), iam::example(7)]] int hour);
)code",
     "Give an example that is allowed."},
    {default_unfit,
     "A call that leaves the argument out gets the default, which the constraints of the same "
     "argument refuse.",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour = 24);
)code",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour = 7);
)code",
     "Change the default or the constraint. For \"not given\" take std::optional."},
    {member_name,
     "The interfaces of models take 1 to 64 of the characters A-Z a-z 0-9 _ . - for the name of an "
     "argument.",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::name("the hour")]] int hour);
)code",
     R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::name("the_hour")]] int hour);
)code",
     "Respell the name; one that C++ needs otherwise gets [[iam::name(\"…\")]]."},
    {member_name_twice, "An object of JSON has one member of each name.",
     R"code(/// Sets the time.
[[iam::tool({.idempotent = true})]] void set(int hour, [[iam::name("hour")]] int minute);
)code",
     R"code(/// Sets the time.
[[iam::tool({.idempotent = true})]] void set(int hour, int minute);
)code",
     "Give one of them another name."},
    {unit_type, "unit says what a number counts, and this is none.",
     R"code(/// Measures.
[[iam::tool({.read_only = true})]] int measure([[iam::unit("mm")]] std::string what);
)code",
     R"code(/// Measures.
[[iam::tool({.read_only = true})]] int measure([[iam::unit("mm")]] int at);
)code",
     "Say in the description what the value means."},
    {secret_in_recursion,
     "What is secret is listed by its places, and a type that contains itself has places without "
     "end.",
     R"code(#include <vector>
struct Folder {
    [[iam::secret]] std::string key;
    std::vector<Folder> folders;
};
/// Opens folders.
[[iam::tool({.idempotent = true})]] void open(const Folder& folder);
)code",
     R"code(#include <vector>
struct Folder {
    std::string name;
    std::vector<Folder> folders;
};
/// Opens folders.
[[iam::tool({.idempotent = true})]] void open([[iam::secret]] const Folder& folder);
)code",
     "Mark the member that holds the inner ones, or the parameter as a whole."},
    {nullable_field_default,
     "An empty optional field is left out of the object, and a field that is left out keeps its "
     "initialiser: an empty one would be read back as the value that it began with.",
     R"code(struct View {
    std::optional<int> level = 5;
};
/// Zooms.
[[iam::tool({.idempotent = true})]] void zoom(View view);
)code",
     R"code(struct View {
    int level = 5;  ///< 0 for the whole page
};
/// Zooms.
/// @param view what to show
[[iam::tool({.idempotent = true})]] void zoom(View view);
)code",
     "Take the initialiser away, so that nothing means empty; or take the value itself, so that "
     "nothing means the initialiser."},
    {unique_type,
     "unique says that no two elements of a list are equal, and this is no list, or one that has "
     "no element twice anyway.",
     R"code(/// Invites people.
[[iam::tool({.idempotent = true})]] void invite([[iam::unique]] std::string people);
)code",
     R"code(/// Invites people.
[[iam::tool({.idempotent = true})]] void invite([[iam::unique]] std::vector<std::string> people);
)code",
     "Put it on a std::vector, std::deque, std::list, std::forward_list or std::array, or take it "
     "out."},
    {consent_key_place,
     "A person allows further calls by the value of a consent key: \"of this group\". So each call "
     "has to have one value of it, and the person has to see it.",
     R"code(#include <vector>
struct Alarm {
    [[iam::consent_key]] int group = 0;
};
/// Sets alarms.
[[iam::tool({.idempotent = true})]] void set(const std::vector<Alarm>& alarms);
)code",
     R"code(#include <vector>
struct Alarm {
    int minutes = 0;
};
/// Sets the alarms of a group.
[[iam::tool({.idempotent = true})]] void set([[iam::consent_key]] int group,
                                             const std::vector<Alarm>& alarms);
)code",
     "Give the tool a parameter of its own that says what the calls are about."},
};

}  // namespace

std::span<const Explanation> explained_constraints() {
    return k_constraints;
}

}  // namespace iam::gen
