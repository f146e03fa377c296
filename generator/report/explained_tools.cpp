// Explains the diagnostics 6xxx: tools.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_tools[] = {
    {.id = tool_name,
     .why = "The interfaces of models take 1 to 64 of the characters A-Z a-z 0-9 _ - for the name "
            "of a tool; some refuse the whole request for one bad name.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.name = "alarms.count", .read_only = true})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.name = "count_alarms", .read_only = true})]] int count();
)code",
     .way_out = "Choose another with .name."},
    {.id = tool_name_twice,
     .why = "A call names its tool, and two of one name could not be told apart.",
     .wrong = R"code(/// Counts by hour.
[[iam::tool({.read_only = true})]] int count(int hour);
/// Counts by label.
[[iam::tool({.read_only = true})]] int count(std::string label);
)code",
     .right = R"code(/// Counts by hour.
[[iam::tool({.read_only = true})]] int count(int hour);
/// Counts by label.
[[iam::tool({.name = "count_by_label", .read_only = true})]] int count(std::string label);
)code",
     .way_out = "Give one of the two another with .name."},
    {.id = timeout,
     .why = "A time limit is 1 to 86,400,000 milliseconds, a day. 0 would never let the tool run.",
     .wrong = R"code(/// Waits.
[[iam::tool({.read_only = true, .timeout_ms = 0})]] int wait();
)code",
     .right = R"code(/// Waits.
[[iam::tool({.read_only = true, .timeout_ms = 5000})]] int wait();
)code",
     .way_out = "Give a limit within these bounds, or leave it out for none."},
    {.id = policy_reason,
     .why = "iam::allow runs the tool without asking anybody. For one that destroys, or that "
            "changes something and cannot take it back, that is a decision which a reader of the "
            "source must be able to follow.",
     .wrong = R"code(/// Rings.
[[iam::tool({.policy = iam::allow, .idempotent = true})]] void ring();
)code",
     .right = R"code(/// Rings.
[[iam::tool({.policy = iam::allow,
             .policy_reason = "A sound harms nobody.",
             .idempotent = true})]] void
ring();
)code",
     .way_out = "Say why with .policy_reason, give the tool an undo, or use iam::confirm."},
    {.id = contradicting_hints,
     .why = "What changes nothing cannot destroy anything.",
     .wrong = R"code(/// Rings.
[[iam::tool({.read_only = true, .destructive = true})]] void ring();
)code",
     .right = R"code(/// Rings.
[[iam::tool({.read_only = false, .destructive = false})]] void ring();
)code",
     .way_out = "State what is true and drop the other."},
    {.id = no_hints,
     .why = "A tool that states nothing about itself counts as destructive and as reaching out, "
            "since that is what its absence means to other programs. People are then asked more "
            "often than need be.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out =
         "State with .read_only, .destructive, .idempotent and .open_world what is true of it."},
    {.id = no_description,
     .why = "A model chooses tools by their descriptions. Without one it reads the title or the "
            "name, and guesses. An error with --require-docs.",
     .wrong = R"code([[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts the alarms that are set, also those that are switched off.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Say in a doc comment above the function, or with .description, what it does and "
                "when to call it."},
    {.id = unknown_doc_parameter,
     .why = "A @param line is published as the description of its parameter. This one names none, "
            "so its text would be lost.",
     .wrong = R"code(/// Counts alarms.
/// @param hours  the hour, local time
[[iam::tool({.read_only = true})]] int count(int hour);
)code",
     .right = R"code(/// Counts alarms.
/// @param hour  the hour, local time
[[iam::tool({.read_only = true})]] int count(int hour);
)code",
     .way_out = "Correct the name, or take the line out."},
    {.id = tool_too_large,
     .why = "Every aggregate is written in place wherever it is used, so few lines of C++ can mean "
            "a schema that no model's interface takes.",
     .wrong = R"code(#include <vector>
template <class T>
using Four = std::vector<std::vector<std::vector<std::vector<T>>>>;
/// Adds.
[[iam::tool({.read_only = true})]] int sum(Four<Four<Four<Four<Four<int>>>>> values);
)code",
     .right = R"code(#include <vector>
/// Adds.
[[iam::tool({.read_only = true})]] int sum(std::vector<std::vector<int>> rows);
)code",
     .way_out = "Flatten the types, refer to inner values by an id, or split the tool."},
    {.id = undocumented_member,
     .why = "A model fills in arguments by their descriptions. Where only the name is published it "
            "guesses units, formats and meaning. An error with --require-docs.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count(int hour);
)code",
     .right = R"code(/// Counts alarms.
/// @param hour  hour of the day, local time
[[iam::tool({.read_only = true})]] int count(int hour);
)code",
     .way_out = "Add a @param line, a comment on the field, or [[iam::description(\"…\")]]."},
    {.id = undo_window,
     .why = "How long a call can be undone is 1 second to ten years after it. 0 would mean that it "
            "never can.",
     .wrong = R"code(/// Adds a line.
[[iam::tool({.destructive = false, .undo_window_s = 0})]] int add_line(std::string text);
/// Takes it out again.
[[iam::undo(add_line)]] void remove_line(int result);
)code",
     .right = R"code(/// Adds a line.
[[iam::tool({.destructive = false, .undo_window_s = 3600})]] int add_line(std::string text);
/// Takes it out again.
[[iam::undo(add_line)]] void remove_line(int result);
)code",
     .way_out = "Give a time within these bounds, or leave it out: then a call can be undone for "
                "as long as it is recorded."},
    {.id = undo_missing,
     .why = "The options .undo_exact and .undo_window_s say how a call is taken back. Without a "
            "function that does it they would promise what nothing keeps.",
     .wrong = R"code(/// Adds a line.
[[iam::tool({.destructive = false, .undo_exact = true})]] int add_line(std::string text);
)code",
     .right = R"code(/// Adds a line.
[[iam::tool({.destructive = false, .undo_exact = true})]] int add_line(std::string text);
/// Takes it out again.
[[iam::undo(add_line)]] void remove_line(int result);
)code",
     .way_out = "Tag the function that takes the call back with [[iam::undo(fn)]], or take the "
                "option out."},
    {.id = lazy_outcome,
     .why = "A power cut may lose an outcome that nobody waited for, and the call is then one of "
            "which nobody knows whether it happened. That does no harm only where a call changes "
            "nothing.",
     .wrong = R"code(/// Adds a line.
[[iam::tool({.destructive = false, .lazy_outcome = true})]] int add_line(std::string text);
)code",
     .right = R"code(/// Counts the lines.
[[iam::tool({.read_only = true, .lazy_outcome = true})]] int count_lines();
)code",
     .way_out = "State .read_only = true where that is so, or take the option out."},
    {.id = comments_differ,
     .why = "Models read one description of a tool. Where two declarations in the project's "
            "headers say different things, the one that comes later is not read by anybody.",
     .wrong = R"code(/// Counts the lines.
[[iam::tool({.read_only = true})]] int count_lines();
/// Counts lines and caches the number.
int count_lines();
)code",
     .right = R"code(/// Counts the lines.
[[iam::tool({.read_only = true})]] int count_lines();
int count_lines();
)code",
     .way_out = "Say it once, or the same in both places. Comments of other libraries do not count "
                "where one of the listed headers has its own."},
    {.id = long_description,
     .why = "A model reads the description of every tool with every request. A long one costs each "
            "time, and interfaces of models are known to cut or refuse it. The number of tokens is "
            "an estimate, as that of iam-gen tokens.",
     .wrong =
         R"code(/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
/// Takes the notes that were written down in the course of the day and sorts them.
[[iam::tool({.idempotent = true})]] void sort_notes();
)code",
     .right = R"code(/// Sorts the notes of the day by their subject.
[[iam::tool({.idempotent = true})]] void sort_notes();
)code",
     .way_out = "Keep what a model needs to choose the tool and to fill it in. What people should "
                "read besides stands in a comment with two slashes."},
    {.id = doc_left_out,
     .why = "Some commands of documentation stand for text of another place (@copydoc, @include, "
            "<inheritdoc/>), for pictures, or for another language (@dot, @htmlonly). Models get "
            "text only, and iam-gen leaves these out.",
     .wrong = R"code(/// Counts the open alarms.
/// @image html alarms.png
[[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts the open alarms, those of today first.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Say in words what a model needs of it. What people should read besides stands in "
                "a comment with two slashes."},
};

}  // namespace

std::span<const Explanation> explained_tools() {
    return k_tools;
}

}  // namespace iam::gen
