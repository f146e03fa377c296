// Writes the text of a step: an object whose member "step" names its kind. Members with their usual
// value are left out.
#include "chat/steps/step_words.hpp"
#include "iam/chat/step_text.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <cstdint>

namespace iam::chat {
namespace {

class StepWriter {
 public:
    void operator()(const SystemSet& step) {
        begin("system");
        text("text", step.text);
    }
    void operator()(const PersonSaid& step) {
        begin("person");
        if (step.after) number("after", *step.after);
        list("segments", step.segments, [this](const Segment& segment) {
            text("text", segment.text);
            source(segment.source);
            if (segment.role != Role::user)
                out_.plain_member("role", word_of(k_role_words, segment.role));
        });
    }
    void operator()(const TurnBegan& step) {
        begin("turn");
        number("turn", step.turn);
        number("on", step.on);
    }
    void operator()(const TurnResumed& step) {
        begin("resumed");
        number("turn", step.turn);
        if (step.day_from) counted("from", *step.day_from);
    }
    void operator()(const RequestSent& step) {
        begin("request");
        number("turn", step.turn);
        number("generation", step.generation);
        text("model", step.model);
        list("described", step.described,
             [this](const std::string& origin) { text("origin", origin); });
        number_unless_0("bytes", step.size.bytes);
        number_unless_0("tokens", step.size.tokens);
        number_unless_0("context_tokens", step.size.context_tokens);
        number_unless_0("stubs_before", step.cut.stubs_before);
        number_unless_0("left_out_before", step.cut.left_out_before);
        if (step.counted) counted("counted", *step.counted);
    }
    void operator()(const Answered& step) {
        begin("answer");
        number("turn", step.turn);
        number("generation", step.generation);
        number("after", step.after);
        out_.plain_member("end", word_of(k_answer_end_words, step.end));
        text("why", step.why);
        text("text", step.text);
        list("calls", step.calls, [this](const ProposedCall& call) { put(call); });
        text("items", step.items);
        text("model", step.model);
        if (step.usage.input) number("input_tokens", *step.usage.input);
        if (step.usage.cached) number("cached_tokens", *step.usage.cached);
        if (step.usage.output) number("output_tokens", *step.usage.output);
        if (step.counted) counted("counted", *step.counted);
    }
    void operator()(const CallBegan& step) {
        begin("call");
        text("call", step.call);
    }
    void operator()(const CallWaits& step) {
        begin("waits");
        text("call", step.call);
        text("approval", step.approval);
    }
    void operator()(const CallEnded& step) {
        begin("result");
        text("call", step.call);
        text("code", step.code);
        text("text", step.text);
        text("entry", step.entry);
        flag("can_undo", step.can_undo);
        source(step.source);
        text("fingerprint", step.fingerprint);
    }
    void operator()(const LateOutcome& step) {
        begin("late");
        text("call", step.call);
        text("code", step.code);
        text("entry", step.entry);
    }
    void operator()(const TurnEnded& step) {
        begin("turn_end");
        number("turn", step.turn);
        out_.plain_member("end", word_of(k_turn_end_words, step.end));
        text("why", step.why);
        flag("is_chat_spent", step.is_chat_spent);
        flag("is_day_spent", step.is_day_spent);
    }
    void operator()(const BranchChosen& step) {
        begin("branch");
        number("leaf", step.leaf);
    }
    void operator()(const EventRefused& step) {
        begin("refused");
        text("state", step.state);
        text("event", step.event);
    }
    void operator()(const ProfileChosen& step) {
        begin("profile");
        text("profile", step.profile);
    }
    void operator()(const ChatTitled& step) {
        begin("title");
        text("title", step.title);
    }
    void operator()(const ToolsChosen& step) {
        begin("tools");
        const auto put_name = [this](const std::string& name) { text("name", name); };
        flag("has_servers", step.choice.servers.has_value());
        if (step.choice.servers) list("servers", *step.choice.servers, put_name);
        flag("has_allow", step.choice.allow.has_value());
        if (step.choice.allow) list("allow", *step.choice.allow, put_name);
        list("deny", step.choice.deny, put_name);
        list("switches", step.switches, [this](const ToolsChosen::Switch& each) {
            text("name", each.pattern);
            flag("is_on", each.is_on);
        });
    }

    std::string take() {
        out_.end_object();
        return out_.take();
    }

 private:
    void begin(std::string_view kind) {
        out_.begin_object();
        out_.plain_member("step", kind);
    }
    void text(std::string_view name, const std::string& value) {
        if (value.empty()) return;
        out_.plain_key(name);
        if (out_.try_string(value)) return;
        // nlohmann replaces each wrong byte and writes quotes and escapes.
        out_.raw(Json(value).dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    void number(std::string_view name, std::uint64_t value) {
        out_.plain_key(name);
        out_.integer(value);
    }
    void number_unless_0(std::string_view name, std::uint64_t value) {
        if (value != 0) number(name, value);
    }
    void counted(const std::string& name, const Counted& counted) {
        const auto put_signed = [this](const std::string& member, std::int64_t value) {
            out_.plain_key(member);
            out_.integer(value);
        };
        put_signed(name + "_day", counted.day);
        put_signed(name + "_tokens", counted.tokens);
        put_signed(name + "_cost", counted.cost);
    }
    void flag(std::string_view name, bool value) {
        if (value) out_.plain_literal(name, "true");
    }
    void source(const Source& source) {
        out_.plain_member("source", word_of(k_source_words, source.kind));
        text("origin", source.origin);
        flag("is_untrusted", source.is_untrusted);
    }
    void put(const ProposedCall& call) {
        text("id", call.id);
        text("request_id", call.request_id);
        text("name", call.name);
        text("tool_origin", call.tool.origin);
        text("tool_name", call.tool.name);
        flag("is_known", call.is_known);
        text("arguments", call.arguments);
    }
    template <class Element, class Put>
    void list(std::string_view name, const std::vector<Element>& elements, const Put& put_each) {
        if (elements.empty()) return;
        out_.plain_key(name);
        out_.begin_array();
        for (const Element& element : elements) {
            out_.begin_object();
            put_each(element);
            out_.end_object();
        }
        out_.end_array();
    }

    JsonWriter out_;
};

}  // namespace

std::string step_text(const Step& step) {
    StepWriter writer;
    std::visit(writer, step);
    return writer.take();
}

}  // namespace iam::chat
