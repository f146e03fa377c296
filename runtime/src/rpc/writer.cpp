// Texts of messages. Pieces written by others are copied without change, except for line breaks: in
// JSON these only ever stand between tokens, and channels of lines end a message there.
#include "rpc/writer.hpp"

#include <iam/core/json_reader.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>

namespace iam::rpc {
namespace {

std::string one_line(JsonWriter& writer) {
    std::string text = writer.take();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

void begin_message(JsonWriter& writer) {
    writer.begin_object();
    writer.plain_member("jsonrpc", "2.0");
}

void write_id(JsonWriter& writer, const Id& id) {
    writer.plain_key("id");
    writer.raw(id.json());
}

void write_call(JsonWriter& writer, std::string_view method, std::string_view params) {
    writer.plain_key("method");
    writer.string(method);
    if (params.empty()) return;
    writer.plain_key("params");
    writer.raw(params);
}

/// The limits of a value `levels` deep in a message. No reader could read a batch deeper than the
/// ceiling.
iam::Limits inner(iam::Limits limits, std::size_t levels = 1) {
    const std::size_t depth = std::min(limits.depth_max, k_depth_ceiling - 1);
    limits.depth_max = depth - std::min(depth, levels);
    return limits;
}

/// The text of a notification with a remark for people, if it has room for one.
/// `write(remark)` makes its parameters.
template <class Write>
std::string text_with_remark(std::string_view method, std::string_view remark,
                             std::size_t bytes_max, const Write& write) {
    if (remark.size() > bytes_max || !is_valid_utf8(remark)) remark = {};
    std::string text = notification_text(method, write(remark));
    if (remark.empty() || text.size() <= bytes_max) return text;
    return notification_text(method, write({}));
}

std::string token_piece(const ProgressNames& names, const Id& token, bool in_meta) {
    JsonWriter writer;
    writer.begin_object();
    if (!in_meta) {
        writer.key(names.meta_member);
        writer.begin_object();
    }
    writer.key(names.token_member);
    writer.raw(token.json());
    if (!in_meta) writer.end_object();
    writer.end_object();
    const std::string_view text = writer.text();
    return std::string(text.substr(1, text.size() - 2));
}

/// The place of a token: the bytes replaced by it, or the place behind a brace.
struct TokenPlace {
    std::size_t from = 0;
    std::size_t to = 0;
    bool in_meta = false;
    bool is_empty = true;     // no member follows the brace
    bool is_no_meta = false;  // the member for it is no object
};

bool find_in_meta(JsonReader& in, const ProgressNames& names, TokenPlace& place) {
    place.in_meta = true;
    place.is_empty = true;
    place.from = place.to = in.offset() + 1;
    in.begin_object();
    std::string_view name;
    while (in.next_member(name)) {
        place.is_empty = false;
        const bool is_token = name == names.token_member;
        if (is_token) place.from = in.offset();
        if (!in.skip()) return false;
        if (is_token) place.to = in.offset();
    }
    return !in.failed();
}

bool find_token_place(JsonReader& in, const ProgressNames& names, TokenPlace& place) {
    place.from = place.to = in.offset() + 1;
    in.begin_object();
    std::string_view name;
    while (in.next_member(name)) {
        if (!place.in_meta) place.is_empty = false;
        const bool is_meta = name == names.meta_member;
        const bool is_object = in.peek() == JsonKind::object;
        place.is_no_meta = place.is_no_meta || (is_meta && !is_object);
        if (!(is_meta && is_object ? find_in_meta(in, names, place) : in.skip())) return false;
    }
    return in.finish();
}

}  // namespace

std::string request_text(const Id& id, std::string_view method, std::string_view params) {
    JsonWriter writer;
    begin_message(writer);
    write_id(writer, id);
    write_call(writer, method, params);
    writer.end_object();
    return one_line(writer);
}

std::string notification_text(std::string_view method, std::string_view params) {
    JsonWriter writer;
    begin_message(writer);
    write_call(writer, method, params);
    writer.end_object();
    return one_line(writer);
}

std::string result_text(const Id& id, std::string_view result) {
    JsonWriter writer;
    begin_message(writer);
    write_id(writer, id);
    writer.plain_key("result");
    writer.raw(result);
    writer.end_object();
    return one_line(writer);
}

std::string error_text(const std::optional<Id>& id, bool writes_null_id, const ErrorObject& error) {
    JsonWriter writer;
    begin_message(writer);
    if (id)
        write_id(writer, *id);
    else if (writes_null_id)
        writer.plain_literal("id", "null");
    writer.plain_key("error");
    writer.begin_object();
    writer.plain_key("code");
    writer.integer(error.code);
    writer.plain_key("message");
    if (!writer.try_string(error.message)) writer.plain_string("the message was not UTF-8");
    if (!error.data.empty()) {
        writer.plain_key("data");
        writer.raw(error.data);
    }
    writer.end_object();
    writer.end_object();
    return one_line(writer);
}

std::string batch_error_text(const std::optional<Id>& id, bool writes_null_id) {
    return error_text(id, writes_null_id,
                      {code::internal_error, "the answers of the batch are too large", {}});
}

std::size_t batch_error_room(const std::optional<Id>& id) {
    return batch_error_text(id, true).size() + 1;
}

std::string cancellation_text(const CancelNames& names, const Id& id, std::string_view reason,
                              std::size_t bytes_max) {
    return text_with_remark(names.method, reason, bytes_max, [&](std::string_view remark) {
        JsonWriter params;
        params.begin_object();
        params.key(names.id_member);
        params.raw(id.json());
        if (!remark.empty()) {
            params.key(names.reason_member);
            params.string(remark);
        }
        params.end_object();
        return params.take();
    });
}

std::string progress_text(const ProgressNames& names, const Id& token, const Progress& progress,
                          std::size_t bytes_max) {
    const std::string_view message = progress.message;
    return text_with_remark(names.method, message, bytes_max, [&](std::string_view remark) {
        JsonWriter params;
        params.begin_object();
        params.key(names.token_member);
        params.raw(token.json());
        params.plain_key("progress");
        params.number(progress.value);
        if (progress.total) {
            params.plain_key("total");
            params.number(*progress.total);
        }
        if (!remark.empty()) {
            params.plain_key("message");
            params.string(remark);
        }
        params.end_object();
        return params.take();
    });
}

bool is_value(std::string_view json, const iam::Limits& limits, std::size_t levels) {
    JsonReader in(json, inner(limits, levels));
    return in.skip() && in.finish();
}

Result<void> check_params(std::string_view params, const iam::Limits& limits) {
    if (params.empty()) return {};
    JsonReader in(params, inner(limits));
    const JsonKind kind = in.peek();
    if (!in.skip() || !in.finish()) return tl::unexpected(in.error());
    if (kind == JsonKind::object || kind == JsonKind::array) return {};
    return fail(Errc::invalid_argument, "parameters must be an object or an array");
}

Result<std::string> with_token(std::string_view params, const ProgressNames& names, const Id& token,
                               const iam::Limits& limits) {
    if (params.empty()) return "{" + token_piece(names, token, false) + "}";
    JsonReader in(params, inner(limits));
    if (in.peek() != JsonKind::object && !in.failed())
        return fail(Errc::invalid_argument,
                    "parameters must be an object where progress is wanted");
    TokenPlace place;
    if (!find_token_place(in, names, place)) return tl::unexpected(in.error());
    if (place.is_no_meta)
        return fail(Errc::invalid_argument, "'" + names.meta_member + "' must be an object");
    std::string text(params);
    if (place.to > place.from) return text.replace(place.from, place.to - place.from, token.json());
    const char* const comma = place.is_empty ? "" : ",";
    return text.insert(place.from, token_piece(names, token, place.in_meta) + comma);
}

}  // namespace iam::rpc
