// Explains the diagnostics 3xxx: types and defaults.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_types[] = {
    {.id = unsupported_type,
     .why = "The type has no form in JSON: it is an address, a function or a state of the program, "
            "or wider than any number that readers of JSON keep. A vaguer schema in its place "
            "would promise what the program cannot take.",
     .wrong = R"code(#include <functional>
/// Runs later.
[[iam::tool({.idempotent = false})]] void later(std::function<void()> what);
)code",
     .right = R"code(/// Runs a saved command later.
[[iam::tool({.idempotent = false})]] void later(std::string command_name);
)code",
     .way_out = "Take what the message names: bool, a number, std::string, std::optional, "
                "std::vector, or a struct of these."},
    {.id = type_not_yet,
     .why = "The type has a form in JSON, and this version does not read or write it.",
     .wrong = R"code(#include <memory_resource>
#include <vector>
/// Opens pages.
[[iam::tool({.idempotent = true})]] void open(std::pmr::vector<int> pages);
)code",
     .right = R"code(#include <vector>
/// Opens pages.
[[iam::tool({.idempotent = true})]] void open(std::vector<int> pages);
)code",
     .way_out = "Take the type that the message names, and convert inside the function."},
    {.id = character_type,
     .why = "Text is exchanged as UTF-8. Wide characters and single code units of another encoding "
            "have no form in it that two programs would agree on.",
     .wrong = R"code(/// Writes a letter.
[[iam::tool({.idempotent = false})]] void type(wchar_t letter);
)code",
     .right = R"code(/// Writes a letter.
[[iam::tool({.idempotent = false})]] void type([[iam::length(1, 1)]] std::string letter);
)code",
     .way_out = "Take std::string."},
    {.id = view_outside_parameter,
     .why = "A view or reference points to something that somebody else owns. For a parameter the "
            "generated code owns it during the call; in a field or an element nobody does.",
     .wrong = R"code(#include <string_view>
/// Sorts names.
[[iam::tool({.read_only = true})]] int sort_names(std::vector<std::string_view> names);
)code",
     .right = R"code(/// Sorts names.
[[iam::tool({.read_only = true})]] int sort_names(std::vector<std::string> names);
)code",
     .way_out = "Hold the value itself: std::string, std::vector."},
    {.id = nested_optional,
     .why = "JSON has one way to leave something out, so two levels of it could not be told apart.",
     .wrong = R"code(/// Asks.
[[iam::tool({.read_only = true})]] int ask(std::optional<std::optional<int>> about);
)code",
     .right = R"code(/// Asks.
[[iam::tool({.read_only = true})]] int ask(std::optional<int> about);
)code",
     .way_out = "Use one std::optional; where two kinds of absence matter, an enum says which."},
    {.id = unsuitable_class,
     .why = "A class is read and written field by field, so it has to be a plain aggregate: public "
            "fields, no constructors, no virtual functions. What a constructor or a private field "
            "protects must not be filled in from outside.",
     .wrong = R"code(class Box {
    int width = 0;
};
/// Packs.
[[iam::tool({.idempotent = true})]] void pack(Box box);
)code",
     .right = R"code(struct Box {
    int width = 0;
};
/// Packs.
[[iam::tool({.idempotent = true})]] void pack(Box box);
)code",
     .way_out =
         "Take a plain struct with the data, and make the object of it inside the function."},
    {.id = map_key,
     .why = "The members of a JSON object are named by strings, and this type's keys have no form "
            "as one.",
     .wrong = R"code(#include <map>
/// Adds.
[[iam::tool({.read_only = true})]] int sum(std::map<double, int> values);
)code",
     .right = R"code(#include <map>
/// Adds.
[[iam::tool({.read_only = true})]] int sum(std::map<std::string, int> values);
)code",
     .way_out = "Take std::string as the key, or a std::vector of a struct of key and value."},
    {.id = empty_enum,
     .why = "An enum is published as the list of its enumerators, flags without those that are "
            "zero, and this one has none. Only an enum with a stated integer as its underlying "
            "type is taken without any: as a number with a type of its own.",
     .wrong = R"code(enum Id {};
/// Finds.
[[iam::tool({.read_only = true})]] bool find(Id id);
)code",
     .right = R"code(enum class Id : unsigned {};
/// Finds.
[[iam::tool({.read_only = true})]] bool find(Id id);
)code",
     .way_out = "Give it enumerators; for a number with a name of its own write 'enum class Id : "
                "unsigned {};'."},
    {.id = computed_default_first,
     .why = "C++ lets a call leave out its last arguments only. A default that only the program "
            "can compute cannot be filled in for it, so the parameter could not be left out while "
            "a later one is given.",
     .wrong = R"code(int today();
/// Notes a day.
[[iam::tool({.idempotent = false})]] void note(int day = today(), int hour = 5);
)code",
     .right = R"code(int today();
/// Notes a day.
[[iam::tool({.idempotent = false})]] void note(int hour = 5, int day = today());
)code",
     .way_out = "Move the parameter to the end, give it a default that is known at build time, or "
                "take std::optional and compute the default inside."},
    {.id = ambiguous_variant,
     .why = "A value in JSON is null, a boolean, a number, a string, an array or an object. Two "
            "alternatives of one kind look alike, and to take the first that fits would be a "
            "guess. Structs are told apart by a member 'type'.",
     .wrong = R"code(#include <variant>
/// Waits.
[[iam::tool({.read_only = true})]] void wait(std::variant<int, double> time);
)code",
     .right = R"code(#include <variant>
struct Ticks {
    int count;
};
struct Seconds {
    double count;
};
/// Waits.
[[iam::tool({.read_only = true})]] void wait(std::variant<Ticks, Seconds> time);
)code",
     .way_out = "Make structs of the alternatives, or leave one out."},
    {.id = variant_tag,
     .why = "Several structs of one variant are told apart by a member 'type' that holds their "
            "names. A struct that has such a member itself, and two structs of one name, leave "
            "nothing to tell them by.",
     .wrong = R"code(#include <variant>
struct Circle {
    int type;
};
struct Square {
    int side;
};
/// Draws.
[[iam::tool({.idempotent = false})]] void draw(std::variant<Circle, Square> shape);
)code",
     .right = R"code(#include <variant>
struct [[iam::name("circle")]] Circle {
    [[iam::name("line_type")]] int type;
};
struct Square {
    int side;
};
/// Draws.
[[iam::tool({.idempotent = false})]] void draw(std::variant<Circle, Square> shape);
)code",
     .way_out = "Give the member, or one of the structs, another name with [[iam::name(\"…\")]]."},
    {.id = tag_unused,
     .why = "[[iam::name(…)]] on a struct is what its member 'type' says where it is one of "
            "several structs of a variant. Anywhere else the struct has no such member.",
     .wrong = R"code(struct [[iam::name("circle")]] Circle {
    int radius;
};
/// Draws.
[[iam::tool({.idempotent = false})]] void draw(Circle circle);
)code",
     .right = R"code(struct Circle {
    int radius;
};
/// Draws.
[[iam::tool({.idempotent = false})]] void draw(Circle circle);
)code",
     .way_out = "Take the attribute out. Where the header serves another target, whose variants "
                "need the name, silence the warning."},
    {.id = view_returned,
     .why = "A result is read when the function has returned. A view or reference then shows what "
            "lives on, such as a member of the object, or what is gone, such as a variable of the "
            "function; only who wrote it can tell. A null pointer to characters becomes null.",
     .wrong = R"code(#include <string_view>
/// The name of an alarm.
[[iam::tool({.read_only = true})]] std::string_view name_of(int alarm);
)code",
     .right = R"code(/// The name of an alarm.
[[iam::tool({.read_only = true})]] std::string name_of(int alarm);
)code",
     .way_out = "Return the value itself, or leave the warning out with SILENCE IAM3014 where all "
                "views of the target show what lives on."},
};

}  // namespace

std::span<const Explanation> explained_types() {
    return k_types;
}

}  // namespace iam::gen
