// The members of a call as models write them, with the leniencies that are reported.
#include "chat/sentinel/call_text.hpp"

#include <iam/core/json_reader.hpp>

#include <optional>
#include <utility>

namespace iam::chat {
namespace {

struct CallMembers {
    std::optional<std::string> server{};
    std::string name{};
    std::optional<std::string> arguments{};
    bool has_unknown = false;
    bool has_other_name = false;
    bool has_text = false;
};

class CallReader {
 public:
    CallReader(std::string_view text, const Limits& limits) : text_(text), in_(text, limits) {}

    std::optional<CallMembers> read() {
        CallMembers members;
        in_.begin_object();
        std::string_view name;
        while (!has_failed() && in_.next_member(name)) take(name, members);
        if (has_failed() || !in_.finish()) return std::nullopt;
        if (members.name.empty()) why_ = "The call has no name.";
        if (has_failed()) return std::nullopt;
        return members;
    }
    SentinelFault fault() const {
        if (!why_.empty()) return {in_.offset(), why_};
        return {in_.offset(), in_.error().message + " at '" + in_.error().pointer + "'"};
    }

 private:
    bool has_failed() const { return !why_.empty() || in_.failed(); }

    void take(std::string_view name, CallMembers& members) {
        if (name == "server") return take_text(members.server.emplace(), "server");
        if (name == "name") return take_text(members.name, "name");
        const bool has_other_name = name == "arguments" || name == "parameters";
        if (name != "args" && !has_other_name) {
            members.has_unknown = true;
            in_.skip();
            return;
        }
        if (members.arguments) {
            why_ = "The call has its args twice.";
            return;
        }
        members.has_other_name = has_other_name;
        take_arguments(members);
    }

    void take_text(std::string& to, std::string_view name) {
        if (in_.peek() != JsonKind::string) {
            if (!in_.failed()) why_ = "The call's " + std::string(name) + " is no string.";
            return;
        }
        in_.read_string(to);
    }

    void take_arguments(CallMembers& members) {
        const JsonKind kind = in_.peek();
        if (kind == JsonKind::object) {
            const std::size_t start = in_.offset();
            if (in_.skip())
                members.arguments = std::string(text_.substr(start, in_.offset() - start));
        } else if (kind == JsonKind::string) {
            members.has_text = true;
            in_.read_string(members.arguments.emplace());
        } else if (!in_.failed()) {
            why_ = "The call's args are no JSON object.";
        }
    }

    std::string_view text_;
    JsonReader in_;
    std::string why_{};
};

bool is_object_text(std::string_view text, const Limits& limits) {
    JsonReader in(text, limits);
    return in.peek() == JsonKind::object && in.skip() && in.finish();
}

SentinelFault fault_for_model(SentinelFault fault) {
    fault.reason += R"( Write one line: TOOL_CALL: {"server":"…","name":"…","args":{…}})";
    return fault;
}

}  // namespace

std::variant<SentinelCall, SentinelFault> read_call_text(std::string_view text,
                                                         const SentinelOptions& options) {
    const Limits limits{.bytes_max = options.call_bytes_max,
                        .depth_max = options.depth_max,
                        .string_bytes_max = options.call_bytes_max};
    CallReader reader(text, limits);
    std::optional<CallMembers> members = reader.read();
    if (!members) return fault_for_model(reader.fault());
    SentinelCall call;
    const auto note = [&](bool is_so, SentinelLeniency leniency) {
        if (is_so) call.leniencies.push_back(leniency);
    };
    call.name = std::move(members->name);
    if (!members->server) {
        const std::size_t dot = call.name.find('.');
        if (dot == std::string::npos || dot == 0 || dot + 1 == call.name.size())
            return fault_for_model({0, "The call has no server."});
        members->server = call.name.substr(0, dot);
        call.name.erase(0, dot + 1);
        note(true, SentinelLeniency::server_in_name);
    }
    call.server = *std::move(members->server);
    note(members->has_other_name, SentinelLeniency::other_args_name);
    note(members->has_text, SentinelLeniency::args_in_text);
    note(!members->arguments, SentinelLeniency::no_args);
    note(members->has_unknown, SentinelLeniency::unknown_members);
    call.arguments = std::move(members->arguments).value_or("{}");
    if (members->has_text && !is_object_text(call.arguments, limits))
        return fault_for_model({0, "The call's args are a string that is no JSON object."});
    return call;
}

ObjectEnd::Step ObjectEnd::take(char c, std::size_t depth_max) {
    const bool is_line_break = c == '\n' || c == '\r';
    if (is_in_string_) {
        if (is_line_break) return Step::broken_string;
        if (is_escaped_) {
            is_escaped_ = false;
        } else if (c == '\\') {
            is_escaped_ = true;
        } else if (c == '"') {
            is_in_string_ = false;
        }
        return Step::more;
    }
    has_line_break_ = has_line_break_ || is_line_break;
    if (c == '"') is_in_string_ = true;
    if (c == '{' || c == '[') return ++depth_ > depth_max ? Step::too_deep : Step::more;
    if (c != '}' && c != ']') return Step::more;
    return --depth_ == 0 ? Step::end : Step::more;
}

}  // namespace iam::chat
