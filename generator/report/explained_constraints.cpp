// Explains the diagnostics 5xxx: names and constraints of parameters and fields.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_constraints[] = {
    {.id = range_type,
     .why = "range bounds a number, and this is none.",
     .wrong = R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::range(1, 20)]] std::string name);
)code",
     .right = R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(1, 20)]] std::string name);
)code",
     .way_out = "Use length for strings and lists; for the numbers in a list make its elements a "
                "struct with a field that has the range."},
    {.id = range_bounds,
     .why = "No value of the type fits the range, or it says nothing: the tool could not be "
            "called, or the bound is a mistake.",
     .wrong = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(23, 0)]] int hour);
)code",
     .right = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour);
)code",
     .way_out =
         "Put the lower bound first, within what the type holds; whole numbers for integers."},
    {.id = length_type,
     .why = "length counts the characters of a string or the elements of a list or map, and this "
            "is none of them.",
     .wrong = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::length(0, 23)]] int hour);
)code",
     .right = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour);
)code",
     .way_out = "Use range for numbers."},
    {.id = length_bounds,
     .why = "Nothing has a length like this one.",
     .wrong = R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(20, 1)]] std::string name);
)code",
     .right = R"code(/// Names an alarm.
[[iam::tool({.idempotent = true})]] void name_alarm([[iam::length(1, 20)]] std::string name);
)code",
     .way_out =
         "Put the lower bound first, in whole numbers from 0; iam::none leaves a side open."},
    {.id = multiple_of_type,
     .why = "multiple_of is said of a number, and this is none.",
     .wrong = R"code(/// Switches.
[[iam::tool({.idempotent = true})]] void lamp([[iam::multiple_of(5)]] bool on);
)code",
     .right = R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::multiple_of(5)]] int percent);
)code",
     .way_out = "Take the attribute away, or put it in front of the number that it means."},
    {.id = multiple_of_value,
     .why = "The step is not above 0, fractional for whole numbers, or leaves no value within the "
            "range.",
     .wrong = R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::range(1, 9),
                                                iam::multiple_of(10)]] int percent);
)code",
     .right = R"code(/// Dims.
[[iam::tool({.idempotent = true})]] void lamp([[iam::range(0, 100),
                                                iam::multiple_of(10)]] int percent);
)code",
     .way_out = "Give the distance between two values, and a range that holds one of them."},
    {.id = pattern_type,
     .why = "pattern is said of a string, and this is none.",
     .wrong = R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("^[0-9]+$")]] int code);
)code",
     .right = R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("^[0-9]+$")]] std::string code);
)code",
     .way_out = "Use range and multiple_of for numbers."},
    {.id = pattern_invalid,
     .why = "The pattern is no expression of ECMA-262 with flag u, or needs a search that may take "
            "time beyond all bounds (look-around, back-references). Text from a model is searched "
            "in linear time only.",
     .wrong = R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("a(?=b)")]] std::string code);
)code",
     .right = R"code(/// Finds.
[[iam::tool({.read_only = true})]] int find([[iam::pattern("ab")]] std::string code);
)code",
     .way_out = "Correct what the message points at; what a pattern cannot say the function can "
                "check, and throw iam::tool_error."},
    {.id = format_type,
     .why = "format is said of a string, and this is none.",
     .wrong = R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_day([[iam::format("date")]] int day);
)code",
     .right = R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_day([[iam::format("date")]] std::string day);
)code",
     .way_out = "Take a std::string, or take the attribute away."},
    {.id = format_unknown,
     .why = "A format is published and held to. One that nobody else knows would be passed over by "
            "some readers and refused by others.",
     .wrong = R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_at([[iam::format("datetime")]] std::string when);
)code",
     .right = R"code(/// Opens.
[[iam::tool({.read_only = true})]] int open_at([[iam::format("date-time")]] std::string when);
)code",
     .way_out = "Use a format of JSON Schema 2020-12; for any other form there is pattern."},
    {.id = example_unfit,
     .why = "A model imitates examples. One that the tool itself would refuse teaches it to fail.",
     .wrong = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23), iam::example(24)]] int hour);
)code",
     .right = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23), iam::example(7)]] int hour);
)code",
     .way_out = "Give an example that is allowed."},
    {.id = default_unfit,
     .why = "A call that leaves the argument out gets the default, which the constraints of the "
            "same argument refuse.",
     .wrong = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour = 24);
)code",
     .right = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23)]] int hour = 7);
)code",
     .way_out = "Change the default or the constraint. For \"not given\" take std::optional."},
    {.id = member_name,
     .why = "The interfaces of models take 1 to 64 of the characters A-Z a-z 0-9 _ . - for the "
            "name of an argument.",
     .wrong = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::name("the hour")]] int hour);
)code",
     .right = R"code(/// Sets the hour.
[[iam::tool({.idempotent = true})]] void set([[iam::name("the_hour")]] int hour);
)code",
     .way_out = "Respell the name; one that C++ needs otherwise gets [[iam::name(\"…\")]]."},
    {.id = member_name_twice,
     .why = "An object of JSON has one member of each name.",
     .wrong = R"code(/// Sets the time.
[[iam::tool({.idempotent = true})]] void set(int hour, [[iam::name("hour")]] int minute);
)code",
     .right = R"code(/// Sets the time.
[[iam::tool({.idempotent = true})]] void set(int hour, int minute);
)code",
     .way_out = "Give one of them another name."},
    {.id = unit_type,
     .why = "unit says what a number counts, and this is none.",
     .wrong = R"code(/// Measures.
[[iam::tool({.read_only = true})]] int measure([[iam::unit("mm")]] std::string what);
)code",
     .right = R"code(/// Measures.
[[iam::tool({.read_only = true})]] int measure([[iam::unit("mm")]] int at);
)code",
     .way_out = "Say in the description what the value means."},
    {.id = secret_in_recursion,
     .why = "What is secret is listed by its places, and a type that contains itself has places "
            "without end.",
     .wrong = R"code(#include <vector>
struct Folder {
    [[iam::secret]] std::string key;
    std::vector<Folder> folders;
};
/// Opens folders.
[[iam::tool({.idempotent = true})]] void open(const Folder& folder);
)code",
     .right = R"code(#include <vector>
struct Folder {
    std::string name;
    std::vector<Folder> folders;
};
/// Opens folders.
[[iam::tool({.idempotent = true})]] void open([[iam::secret]] const Folder& folder);
)code",
     .way_out = "Mark the member that holds the inner ones, or the parameter as a whole."},
    {.id = nullable_field_default,
     .why = "An empty optional field is left out of the object, and a field that is left out keeps "
            "its initialiser: an empty one would be read back as the value that it began with.",
     .wrong = R"code(struct View {
    std::optional<int> level = 5;
};
/// Zooms.
[[iam::tool({.idempotent = true})]] void zoom(View view);
)code",
     .right = R"code(struct View {
    int level = 5;  ///< 0 for the whole page
};
/// Zooms.
/// @param view what to show
[[iam::tool({.idempotent = true})]] void zoom(View view);
)code",
     .way_out = "Take the initialiser away, so that nothing means empty; or take the value itself, "
                "so that nothing means the initialiser."},
    {.id = unique_type,
     .why = "unique says that no two elements of a list are equal, and this is no list, or one "
            "that has no element twice anyway.",
     .wrong = R"code(/// Invites people.
[[iam::tool({.idempotent = true})]] void invite([[iam::unique]] std::string people);
)code",
     .right = R"code(/// Invites people.
[[iam::tool({.idempotent = true})]] void invite([[iam::unique]] std::vector<std::string> people);
)code",
     .way_out = "Put it on a std::vector, std::deque, std::list, std::forward_list or std::array, "
                "or take it out."},
    {.id = consent_key_place,
     .why = "A person allows further calls by the value of a consent key: \"of this group\". So "
            "each call has to have one value of it, and the person has to see it.",
     .wrong = R"code(#include <vector>
struct Alarm {
    [[iam::consent_key]] int group = 0;
};
/// Sets alarms.
[[iam::tool({.idempotent = true})]] void set(const std::vector<Alarm>& alarms);
)code",
     .right = R"code(#include <vector>
struct Alarm {
    int minutes = 0;
};
/// Sets the alarms of a group.
[[iam::tool({.idempotent = true})]] void set([[iam::consent_key]] int group,
                                             const std::vector<Alarm>& alarms);
)code",
     .way_out = "Give the tool a parameter of its own that says what the calls are about."},
};

}  // namespace

std::span<const Explanation> explained_constraints() {
    return k_constraints;
}

}  // namespace iam::gen
