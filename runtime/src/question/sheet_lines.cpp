// The facts of a question in the order in which the sheet writes them. facts.js and view.js of the
// console note the same ones.
#include "iam/question/sheet.hpp"
#include <iam/question/escape.hpp>
#include <iam/question/pretty_json.hpp>

#include <utility>

namespace iam::question {
namespace {

const Json& member(const Json& holder, const char* name) {
    static const Json k_absent;
    const auto found = holder.is_object() ? holder.find(name) : holder.end();
    return found == holder.end() ? k_absent : *found;
}

/// Empty: the member is absent, or no text.
std::string text_in(const Json& holder, const char* name) {
    const Json& value = member(holder, name);
    return value.is_string() ? escape_for_display(value.get_ref<const std::string&>()) : "";
}

std::string text_in(const Json& holder, const char* name, std::string if_absent) {
    std::string text = text_in(holder, name);
    return text.empty() ? std::move(if_absent) : text;
}

std::string digits_in(const Json& holder, const char* name) {
    const Json& value = member(holder, name);
    return value.is_number_integer() ? value.dump() : "";
}

bool is_true(const Json& holder, const char* name) {
    const Json& value = member(holder, name);
    return value.is_boolean() && value.get<bool>();
}

std::string hint_words(const Json& hints, const char* name) {
    const Json& hint = member(hints, name);
    return std::string(name) + " " +
           (hint.is_boolean() ? (hint.get<bool>() ? "true" : "false") : "unsaid");
}

std::string undo_words(const Json& undo) {
    if (!undo.is_object()) return "undo none";
    const std::string seconds = digits_in(undo, "seconds");
    return std::string("undo ") + (is_true(undo, "exact") ? "exact" : "compensate") +
           (seconds.empty() ? "" : " " + seconds);
}

class LineWriter {
 public:
    explicit LineWriter(const Json& question) : question_(question) {}

    std::vector<std::string> run() {
        put_tool();
        put_who();
        put_reason();
        put_each("taint", "taint");
        put_each("change", "changes");
        put_each("lookalike", "lookalikes");
        if (digits_in(question_, "more_lookalikes") != "0")
            put_if("more_lookalikes", digits_in(question_, "more_lookalikes"));
        put_hints();
        put_preview();
        const Json& arguments = member(question_, "arguments");
        const std::string json = arguments.is_string() ? arguments.get<std::string>() : "{}";
        for (std::string& line : pretty_json(json).lines) put("arguments", line);
        put_refusal();
        return std::move(lines_);
    }

 private:
    void put(const std::string& slot, const std::string& text) {
        lines_.push_back(slot + ": " + text);
    }
    void put_if(const std::string& slot, const std::string& text) {
        if (!text.empty()) put(slot, text);
    }
    void put_each(const std::string& slot, const char* name) {
        const Json& list = member(question_, name);
        if (!list.is_array()) return;
        for (const Json& text : list)
            if (text.is_string()) put(slot, escape_for_display(text.get<std::string>()));
    }

    void put_tool() {
        put("tool", text_in(question_, "name"));
        put_if("title", text_in(question_, "title"));
        put("origin", text_in(question_, "origin"));
        put("trust", text_in(question_, "trust", "none"));
        put("risk", text_in(question_, "risk", "high"));
        put_if("description", text_in(question_, "description"));
    }

    void put_who() {
        const Json& proposer = member(question_, "proposer");
        const std::string kind = text_in(proposer, "kind", "program");
        if (kind == "model") put_if("model", text_in(proposer, "model"));
        if (kind == "model" || kind == "mcp_client")
            put_if("provider", text_in(proposer, "provider"));
        put("proposer", kind);
        put_if("session", text_in(question_, "session"));
        put_if("agent", text_in(question_, "agent"));
    }

    void put_reason() {
        put_if("reason", text_in(question_, "asked_because"));
        const Json& decided = member(question_, "decided_by");
        if (decided.is_object()) {
            put("decided_by", text_in(decided, "source"));
            put_if("decided_by_id", text_in(decided, "id"));
            put_if("place", text_in(decided, "place"));
        }
        const Json& runs = member(question_, "recent_runs");
        if (runs.is_object())
            put("runs", (is_true(runs, "at_least") ? "at least " : "") + digits_in(runs, "count"));
    }

    void put_hints() {
        const Json& hints = member(question_, "hints");
        std::string words;
        for (const char* const name : {"read_only", "destructive", "idempotent", "open_world"})
            words += hint_words(hints, name) + ", ";
        put("hints", words + undo_words(member(question_, "undo")));
    }

    void put_preview() {
        const Json& preview = member(question_, "preview");
        if (!preview.is_object())
            return put_if("preview_failure", text_in(question_, "preview_failure"));
        put_if("preview", text_in(preview, "summary"));
        put_rows(member(preview, "fields"), {"label", "label"}, {"value", "value"});
        put_rows(member(preview, "warnings"), {"warning", "message"}, {"warning_code", "code"});
    }

    /// The slot of a line, and the name of its member.
    using Place = std::pair<const char*, const char*>;
    void put_rows(const Json& rows, const Place& first, const Place& second) {
        if (!rows.is_array()) return;
        for (const Json& row : rows) {
            put(first.first, text_in(row, first.second));
            put(second.first, text_in(row, second.second));
        }
    }

    void put_refusal() {
        const std::string refused = text_in(question_, "deny_only_because");
        if (!refused.empty()) return put("refused", refused);
        put_if("always_refused", text_in(question_, "always_refused_because"));
    }

    const Json& question_;
    std::vector<std::string> lines_{};
};

}  // namespace

std::vector<std::string> sheet_lines(const Json& question) {
    return LineWriter(question).run();
}

std::string stores_line(consent::CallScope scope, std::string_view words) {
    return "stores " + std::string(name_of(scope)) + ": " + escape_for_display(words);
}

Digest sheet_digest(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return sha256(domain_tag("iam/sheet/1"), text);
}

}  // namespace iam::question
