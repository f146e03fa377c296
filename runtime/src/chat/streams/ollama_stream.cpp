// Ollama's chat as a stream of lines. Calls come whole, in any line before the last.
#include "chat/streams/form_parser.hpp"
#include "chat/streams/kept_members.hpp"
#include "chat/streams/provider_error.hpp"

#include <utility>

namespace iam::chat {
namespace {

Finish ollama_finish(std::string_view reason) noexcept {
    if (reason == "stop") return Finish::stop;
    if (reason == "length") return Finish::length;
    return Finish::other;
}

class OllamaStream final : public FormParser {
 public:
    void take(std::string_view type, std::string_view data, Answer& answer) override;

 private:
    void read_message(FieldReader& in, Answer& answer);
    void take_call(std::string_view text, Answer& answer);
    void end(Answer& answer);

    std::string content_{};
    KeptMembers kept_{};
    std::string calls_{};  // JSON texts, with commas between
};

void OllamaStream::take(std::string_view /*type*/, std::string_view data, Answer& answer) {
    FieldReader in(data);
    ProviderError error;
    Usage usage;
    std::string reason;
    bool has_message = false;
    bool is_done = false;
    in.object([&](std::string_view name) {
        if (name == "message" && in.peek() == JsonKind::object) {
            has_message = true;
            return read_message(in, answer);
        }
        if (name == "error") return error.read(in);
        if (name == "done_reason") return in.text(reason);
        if (name == "prompt_eval_count") return in.count(usage.input);
        if (name == "eval_count") return in.count(usage.output);
        if (name != "done") return in.skip();
        is_done = in.truth();
    });
    if (!in.finish()) return answer.fail_form(in.why());
    if (!error.is_set && !has_message && !is_done) {
        error.is_set = true;
        error.message = data;  // an error whose member has another name
    }
    if (error.is_set) {
        StreamError last = error.as_end();
        return answer.fail(last.kind, std::move(last.message));
    }
    answer.usage(usage);
    // The members of a line have no order, so its reason counts behind its message.
    const Finish finish = ollama_finish(reason);
    answer.reason(finish, std::move(reason));
    if (is_done) end(answer);
}

void OllamaStream::read_message(FieldReader& in, Answer& answer) {
    std::string piece;
    in.object([&](std::string_view name) {
        piece.clear();
        if (name == "content") {
            in.text(piece);
            content_ += piece;
            answer.text(piece);
        } else if (name == "thinking") {
            in.text(piece);
            if (!piece.empty()) kept_.add_text("thinking", piece);
            answer.thinking(piece);
        } else if (name == "tool_calls") {
            in.array([&](std::size_t) { take_call(in.raw(), answer); });
        } else if (name == "role") {
            in.skip();
        } else {
            kept_.take(name, in, answer);
        }
    });
}

void OllamaStream::take_call(std::string_view text, Answer& answer) {
    WholeCall call;
    FieldReader in(text);
    in.object([&](std::string_view name) {
        if (name == "id") return in.text(call.id);
        if (name != "function") return in.skip();
        in.object([&](std::string_view member) {
            if (member == "name") return in.text(call.name);
            if (member != "arguments") return in.skip();
            if (in.peek() == JsonKind::string) return in.text(call.arguments);
            call.arguments = in.raw();
        });
    });
    if (in.failed()) return answer.fail_form(in.why());
    if (!answer.keep(text.size() + 1)) return;
    if (!calls_.empty()) calls_ += ',';
    calls_ += text;
    const std::size_t place = answer.begin_call(std::move(call.id), std::move(call.name));
    if (!answer.has_ended()) answer.add_arguments(place, call.arguments);
}

void OllamaStream::end(Answer& answer) {
    JsonWriter out;
    out.begin_array();
    out.begin_object();
    out.plain_member("role", "assistant");
    out.key("content");
    out.string(content_);
    kept_.write(out);
    if (!calls_.empty()) {
        out.key("tool_calls");
        out.raw("[" + calls_ + "]");
    }
    out.end_object();
    out.end_array();
    answer.end(out.take());
}

}  // namespace

const FormRow k_ollama_stream = {
    .form = WireForm::ollama_chat,
    .has_lines = true,
    .make = [] { return std::unique_ptr<FormParser>(std::make_unique<OllamaStream>()); },
};

}  // namespace iam::chat
