// Gemini generateContent as a stream. Parts come whole, and the end of the bytes is the end mark:
// some models write a finishReason into every event.
#include "chat/streams/form_parser.hpp"
#include "chat/streams/provider_error.hpp"

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

constexpr std::array<std::string_view, 9> k_filter_reasons = {
    "SAFETY",       "RECITATION",         "LANGUAGE",
    "BLOCKLIST",    "PROHIBITED_CONTENT", "SPII",
    "IMAGE_SAFETY", "IMAGE_RECITATION",   "IMAGE_PROHIBITED_CONTENT"};

Finish gemini_finish(std::string_view reason) noexcept {
    if (reason == "STOP") return Finish::stop;
    if (reason == "MAX_TOKENS") return Finish::length;
    const bool is_filter = std::find(k_filter_reasons.begin(), k_filter_reasons.end(), reason) !=
                           k_filter_reasons.end();
    return is_filter ? Finish::filter : Finish::other;
}

struct FunctionCall {
    std::string id{};
    std::string name{};
    std::string_view arguments{};
    bool is_partial = false;
};

struct Part {
    std::string text{};
    bool has_text = false;
    bool is_thought = false;
    bool has_more = false;  ///< members besides text
    std::optional<FunctionCall> call{};
};

FunctionCall read_function_call(FieldReader& in) {
    FunctionCall call;
    in.object([&](std::string_view name) {
        if (name == "id") return in.text(call.id);
        if (name == "name") return in.text(call.name);
        if (name == "args") {
            call.arguments = in.raw();
            return;
        }
        // Pieces of arguments come only if a request asks for them.
        call.is_partial = call.is_partial || name == "partialArgs";
        if (name != "willContinue") return in.skip();
        if (in.truth()) call.is_partial = true;
    });
    return call;
}

Part read_part(FieldReader& in) {
    Part part;
    in.object([&](std::string_view name) {
        if (name == "text") {
            part.has_text = true;
            return in.text(part.text);
        }
        part.has_more = true;
        if (name == "thought") {
            part.is_thought = in.truth();
        } else if (name == "functionCall" && in.peek() == JsonKind::object) {
            part.call = read_function_call(in);
        } else {
            in.skip();
        }
    });
    return part;
}

class GenerateContentStream final : public FormParser {
 public:
    void take(std::string_view type, std::string_view data, Answer& answer) override;
    void finish(Answer& answer) override;

 private:
    void read_candidate(FieldReader& in, Answer& answer);
    /// False: the part is empty, which is no content.
    bool take_part(std::string_view text, Answer& answer);

    std::string parts_{};   // JSON texts, with commas between
    std::string reason_{};  // the last one, if it fits
};

Usage read_usage_metadata(FieldReader& in) {
    Usage usage;
    std::optional<std::uint64_t> thoughts;
    in.object([&](std::string_view name) {
        if (name == "promptTokenCount") return in.count(usage.input);
        if (name == "cachedContentTokenCount") return in.count(usage.cached);
        if (name == "candidatesTokenCount") return in.count(usage.output);
        if (name == "thoughtsTokenCount") return in.count(thoughts);
        in.skip();
    });
    if (thoughts) usage.output = usage.output.value_or(0) + *thoughts;
    return usage;
}

void GenerateContentStream::take(std::string_view /*type*/, std::string_view data, Answer& answer) {
    FieldReader in(data);
    ProviderError error;
    std::string block_reason;
    in.object([&](std::string_view name) {
        if (name == "error") return error.read(in);
        if (name == "usageMetadata") return answer.usage(read_usage_metadata(in));
        if (name == "candidates")
            return in.array([&](std::size_t place) {
                if (place > 0) return in.skip();  // only one was asked for
                read_candidate(in, answer);
            });
        if (name != "promptFeedback") return in.skip();
        in.object([&](std::string_view member) {
            if (member == "blockReason") return in.text(block_reason);
            in.skip();
        });
    });
    if (!in.finish()) return answer.fail_form(in.why());
    answer.reason(Finish::filter, std::move(block_reason));
    if (!error.is_set) return;
    StreamError last = error.as_end();
    answer.fail(last.kind, std::move(last.message));
}

// Behind a finishReason that fits, parts need another one in their own event. Behind any other one
// the answer takes no parts.
void GenerateContentStream::read_candidate(FieldReader& in, Answer& answer) {
    std::string reason;
    bool has_parts = false;
    in.object([&](std::string_view name) {
        if (name == "finishReason") return in.text(reason);
        if (name != "content") return in.skip();
        in.object([&](std::string_view member) {
            if (member != "parts") return in.skip();
            in.array([&](std::size_t) {
                if (take_part(in.raw(), answer)) has_parts = true;
            });
        });
    });
    if (has_parts && !reason_.empty() && reason.empty())
        return answer.fail_form("parts stand behind a finishReason");
    const Finish finish = gemini_finish(reason);
    if (!Answer::fits(finish)) return answer.reason(finish, std::move(reason));
    reason_ = std::move(reason);
}

bool GenerateContentStream::take_part(std::string_view text, Answer& answer) {
    FieldReader in(text);
    const Part part = read_part(in);
    if (in.failed()) answer.fail_form(in.why());
    if (part.has_text && part.text.empty() && !part.has_more) return false;  // would be refused
    if (!answer.check_open() || !answer.keep(text.size() + 1)) return true;
    if (!parts_.empty()) parts_ += ',';
    parts_ += text;
    if (part.is_thought) {
        answer.thinking(part.text);
    } else {
        answer.text(part.text);
    }
    if (!part.call) return true;
    if (part.call->is_partial) answer.fail_form("a functionCall comes in pieces");
    const std::size_t call = answer.begin_call(part.call->id, part.call->name);
    if (!answer.has_ended()) answer.add_arguments(call, part.call->arguments);
    return true;
}

void GenerateContentStream::finish(Answer& answer) {
    answer.reason(Finish::stop, reason_);
    if (answer.has_reason()) answer.end("[" + parts_ + "]");
}

}  // namespace

const FormRow k_generate_content_stream = {
    .form = WireForm::generate_content,
    .has_lines = false,
    .make = [] { return std::unique_ptr<FormParser>(std::make_unique<GenerateContentStream>()); },
};

}  // namespace iam::chat
