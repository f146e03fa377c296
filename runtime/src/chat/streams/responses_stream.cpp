// OpenAI responses as a stream. A call is read three times: by deltas, by `.done` and by its item.
#include "chat/streams/form_parser.hpp"
#include "chat/streams/provider_error.hpp"
#include <iam/core/json_writer.hpp>

#include <map>
#include <utility>

namespace iam::chat {
namespace {

/// The members of an output item that matter here.
struct OutputItem {
    std::string type{};
    std::string id{};
    std::string call_id{};
    std::string name{};
    std::string arguments{};
    std::string status{};
    bool has_refusal = false;   ///< among the parts of its content
    bool has_odd_text = false;  ///< a member that is no text; items of other types have such
};

/// The members of `response` in its last events.
struct ResponseState {
    std::string status{};
    std::string incomplete_reason{};
    Usage usage{};
    ProviderError error{};
};

/// The members of an event of any type.
struct ResponseEvent {
    std::string type{};
    std::optional<std::uint64_t> place{};  // output_index
    std::optional<std::uint64_t> summary_index{};
    std::string item_id{};
    std::string delta{};
    std::optional<std::string> arguments{};
    std::string_view item_text{};
    OutputItem item{};
    ResponseState response{};
    ProviderError error{};
};

bool is_refusal_part(FieldReader& in) {
    std::string type;
    if (in.peek() != JsonKind::object) {
        in.skip();
        return false;
    }
    in.object([&](std::string_view name) {
        if (name == "type" && in.peek() == JsonKind::string) return in.text(type);
        in.skip();
    });
    return type == "refusal";
}

OutputItem read_item(std::string_view text) {
    OutputItem item;
    FieldReader in(text);
    const auto read_text = [&](std::string& to) {
        if (in.peek() == JsonKind::string || in.peek() == JsonKind::null) return in.text(to);
        item.has_odd_text = true;
        in.skip();
    };
    in.object([&](std::string_view name) {
        if (name == "type") return read_text(item.type);
        if (name == "id") return read_text(item.id);
        if (name == "call_id") return read_text(item.call_id);
        if (name == "name") return read_text(item.name);
        if (name == "arguments") return read_text(item.arguments);
        if (name == "status") return read_text(item.status);
        if (name != "content" || in.peek() != JsonKind::array) return in.skip();
        in.array([&](std::size_t) {
            if (is_refusal_part(in)) item.has_refusal = true;
        });
    });
    return item;
}

void read_usage_members(FieldReader& in, Usage& usage) {
    in.object([&](std::string_view name) {
        if (name == "input_tokens") return in.count(usage.input);
        if (name == "output_tokens") return in.count(usage.output);
        if (name != "input_tokens_details") return in.skip();
        in.object([&](std::string_view detail) {
            if (detail == "cached_tokens") return in.count(usage.cached);
            in.skip();
        });
    });
}

void read_response_state(FieldReader& in, ResponseState& state) {
    in.object([&](std::string_view name) {
        if (name == "status") return in.text(state.status);
        if (name == "usage") return read_usage_members(in, state.usage);
        if (name == "error") return state.error.read(in);
        if (name != "incomplete_details") return in.skip();
        in.object([&](std::string_view detail) {
            if (detail == "reason") return in.text(state.incomplete_reason);
            in.skip();
        });
    });
}

ResponseEvent read_response_event(FieldReader& in) {
    ResponseEvent event;
    in.object([&](std::string_view name) {
        if (name == "type") return in.text(event.type);
        if (name == "output_index") return in.count(event.place);
        if (name == "summary_index") return in.count(event.summary_index);
        if (name == "item_id") return in.text(event.item_id);
        if (name == "response") return read_response_state(in, event.response);
        if (name == "error") return event.error.read(in);
        if (name == "delta" && in.peek() == JsonKind::string) return in.text(event.delta);
        if (name == "arguments" && in.peek() == JsonKind::string)
            return in.text(event.arguments.emplace());
        if (name == "item") {
            event.item_text = in.raw();
            event.item = read_item(event.item_text);
            return;
        }
        if (!event.error.read_member(name, in)) in.skip();
    });
    return event;
}

class ResponsesStream final : public FormParser {
 public:
    void take(std::string_view type, std::string_view data, Answer& answer) override;

 private:
    void take_event(ResponseEvent& event, Answer& answer);
    void take_thinking_part(const ResponseEvent& event, Answer& answer);
    void begin_item(ResponseEvent& event, Answer& answer);
    void end_item(ResponseEvent& event, Answer& answer);
    void decide(std::size_t call, const std::string& arguments, Answer& answer);
    void end(const ResponseState& response, Answer& answer);
    void end_whole(Answer& answer);
    std::optional<std::size_t> call_at(const ResponseEvent& event) const;
    std::string items() const;

    struct Known {
        std::uint64_t place = 0;
        std::string item_id{};
        bool is_decided = false;
        bool is_whole = false;
    };
    std::vector<Known> known_{};                    // of each call of the answer
    std::map<std::uint64_t, std::string> items_{};  // JSON text by output_index
    bool has_broken_item_ = false;
};

void ResponsesStream::take(std::string_view type, std::string_view data, Answer& answer) {
    if (data.substr(0, 6) == "[DONE]") return;
    FieldReader in(data);
    ResponseEvent event = read_response_event(in);
    if (!in.finish()) return answer.fail_form(in.why());
    if (event.type.empty()) event.type = type;
    if (event.error.is_set && event.type.empty()) event.type = "error";
    take_event(event, answer);
}

void ResponsesStream::take_event(ResponseEvent& event, Answer& answer) {
    const std::string_view type = event.type;
    if (type == "response.output_text.delta") {
        answer.text(event.delta);
    } else if (type == "response.refusal.delta") {
        if (!event.delta.empty()) answer.refuse();
        answer.text(event.delta);
    } else if (type == "response.refusal.done") {
        answer.refuse();
    } else if (type == "response.reasoning_summary_text.delta" ||
               type == "response.reasoning_text.delta") {
        answer.thinking(event.delta);
    } else if (type == "response.reasoning_summary_part.added") {
        if (event.summary_index.value_or(0) > 0) answer.thinking("\n\n");
    } else if (type == "response.output_item.added") {
        begin_item(event, answer);
    } else if (type == "response.function_call_arguments.delta") {
        if (const auto call = call_at(event)) answer.add_arguments(*call, event.delta);
    } else if (type == "response.function_call_arguments.done") {
        const auto call = call_at(event);
        if (call && event.arguments) decide(*call, *event.arguments, answer);
    } else if (type == "response.output_item.done") {
        end_item(event, answer);
    } else if (type == "response.completed" || type == "response.incomplete") {
        if (type == "response.incomplete") event.response.status = "incomplete";
        end(event.response, answer);
    } else if (type == "response.failed" || type == "response.cancelled" || type == "error") {
        const ProviderError& error = type == "error" ? event.error : event.response.error;
        StreamError last = error.as_end();
        answer.fail(last.kind, std::move(last.message));
    }
}

// Some servers give an item another id in each event, so the place counts first.
std::optional<std::size_t> ResponsesStream::call_at(const ResponseEvent& event) const {
    const std::string& id = event.item_id.empty() ? event.item.id : event.item_id;
    for (std::size_t call = known_.size(); call-- > 0;) {
        const bool is_it = event.place ? known_[call].place == *event.place
                                       : !id.empty() && known_[call].item_id == id;
        if (is_it) return call;
    }
    return std::nullopt;
}

void ResponsesStream::begin_item(ResponseEvent& event, Answer& answer) {
    if (event.item.type != "function_call" || call_at(event)) return;
    const std::uint64_t place = event.place.value_or(known_.size());
    const std::size_t call = answer.begin_call(event.item.call_id, event.item.name);
    if (answer.has_ended()) return;
    known_.push_back(Known{place, std::move(event.item.id), false, false});
    answer.add_arguments(call, event.item.arguments);
}

void ResponsesStream::decide(std::size_t call, const std::string& arguments, Answer& answer) {
    const std::string& before = answer.calls()[call].arguments;
    if (!before.empty() && before != arguments)
        return answer.fail_form("the whole arguments of a call differ from their pieces");
    if (before.empty() && known_[call].is_decided && !arguments.empty())
        return answer.fail_form("the whole arguments of a call differ from their pieces");
    if (before.empty()) answer.add_arguments(call, arguments);
    known_[call].is_decided = true;
}

void ResponsesStream::end_item(ResponseEvent& event, Answer& answer) {
    if (!answer.keep(event.item_text.size()) || !answer.check_items(items_.size() + 1)) return;
    if (event.item.type == "function_call") {
        if (event.item.has_odd_text) return answer.fail_form("a member of a call is no text");
        begin_item(event, answer);
        const auto call = call_at(event);
        if (answer.has_ended()) return;
        if (!call) return answer.fail_form("an output item has no output_index and no id");
        const WholeCall& known = answer.calls()[*call];
        if (known.id != event.item.call_id || known.name != event.item.name)
            return answer.fail_form("a call has another call_id or name at its end");
        decide(*call, event.item.arguments, answer);
        known_[*call].is_whole = true;
    }
    if (event.item.has_refusal) answer.refuse();
    if (event.item.status == "incomplete" || event.item.status == "failed") has_broken_item_ = true;
    items_.insert_or_assign(event.place.value_or(items_.size()), std::string(event.item_text));
}

Finish responses_finish(std::string_view reason) noexcept {
    if (reason == "max_output_tokens") return Finish::length;
    if (reason == "content_filter") return Finish::filter;
    return Finish::other;
}

// The status decides, not the type of the event: servers name an event `response.completed` whose
// response is not. Some leave the status out.
void ResponsesStream::end(const ResponseState& response, Answer& answer) {
    answer.usage(response.usage);
    if (response.error.is_set || response.status == "failed" || response.status == "cancelled") {
        StreamError last = response.error.as_end();
        return answer.fail(last.kind, std::move(last.message));
    }
    const bool is_completed = response.status.empty() || response.status == "completed";
    if (is_completed && response.incomplete_reason.empty()) {
        answer.reason(Finish::stop, "completed");
        return end_whole(answer);
    }
    answer.reason(responses_finish(response.incomplete_reason), response.incomplete_reason);
    if (!answer.has_reason()) answer.reason(Finish::other, response.status);
    answer.end({});
}

void ResponsesStream::end_whole(Answer& answer) {
    for (const Known& call : known_)
        if (!call.is_whole)
            return answer.fail_form("the answer is complete, and one of its calls is not");
    if (has_broken_item_)
        return answer.fail_form("the answer is complete, and one of its items is not");
    answer.end(answer.has_own_ids() ? items() : "");
}

std::string ResponsesStream::items() const {
    std::string text = "[";
    for (const auto& [place, item] : items_) text.append(text.size() > 1 ? "," : "").append(item);
    return text += "]";
}

}  // namespace

const FormRow k_responses_stream = {
    .form = WireForm::responses,
    .has_lines = false,
    .make = [] { return std::unique_ptr<FormParser>(std::make_unique<ResponsesStream>()); },
};

}  // namespace iam::chat
