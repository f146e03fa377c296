// Applies the grammar of a JSON text and its limits, and words its errors. The lexer reads the
// tokens; the stack holds the open containers.
#include "iam/core/json_reader.hpp"

#include "core/json/json_lexer.hpp"
#include "core/json/json_stack.hpp"
#include <iam/core/assert.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace iam {

/// The state of a reader. It lies inside the reader, with room for an ordinary call. Functions for
/// correct text stand in the class, to be inlined into the public functions. Functions for the
/// words of errors stand outside.
struct JsonReader::State {
    State(std::string_view text, const Limits& bounds) : limits(bounds), lexer(text) {
        limits.depth_max = std::min(limits.depth_max, k_depth_ceiling);
    }

    /// Starts to consume a value, if it is of this kind.
    bool expect(JsonKind kind) {
        if (turn != Turn::value || lexer.kind() != kind || nodes_left == 0)
            return refuse_value(kind);
        --nodes_left;
        turn = Turn::step;
        return true;
    }

    /// Goes to the first byte of the next member or element. At the closing sign it consumes the
    /// sign and returns false. It returns false on failure too.
    bool step_to(bool is_object) {
        if (turn != Turn::step || stack.empty() || stack.top().is_object != is_object)
            return refuse_step(is_object);
        const char close_sign = is_object ? '}' : ']';
        JsonFrame& frame = stack.top();
        frame.placed = false;
        lexer.skip_space();
        if (lexer.take(close_sign)) {
            stack.close();
            return false;
        }
        if (frame.count > 0) {
            if (!lexer.take(',')) return refuse_step(is_object);
            lexer.skip_space();
            if (lexer.stands_at(close_sign)) return refuse_comma();
        } else if (lexer.over()) {
            return refuse_step(is_object);
        }
        return true;
    }

    /// Reads a name. It stays valid as long as its object is open.
    bool read_name(std::string_view& name) {
        if (!lexer.stands_at('"')) return refuse_name(JsonFault::none);
        const JsonFault fault = lexer.string(limits.key_bytes_max, limits.allow_nul, scratch, name);
        if (fault != JsonFault::none) return refuse_name(fault);
        if (name.data() == scratch.data()) {
            name = stack.keep(std::move(scratch));
            scratch.clear();
        }
        return true;
    }

    /// Consumes a string; `value` is a piece of the text or of `room`.
    bool read_string(std::string& room, std::string_view& value) {
        if (!expect(JsonKind::string)) return false;
        const JsonFault fault =
            lexer.string(limits.string_bytes_max, limits.allow_nul, room, value);
        return fault == JsonFault::none || refuse_string(fault);
    }

    bool accept(JsonFault fault) { return fault == JsonFault::none || fail(fault); }

    // Each of these fails the reader and returns false.
    bool refuse_value(JsonKind wanted);
    bool refuse_step(bool is_object);
    bool refuse_comma();
    bool refuse_name(JsonFault fault);
    bool refuse_string(JsonFault fault);
    bool over_limit(std::string_view what, std::string_view limit, std::size_t value);
    bool fail(std::string message);
    bool fail(JsonFault fault);
    bool fail_at(std::string_view what);

    bool open(bool is_object);
    bool skip_one(JsonReader& reader);
    bool failed() const noexcept { return turn == Turn::none; }

    enum class Turn : std::uint8_t {
        value,
        step,  ///< to the next member, element or end
        none,  ///< after a failure
    };

    Limits limits;
    JsonLexer lexer;
    Turn turn = Turn::value;
    std::size_t nodes_left = limits.nodes_max;
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
    if (failed()) return false;
    turn = Turn::none;
    error = Error{Errc::invalid_argument, std::move(message), stack.pointer()};
    return false;
}

/// Fails with a byte offset: a pointer does not show where in a long value the fault stands.
bool JsonReader::State::fail_at(std::string_view what) {
    return fail(std::string(what) + " (byte " + std::to_string(lexer.offset()) + ")");
}

bool JsonReader::State::over_limit(std::string_view what, std::string_view limit,
                                   std::size_t value) {
    std::string text(what);
    text += " (limit ";
    text += limit;
    text += " is ";
    text += std::to_string(value);
    text += "); send less, or raise the limit";
    return fail(std::move(text));
}

bool JsonReader::State::fail(JsonFault fault) {
    return fail_at(sentence(fault));
}

/// Words the error of expect().
bool JsonReader::State::refuse_value(JsonKind wanted) {
    if (failed()) return false;
    if (turn != Turn::value)
        return fail("no value comes next here; go to a member or element first");
    const JsonKind found = lexer.kind();
    if (found == JsonKind::none) return fail(lexer.no_value());
    if (found != wanted) {
        return fail("expected " + std::string(to_string(wanted)) + ", got " +
                    std::string(to_string(found)));
    }
    return over_limit("the text has too many values", "nodes_max", limits.nodes_max);
}

bool JsonReader::State::open(bool is_object) {
    if (!expect(is_object ? JsonKind::object : JsonKind::array)) return false;
    if (stack.depth() >= limits.depth_max) {
        return over_limit("arrays and objects are nested too deeply", "depth_max",
                          limits.depth_max);
    }
    lexer.take(is_object ? '{' : '[');
    stack.open(is_object);
    return true;
}

/// Words the error of step_to() at a place where nothing can follow.
bool JsonReader::State::refuse_step(bool is_object) {
    if (failed()) return false;
    if (stack.empty() || stack.top().is_object != is_object)
        return fail(is_object ? "no object is open here" : "no array is open here");
    if (turn == Turn::value)
        return fail("the value of this member or element has not been read; read or skip it first");
    if (lexer.over())
        return fail_at(is_object ? "the text ends inside an object; is it cut off?"
                                 : "the text ends inside an array; is it cut off?");
    return fail_at(is_object ? "a ',' or the closing '}' must follow a member"
                             : "a ',' or the closing ']' must follow an element");
}

bool JsonReader::State::refuse_comma() {
    return fail_at("a comma must not stand before the closing sign; take it out");
}

/// Fails because the name is missing or has a fault.
bool JsonReader::State::refuse_name(JsonFault fault) {
    if (fault == JsonFault::none)
        return fail_at("the name of a member must stand here, in double quotes");
    if (fault != JsonFault::too_long) return fail(fault);
    return over_limit("the name of a member is too long", "key_bytes_max", limits.key_bytes_max);
}

bool JsonReader::State::refuse_string(JsonFault fault) {
    if (fault != JsonFault::too_long) return fail(fault);
    return over_limit("the string is too long", "string_bytes_max", limits.string_bytes_max);
}

JsonReader::JsonReader(std::string_view text, const Limits& limits) {
    static_assert(sizeof(State) <= k_state_bytes && alignof(State) <= alignof(std::max_align_t));
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    state_ = ::new (room_.data()) State(text, limits);
    State& s = *state_;
    if (text.size() > limits.bytes_max) {
        s.over_limit("the text has " + std::to_string(text.size()) + " bytes, too many",
                     "bytes_max", limits.bytes_max);
    } else if (text.substr(0, k_byte_order_mark.size()) == k_byte_order_mark) {
        s.fail("a byte order mark stands before the value; save the text as UTF-8 without one");
    } else {
        s.lexer.skip_space();
    }
}

JsonReader::~JsonReader() {
    state_->~State();
}

JsonKind JsonReader::peek() {
    State& s = *state_;
    if (s.turn != State::Turn::value) return JsonKind::none;
    const JsonKind kind = s.lexer.kind();
    if (kind == JsonKind::none) s.fail(s.lexer.no_value());
    return kind;
}

bool JsonReader::read_null() {
    State& s = *state_;
    return s.expect(JsonKind::null) && s.accept(s.lexer.literal("null"));
}

bool JsonReader::read_boolean(bool& value) {
    State& s = *state_;
    if (!s.expect(JsonKind::boolean)) return false;
    const bool yes = s.lexer.front() == 't';
    if (!s.accept(s.lexer.literal(yes ? "true" : "false"))) return false;
    value = yes;
    return true;
}

bool JsonReader::read_number(JsonNumber& value) {
    State& s = *state_;
    return s.expect(JsonKind::number) && s.accept(s.lexer.number(value));
}

bool JsonReader::read_string(std::string& value) {
    std::string_view found;
    if (!state_->read_string(value, found)) return false;
    if (found.data() == value.data()) return true;
    if (found.size() <= value.capacity())
        value.assign(found);
    else
        value = std::string(found);  // assign() would make room for more bytes
    return true;
}

bool JsonReader::read_string_view(std::string_view& value) {
    return state_->read_string(state_->scratch, value);
}

bool JsonReader::begin_object() {
    return state_->open(true);
}
bool JsonReader::begin_array() {
    return state_->open(false);
}

bool JsonReader::next_member(std::string_view& name) {
    State& s = *state_;
    if (!s.step_to(true)) return false;
    JsonFrame& frame = s.stack.top();
    if (frame.count >= s.limits.members_max) {
        return s.over_limit("the object has too many members", "members_max", s.limits.members_max);
    }
    if (!s.read_name(frame.name)) return false;
    ++frame.count;
    frame.placed = true;
    if (!s.stack.remember(frame.name))
        return s.fail_at("the object has this member twice; keep one of them");
    s.lexer.skip_space();
    if (!s.lexer.take(':')) return s.fail_at("a ':' must follow the name of a member");
    s.lexer.skip_space();
    s.turn = State::Turn::value;
    name = frame.name;
    return true;
}

bool JsonReader::next_element() {
    State& s = *state_;
    if (!s.step_to(false)) return false;
    JsonFrame& frame = s.stack.top();
    if (frame.count >= s.limits.elements_max) {
        return s.over_limit("the array has too many elements", "elements_max",
                            s.limits.elements_max);
    }
    ++frame.count;
    frame.placed = true;
    s.turn = State::Turn::value;
    return true;
}

/// Consumes a scalar, or opens a container.
bool JsonReader::State::skip_one(JsonReader& reader) {
    bool boolean = false;
    JsonNumber number;
    std::string_view text;
    switch (reader.peek()) {
        case JsonKind::null:
            return reader.read_null();
        case JsonKind::boolean:
            return reader.read_boolean(boolean);
        case JsonKind::number:
            return reader.read_number(number);
        case JsonKind::string:
            return reader.read_string_view(text);
        case JsonKind::array:
            return reader.begin_array();
        case JsonKind::object:
            return reader.begin_object();
        case JsonKind::none:
            return expect(JsonKind::null);  // reports the missing value
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
        if (s.failed()) return false;
    }
    return true;
}

bool JsonReader::finish() {
    State& s = *state_;
    if (s.failed()) return false;
    if (s.turn == State::Turn::value || !s.stack.empty())
        return s.fail("the value has not been read to its end");
    s.lexer.skip_space();
    return s.lexer.over() || s.fail_at("nothing may follow the value; send one JSON value");
}

std::size_t JsonReader::offset() const noexcept {
    return state_->lexer.offset();
}
bool JsonReader::failed() const noexcept {
    return state_->failed();
}
std::size_t JsonReader::depth() const noexcept {
    return state_->stack.depth();
}
std::string JsonReader::pointer() const {
    return state_->stack.pointer();
}

const Error& JsonReader::error() const noexcept {
    IAM_ASSERT(state_->failed());
    return state_->error;
}

}  // namespace iam
