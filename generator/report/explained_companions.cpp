// Explains the diagnostics 4xxx: previews, undos and reconciles.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_companions[] = {
    {companion_without_tool,
     "A preview or undo belongs to a tool, and the function that this one names is none.",
     R"code(int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Tag the function with [[iam::tool]] in a listed header, or name the one that is tagged."},
    {companion_ambiguous,
     "Several tools come from functions of this name. Choosing one by the parameters would bind an "
     "undo to the wrong tool as soon as "
     "somebody edits them.",
     R"code(/// Adds a number.
[[iam::tool({.name = "add_number", .idempotent = false})]] int add(int a);
/// Adds a text.
[[iam::tool({.name = "add_text", .idempotent = false})]] int add(std::string a);
[[iam::undo(add)]] void take_back(int a);
)code",
     R"code(/// Adds a number.
[[iam::tool({.name = "add_number", .idempotent = false})]] int add(int a);
/// Adds a text.
[[iam::tool({.name = "add_text", .idempotent = false})]] int add(std::string a);
[[iam::undo("add_number")]] void take_back(int a);
)code",
     "Name the tool as a string."},
    {companion_twice,
     "A tool has at most one preview and one undo; with two nobody could say which one runs.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
[[iam::undo(ring)]] void stop_everything();
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Drop one of them."},
    {two_roles,
     "One function is a tool, a preview or an undo. As two of them it would need consent and give "
     "it, or be recorded twice.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
/// Stops.
[[iam::tool({.idempotent = true}), iam::undo(ring)]] void stop_ringing(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
/// Stops.
[[iam::tool({.idempotent = true})]] void stop_ringing(int times);
[[iam::undo(ring)]] void take_ringing_back(int times);
)code",
     "Write a function for each role; both may call a third one."},
    {companion_unknown_parameter,
     "Parameters of a preview or undo take their values from the tool's parameters of the same "
     "names, and it has none of this name.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int time);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Use the tool's names; a preview or undo may leave out any of them."},
    {companion_parameter_type,
     "The value that the tool got is handed on as it is. Another type would change it on the way.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(short times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Use the tool's type; const and & may differ."},
    {preview_result,
     "A preview tells the person who decides what a call would do, and does so in an iam::Preview.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::preview(ring)]] std::string preview_ring(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::preview(ring)]] iam::Preview preview_ring(int times);
)code",
     "Return iam::Preview; its summary may be the text."},
    {companion_result,
     "A parameter called 'result' gets what the tool returned. Here there is nothing of that kind, "
     "or it could mean two things.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] void ring(int times);
[[iam::undo(ring)]] void stop_ringing(int result);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int result);
)code",
     "Let the tool return what the undo needs. A preview runs before the call and has no result."},
    {companion_class,
     "The preview or undo is a member of one class and the tool is not, so there is no object to "
     "call it on.",
     R"code(struct Bell {
    [[iam::undo("ring")]] void stop(int times);
};
/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Make it a free function, or a member of the tool's own class."},
    {undo_takes_secret,
     "A secret is never stored, and an undo or reconcile may run long after the call, in another "
     "process: the "
     "value would not be there.",
     R"code(/// Logs in.
[[iam::tool({.idempotent = false})]] int login(std::string user,
                                               [[iam::secret]] std::string password);
[[iam::undo(login)]] void logout(std::string user, std::string password);
)code",
     R"code(/// Logs in.
[[iam::tool({.idempotent = false})]] int login(std::string user,
                                               [[iam::secret]] std::string password);
[[iam::undo(login)]] void logout(int result);
)code",
     "Let the tool return a handle that the undo can use; let a reconcile do without."},
    {undo_returns,
     "Nobody looks at what an undo returns, so a failure that it reports that way would pass for "
     "success.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] bool stop_ringing(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::undo(ring)]] void stop_ringing(int times);
)code",
     "Return void, and throw iam::tool_error where it fails."},
    {reconcile_returns,
     "A reconcile function finds out what became of a call whose program ended in its middle: that "
     "it did not happen, or what it gave back.",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::reconcile(ring)]] bool has_rung(int times);
)code",
     R"code(/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times);
[[iam::reconcile(ring)]] std::optional<int> has_rung(int times, iam::IdempotencyKey key);
)code",
     "Return std::optional of what the tool returns, or bool where the tool returns nothing."},
};

}  // namespace

std::span<const Explanation> explained_companions() {
    return k_companions;
}

}  // namespace iam::gen
