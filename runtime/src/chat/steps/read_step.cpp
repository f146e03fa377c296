// Reads the text of a step back.
#include "chat/steps/step_words.hpp"
#include "iam/chat/step_text.hpp"
#include <iam/core/json.hpp>

#include <array>
#include <limits>
#include <utility>

namespace iam::chat {
namespace {

/// The members of one object. The first fault stays, and later reads give nothing.
class StepFields {
 public:
    StepFields(const Json& object, std::string pointer, std::string& fault)
        : object_(object), pointer_(std::move(pointer)), fault_(fault) {
        if (!object.is_object()) fail_at("", "an object is expected");
    }

    std::string text(const char* name) {
        const Json* const found = find(name);
        if (found == nullptr) return {};
        if (found->is_string()) return found->get<std::string>();
        fail_at(name, "a text is expected");
        return {};
    }
    std::optional<std::uint64_t> optional_number(const char* name) {
        const Json* const found = find(name);
        if (found == nullptr) return std::nullopt;
        if (found->is_number_unsigned()) return found->get<std::uint64_t>();
        fail_at(name, "a number of at least 0 is expected");
        return std::nullopt;
    }
    std::uint64_t number(const char* name) {
        if (find(name) == nullptr) fail_at(name, "the number is missing");
        return optional_number(name).value_or(0);
    }
    std::uint64_t number_or_0(const char* name) { return optional_number(name).value_or(0); }
    std::int64_t signed_number(const std::string& name) {
        const Json* const found = find(name.c_str());
        if (found == nullptr) return 0;
        const bool fits =
            found->is_number_integer() &&
            (!found->is_number_unsigned() ||
             found->get<std::uint64_t>() <=
                 static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)()));
        if (fits) return found->get<std::int64_t>();
        fail_at(name, "a whole number is expected");
        return 0;
    }
    std::optional<Counted> counted(const std::string& name) {
        if (find((name + "_tokens").c_str()) == nullptr) return std::nullopt;
        return Counted{signed_number(name + "_day"), signed_number(name + "_tokens"),
                       signed_number(name + "_cost")};
    }
    bool flag(const char* name) {
        const Json* const found = find(name);
        if (found == nullptr) return false;
        if (found->is_boolean()) return found->get<bool>();
        fail_at(name, "true or false is expected");
        return false;
    }
    template <class Value, std::size_t count>
    Value word(const char* name, const WordTable<Value, count>& table) {
        const std::string word = text(name);
        for (const auto& [value, known] : table)
            if (known == word) return value;
        fail_at(name, "the word is unknown");
        return table.front().first;
    }
    /// The usual role, unless the member names another one.
    Role role() { return find("role") == nullptr ? Role::user : word("role", k_role_words); }
    Source source() {
        Source source;
        source.kind = word("source", k_source_words);
        source.origin = text("origin");
        source.is_untrusted = flag("is_untrusted");
        return source;
    }
    /// Calls `read` with the fields of each element.
    template <class Read>
    void each(const char* name, const Read& read) {
        const Json* const found = find(name);
        if (found == nullptr) return;
        if (!found->is_array()) return fail_at(name, "a list is expected");
        for (std::size_t i = 0; i < found->size(); ++i) {
            StepFields fields((*found)[i], pointer_ + "/" + name + "/" + std::to_string(i), fault_);
            read(fields);
        }
    }

 private:
    const Json* find(const char* name) const {
        if (!object_.is_object()) return nullptr;
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }
    void fail_at(std::string_view name, std::string_view why) {
        if (!fault_.empty()) return;
        fault_ = pointer_ + (name.empty() ? "" : "/") + std::string(name) + ": " + std::string(why);
    }

    const Json& object_;
    const std::string pointer_;
    std::string& fault_;
};

Step read_system(StepFields& in) {
    return SystemSet{in.text("text")};
}
Step read_person(StepFields& in) {
    PersonSaid step;
    step.after = in.optional_number("after");
    in.each("segments", [&](StepFields& segment) {
        step.segments.push_back({segment.source(), segment.text("text"), segment.role()});
    });
    return step;
}
Step read_turn(StepFields& in) {
    return TurnBegan{in.number("turn"), in.number("on")};
}
Step read_resumed(StepFields& in) {
    return TurnResumed{in.number("turn"), in.counted("from")};
}
Step read_request(StepFields& in) {
    RequestSent step{in.number("turn"), in.number("generation"), in.text("model")};
    in.each("described",
            [&](StepFields& server) { step.described.push_back(server.text("origin")); });
    step.size = {in.number_or_0("bytes"), in.number_or_0("tokens"),
                 in.number_or_0("context_tokens")};
    step.cut = {in.number_or_0("stubs_before"), in.number_or_0("left_out_before")};
    step.counted = in.counted("counted");
    return step;
}
ProposedCall read_proposed(StepFields& in) {
    ProposedCall call;
    call.id = in.text("id");
    call.request_id = in.text("request_id");
    call.name = in.text("name");
    call.tool = {in.text("tool_origin"), in.text("tool_name")};
    call.is_known = in.flag("is_known");
    call.arguments = in.text("arguments");
    return call;
}
Step read_answer(StepFields& in) {
    Answered step;
    step.turn = in.number("turn");
    step.generation = in.number("generation");
    step.after = in.number("after");
    step.end = in.word("end", k_answer_end_words);
    step.why = in.text("why");
    step.text = in.text("text");
    in.each("calls", [&](StepFields& call) { step.calls.push_back(read_proposed(call)); });
    step.items = in.text("items");
    step.model = in.text("model");
    step.usage = {in.optional_number("input_tokens"), in.optional_number("cached_tokens"),
                  in.optional_number("output_tokens")};
    step.counted = in.counted("counted");
    return step;
}
Step read_began(StepFields& in) {
    return CallBegan{in.text("call")};
}
Step read_waits(StepFields& in) {
    return CallWaits{in.text("call"), in.text("approval")};
}
Step read_result(StepFields& in) {
    CallEnded step;
    step.call = in.text("call");
    step.code = in.text("code");
    step.text = in.text("text");
    step.entry = in.text("entry");
    step.can_undo = in.flag("can_undo");
    step.source = in.source();
    step.fingerprint = in.text("fingerprint");
    return step;
}
Step read_late(StepFields& in) {
    return LateOutcome{in.text("call"), in.text("code"), in.text("entry")};
}
Step read_turn_end(StepFields& in) {
    TurnEnded step;
    step.turn = in.number("turn");
    step.end = in.word("end", k_turn_end_words);
    step.why = in.text("why");
    step.is_chat_spent = in.flag("is_chat_spent");
    step.is_day_spent = in.flag("is_day_spent");
    return step;
}
Step read_branch(StepFields& in) {
    return BranchChosen{in.number("leaf")};
}
Step read_refused(StepFields& in) {
    return EventRefused{in.text("state"), in.text("event")};
}
Step read_profile_choice(StepFields& in) {
    return ProfileChosen{in.text("profile")};
}
Step read_title(StepFields& in) {
    return ChatTitled{in.text("title")};
}
Step read_tools_choice(StepFields& in) {
    ToolsChosen step;
    const auto names = [&](const char* list) {
        std::vector<std::string> all;
        in.each(list, [&](StepFields& each) { all.push_back(each.text("name")); });
        return all;
    };
    if (in.flag("has_servers")) step.choice.servers = names("servers");
    if (in.flag("has_allow")) step.choice.allow = names("allow");
    step.choice.deny = names("deny");
    in.each("switches", [&](StepFields& each) {
        step.switches.push_back({each.text("name"), each.flag("is_on")});
    });
    return step;
}

struct Kind {
    std::string_view name;
    Step (*read)(StepFields&);
};
constexpr std::array<Kind, 16> k_step_kinds = {{
    {"system", read_system},
    {"person", read_person},
    {"turn", read_turn},
    {"resumed", read_resumed},
    {"request", read_request},
    {"answer", read_answer},
    {"call", read_began},
    {"waits", read_waits},
    {"result", read_result},
    {"late", read_late},
    {"turn_end", read_turn_end},
    {"branch", read_branch},
    {"refused", read_refused},
    {"profile", read_profile_choice},
    {"tools", read_tools_choice},
    {"title", read_title},
}};

}  // namespace

Result<Step> read_step(std::string_view text) {
    auto value = parse_json(text, limits_of_own_text(text.size()));
    if (!value) {
        Error error = std::move(value).error();
        error.code = Errc::corrupt;
        return tl::unexpected(std::move(error));
    }
    std::string fault;
    StepFields fields(*value, "", fault);
    const std::string kind = fields.text("step");
    for (const Kind& one : k_step_kinds) {
        if (one.name != kind) continue;
        Step step = one.read(fields);
        if (fault.empty()) return step;
    }
    if (fault.empty()) fault = "/step: the kind is unknown; a newer program may have written it";
    return fail(Errc::corrupt, "A step of the chat cannot be read at " + fault + ".");
}

}  // namespace iam::chat
