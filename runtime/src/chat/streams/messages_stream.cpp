// Anthropic messages as a stream: blocks by their index.
#include "chat/streams/form_parser.hpp"
#include "chat/streams/messages_block.hpp"
#include "chat/streams/provider_error.hpp"

#include <map>
#include <utility>

namespace iam::chat {
namespace {

Finish messages_finish(std::string_view reason) noexcept {
    if (reason == "end_turn" || reason == "stop_sequence") return Finish::stop;
    if (reason == "tool_use") return Finish::calls;
    if (reason == "max_tokens" || reason == "model_context_window_exceeded") return Finish::length;
    if (reason == "refusal") return Finish::refusal;
    return Finish::other;  // pause_turn: the answer goes on in another one
}

/// Counters of one `usage`. Anthropic counts cached input apart.
struct Counters {
    std::optional<std::uint64_t> input{};
    std::optional<std::uint64_t> cache_read{};
    std::optional<std::uint64_t> cache_written{};
    std::optional<std::uint64_t> output{};

    void read(FieldReader& in) {
        in.object([&](std::string_view name) {
            if (name == "input_tokens") return in.count(input);
            if (name == "output_tokens") return in.count(output);
            if (name == "cache_read_input_tokens") return in.count(cache_read);
            if (name == "cache_creation_input_tokens") return in.count(cache_written);
            in.skip();
        });
    }
    Usage sum() const {
        Usage usage{input, cache_read, output};
        if (usage.input) *usage.input += cache_read.value_or(0) + cache_written.value_or(0);
        return usage;
    }
};

struct MessagesEvent {
    std::string type{};
    std::optional<std::uint64_t> index{};
    std::string_view block{};
    BlockDelta delta{};
    ProviderError error{};
};

class MessagesStream final : public FormParser {
 public:
    void take(std::string_view type, std::string_view data, Answer& answer) override;

 private:
    MessagesEvent read_event(FieldReader& in);
    void take_event(const MessagesEvent& event, Answer& answer);
    void begin_block(const MessagesEvent& event, Answer& answer);
    void add_delta(const MessagesEvent& event, Answer& answer);
    void end_block(const MessagesEvent& event, Answer& answer);
    void end(Answer& answer);
    std::string items(const Answer& answer) const;

    struct Known {
        MessagesBlock block;
        std::optional<std::size_t> call{};
    };
    std::map<std::uint64_t, Known> blocks_{};
    Counters counters_{};
    bool has_unknown_delta_ = false;
};

MessagesEvent MessagesStream::read_event(FieldReader& in) {
    MessagesEvent event;
    in.object([&](std::string_view name) {
        if (name == "type") return in.text(event.type);
        if (name == "index") return in.count(event.index);
        if (name == "delta") return event.delta.read(in);
        if (name == "usage") return counters_.read(in);
        if (name == "error") return event.error.read(in);
        if (name == "content_block") {
            event.block = in.raw();
            return;
        }
        if (name != "message") return in.skip();
        if (in.peek() != JsonKind::object) return in.skip();
        in.object([&](std::string_view member) {
            if (member == "usage") return counters_.read(in);
            in.skip();
        });
    });
    return event;
}

void MessagesStream::take(std::string_view type, std::string_view data, Answer& answer) {
    FieldReader in(data);
    MessagesEvent event = read_event(in);
    if (!in.finish()) return answer.fail_form(in.why());
    if (event.type.empty()) event.type = type;
    take_event(event, answer);
}

void MessagesStream::take_event(const MessagesEvent& event, Answer& answer) {
    if (event.error.is_set || event.type == "error") {
        StreamError last = event.error.as_end();
        answer.usage(counters_.sum());
        answer.fail(last.kind, std::move(last.message));
    } else if (event.type == "content_block_start") {
        begin_block(event, answer);
    } else if (event.type == "content_block_delta") {
        add_delta(event, answer);
    } else if (event.type == "content_block_stop") {
        end_block(event, answer);
    } else if (event.type == "message_delta") {
        const std::string& reason = event.delta.stop_reason;
        answer.reason(messages_finish(reason), reason);
    } else if (event.type == "message_stop") {
        end(answer);
    }
}

void MessagesStream::begin_block(const MessagesEvent& event, Answer& answer) {
    if (!event.index) return answer.fail_form("a content_block_start has no index");
    if (!answer.check_open() || !answer.keep(event.block.size()) ||
        !answer.check_items(blocks_.size() + 1))
        return;
    const auto [place, is_new] =
        blocks_.try_emplace(*event.index, Known{MessagesBlock(event.block), std::nullopt});
    if (!is_new) return answer.fail_form("two blocks have one index");
    const MessagesBlock& block = place->second.block;
    if (block.type() == "text") answer.text(block.start_text());
    if (block.type() == "thinking") answer.thinking(block.start_thinking());
    if (block.type() == "tool_use")
        place->second.call = answer.begin_call(block.id(), block.name());
}

void MessagesStream::add_delta(const MessagesEvent& event, Answer& answer) {
    const auto place = event.index ? blocks_.find(*event.index) : blocks_.end();
    if (place == blocks_.end() || place->second.block.is_over())
        return answer.fail_form("a content_block_delta belongs to no open block");
    auto& [block, call] = place->second;
    const BlockDelta& delta = event.delta;
    if (!answer.check_open() || !answer.keep(delta.citation.size())) return;
    if (!block.add(delta)) {
        has_unknown_delta_ = true;
    } else if (delta.type == "text_delta" && block.type() == "text") {
        answer.text(delta.text);
    } else if (delta.type == "thinking_delta" && block.type() == "thinking") {
        answer.thinking(delta.text);
    } else if (call && delta.type == "input_json_delta") {
        answer.add_arguments(*call, delta.text);
    } else {
        answer.keep(delta.text.size());
    }
}

void MessagesStream::end_block(const MessagesEvent& event, Answer& answer) {
    const auto place = event.index ? blocks_.find(*event.index) : blocks_.end();
    if (place == blocks_.end() || place->second.block.is_over())
        return answer.fail_form("a content_block_stop belongs to no open block");
    if (!answer.check_open()) return;
    auto& [block, call] = place->second;
    block.close();
    // The start may have the whole input, without a delta.
    if (call && answer.calls()[*call].arguments.empty()) answer.add_arguments(*call, block.input());
}

void MessagesStream::end(Answer& answer) {
    answer.usage(counters_.sum());
    for (const auto& [index, known] : blocks_)
        if (!known.block.is_over())
            return answer.fail_form("the message is over, and one of its blocks is not");
    answer.end(items(answer));
}

std::string MessagesStream::items(const Answer& answer) const {
    if (has_unknown_delta_ || !answer.has_own_ids()) return {};
    std::string text = "[";
    for (const auto& [index, known] : blocks_) {
        if (known.block.lacks_signature()) return {};
        text.append(text.size() > 1 ? "," : "").append(known.block.text());
    }
    return text += "]";
}

}  // namespace

const FormRow k_messages_stream = {
    .form = WireForm::messages,
    .has_lines = false,
    .make = [] { return std::unique_ptr<FormParser>(std::make_unique<MessagesStream>()); },
};

}  // namespace iam::chat
