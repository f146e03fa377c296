// Makes requests' messages of a branch.
#include "chat/conversation/for_models/model_messages.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace iam::chat {
namespace {

std::string_view words_for(AnswerEnd end) noexcept {
    switch (end) {
        case AnswerEnd::whole:
            return "";
        case AnswerEnd::length:
            return "was cut off by the limit of tokens";
        case AnswerEnd::filter:
            return "was cut off by the content filter of the provider";
        case AnswerEnd::refusal:
            return "was a refusal";
        case AnswerEnd::other:
            return "did not end as a whole answer does";
        case AnswerEnd::broken:
            return "was cut off by a fault of the connection or the provider";
        case AnswerEnd::stopped:
            return "was stopped by the person";
    }
    return "";
}

std::string note_about(AnswerEnd end) {
    return "[Note of the program: your answer before this " + std::string(words_for(end)) +
           ". None of its calls were run.]";
}

/// Collects the messages; the note about an answer goes in front of the next person's text.
class MessageCollector {
 public:
    explicit MessageCollector(const ChatLog& log) : log_(log) {
        if (!log.system_text().empty()) messages_.push_back(SystemText{log.system_text()});
    }

    void add(const LoggedMessage& message) {
        if (message.answer) return add(*message.answer);
        std::string text = std::exchange(note_, {});
        for (const Segment& segment : message.segments) {
            if (!text.empty()) text += "\n\n";
            text += segment.text;
        }
        messages_.push_back(PersonText{std::move(text)});
    }

    std::vector<Message> finish() {
        put_note();
        return std::move(messages_);
    }

 private:
    void put_note() {
        if (!note_.empty()) messages_.push_back(PersonText{std::exchange(note_, {})});
    }

    void add(const Answered& answer) {
        put_note();
        if (answer.end != AnswerEnd::whole) note_ = note_about(answer.end);
        if (answer.text.empty() && answer.calls.empty() && answer.items.empty()) return;
        AssistantTurn turn{.text = answer.text, .items = answer.items, .model = answer.model};
        CallResults results;
        for (const ProposedCall& call : answer.calls) {
            turn.calls.push_back({call.request_id, call.name, call.arguments});
            const auto& result = log_.call(call.id)->result;
            results.results.push_back({call.request_id, call.name, result ? result->text : "",
                                       !result || !result->code.empty()});
        }
        messages_.push_back(std::move(turn));
        if (!results.results.empty()) messages_.push_back(std::move(results));
    }

    const ChatLog& log_;
    std::vector<Message> messages_;
    std::string note_;
};

}  // namespace

std::vector<Message> messages_for_model(const ChatLog& log, StepNumber leaf) {
    MessageCollector collector(log);
    for (const LoggedMessage* message : log.path(leaf)) collector.add(*message);
    return collector.finish();
}

}  // namespace iam::chat
