// Writes a chat as lines of JSON. Messages and calls get numbers of their own: the ids of calls,
// entries and approvals mean something to this program's record and stay in it.
#include "chat/exports/json_lines.hpp"

#include "chat/conversation/for_models/result_text.hpp"
#include "chat/conversation/restored_results.hpp"
#include "chat/conversation/transcript/chat_log.hpp"
#include "chat/steps/step_words.hpp"
#include "iam/chat/export_text.hpp"
#include <iam/chat/provider.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <map>
#include <utility>

namespace iam::chat {
namespace {

/// One line under work.
class ExportLine {
 public:
    ExportLine() { out_.begin_object(); }

    void number(std::string_view name, std::uint64_t value) {
        out_.plain_key(name);
        out_.integer(value);
    }
    void text(std::string_view name, std::string_view value) {
        out_.plain_key(name);
        if (out_.try_string(value)) return;
        out_.raw(Json(std::string(value)).dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    void text_if_any(std::string_view name, std::string_view value) {
        if (!value.empty()) text(name, value);
    }
    JsonWriter& writer() noexcept { return out_; }

    void finish(std::string& lines) {
        out_.end_object();
        lines += out_.text();
        lines += '\n';
    }

 private:
    JsonWriter out_;
};

class ChatLines {
 public:
    explicit ChatLines(const ChatLog& log) : log_(log) {
        ExportLine head;
        head.text("format", k_lines_format);
        head.number("version", k_lines_version);
        head.finish(lines_);
    }

    void add(const LoggedMessage& message) {
        const std::uint64_t number = numbers_.size();
        numbers_[message.id] = number;
        ExportLine line;
        line.number("message", number);
        if (message.after) line.number("after", numbers_.at(*message.after));
        if (message.answer) {
            line.text_if_any("model", message.answer->model);
            if (message.answer->end != AnswerEnd::whole)
                line.text("cut", word_of(k_answer_end_words, message.answer->end));
        }
        line.writer().plain_key("parts");
        line.writer().begin_array();
        for (const Segment& segment : message.segments) put(line, segment);
        if (message.answer && !message.answer->text.empty())
            put(line, {{.kind = Source::Kind::model}, message.answer->text, Role::assistant});
        line.writer().end_array();
        line.finish(lines_);
        if (!message.answer) return;
        for (const ProposedCall& call : message.answer->calls) add(call, number);
    }

    std::string finish() {
        ExportLine line;
        line.writer().plain_key("end");
        line.writer().begin_object();
        line.number("messages", numbers_.size());
        if (log_.leaf()) line.number("leaf", numbers_.at(*log_.leaf()));
        line.writer().end_object();
        line.finish(lines_);
        return std::move(lines_);
    }

 private:
    static void put(ExportLine& line, const Segment& segment) {
        line.writer().begin_object();
        line.text("role", word_of(k_role_words, segment.role));
        line.text("source", word_of(k_source_words, segment.source.kind));
        line.text_if_any("name", segment.source.origin);
        line.text("text", plain_text(segment));
        line.writer().end_object();
    }

    void add(const ProposedCall& proposed, std::uint64_t message) {
        const std::uint64_t number = calls_++;
        ExportLine call;
        call.number("call", number);
        call.number("message", message);
        call.text("name", proposed.name);
        call.text("arguments", proposed.arguments);
        call.finish(lines_);
        const LoggedCall* const logged = log_.call(proposed.id);
        if (logged == nullptr || !logged->result) return;
        ExportLine result;
        result.number("result", number);
        result.text_if_any("code", logged->result->code);
        result.text("text", unfenced(logged->result->text));
        result.finish(lines_);
    }

    const ChatLog& log_;
    std::map<StepNumber, std::uint64_t> numbers_;
    std::uint64_t calls_ = 0;
    std::string lines_;
};

}  // namespace

std::string_view plain_text(const Segment& segment) noexcept {
    return segment.source.kind == Source::Kind::person ? segment.text : unfenced(segment.text);
}

Result<void> fill_results(ledger::Store& ledger, std::vector<Step>& steps) {
    for (Step& step : steps) {
        auto* const ended = std::get_if<CallEnded>(&step);
        if (ended == nullptr || ended->entry.empty() || !ended->text.empty()) continue;
        IAM_TRY(result, recorded(ledger, *ended));
        ended->text = bounded(shown(content_of(result)), TurnLimits{}.result_bytes_max, "", false);
    }
    return {};
}

Result<std::string> json_lines_of(std::vector<Step> steps) {
    ChatLog log;
    for (Step& step : steps) IAM_CHECK(log.add(std::move(step)));
    ChatLines lines(log);
    for (const auto& [id, message] : log.messages()) lines.add(message);
    return lines.finish();
}

}  // namespace iam::chat
