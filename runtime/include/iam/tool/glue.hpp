// What generated code is made of, beside the codecs. Programs have no need of it; tools by hand: iam/tool/define.hpp.
#pragma once

#include <iam/tool/codec.hpp>
#include <iam/tool/handler.hpp>
#include <iam/tool/instance.hpp>
#include <iam/tool/registry.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::glue {

/// The arguments were read, but what the program fills in for one that is left out has no JSON form.
std::vector<ValueError> unwritable(std::string_view why);

/// The arguments were right, and with what the program fills in or takes for one value they no longer are.
std::vector<ValueError> spoilt(std::vector<ValueError> errors);

/// False: nothing may be called with it.
template <class Codec, class Arguments>
bool read(Decoder& in, Arguments& arguments) {
    const bool good = Codec::decode(in, arguments);
    return in.finish() && good;
}

/// The arguments as a struct, read, held to their rules and written back with every default. What is written is held to the rules as
/// well: call() reads it when the call has been recorded already.
template <class Codec, class Arguments>
Prepared prepare(std::string_view text, const PatternSet* patterns) {
    Decoder in(text, patterns);
    Arguments arguments;
    if (!read<Codec>(in, arguments)) return tl::unexpected(in.take_errors());
    JsonWriter out;
    out.reserve(text.size());  // the canonical text is seldom longer
    Codec::encode(out, arguments);
    if (!out.ok()) return tl::unexpected(unwritable(out.why()));
    std::string written = out.take();
    if (written == text) return written;
    Decoder again(written, patterns);
    Arguments filled;
    if (!read<Codec>(again, filled)) return tl::unexpected(spoilt(again.take_errors()));
    return written;
}

/// The members of a record that an undo needs; what it does not name is passed over unread.
template <class Codec, class Arguments>
bool read_recorded(Decoder& in, Arguments& arguments) {
    const bool good = Codec::decode_members(in, arguments, Unknown::skip);
    return in.finish() && good;
}

/// A recorded result.
template <class Codec, class Value>
bool read_result(Decoder& in, Value& value) {
    const bool good = decode_element<Codec>(in, value);
    return in.finish() && good;
}

/// The arguments are not what prepare() gives.
Reply unreadable(Decoder& in);
/// The record of a call no longer fits the functions of this program.
Reply unreadable_record(Decoder& in);
/// There is no object to call the function on.
Reply no_object(std::string_view class_name);
/// A preview or undo asks for a parameter whose value only the tool itself makes.
Reply no_value(std::string_view parameter);
Reply unencodable(std::string_view why);

/// The text of what a function gave back.
template <class Codec, class Value>
Reply reply(const Value& value) {
    JsonWriter out;
    Codec::encode(out, value);
    if (!out.ok()) return unencodable(out.why());
    return Reply::done(out.take());
}

/// A default that is an aggregate.
template <class Codec, class Value>
Value parsed(std::string_view json) {
    Decoder in(json, nullptr, Checking::types_only);
    Value value{};
    Codec::decode(in, value);
    return value;
}

/// 64 hexadecimal digits.
constexpr Digest digest(std::string_view hex) {
    const auto value = [](char c) {
        return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    };
    Digest result;
    for (std::size_t i = 0; i < result.bytes.size(); ++i)
        result.bytes[i] = static_cast<std::uint8_t>(value(hex[2 * i]) * 16 + value(hex[2 * i + 1]));
    return result;
}

}  // namespace iam::glue
