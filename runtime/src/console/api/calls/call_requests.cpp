// A call of the page is a call like any other: the gate validates it, decides about it and records
// it. The person is its proposer, and answers the question about it like every other question.
#include "console/api/calls/call_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/entries/entry_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/question/card.hpp>
#include <iam/question/tool_name.hpp>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace iam::console {
namespace {

using Kind = Member::Kind;

// The body of a request has no more.
constexpr std::size_t k_call_arguments_max = std::size_t{1} << 20U;

constexpr std::array k_call{
    Member{"tool", Kind::text, true, 2 * k_word_max, {}, "Its name, or origin/name."},
    Member{"arguments", Kind::text, true, k_call_arguments_max, {}, "The arguments as JSON text."},
    Member{"approval",
           Kind::text,
           false,
           k_word_max,
           {},
           "A given approval of exactly this call, which the call consumes."}};

constexpr std::span<const Member> k_preview = std::span(k_call).first(2);

Result<Call> call_of(const Parts& parts, const Asked& asked) {
    IAM_TRY(tool, question::tool_named(asked.text("tool"), parts.registry));
    if (parts.know_tool) parts.know_tool(tool);
    Call call;
    call.tool = std::move(tool);
    call.arguments = asked.text("arguments");
    call.subject = parts.subject;
    call.proposer.kind = Proposer::Kind::person;
    return call;
}

void put_unless_empty(JsonWriter& out, std::string_view name, std::string_view text) {
    if (!text.empty()) put(out, name, text);
}

void put_mistakes(JsonWriter& out, const std::vector<ValueError>& errors) {
    out.key("mistakes");
    out.begin_array();
    for (const ValueError& error : errors) {
        out.begin_object();
        put_unless_empty(out, "expected", error.expected);
        put_unless_empty(out, "got", error.got);
        put(out, "message", error.message);
        put(out, "pointer", error.pointer);
        out.end_object();
    }
    out.end_array();
}

/// "done", "asked": a person's answer is needed first, or "failed".
std::string_view state_of(const ToolResult& result) {
    if (result.success) return "done";
    const bool asks =
        result.code == code::confirmation_required || result.code == code::requires_user_input;
    return asks && !result.approval.empty() ? "asked" : "failed";
}

std::string call_json(const ToolResult& result) {
    JsonWriter out;
    out.begin_object();
    put_unless_empty(out, "approval", result.approval);
    put_unless_empty(out, "code", result.code);
    put_unless_empty(out, "entry", result.entry);
    put_unless_empty(out, "message", result.message);
    put_mistakes(out, result.errors);
    put_unless_empty(out, "no_undo", result.no_undo);
    if (result.result) {
        out.key("result");
        out.begin_object();
        put_part(out, text_of_value(*result.result), 0, k_first_part_bytes);
        out.end_object();
    }
    put(out, "state", state_of(result));
    out.end_object();
    return out.take();
}

std::string preview_json(const std::optional<Preview>& preview) {
    JsonWriter out;
    out.begin_object();
    out.key("preview");
    if (preview) {
        question::put_preview(out, *preview, put);
    } else {
        out.null();
    }
    put(out, "state", "done");
    out.end_object();
    return out.take();
}

net::Response preview_call(const ApiParts& api, const Asked& asked) {
    auto call = call_of(api.parts, asked);
    if (!call) return refusal(call.error());
    const auto preview = api.parts.runtime.preview(*std::move(call));
    return json_answer(preview ? preview_json(*preview) : call_json(preview.error()));
}

net::Response run_call(const ApiParts& api, const Asked& asked) {
    auto call = call_of(api.parts, asked);
    if (!call) return refusal(call.error());
    gate::CallOptions options;
    options.approval = asked.text("approval");
    options.stop = api.stop;
    return json_answer(call_json(api.parts.runtime.call(*std::move(call), std::move(options))));
}

constexpr std::array k_call_routes{
    Route{.method = "POST",
          .path = "/api/calls/preview",
          .respond = preview_call,
          .members = k_preview,
          .summary = "Judges the arguments of a call, and gives the tool's preview. Runs nothing.",
          .answer = "preview (null: the tool has none) and state \"done\"; or code, message, "
                    "mistakes and state \"failed\""},
    Route{.method = "POST",
          .path = "/api/calls",
          .respond = run_call,
          .members = k_call,
          .summary = "Calls a tool for this person, through the gate.",
          .answer = "state (done; asked: the approval needs an answer, then send the call with it; "
                    "failed), approval, code, entry, message, mistakes, no_undo, result (its first "
                    "64 KiB)"}};

}  // namespace

std::span<const Route> call_routes() noexcept {
    return k_call_routes;
}

}  // namespace iam::console
