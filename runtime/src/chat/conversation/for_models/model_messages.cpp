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

std::string note_about_left_out(std::size_t count) {
    const std::string which =
        count == 1 ? "message of this chat before this one is"
                   : std::to_string(count) + " messages of this chat before this one are";
    return "[Note of the program: the " + which + " left out here, since your context is full.]";
}

/// A result without its text. Short results, and those without an entry, stay as they are.
std::string stub_of(const CallEnded& result, bool reads_results) {
    const std::string way = reads_results
                                ? "read_result with entry \"" + result.entry + "\" reads it.]"
                                : "entry " + result.entry + " has it.]";
    std::string stub = "[The text of this result, " + std::to_string(result.text.size()) +
                       " bytes, is left out here, since your context is full; " + way;
    return result.entry.empty() || result.text.size() <= stub.size() ? result.text : stub;
}

/// Collects the messages; the note about an answer goes in front of the next person's text.
class MessageCollector {
 public:
    MessageCollector(const ChatLog& log, const ContextCut& cut, bool reads_results)
        : log_(log), cut_(cut), reads_results_(reads_results) {
        if (!log.system_text().empty()) messages_.push_back(SystemText{log.system_text()});
    }

    void add(const LoggedMessage& message) {
        if (message.id < cut_.left_out_before) {
            ++left_out_;
            return;
        }
        if (message.answer) return add(*message.answer, message.id < cut_.stubs_before);
        if (left_out_ > 0) note_ = note_about_left_out(std::exchange(left_out_, 0));
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

    void add(const Answered& answer, bool as_stubs) {
        put_note();
        if (answer.end != AnswerEnd::whole) note_ = note_about(answer.end);
        if (answer.text.empty() && answer.calls.empty() && answer.items.empty()) return;
        AssistantTurn turn{.text = answer.text, .items = answer.items, .model = answer.model};
        CallResults results;
        for (const ProposedCall& call : answer.calls) {
            turn.calls.push_back({call.request_id, call.name, call.arguments});
            const auto& result = log_.call(call.id)->result;
            std::string text = !result    ? std::string()
                               : as_stubs ? stub_of(*result, reads_results_)
                                          : result->text;
            results.results.push_back(
                {call.request_id, call.name, std::move(text), !result || !result->code.empty()});
        }
        messages_.push_back(std::move(turn));
        if (!results.results.empty()) messages_.push_back(std::move(results));
    }

    const ChatLog& log_;
    const ContextCut cut_;
    const bool reads_results_;
    std::vector<Message> messages_;
    std::string note_;
    std::size_t left_out_ = 0;
};

}  // namespace

std::vector<Message> messages_for_model(const ChatLog& log, StepNumber leaf, const ContextCut& cut,
                                        bool reads_results) {
    MessageCollector collector(log, cut, reads_results);
    for (const LoggedMessage* message : log.path(leaf)) collector.add(*message);
    return collector.finish();
}

}  // namespace iam::chat
