// The grammar of a JSON text, its limits and its errors. The tokens are the lexer's, the open
// containers the stack's.
#include "iam/core/json_reader.hpp"

#include "json_lexer.hpp"
#include "json_stack.hpp"
#include <iam/core/assert.hpp>

#include <algorithm>
#include <utility>

namespace iam {
namespace {

std::string limit_sentence(std::string_view what, std::string_view limit, std::size_t value) {
    std::string text(what);
    text += " (limit ";
    text += limit;
    text += " is ";
    text += std::to_string(value);
    text += "); send less, or raise the limit";
    return text;
}

}  // namespace

/// One allocation holds all that an ordinary call needs.
struct JsonReader::State {
    State(std::string_view text, const Limits& bounds) : limits(bounds), lexer(text) {
        limits.depth_max = std::min(limits.depth_max, k_depth_ceiling);
    }

    bool fail(std::string message);
    bool fail(JsonFault fault);
    bool fail_at(std::string_view what);
    bool expect(JsonKind kind);
    bool open(bool is_object);
    bool step_to(bool is_object, char close);
    bool read_name(std::string_view& name);
    bool skip_one(JsonReader& reader);

    Limits limits;
    JsonLexer lexer;
    bool pending = true;  // a value comes next
    bool failed = false;
    std::size_t nodes = 0;
    JsonStack stack;
    std::string scratch;
    Error error;
};

std::string_view to_string(JsonKind kind) noexcept {
    switch (kind) {
        case JsonKind::null:
            return "null";
        case JsonKind::boolean:
            return "boolean";
        case JsonKind::number:
            return "number";
        case JsonKind::string:
            return "string";
        case JsonKind::array:
            return "array";
        case JsonKind::object:
            return "object";
        case JsonKind::none:
            return "nothing";
    }
    return "nothing";
}

bool JsonReader::State::fail(std::string message) {
    if (failed) return false;
    failed = true;
    pending = false;
    error = Error{Errc::invalid_argument, std::move(message), stack.pointer()};
    return false;
}

/// A fault of the text, with its place: a pointer does not show where in a long value it stands.
bool JsonReader::State::fail_at(std::string_view what) {
    return fail(std::string(what) + " (byte " + std::to_string(lexer.offset()) + ")");
}

bool JsonReader::State::fail(JsonFault fault) {
    return fail_at(sentence(fault));
}

/// Starts to consume a value, if it is of this kind.
bool JsonReader::State::expect(JsonKind kind) {
    if (failed) return false;
    if (!pending) return fail("no value comes next here; go to a member or element first");
    JsonKind found = JsonKind::none;
    if (const JsonFault fault = lexer.classify(found); fault != JsonFault::none) return fail(fault);
    if (found != kind) {
        return fail("expected " + std::string(to_string(kind)) + ", got " +
                    std::string(to_string(found)));
    }
    if (nodes == limits.nodes_max) {
        return fail(limit_sentence("the text has too many values", "nodes_max", limits.nodes_max));
    }
    ++nodes;
    return true;
}

bool JsonReader::State::open(bool is_object) {
    if (!expect(is_object ? JsonKind::object : JsonKind::array)) return false;
    if (stack.depth() >= limits.depth_max) {
        return fail(limit_sentence("arrays and objects are nested too deeply", "depth_max",
                                   limits.depth_max));
    }
    lexer.take(is_object ? '{' : '[');
    stack.open(is_object);
    pending = false;
    return true;
}

/// Goes to the first byte of the next member or element. False at the closing sign, which it
/// consumes, or on failure.
bool JsonReader::State::step_to(bool is_object, char close_sign) {
    if (failed) return false;
    if (stack.empty() || stack.top().is_object != is_object) {
        return fail(is_object ? "no object is open here" : "no array is open here");
    }
    if (pending)
        return fail("the value of this member or element has not been read; read or skip it first");
    JsonFrame& frame = stack.top();
    frame.placed = false;
    lexer.skip_space();
    if (lexer.over())
        return fail_at(is_object ? "the text ends inside an object; is it cut off?"
                                 : "the text ends inside an array; is it cut off?");
    if (lexer.take(close_sign)) {
        stack.close();
        return false;
    }
    if (frame.count == 0) return true;
    if (!lexer.take(',')) {
        return fail_at(is_object ? "a ',' or the closing '}' must follow a member"
                                 : "a ',' or the closing ']' must follow an element");
    }
    lexer.skip_space();
    if (!lexer.over() && lexer.front() == close_sign)
        return fail_at("a comma must not stand before the closing sign; take it out");
    return true;
}

/// Reads a name that stays valid as long as its object is open.
bool JsonReader::State::read_name(std::string_view& name) {
    if (lexer.over() || lexer.front() != '"')
        return fail_at("the name of a member must stand here, in double quotes");
    const JsonFault fault = lexer.string(limits.key_bytes_max, limits.allow_nul, scratch, name);
    if (fault == JsonFault::too_long) {
        return fail(limit_sentence("the name of a member is too long", "key_bytes_max",
                                   limits.key_bytes_max));
    }
    if (fault != JsonFault::none) return fail(fault);
    if (name.data() == scratch.data()) {
        name = stack.keep(std::move(scratch));
        scratch.clear();
    }
    return true;
}

JsonReader::JsonReader(std::string_view text, const Limits& limits)
    : state_(std::make_unique<State>(text, limits)) {
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    State& s = *state_;
    if (text.size() > limits.bytes_max) {
        s.fail(limit_sentence("the text has " + std::to_string(text.size()) + " bytes, too many",
                              "bytes_max", limits.bytes_max));
    } else if (text.substr(0, k_byte_order_mark.size()) == k_byte_order_mark) {
        s.fail("a byte order mark stands before the value; save the text as UTF-8 without one");
    } else {
        s.lexer.skip_space();
    }
}

JsonReader::~JsonReader() = default;

JsonKind JsonReader::peek() {
    State& s = *state_;
    JsonKind kind = JsonKind::none;
    if (!s.pending) return kind;
    if (const JsonFault fault = s.lexer.classify(kind); fault != JsonFault::none) s.fail(fault);
    return kind;
}

bool JsonReader::read_null() {
    State& s = *state_;
    if (!s.expect(JsonKind::null)) return false;
    if (const JsonFault fault = s.lexer.literal("null"); fault != JsonFault::none)
        return s.fail(fault);
    s.pending = false;
    return true;
}

bool JsonReader::read_boolean(bool& value) {
    State& s = *state_;
    if (!s.expect(JsonKind::boolean)) return false;
    const bool yes = s.lexer.front() == 't';
    if (const JsonFault fault = s.lexer.literal(yes ? "true" : "false"); fault != JsonFault::none)
        return s.fail(fault);
    value = yes;
    s.pending = false;
    return true;
}

bool JsonReader::read_number(JsonNumber& value) {
    State& s = *state_;
    if (!s.expect(JsonKind::number)) return false;
    if (const JsonFault fault = s.lexer.number(value); fault != JsonFault::none)
        return s.fail(fault);
    s.pending = false;
    return true;
}

bool JsonReader::read_string(std::string& value) {
    State& s = *state_;
    if (!s.expect(JsonKind::string)) return false;
    std::string_view found;
    const JsonFault fault =
        s.lexer.string(s.limits.string_bytes_max, s.limits.allow_nul, value, found);
    if (fault == JsonFault::too_long) {
        return s.fail(limit_sentence("the string is too long", "string_bytes_max",
                                     s.limits.string_bytes_max));
    }
    if (fault != JsonFault::none) return s.fail(fault);
    if (found.data() != value.data()) value.assign(found);
    s.pending = false;
    return true;
}

bool JsonReader::begin_object() {
    return state_->open(true);
}
bool JsonReader::begin_array() {
    return state_->open(false);
}

bool JsonReader::next_member(std::string_view& name) {
    State& s = *state_;
    if (!s.step_to(true, '}')) return false;
    JsonFrame& frame = s.stack.top();
    if (frame.count >= s.limits.members_max) {
        return s.fail(
            limit_sentence("the object has too many members", "members_max", s.limits.members_max));
    }
    if (!s.read_name(frame.name)) return false;
    ++frame.count;
    frame.placed = true;
    if (!s.stack.remember(frame.name))
        return s.fail_at("the object has this member twice; keep one of them");
    s.lexer.skip_space();
    if (!s.lexer.take(':')) return s.fail_at("a ':' must follow the name of a member");
    s.lexer.skip_space();
    s.pending = true;
    name = frame.name;
    return true;
}

bool JsonReader::next_element() {
    State& s = *state_;
    if (!s.step_to(false, ']')) return false;
    JsonFrame& frame = s.stack.top();
    if (frame.count >= s.limits.elements_max) {
        return s.fail(limit_sentence("the array has too many elements", "elements_max",
                                     s.limits.elements_max));
    }
    ++frame.count;
    frame.placed = true;
    s.pending = true;
    return true;
}

/// Consumes a scalar, or opens a container.
bool JsonReader::State::skip_one(JsonReader& reader) {
    bool boolean = false;
    JsonNumber number;
    switch (reader.peek()) {
        case JsonKind::null:
            return reader.read_null();
        case JsonKind::boolean:
            return reader.read_boolean(boolean);
        case JsonKind::number:
            return reader.read_number(number);
        case JsonKind::string:
            return reader.read_string(scratch);
        case JsonKind::array:
            return reader.begin_array();
        case JsonKind::object:
            return reader.begin_object();
        case JsonKind::none:
            return expect(JsonKind::null);  // says what is wrong
    }
    return false;
}

bool JsonReader::skip() {
    State& s = *state_;
    const std::size_t outside = depth();
    if (!s.skip_one(*this)) return false;
    while (depth() > outside) {
        std::string_view name;
        const bool more = s.stack.top().is_object ? next_member(name) : next_element();
        if (more && !s.skip_one(*this)) return false;
        if (s.failed) return false;
    }
    return true;
}

bool JsonReader::finish() {
    State& s = *state_;
    if (s.failed) return false;
    if (s.pending || !s.stack.empty()) return s.fail("the value has not been read to its end");
    s.lexer.skip_space();
    return s.lexer.over() || s.fail_at("nothing may follow the value; send one JSON value");
}

std::size_t JsonReader::offset() const noexcept {
    return state_->lexer.offset();
}
bool JsonReader::failed() const noexcept {
    return state_->failed;
}
std::size_t JsonReader::depth() const noexcept {
    return state_->stack.depth();
}
std::string JsonReader::pointer() const {
    return state_->stack.pointer();
}

const Error& JsonReader::error() const noexcept {
    IAM_ASSERT(state_->failed);
    return state_->error;
}

}  // namespace iam
