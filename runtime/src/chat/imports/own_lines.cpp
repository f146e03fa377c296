// Reads our own export back. Members that the format does not have are ignored, so a forged id or
// approval stays without effect.
#include "chat/exports/json_lines.hpp"
#include "chat/imports/foreign_formats.hpp"
#include "chat/imports/json_places.hpp"

#include <utility>

namespace iam::chat {
namespace {

using ForeignPart = ForeignChat::Part;

/// A number of at least 0; nothing if it is missing.
Result<std::optional<std::size_t>> own_number_at(const Json& line, const char* name) {
    const Json* const found = find_member(line, name);
    if (found == nullptr) return std::optional<std::size_t>();
    if (!found->is_number_unsigned())
        return wrong_at(std::string("/") + name, "a number of at least 0 is expected");
    return std::optional<std::size_t>(found->get<std::size_t>());
}

Result<ForeignPart> own_part_at(const Json& value, const std::string& pointer) {
    const std::string role = text_of(value, "role");
    ForeignPart part{.text = text_of(value, "text")};
    if (role == "assistant") {
        part.role = Role::assistant;
    } else if (role == "tool") {
        part.role = Role::tool;
    } else if (role != "user") {
        return wrong_at(pointer + "/role", "user, assistant or tool is expected");
    }
    return part;
}

}  // namespace

bool OwnLines::is_head(const Json& line) {
    return text_of(line, "format") == k_lines_format;
}

std::optional<OwnLines::Ended> OwnLines::add(const std::string& place, const Json& line,
                                             std::size_t bytes) {
    if (is_head(line)) {
        auto before = close();
        open_ = Open{.place = place};
        const Json* const version = find_member(line, "version");
        if (version == nullptr || *version != k_lines_version)
            note_fault(place, {Errc::invalid_argument, "/version: this program reads version " +
                                                           std::to_string(k_lines_version) +
                                                           "; use a newer program."});
        return before;
    }
    if (!open_)
        return Ended{place, fail(Errc::invalid_argument,
                                 "the line belongs to no chat; a chat begins with the line that "
                                 "names the format.")};
    if (open_->fault) return std::nullopt;
    open_->bytes += bytes;
    if (open_->bytes > limits_.chat_bytes_max) {
        note_fault(open_->place, {Errc::invalid_argument,
                                  "the chat has more than " +
                                      std::to_string(limits_.chat_bytes_max) + " bytes."});
    } else if (const auto is_read = read(line); !is_read) {
        note_fault(place, {Errc::invalid_argument, is_read.error().message});
    }
    return is_whole_ ? close() : std::nullopt;
}

std::optional<OwnLines::Ended> OwnLines::add_broken(const std::string& place, Error error) {
    if (!open_) return Ended{place, tl::unexpected(std::move(error))};
    if (!open_->fault) note_fault(place, std::move(error));
    return std::nullopt;
}

void OwnLines::note_fault(const std::string& place, Error error) {
    const bool is_first_line = place == open_->place;
    open_->fault_place = is_first_line ? place : place + " of the chat from " + open_->place;
    open_->fault = std::move(error);
}

std::optional<OwnLines::Ended> OwnLines::finish() {
    return close();
}

std::optional<OwnLines::Ended> OwnLines::close() {
    if (!open_) return std::nullopt;
    Open ended = *std::exchange(open_, std::nullopt);
    const bool is_whole = std::exchange(is_whole_, false);
    if (ended.fault) return Ended{ended.fault_place, tl::unexpected(*std::move(ended.fault))};
    if (is_whole) return Ended{ended.place, std::move(ended.chat)};
    return Ended{ended.place, fail(Errc::invalid_argument,
                                   "the chat has no line \"end\", so messages may be missing; "
                                   "export it again.")};
}

Result<void> OwnLines::read(const Json& line) {
    if (const Json* const end = find_member(line, "end"); end != nullptr && end->is_object())
        return read_end(*end);
    if (find_member(line, "call") != nullptr) return read_call(line);
    if (find_member(line, "result") != nullptr) return read_result(line);
    if (find_member(line, "message") != nullptr) return read_message(line);
    return wrong_at("/", "a line has message, call, result or end");
}

Result<void> OwnLines::read_message(const Json& line) {
    IAM_TRY(number, own_number_at(line, "message"));
    if (number != open_->chat.messages.size())
        return wrong_at("/message", "messages are numbered in order, from 0");
    IAM_TRY(after, own_number_at(line, "after"));
    if (after && *after >= *number) return wrong_at("/after", "an earlier message is expected");
    ForeignChat::Message message{.after = after};
    const Json* const parts = find_member(line, "parts");
    if (parts != nullptr && parts->is_array()) {
        for (const Json& value : *parts) {
            IAM_TRY(part, own_part_at(value, "/parts/" + std::to_string(message.parts.size())));
            message.parts.push_back(std::move(part));
        }
    }
    open_->chat.messages.push_back(std::move(message));
    return {};
}

Result<void> OwnLines::read_call(const Json& line) {
    IAM_TRY(call, own_number_at(line, "call"));
    IAM_TRY(message, own_number_at(line, "message"));
    if (call != open_->calls.size())
        return wrong_at("/call", "calls are numbered in order, from 0");
    if (!message || *message >= open_->chat.messages.size())
        return wrong_at("/message", "the number of an earlier message is expected");
    open_->calls.push_back(*message);
    open_->tools.push_back(text_of(line, "name"));
    open_->chat.messages[*message].parts.push_back({.kind = ForeignPart::Kind::call,
                                                    .role = Role::assistant,
                                                    .text = text_of(line, "arguments"),
                                                    .name = open_->tools.back()});
    return {};
}

Result<void> OwnLines::read_result(const Json& line) {
    IAM_TRY(call, own_number_at(line, "result"));
    if (!call || *call >= open_->calls.size())
        return wrong_at("/result", "the number of an earlier call is expected");
    open_->chat.messages[open_->calls[*call]].parts.push_back({.kind = ForeignPart::Kind::result,
                                                               .role = Role::tool,
                                                               .text = text_of(line, "text"),
                                                               .name = open_->tools[*call]});
    return {};
}

Result<void> OwnLines::read_end(const Json& end) {
    IAM_TRY(count, own_number_at(end, "messages"));
    IAM_TRY(leaf, own_number_at(end, "leaf"));
    if (count != open_->chat.messages.size())
        return wrong_at("/end/messages", "the chat has another number of messages");
    if (leaf && *leaf >= *count)
        return wrong_at("/end/leaf", "the number of a message is expected");
    open_->chat.leaf = leaf;
    is_whole_ = true;
    return {};
}

}  // namespace iam::chat
