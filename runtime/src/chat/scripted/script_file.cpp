#include "iam/chat/script_file.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace iam::chat {
namespace {

tl::unexpected<Error> script_fault(const std::string& pointer, const std::string& what) {
    return fail(Errc::invalid_argument,
                "The script is wrong at " + (pointer.empty() ? std::string("its root") : pointer) +
                    ": " + what,
                pointer);
}

Result<void> check_members(const OrderedJson& value, const std::string& pointer,
                           std::initializer_list<std::string_view> known) {
    if (!value.is_object()) return script_fault(pointer, "an object is expected.");
    for (const auto& [name, member] : value.items()) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        std::string list;
        for (const std::string_view one : known)
            list += (list.empty() ? "" : ", ") + std::string(one);
        std::string place = pointer;
        append_pointer(place, name);
        return script_fault(place, "there is no such member; known are " + list + ".");
    }
    return {};
}

/// The text of a member; empty if there is none.
Result<std::string> text_member(const OrderedJson& value, const char* name,
                                const std::string& pointer) {
    const auto found = value.find(name);
    if (found == value.end()) return std::string();
    if (found->is_string()) return found->get<std::string>();
    return script_fault(pointer + "/" + name, "a text is expected.");
}

Result<WholeCall> read_call(const OrderedJson& value, const std::string& pointer) {
    IAM_CHECK(check_members(value, pointer, {"tool", "arguments", "id"}));
    WholeCall call;
    IAM_TRY(name, text_member(value, "tool", pointer));
    if (name.empty()) return script_fault(pointer, "the member tool is missing.");
    call.name = std::move(name);
    IAM_TRY(id, text_member(value, "id", pointer));
    call.id = std::move(id);
    const auto arguments = value.find("arguments");
    call.arguments = arguments == value.end() ? "{}" : arguments->dump();
    return call;
}

std::string last_text(const ModelRequest& request) {
    if (request.messages.empty()) return {};
    const Message& last = request.messages.back();
    if (const auto* said = std::get_if<PersonText>(&last)) return said->text;
    std::string text;
    if (const auto* results = std::get_if<CallResults>(&last))
        for (const CallResults::Each& each : results->results) text += each.text + "\n";
    return text;
}

/// What a turn has in the file.
struct TurnWords {
    std::string expect;
    std::string text;
    std::string error;
    std::vector<WholeCall> calls;
};

Result<std::vector<WholeCall>> read_calls(const OrderedJson& turn, const std::string& pointer) {
    std::vector<WholeCall> calls;
    const auto found = turn.find("calls");
    if (found == turn.end()) return calls;
    const std::string place = pointer + "/calls";
    if (!found->is_array()) return script_fault(place, "a list is expected.");
    for (std::size_t i = 0; i < found->size(); ++i) {
        IAM_TRY(call, read_call((*found)[i], place + "/" + std::to_string(i)));
        calls.push_back(std::move(call));
    }
    return calls;
}

Result<TurnWords> read_turn(const OrderedJson& value, const std::string& pointer) {
    IAM_CHECK(check_members(value, pointer, {"expect", "text", "calls", "error"}));
    TurnWords words;
    IAM_TRY(expect, text_member(value, "expect", pointer));
    IAM_TRY(text, text_member(value, "text", pointer));
    IAM_TRY(error, text_member(value, "error", pointer));
    IAM_TRY(calls, read_calls(value, pointer));
    words = {std::move(expect), std::move(text), std::move(error), std::move(calls)};
    if (words.text.empty() && words.error.empty() && words.calls.empty())
        return script_fault(pointer, "the turn says nothing; give it text, calls or error.");
    return words;
}

ScriptedModel::Turn played(TurnWords words) {
    ScriptedModel::Turn turn;
    if (!words.text.empty()) turn.steps.emplace_back(Event{TextPiece{std::move(words.text)}});
    const bool has_calls = !words.calls.empty();
    for (WholeCall& call : words.calls) turn.steps.emplace_back(Event{std::move(call)});
    if (!words.error.empty()) {
        turn.steps.emplace_back(Event{
            StreamError{.kind = StreamError::Kind::provider, .message = std::move(words.error)}});
    } else {
        turn.steps.emplace_back(
            Event{End{.finish = has_calls ? Finish::calls : Finish::stop, .reason = "scripted"}});
    }
    if (!words.expect.empty()) {
        turn.expected = [expect = std::move(words.expect)](const ModelRequest& request) {
            const std::string last = last_text(request);
            if (last.find(expect) != std::string::npos) return std::string();
            return "The script expects a message with \"" + expect + "\", and got: " + last;
        };
    }
    return turn;
}

}  // namespace

Result<std::vector<ScriptedModel::Turn>> read_script(std::string_view text) {
    if (text.size() > k_script_bytes_max)
        return script_fault("", "it has more than 1 MiB; play a shorter one.");
    IAM_TRY(root, parse_ordered_json(text));
    IAM_CHECK(check_members(root, "", {"turns"}));
    const auto turns = root.find("turns");
    if (turns == root.end() || !turns->is_array())
        return script_fault("/turns", "a list of turns is expected.");
    std::vector<ScriptedModel::Turn> script;
    for (std::size_t i = 0; i < turns->size(); ++i) {
        IAM_TRY(words, read_turn((*turns)[i], "/turns/" + std::to_string(i)));
        script.push_back(played(std::move(words)));
    }
    return script;
}

}  // namespace iam::chat
