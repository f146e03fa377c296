// Declares the parts of generated code beside the codecs. Programs do not call them; tools by hand
// use iam/tool/define.hpp.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/record.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/codecs/string.hpp>
#include <iam/tool/handler.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

class Registry;  // registry.hpp

}  // namespace iam

namespace iam::glue {

/// The bytes of a Digest, made of 64 hexadecimal digits.
struct DigestBytes {
    std::array<std::uint8_t, 32> bytes{};

    constexpr DigestBytes(const char* hex) {  // NOLINT(google-explicit-constructor)
        const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(value(hex[2 * i]) * 16 + value(hex[2 * i + 1]));
    }
};

/// The functions of a tool that mention a type of the program; nullptr for missing functions.
/// `bound` is the tool's Instance if it is called on an object. `arguments` is an object made by
/// `hold`, with the read arguments in it.
struct ToolCode {
    RecordTable table{};
    /// Makes the arguments with their defaults and lends them to `use`.
    void (*hold)(void* state, void (*use)(void* state, void* arguments)) = nullptr;
    bool has_patterns = false;
    Reply (*call)(const Permit& permit, const void* bound, void* arguments,
                  Context& context) = nullptr;
    PreviewReply (*preview)(const void* bound, void* arguments, Context& context) = nullptr;
    Reply (*undo)(const Permit& permit, const void* bound, std::string_view text,
                  std::string_view result, Context& context) = nullptr;
    ReconcileReply (*reconcile)(const void* bound, std::string_view text,
                                Context& context) = nullptr;
};

/// The types of options as constants, by the kinds of iam/contract/facts.def.
namespace constant_kind {
using text = std::string_view;
using texts = std::span<const std::string_view>;
using flag = bool;
using policy = Option<ToolPolicy>;
using milliseconds = Option<std::int64_t>;
using seconds = Option<std::int64_t>;
}  // namespace constant_kind

/// The facts of a Contract and a Handler as constants. Texts and lists live as long as the program.
struct ToolFacts {
    std::string_view name;
    std::string_view title{};
    std::string_view description{};
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) Option<bool> name{};
#include <iam/contract/facts.def>
#define IAM_OPTION(name, member, kind) constant_kind::kind name{};
#include <iam/contract/facts.def>
    std::string_view bound_class{};
    std::span<const std::string_view> secret_arguments{};
    std::span<const std::string_view> secret_results{};
    std::span<const std::string_view> consent_keys{};
    std::string_view document;  ///< as Contract::document, but without the digests
    std::string_view full_schemas{};
    DigestBytes wire;
    DigestBytes consent;
    DigestBytes behaviour;
    ToolCode code;
};

/// The Instance of a class with member tools.
struct BoundObject {
    std::string_view class_name;  ///< as in ToolFacts::bound_class
    std::shared_ptr<const void> instance;
};

template <class Instance>
BoundObject bound_object(std::string_view class_name, Instance instance) {
    return {class_name, std::make_shared<const Instance>(std::move(instance))};
}

/// Adds the tools in order, as Registry::add does. `generator` is the version of their writer. The
/// facts must live as long as the program.
Result<void> add(Registry& registry, std::string_view generator, std::span<const ToolFacts> tools,
                 std::span<const BoundObject> objects = {});

/// Makes errors for correct arguments made wrong by the program: by its defaults, or by taking two
/// values for one.
std::vector<ValueError> spoilt(std::vector<ValueError> errors);

/// True if the arguments were read. If false, nothing may be called with them.
bool read(Decoder& in, RecordTable table, void* arguments, Unknown unknown = Unknown::refuse);

/// Reads the arguments, checks their rules and writes them with every default. The written text is
/// checked too, since Handler::call reads it after the call has been recorded.
Prepared prepare(const ToolCode& code, const PatternSet* patterns, std::string_view text);

template <class Arguments>
void hold(void* state, void (*use)(void* state, void* arguments)) {
    Arguments arguments;
    use(state, &arguments);
}

template <class Codec, class Arguments>
bool read(Decoder& in, Arguments& arguments) {
    return read(in, Codec::table(), &arguments);
}

/// Reads the members of a record for an undo; other members are skipped unread.
template <class Codec, class Arguments>
bool read_recorded(Decoder& in, Arguments& arguments) {
    return read(in, Codec::table(), &arguments, Unknown::skip);
}

/// Reads a recorded result.
template <class Codec, class Value>
bool read_result(Decoder& in, Value& value) {
    const bool good = decode_element<Codec>(in, value);
    return in.finish() && good;
}

/// The reply for arguments other than a text of prepare().
Reply unreadable(Decoder& in);
/// The reply for a recorded call no longer fitting the functions of this program.
Reply unreadable_record(Decoder& in);
/// unreadable_record() as the answer of a reconcile.
ReconcileReply unreconcilable_record(Decoder& in);
/// The reply if there is no object to call the function on.
Reply no_object(std::string_view class_name);
/// The reply if a preview or undo takes a parameter made only by the tool itself.
Reply no_value(std::string_view parameter);
Reply unencodable(std::string_view why);

/// The text of a returned pointer.
inline std::optional<std::string> text_or_none(const char* text) {
    return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

/// Encodes a function's result.
Reply reply(const void* value, void (*encode)(JsonWriter& out, const void* value));

template <class Codec, class Value>
Reply reply(const Value& value) {
    return reply(&value, [](JsonWriter& out, const void* given) {
        Codec::encode(out, *static_cast<const Value*>(given));
    });
}

/// The finding of a reconcile function: the result of the call, or nothing if the call did not
/// happen.
template <class Codec, class Value>
ReconcileReply reconciled(const std::optional<Value>& found) {
    if (!found) return std::nullopt;
    return glue::reply<Codec>(*found);
}
/// reconciled() for a tool without a result.
inline ReconcileReply reconciled(bool has_happened) {
    if (!has_happened) return std::nullopt;
    return Reply::done();
}

/// Reads an aggregate default.
template <class Codec, class Value>
Value parsed(std::string_view json) {
    Decoder in(json, nullptr, Checking::types_only);
    Value value{};
    Codec::decode(in, value);
    return value;
}

}  // namespace iam::glue
