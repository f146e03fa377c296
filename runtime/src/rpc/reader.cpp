// Reads messages in one pass: parameters and results are cut out of the text as they stand.
#include "rpc/reader.hpp"

#include "rpc/writer.hpp"
#include <iam/core/json_reader.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace iam::rpc {
namespace {

/// The members of a message. Their order in the text is free, so they are judged at the end.
struct Seen {
    bool version = false;
    bool id = false;
    bool null_id = false;
    bool method = false;
    bool name = false;  // the method is a string
    bool result = false;
    bool error = false;
    // Parameters belong to a method. Beside an answer they are a member like any other.
    std::string params_fault{};
    std::int64_t params_fault_code = code::invalid_request;
};

struct Place {
    JsonReader& in;
    std::string_view text;
    const Limits& limits;
    const Protocol& protocol;
};

/// Keeps the first fault.
void blame(Message& message, std::string fault, std::int64_t fault_code = code::invalid_request) {
    if (!message.fault.empty()) return;
    message.fault = std::move(fault);
    message.fault_code = fault_code;
}

// The functions below return false if the text is not JSON, or over a limit of the reader.

bool cut_out(const Place& at, std::string_view& piece) {
    const std::size_t from = at.in.offset();
    if (!at.in.skip()) return false;
    piece = at.text.substr(from, at.in.offset() - from);
    return true;
}

/// Reads an id or a token. If it is none, `fault` says why.
bool read_id(JsonReader& in, std::size_t bytes_max, std::optional<Id>& id, std::string& fault) {
    JsonNumber number;
    std::string_view string;
    switch (in.peek()) {
        case JsonKind::number:
            if (!in.read_number(number)) return false;
            if (number.kind == JsonNumber::Kind::negative) id = Id::of(number.negative);
            if (number.kind == JsonNumber::Kind::non_negative) id = Id::of(number.non_negative);
            if (!id) fault = "must be a string or an integer of 64 bits";
            return true;
        case JsonKind::string:
            if (!in.read_string_view(string)) return false;
            if (string.size() <= bytes_max)
                id = Id::of(string);
            else
                fault = "must have at most " + std::to_string(bytes_max) + " bytes";
            return true;
        default:
            fault = "must be a string or an integer of 64 bits";
            return in.skip();
    }
}

bool read_message_id(const Place& at, Seen& seen, Message& message) {
    seen.id = true;
    seen.null_id = at.in.peek() == JsonKind::null;
    std::string fault;
    if (!read_id(at.in, at.limits.id_bytes_max, message.id, fault)) return false;
    // An error about an unreadable message has the id null; judge() knows.
    if (!fault.empty() && !seen.null_id) blame(message, "'id' " + fault);
    return true;
}

bool read_version(const Place& at, Seen& seen) {
    if (at.in.peek() != JsonKind::string) return at.in.skip();
    std::string_view version;
    if (!at.in.read_string_view(version)) return false;
    seen.version = version == "2.0";
    return true;
}

bool read_method(const Place& at, Seen& seen, Message& message) {
    seen.method = true;
    if (at.in.peek() != JsonKind::string) {
        blame(message, "'method' must be a string");
        return at.in.skip();
    }
    seen.name = true;
    std::string_view method;
    if (!at.in.read_string_view(method)) return false;
    if (method.size() <= at.limits.method_bytes_max)
        message.method = method;
    else
        blame(message, "'method' must have at most " + std::to_string(at.limits.method_bytes_max) +
                           " bytes");
    return true;
}

bool read_meta(const Place& at, Seen& seen, Message& message) {
    const std::string& token_member = at.protocol.progress.token_member;
    at.in.begin_object();
    std::string_view name;
    while (at.in.next_member(name)) {
        if (name != token_member) {
            if (!at.in.skip()) return false;
            continue;
        }
        std::string fault;
        if (!read_id(at.in, at.limits.id_bytes_max, message.token, fault)) return false;
        if (fault.empty()) continue;
        seen.params_fault = "'" + token_member + "' " + fault;
        seen.params_fault_code = code::invalid_params;
    }
    return !at.in.failed();
}

bool read_params(const Place& at, Seen& seen, Message& message) {
    const ProgressNames& names = at.protocol.progress;
    const JsonKind kind = at.in.peek();
    if (kind != JsonKind::object && kind != JsonKind::array)
        seen.params_fault = "'params' must be an object or an array";
    if (kind != JsonKind::object || names.method.empty()) return cut_out(at, message.params);
    const std::size_t from = at.in.offset();
    at.in.begin_object();
    std::string_view name;
    while (at.in.next_member(name)) {
        const bool is_meta = name == names.meta_member && at.in.peek() == JsonKind::object;
        if (!(is_meta ? read_meta(at, seen, message) : at.in.skip())) return false;
    }
    message.params = at.text.substr(from, at.in.offset() - from);
    return !at.in.failed();
}

bool read_error_code(const Place& at, bool& good, ErrorObject& error) {
    if (at.in.peek() != JsonKind::number) return at.in.skip();
    JsonNumber number;
    if (!at.in.read_number(number)) return false;
    constexpr auto k_code_max =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (number.kind == JsonNumber::Kind::negative) {
        error.code = number.negative;
        good = true;
    } else if (number.kind == JsonNumber::Kind::non_negative && number.non_negative <= k_code_max) {
        error.code = static_cast<std::int64_t>(number.non_negative);
        good = true;
    }
    return true;
}

bool read_error(const Place& at, Seen& seen, Message& message) {
    seen.error = true;
    bool has_code = false;
    bool has_message = false;
    ErrorObject error;
    if (at.in.peek() != JsonKind::object) {
        blame(message, "'error' must be an object");
        return at.in.skip();
    }
    at.in.begin_object();
    std::string_view name;
    while (at.in.next_member(name)) {
        bool read = true;
        std::string_view data;
        if (name == "code") {
            read = read_error_code(at, has_code, error);
        } else if (name == "message" && at.in.peek() == JsonKind::string) {
            read = at.in.read_string(error.message);
            has_message = true;
        } else if (name == "data") {
            read = cut_out(at, data);
            error.data = data;
        } else {
            read = at.in.skip();
        }
        if (!read) return false;
    }
    if (!has_code) blame(message, "'error' must have an integer 'code'");
    if (!has_message) blame(message, "'error' must have a string 'message'");
    message.error = std::move(error);
    return !at.in.failed();
}

bool read_member(const Place& at, std::string_view name, Seen& seen, Message& message) {
    if (name == "jsonrpc") return read_version(at, seen);
    if (name == "id") return read_message_id(at, seen, message);
    if (name == "method") return read_method(at, seen, message);
    if (name == "params") return read_params(at, seen, message);
    if (name == "error") return read_error(at, seen, message);
    if (name != "result") return at.in.skip();
    seen.result = true;
    return cut_out(at, message.result);
}

/// Finds the kind of a message by its members (JSON-RPC 2.0 §4, §5).
void judge(const Seen& seen, Message& message) {
    const bool is_answer = seen.result || seen.error;
    if (seen.method) {
        message.kind = seen.id ? Message::Kind::request : Message::Kind::notification;
        if (is_answer) blame(message, "a message has a method, a result or an error, not two");
        if (seen.null_id) blame(message, "'id' must be a string or an integer of 64 bits");
        if (!seen.params_fault.empty()) blame(message, seen.params_fault, seen.params_fault_code);
    } else if (is_answer) {
        message.kind = Message::Kind::answer;
        if (seen.result && seen.error)
            blame(message, "an answer has a result or an error, not two");
        if (!message.id && !seen.error)
            blame(message, "an answer must have the 'id' of its request");
    } else {
        blame(message, "a message must have a method, a result or an error");
    }
    if (!seen.version) blame(message, "'jsonrpc' must be \"2.0\"");
    if (message.fault.empty() || message.kind == Message::Kind::answer) return;
    // A notification is never answered (§4.1).
    message.kind = seen.name && !seen.id ? Message::Kind::bad_notification : Message::Kind::refused;
}

bool read_message(const Place& at, Message& message) {
    if (at.in.peek() != JsonKind::object) {
        blame(message, "a message must be an object");
        return at.in.skip();
    }
    Seen seen;
    at.in.begin_object();
    std::string_view name;
    while (at.in.next_member(name))
        if (!read_member(at, name, seen, message)) return false;
    if (at.in.failed()) return false;
    judge(seen, message);
    return true;
}

Reading refused(std::string fault, std::int64_t fault_code) {
    Reading reading;
    blame(reading.messages.emplace_back(), std::move(fault), fault_code);
    return reading;
}

/// Returns false if a message is not JSON. A too long batch is read no further.
bool read_batch(const Place& at, Reading& reading) {
    at.in.begin_array();
    while (at.in.next_element()) {
        if (reading.messages.size() >= at.limits.batch_max) {
            reading = refused(
                "a batch must have at most " + std::to_string(at.limits.batch_max) + " messages",
                code::invalid_request);
            return true;
        }
        if (!read_message(at, reading.messages.emplace_back())) return false;
    }
    if (at.in.failed()) return false;
    reading.is_batch = true;
    if (reading.messages.empty())
        reading = refused("a batch must have a message", code::invalid_request);
    std::size_t room = 1;  // for the closing bracket
    for (const Message& message : reading.messages)
        if (message.wants_answer()) room += batch_error_room(message.id);
    if (reading.is_batch && room > at.limits.json.bytes_max)
        reading = refused("the answers of the batch would be too large", code::invalid_request);
    return true;
}

/// Returns false if the text is not JSON, or over a limit of the reader.
bool read_whole(const Place& at, bool is_array, Reading& reading) {
    const bool read =
        is_array ? read_batch(at, reading) : read_message(at, reading.messages.emplace_back());
    // A batch refused as a whole need not be read to its end.
    return read && (at.in.depth() > 0 || at.in.finish());
}

/// The faults of a text refused by the reader. If it only exceeds our limits, each message is
/// refused under its own id: its sender need not wait for an answer, and an answer is not answered.
/// Nothing is known of the messages in two cases: the text is over bytes_max, the bound of the
/// second read's memory, or it is deeper than k_depth_ceiling.
Reading faults_of(std::string_view text, bool is_array, const Error& error, const Limits& limits,
                  const Protocol& protocol) {
    if (text.size() > limits.json.bytes_max) return refused(error.message, code::invalid_request);
    JsonReader in(text, limits_of_own_text(text.size()));
    Reading reading;
    if (!read_whole({in, text, limits, protocol}, is_array, reading))
        return refused(error.message, code::parse_error);
    for (Message& message : reading.messages) {
        message.fault = error.message;
        message.fault_code = code::invalid_request;
        if (message.kind == Message::Kind::request) message.kind = Message::Kind::refused;
        if (message.kind == Message::Kind::notification)
            message.kind = Message::Kind::bad_notification;
    }
    return reading;
}

/// Calls `read(name)` for each member of an object; `read` consumes its value or returns false.
template <class Read>
bool for_each_member(JsonReader& in, Read read) {
    if (in.peek() != JsonKind::object || !in.begin_object()) return false;
    std::string_view name;
    while (in.next_member(name))
        if (!read(name)) return false;
    return in.finish();
}

bool read_real(JsonReader& in, double& value) {
    JsonNumber number;
    if (in.peek() != JsonKind::number || !in.read_number(number)) return false;
    value = number.real;
    return true;
}

}  // namespace

Reading read_text(std::string_view text, const Limits& limits, const Protocol& protocol) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_array = first != std::string_view::npos && text[first] == '[';
    if (is_array && !protocol.has_batches)
        return refused("batches are not taken here; send one message", code::invalid_request);
    iam::Limits json = limits.json;
    if (is_array) json.depth_max = std::min(json.depth_max, k_depth_ceiling) + 1;
    JsonReader in(text, json);
    Reading reading;
    if (!read_whole({in, text, limits, protocol}, is_array, reading))
        return faults_of(text, is_array, in.error(), limits, protocol);
    return reading;
}

std::optional<Id> read_cancelled_id(std::string_view params, const CancelNames& names,
                                    const Limits& limits) {
    JsonReader in(params, limits.json);
    std::optional<Id> id;
    std::string fault;
    const bool read = for_each_member(in, [&](std::string_view name) {
        if (name != names.id_member) return in.skip();
        return read_id(in, limits.id_bytes_max, id, fault);
    });
    return read ? id : std::nullopt;
}

std::optional<ProgressNote> read_progress(std::string_view params, const ProgressNames& names,
                                          const Limits& limits) {
    JsonReader in(params, limits.json);
    std::optional<Id> token;
    std::string fault;
    Progress progress;
    double total = 0;
    bool has_value = false;
    const bool read = for_each_member(in, [&](std::string_view name) {
        if (name == names.token_member) return read_id(in, limits.id_bytes_max, token, fault);
        if (name == "progress") {
            has_value = read_real(in, progress.value);
            return has_value;
        }
        if (name == "total") {
            if (!read_real(in, total)) return false;
            progress.total = total;
            return true;
        }
        if (name != "message") return in.skip();
        return in.peek() == JsonKind::string && in.read_string(progress.message);
    });
    if (!read || !token || !has_value) return std::nullopt;
    return ProgressNote{*std::move(token), std::move(progress)};
}

}  // namespace iam::rpc
