// The order is the reader's: what, from whom, how bad, what it would do, with which values, what the answers mean.
#include "prompt_text.hpp"

#include "escape.hpp"
#include "layout.hpp"
#include "pretty_json.hpp"

#include <algorithm>
#include <utility>

namespace iam::host {
namespace {

using consent::Answer;
using consent::PromptRequest;

// The line before the question and the one that says which keys count.
constexpr std::size_t k_rows_around = 2;

/// How many rows of a terminal the text takes.
std::size_t rows_of(std::string_view text, std::size_t columns) {
    std::size_t rows = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t width = width_of(line);
        rows += width <= columns ? 1 : (width + columns - 1) / columns;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return rows;
}

class Writer {
 public:
    explicit Writer(std::size_t columns) : columns_(columns) {}

    /// A line of ours.
    void own(std::string_view line) { append_wrapped(out_, line, columns_, "", ""); }
    void empty() { out_ += '\n'; }
    /// A line with something from outside, visible already.
    void foreign(std::string_view line) { append_wrapped(out_, line, columns_, "| ", "|> "); }
    /// A line to be copied, so without breaks.
    void whole(std::string_view line) {
        out_ += line;
        out_ += '\n';
    }
    void append(std::string_view lines) { out_ += lines; }
    std::size_t size() const { return out_.size(); }
    std::size_t rows() const { return rows_of(out_, columns_); }
    std::string take() { return std::move(out_); }

 private:
    std::size_t columns_;
    std::string out_;
};

std::string name_of(const PromptRequest& request) {
    const Contract& contract = request.contract;
    const std::string name = visible(contract.id.name);
    return contract.title.empty() ? name : visible(contract.title) + " (" + name + ")";
}

std::string origin_of(const PromptRequest& request) {
    const std::string& origin = request.contract.id.origin;
    if (!origin.empty()) return "From " + visible(origin) + ", another program";
    const std::string& application = request.application;
    return "From " + (application.empty() ? "this program" : visible(application)) +
           ", compiled in";
}

std::string proposer_of(const Proposer& proposer) {
    switch (proposer.kind) {
        case Proposer::Kind::person:
            return "a person";
        case Proposer::Kind::program:
            return "a program";
        case Proposer::Kind::mcp_client:
            return "an MCP client";
        case Proposer::Kind::model:
            break;
    }
    std::string text = "a model";
    if (!proposer.model.empty()) text += ", " + visible(proposer.model);
    if (!proposer.provider.empty()) text += " of " + visible(proposer.provider);
    return text;
}

void write_head(Writer& out, const PromptRequest& request, PromptText& text) {
    out.own("Allow this tool to run?");
    out.foreign(name_of(request));
    out.foreign(origin_of(request));
    const std::string risk = label_of(request.risk);
    text.risk_at = out.size() + std::string_view("| ").size();
    text.risk_size = risk.size();
    out.foreign(risk);
    out.foreign("Proposed by " + proposer_of(request.call.proposer));
    if (!request.decision.reason.empty()) {
        out.foreign("Asked because: " + visible(request.decision.reason));
    }
    out.empty();
}

const char* choose(const std::optional<bool>& hint, const char* yes, const char* no,
                   const char* unsaid) {
    if (!hint) return unsaid;
    return *hint ? yes : no;
}

void write_hints(Writer& out, const Contract& contract) {
    const Hints& hints = contract.hints;
    const bool reads_only = hints.read_only.value_or(false);
    out.own("This tool will:");
    if (!contract.title.empty()) out.foreign("- " + visible(contract.title));
    out.foreign(choose(hints.read_only, "- read, and change nothing", "- change something",
                       "- perhaps change something (it does not say)"));
    if (!reads_only || hints.destructive.value_or(false)) {
        out.foreign(choose(hints.destructive, "- perhaps destroy what was there",
                           "- destroy nothing that was there",
                           "- perhaps destroy what was there (it does not say)"));
        out.foreign(choose(hints.idempotent, "- change nothing more when it is repeated",
                           "- do it again when it is repeated",
                           "- perhaps do it again when it is repeated (it does not say)"));
    }
    out.foreign(choose(hints.open_world, "- reach beyond this program",
                       "- stay inside this program",
                       "- perhaps reach beyond this program (it does not say)"));
    if (!reads_only) {
        out.foreign(contract.has_undo ? "- be possible to undo" : "- have no undo");
    }
    out.empty();
}

void write_preview(Writer& out, const PromptRequest& request) {
    if (!request.preview) {
        out.own("Preview:");
        if (!request.preview_failure.empty()) {
            out.foreign("none, because it failed: " + visible(request.preview_failure));
        } else {
            out.foreign("none; this tool does not tell what it would do");
        }
        out.empty();
        return;
    }
    const Preview& preview = *request.preview;
    out.own("Preview, in the application's words:");
    if (!preview.summary.empty()) out.foreign(visible(preview.summary));
    for (const PreviewField& field : preview.fields) {
        out.foreign(visible(field.label) + ": " + visible(field.value));
    }
    for (const PreviewWarning& warning : preview.warnings) {
        out.foreign("WARNING: " + visible(warning.message) + " (" + visible(warning.code) + ")");
    }
    out.empty();
}

void write_arguments(Writer& out, const PromptRequest& request, bool whole) {
    const PrettyJson arguments = pretty_json(request.call.arguments);
    out.own(whole ? "Arguments, exactly as the tool gets them:"
                  : "Arguments as recorded; not the whole value:");
    for (const std::string& line : arguments.lines) out.foreign(line);
    if (arguments.has_hidden) {
        out.own("They contain invisible or control characters, shown as \\u{...}.");
    }
    out.empty();
}

void write_always(Writer& out, const PromptRequest& request) {
    if (request.always_refused_because.empty()) {
        out.own("\"Allow always\" would store:");
        out.foreign(visible(request.always_would_store));
    } else {
        out.own("\"Allow always\" is not possible:");
        out.foreign(visible(request.always_refused_because));
    }
    out.empty();
}

void write_deny_only(Writer& out, const std::string& because) {
    out.own("Allowing is not possible here:");
    out.foreign(visible(because));
    out.empty();
}

void write_actions(Writer& out, const PromptRequest& request, bool deny_only) {
    if (!deny_only) {
        out.own("1 Allow once");
        out.own(request.always_refused_because.empty()
                    ? "2 Allow always"
                    : "2 Allow always (not possible, see above)");
    }
    out.own("3 Deny once");
    out.own("4 Deny always");
}

/// Whoever answers looks at the end, which must say what it is about where the head has left the screen.
void write_head_again(Writer& out, const PromptRequest& request, std::size_t rows) {
    out.own("This is about the tool below; the question has " + std::to_string(rows) +
            " lines, so scroll up to read all of them.");
    out.foreign(name_of(request));
    out.foreign(origin_of(request));
    out.foreign(label_of(request.risk));
    out.empty();
}

}  // namespace

PromptText prompt_text(const PromptRequest& request, const PromptLayout& layout) {
    PromptText text;
    Writer out(layout.columns);
    write_head(out, request, text);
    write_hints(out, request.contract);
    write_preview(out, request);
    const bool deny_only = !layout.deny_only_because.empty();
    write_arguments(out, request, !deny_only);
    if (deny_only) {
        write_deny_only(out, layout.deny_only_because);
    } else {
        write_always(out, request);
    }
    Writer end(layout.columns);
    write_actions(end, request, deny_only);
    if (!layout.answer_elsewhere.empty()) {
        end.own("From another terminal:");
        end.whole("| " + visible(layout.answer_elsewhere));
    }
    const std::size_t rows = out.rows() + end.rows();
    if (rows + k_rows_around > layout.rows) write_head_again(out, request, rows);
    out.append(end.take());
    text.text = out.take();
    return text;
}

std::string keys_text(const PromptRequest& request, bool deny_only) {
    if (deny_only) return "Press 3 or 4. Enter: 3 Deny once. Esc: 3 Deny once.\n";
    const bool allows = default_answer(request) == Answer::allow_once;
    const std::string enter = allows ? "1 Allow once" : "3 Deny once";
    return "Press 1, 2, 3 or 4. Enter: " + enter + ". Esc: 3 Deny once.\n";
}

Answer default_answer(const PromptRequest& request) noexcept {
    return request.contract.hints.destructive == true ? Answer::deny_once : Answer::allow_once;
}

const char* label_of(Answer answer) noexcept {
    switch (answer) {
        case Answer::allow_once:
            return "Allow once";
        case Answer::allow_always:
            return "Allow always";
        case Answer::deny_once:
            return "Deny once";
        case Answer::deny_always:
            return "Deny always";
        case Answer::none:
            break;
    }
    return "Not answered";
}

const char* label_of(consent::Risk risk) noexcept {
    switch (risk) {
        case consent::Risk::low:
            return "Low risk · read-only";
        case consent::Risk::medium:
            return "Medium risk";
        case consent::Risk::high:
            break;
    }
    return "High risk · may modify data";
}

}  // namespace iam::host
