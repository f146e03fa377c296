// OpenAI chat completions as a stream, and servers of the same form. Servers differ in `index` of a
// call: some send none, some send 0 for all.
#include "chat/streams/form_parser.hpp"
#include "chat/streams/kept_members.hpp"
#include "chat/streams/provider_error.hpp"

#include <utility>

namespace iam::chat {
namespace {

Finish chat_finish(std::string_view reason) noexcept {
    if (reason == "stop") return Finish::stop;
    if (reason == "tool_calls") return Finish::calls;
    if (reason == "length") return Finish::length;
    if (reason == "content_filter") return Finish::filter;
    return Finish::other;
}

/// One element of delta.tool_calls.
struct CallDelta {
    std::optional<std::uint64_t> index{};
    std::string id{};
    std::string name{};
    std::string arguments{};
    std::vector<std::pair<std::string, std::string_view>> others{};  // JSON text by name
};

class ChatCompletionsStream final : public FormParser {
 public:
    void take(std::string_view type, std::string_view data, Answer& answer) override;

 private:
    void read_choices(FieldReader& in, Answer& answer);
    void read_choice(FieldReader& in, Answer& answer);
    void read_delta(FieldReader& in, Answer& answer);
    void read_call(FieldReader& in, Answer& answer);
    void read_usage(FieldReader& in, Answer& answer);
    void add_content(std::string_view piece, Answer& answer);
    void add_thinking(std::string_view name, std::string_view piece, Answer& answer);
    std::size_t call_of(const CallDelta& delta, Answer& answer);
    std::string items(const Answer& answer) const;

    struct Known {
        std::optional<std::uint64_t> index{};
        KeptMembers kept{};
    };
    std::vector<Known> known_{};  // of each call of the answer
    std::string content_{};
    bool has_content_ = false;
    std::string thinking_name_{};  // of the member whose texts are shown
    KeptMembers kept_{};
    ProviderError error_{};
};

void ChatCompletionsStream::take(std::string_view /*type*/, std::string_view data, Answer& answer) {
    if (data.substr(0, 6) == "[DONE]") return answer.end(items(answer));
    FieldReader in(data);
    ProviderError bare;  // an error without the member `error`
    bool has_choices = false;
    in.object([&](std::string_view name) {
        if (name == "choices") {
            has_choices = true;
            read_choices(in, answer);
        } else if (name == "usage") {
            read_usage(in, answer);
        } else if (name == "error") {
            error_.read(in);
        } else if (!bare.read_member(name, in)) {
            in.skip();
        }
    });
    if (!in.finish()) return answer.fail_form(in.why());
    if (!error_.is_set && !has_choices && !bare.message.empty()) {
        error_ = std::move(bare);
        error_.is_set = true;
    }
    if (!error_.is_set) return;
    StreamError error = error_.as_end();
    answer.fail(error.kind, std::move(error.message));
}

// Only one choice was asked for.
void ChatCompletionsStream::read_choices(FieldReader& in, Answer& answer) {
    in.array([&](std::size_t place) {
        if (place == 0) {
            read_choice(in, answer);
        } else {
            in.skip();
        }
    });
}

// The members of a choice have no order, so its reason counts behind its delta.
void ChatCompletionsStream::read_choice(FieldReader& in, Answer& answer) {
    std::string reason;
    in.object([&](std::string_view name) {
        if (name == "delta") {
            read_delta(in, answer);
        } else if (name == "finish_reason") {
            in.text(reason);
        } else {
            in.skip();
        }
    });
    const Finish finish = chat_finish(reason);
    answer.reason(finish, std::move(reason));
}

void ChatCompletionsStream::read_delta(FieldReader& in, Answer& answer) {
    std::string piece;
    // Some servers send the same thinking under two names; the first name of the answer counts.
    in.object([&](std::string_view name) {
        piece.clear();
        if (name == "content") {
            has_content_ = has_content_ || in.peek() == JsonKind::string;
            in.text(piece);
            add_content(piece, answer);
        } else if (name == "tool_calls") {
            in.array([&](std::size_t) { read_call(in, answer); });
        } else if (name == "refusal") {
            in.text(piece);
            answer.text(piece);
            if (!piece.empty()) answer.refuse();
        } else if (name == "reasoning_content" || name == "reasoning") {
            const std::string own_name(name);
            in.text(piece);
            add_thinking(own_name, piece, answer);
        } else if (name == "role") {
            in.skip();
        } else {
            kept_.take(name, in, answer);
        }
    });
}

void ChatCompletionsStream::add_content(std::string_view piece, Answer& answer) {
    content_ += piece;
    answer.text(piece);
}

void ChatCompletionsStream::add_thinking(std::string_view name, std::string_view piece,
                                         Answer& answer) {
    if (piece.empty()) return;
    if (thinking_name_.empty()) thinking_name_ = name;
    kept_.add_text(name, piece);
    if (thinking_name_ == name) {
        answer.thinking(piece);
    } else {
        answer.keep(piece.size());
    }
}

void read_function(FieldReader& in, CallDelta& delta) {
    in.object([&](std::string_view name) {
        if (name == "name") {
            in.text(delta.name);
        } else if (name != "arguments") {
            in.skip();
        } else if (in.peek() == JsonKind::object) {
            delta.arguments = in.raw();
        } else {
            in.text(delta.arguments);
        }
    });
}

CallDelta read_call_delta(FieldReader& in) {
    CallDelta delta;
    in.object([&](std::string_view name) {
        if (name == "index") {
            in.count(delta.index);
        } else if (name == "id") {
            in.text(delta.id);
        } else if (name == "function") {
            read_function(in, delta);
        } else if (name == "type") {
            in.skip();
        } else {
            std::string own_name(name);
            delta.others.emplace_back(std::move(own_name), in.raw());
        }
    });
    return delta;
}

void ChatCompletionsStream::read_call(FieldReader& in, Answer& answer) {
    CallDelta delta = read_call_delta(in);
    if (in.failed() || !answer.check_open()) return;
    const std::size_t call = call_of(delta, answer);
    if (answer.has_ended()) return;
    for (const auto& [name, value] : delta.others) {
        FieldReader other(value);
        known_[call].kept.take(name, other, answer);
    }
    if (answer.has_ended()) return;
    const bool is_named = !answer.calls()[call].name.empty();
    if (answer.calls()[call].id.empty()) answer.set_id(call, std::move(delta.id));
    if (!is_named && !delta.name.empty()) answer.set_name(call, std::move(delta.name));
    answer.add_arguments(call, delta.arguments);
}

/// True if a delta at the index of this call belongs to it.
bool continues(const WholeCall& call, const CallDelta& delta) {
    const bool has_both_ids = !call.id.empty() && !delta.id.empty();
    if (has_both_ids && call.id != delta.id) return false;
    if (call.name.empty() || delta.name.empty()) return true;
    return has_both_ids && call.name == delta.name;
}

std::size_t ChatCompletionsStream::call_of(const CallDelta& delta, Answer& answer) {
    const std::vector<WholeCall>& calls = answer.calls();
    if (!delta.index && delta.id.empty() && delta.name.empty() && !calls.empty())
        return calls.size() - 1;
    for (std::size_t call = calls.size(); call-- > 0;) {
        if (delta.index) {
            if (known_[call].index != delta.index) continue;
            if (continues(calls[call], delta)) return call;
            break;
        }
        if (!delta.id.empty() && calls[call].id == delta.id) return call;
    }
    const std::size_t call = answer.begin_call(delta.id, delta.name);
    if (!answer.has_ended()) known_.push_back(Known{delta.index, {}});
    return call;
}

void ChatCompletionsStream::read_usage(FieldReader& in, Answer& answer) {
    Usage usage;
    in.object([&](std::string_view name) {
        if (name == "prompt_tokens") {
            in.count(usage.input);
        } else if (name == "completion_tokens") {
            in.count(usage.output);
        } else if (name == "prompt_tokens_details") {
            in.object([&](std::string_view detail) {
                if (detail == "cached_tokens") {
                    in.count(usage.cached);
                } else {
                    in.skip();
                }
            });
        } else {
            in.skip();
        }
    });
    answer.usage(usage);
}

void write_call(JsonWriter& out, const WholeCall& call, const KeptMembers& kept) {
    out.begin_object();
    out.key("id");
    out.string(call.id);
    out.plain_member("type", "function");
    out.key("function");
    out.begin_object();
    out.key("name");
    out.string(call.name);
    out.key("arguments");
    out.string(arguments_or_none(call.arguments));
    out.end_object();
    kept.write(out);
    out.end_object();
}

std::string ChatCompletionsStream::items(const Answer& answer) const {
    if (!answer.has_own_ids()) return {};
    JsonWriter out;
    out.begin_array();
    out.begin_object();
    out.plain_member("role", "assistant");
    out.key("content");
    if (has_content_) {
        out.string(content_);
    } else {
        out.null();
    }
    kept_.write(out);
    if (!answer.calls().empty()) {
        out.key("tool_calls");
        out.begin_array();
        for (std::size_t i = 0; i < answer.calls().size(); ++i)
            write_call(out, answer.calls()[i], known_[i].kept);
        out.end_array();
    }
    out.end_object();
    out.end_array();
    return out.take();
}

}  // namespace

const FormRow k_chat_completions_stream = {
    .form = WireForm::chat_completions,
    .has_lines = false,
    .make = [] { return std::unique_ptr<FormParser>(std::make_unique<ChatCompletionsStream>()); },
};

}  // namespace iam::chat
