#include "console/api/chats/chat_views.hpp"

#include "console/http/json_members.hpp"
#include "console/markdown/markdown.hpp"
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace iam::console {
namespace {

void put_whole(JsonWriter& out, std::string_view name, std::uint64_t number) {
    out.key(name);
    out.integer(number);
}

/// Text of several lines, made visible.
void put_visible_lines(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(question::visible_lines(text));
}

/// JSON text that stays JSON, or other text made visible; of a longer one the beginning.
void put_call_value(JsonWriter& out, std::string_view name, const std::string& text,
                    std::size_t max) {
    if (text.size() > max) {
        put_visible_lines(out, name, first_bytes(text, max));
        put_whole(out, std::string(name) + "_left", text.size() - max);
        return;
    }
    out.key(name);
    if (parse_json(text, limits_of_own_text(text.size()))) {
        out.string(question::json_without_controls(text));
    } else {
        out.string(question::visible_lines(text));
    }
}

void put_progress(JsonWriter& out, const ProgressReport& report) {
    out.key("progress");
    out.begin_object();
    out.key("done");
    out.integer(report.done);
    put(out, "message", report.message);
    if (report.total) {
        out.key("total");
        out.integer(*report.total);
    }
    out.end_object();
}

std::string message_json(const ChatMessage& message) {
    JsonWriter out;
    out.begin_object();
    out.key("calls");
    out.begin_array();
    for (const ChatCall& call : message.calls) put_call(out, call);
    out.end_array();
    if (!message.end.empty()) put(out, "end", message.end);
    put_whole(out, "id", message.id);
    out.key("is_of_model");
    out.boolean(message.is_of_model);
    const auto tree = message.is_of_model ? markdown_tree(message.text) : std::nullopt;
    if (tree) {
        out.key("tree");
        out.raw(*tree);
    } else {
        put_visible_lines(out, "text", message.text);
    }
    out.end_object();
    return out.take();
}

}  // namespace

std::string_view to_string(CallState state) noexcept {
    switch (state) {
        case CallState::proposed:
            return "proposed";
        case CallState::checking:
            return "checking";
        case CallState::awaiting:
            return "awaiting";
        case CallState::running:
            return "running";
        case CallState::succeeded:
            return "succeeded";
        case CallState::failed:
            return "failed";
        case CallState::denied_by_person:
            return "denied_by_person";
        case CallState::denied_by_rule:
            return "denied_by_rule";
        case CallState::canceled:
            return "canceled";
        case CallState::timed_out:
            return "timed_out";
        case CallState::unknown:
            return "unknown";
        case CallState::undone:
            return "undone";
    }
    return "";
}

void put_call(JsonWriter& out, const ChatCall& call) {
    out.begin_object();
    put(out, "approval", call.approval);
    put_call_value(out, "arguments", call.arguments, k_chat_arguments_max);
    out.key("can_undo");
    out.boolean(call.can_undo);
    put(out, "code", call.code);
    put(out, "entry", call.entry);
    put(out, "id", call.id);
    put_visible_lines(out, "message", call.message);
    if (call.progress) put_progress(out, *call.progress);
    put_call_value(out, "result", call.result, k_chat_result_max);
    put(out, "state", to_string(call.state));
    put(out, "tool", call.tool);
    out.end_object();
}

std::string chat_json(const std::string& id, const ChatShown& chat,
                      std::optional<std::uint64_t> before, const std::string& draft) {
    std::vector<std::string> texts;  // the newest first
    std::size_t bytes = 0;
    bool has_earlier = false;
    for (auto message = chat.messages.rbegin(); message != chat.messages.rend(); ++message) {
        if (before && message->id >= *before) continue;
        std::string text = message_json(*message);
        bytes += text.size();
        has_earlier =
            !texts.empty() && (texts.size() == k_messages_max || bytes > k_messages_bytes_max);
        if (has_earlier) break;
        texts.push_back(std::move(text));
    }
    JsonWriter out;
    out.begin_object();
    put(out, "closed_because", chat.closed_because);
    out.key("draft");
    out.string(draft);
    put_whole(out, "draft_bytes", draft.size());
    out.key("has_earlier");
    out.boolean(has_earlier);
    put(out, "id", id);
    out.key("messages");
    out.begin_array();
    for (auto text = texts.rbegin(); text != texts.rend(); ++text) out.raw(*text);
    out.end_array();
    put(out, "model", chat.model);
    put(out, "profile", chat.profile);
    put(out, "state", chat.state);
    put(out, "title", chat.title);
    put(out, "why", chat.why);
    out.end_object();
    return out.take();
}

}  // namespace iam::console
