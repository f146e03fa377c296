// Explains the diagnostics 4xxx: previews, undos and reconciles.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_companions[] = {
    {.id = companion_without_tool,
     .why = "A preview or undo belongs to a tool, and the function that this one names is none.",
     .wrong = R"code(int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out =
         "Tag the function with [[iam::tool]] in a listed header, or name the one that is tagged."},
    {.id = companion_ambiguous,
     .why = "Several tools come from functions of this name. Choosing one by the parameters would "
            "bind an undo to the wrong tool as soon as somebody edits them.",
     .wrong = R"code(/// Adds a number.
[[iam::tool({.name = "add_number", .idempotent = false})]] int add(int a);
/// Adds a text.
[[iam::tool({.name = "add_text", .idempotent = false})]] int add(std::string a);
[[iam::undo(add)]] void take_back(int a);
)code",
     .right = R"code(/// Adds a number.
[[iam::tool({.name = "add_number", .idempotent = false})]] int add(int a);
/// Adds a text.
[[iam::tool({.name = "add_text", .idempotent = false})]] int add(std::string a);
[[iam::undo("add_number")]] void take_back(int a);
)code",
     .way_out = "Name the tool as a string."},
    {.id = companion_twice,
     .why =
         "A tool has at most one preview and one undo; with two nobody could say which one runs.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
[[iam::undo(ring)]] void stop_everything();
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Drop one of them."},
    {.id = two_roles,
     .why = "One function is a tool, a preview or an undo. As two of them it would need consent "
            "and give it, or be recorded twice.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
/// Stops.
[[iam::tool({.idempotent = true}), iam::undo(ring)]] void stop_ringing(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
/// Stops.
[[iam::tool({.idempotent = true})]] void stop_ringing(int times);
[[iam::undo(ring)]] void take_ringing_back(int times);
)code",
     .way_out = "Write a function for each role; both may call a third one."},
    {.id = companion_unknown_parameter,
     .why = "Parameters of a preview or undo take their values from the tool's parameters of the "
            "same names, and it has none of this name.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int time);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Use the tool's names; a preview or undo may leave out any of them."},
    {.id = companion_parameter_type,
     .why = "The value that the tool got is handed on as it is. Another type would change it on "
            "the way.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(short times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Use the tool's type; const and & may differ."},
    {.id = preview_result,
     .why = "A preview tells the person who decides what a call would do, and does so in an "
            "iam::Preview.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::preview(ring)]] std::string preview_ring(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::preview(ring)]] iam::Preview preview_ring(int times);
)code",
     .way_out = "Return iam::Preview; its summary may be the text."},
    {.id = companion_result,
     .why = "A parameter called 'result' gets what the tool returned. Here there is nothing of "
            "that kind, or it could mean two things.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] void ring(int times);
[[iam::undo(ring)]] void stop_ringing(int result);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int result);
)code",
     .way_out = "Let the tool return what the undo needs. A preview runs before the call and has "
                "no result."},
    {.id = companion_class,
     .why = "The preview or undo is a member of one class and the tool is not, so there is no "
            "object to call it on.",
     .wrong = R"code(struct Bell {
    [[iam::undo("ring")]] void stop(int times);
};
/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Make it a free function, or a member of the tool's own class."},
    {.id = undo_takes_secret,
     .why = "A secret is never stored, and an undo or reconcile may run long after the call, in "
            "another process: the value would not be there.",
     .wrong = R"code(/// Logs in.
[[iam::tool({.idempotent = false})]] int login(std::string user,
                                               [[iam::secret]] std::string password);
[[iam::undo(login)]] void logout(std::string user, std::string password);
)code",
     .right = R"code(/// Logs in.
[[iam::tool({.idempotent = false})]] int login(std::string user,
                                               [[iam::secret]] std::string password);
[[iam::undo(login)]] void logout(int result);
)code",
     .way_out = "Let the tool return a handle that the undo can use; let a reconcile do without."},
    {.id = undo_returns,
     .why = "Nobody looks at what an undo returns, so a failure that it reports that way would "
            "pass for success.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] bool stop_ringing(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     .way_out = "Return void, and throw iam::tool_error where it fails."},
    {.id = reconcile_returns,
     .why = "A reconcile function finds out what became of a call whose program ended in its "
            "middle: that it did not happen, or what it gave back.",
     .wrong = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::reconcile(ring)]] bool has_rung(int times);
)code",
     .right = R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::reconcile(ring)]] std::optional<int> has_rung(int times, iam::IdempotencyKey key);
)code",
     .way_out =
         "Return std::optional of what the tool returns, or bool where the tool returns nothing."},
};

}  // namespace

std::span<const Explanation> explained_companions() {
    return k_companions;
}

}  // namespace iam::gen
