// A recorded path proves nothing about today's file. Each file is opened again, once, and the open
// file is compared.
#include "gate/functions/pins.hpp"

#include "gate/questions/inputs.hpp"
#include <iam/core/json.hpp>

namespace iam::gate {
namespace {

std::optional<std::uint64_t> number_at(const Json& pin, std::string_view key) {
    const auto member = pin.find(key);
    if (member == pin.end() || !member->is_number_integer()) return std::nullopt;
    if (!member->is_number_unsigned() && member->get<std::int64_t>() < 0) return std::nullopt;
    return member->get<std::uint64_t>();
}

std::optional<FilePin> read_pin(const Json& value) {
    if (!value.is_object()) return std::nullopt;
    const auto path = value.find("path");
    const auto hash = value.find("sha256");
    const auto device = number_at(value, "device");
    const auto inode = number_at(value, "inode");
    const auto size = number_at(value, "size");
    if (path == value.end() || !path->is_string() || hash == value.end() || !hash->is_string()) {
        return std::nullopt;
    }
    const auto digest = Digest::from_hex(hash->get<std::string>());
    if (!digest || !device || !inode || !size) return std::nullopt;
    return FilePin{path->get<std::string>(), FileIdentity{*device, *inode, *size, *digest}};
}

tl::unexpected<Error> unreadable_pins() {
    return fail(Errc::corrupt, "What the question pinned cannot be read");
}

/// Why the file differs from the approved one; empty if it does not.
std::string difference(const FilePin& agreed, const FileIdentity& now) {
    if (agreed.identity == now) return {};
    const bool same_file =
        agreed.identity.device == now.device && agreed.identity.inode == now.inode;
    return "\"" + agreed.path + "\" " +
           (same_file ? "has other content than" : "leads to another file than") +
           " when the question was put";
}

Refusal stale_pin(std::string why) {
    if (!why.empty() && why.back() == '.') why.pop_back();
    return Refusal(code::stale_approval,
                   std::move(why) + "; nothing was run, have the call confirmed anew.");
}

/// Opens the files in the order of the record, the order of the preview.
std::optional<Refusal> open_pins(const std::vector<FilePin>& agreed, ContextAccess::Pins& held) {
    std::uint64_t left = Context::k_pinned_bytes_max;
    for (const FilePin& pin : agreed) {
        auto file = PinnedFile::open(pin.path, left);
        if (!file) return stale_pin(std::move(file).error().message);
        if (std::string why = difference(pin, (*file)->identity()); !why.empty()) {
            return stale_pin(std::move(why));
        }
        left -= (*file)->identity().size;
        held.push_back(*std::move(file));
    }
    return std::nullopt;
}

}  // namespace

std::vector<FilePin> pins_of(const Context& context) {
    std::vector<FilePin> pins;
    for (const auto& pin : ContextAccess::pins(context)) {
        pins.push_back({pin->path(), pin->identity()});
    }
    return pins;
}

void tell_pins(Preview& preview, const std::vector<FilePin>& pins) {
    for (const FilePin& pin : pins) {
        preview.fields.push_back(
            {"Pinned file", pin.path + " (" + std::to_string(pin.identity.size) +
                                " bytes, SHA-256 " + pin.identity.sha256.hex() + ")"});
    }
}

void write_pins(JsonWriter& writer, const std::vector<FilePin>& pins) {
    writer.key("pins");
    writer.begin_array();
    for (const FilePin& pin : pins) {
        writer.begin_object();
        writer.key("device");
        writer.integer(pin.identity.device);
        writer.key("inode");
        writer.integer(pin.identity.inode);
        writer.key("path");
        writer.string(pin.path);
        writer.key("sha256");
        writer.hex(pin.identity.sha256.bytes);
        writer.key("size");
        writer.integer(pin.identity.size);
        writer.end_object();
    }
    writer.end_array();
}

Result<std::vector<FilePin>> read_pins(std::string_view preview_text) {
    std::vector<FilePin> pins;
    if (preview_text.empty()) return pins;
    const auto value = parse_json(preview_text);
    // A hook may have put any text in place of the preview. Such a text pins nothing.
    if (!value || !value->is_object()) return pins;
    const auto list = value->find("pins");
    if (list == value->end()) return pins;
    if (!list->is_array() || list->size() > Context::k_pins_max) return unreadable_pins();
    for (const Json& item : *list) {
        auto pin = read_pin(item);
        if (!pin) return unreadable_pins();
        pins.push_back(*std::move(pin));
    }
    return pins;
}

bool has_pins(std::string_view preview_text) {
    const auto value = parse_json(preview_text);
    return value && value->is_object() && value->contains("pins");
}

std::optional<Refusal> hold_pins(CallState& call) {
    call.run.pins.reset();
    const bool was_asked = call.standing.decision().source == consent::Source::approval &&
                           call.question.approval && !call.proposal.undo;
    if (!was_asked) return std::nullopt;
    // The approval answers a question of the function alone.
    if (asks_for_input(*call.question.approval) && !has_pins(call.question.approval->preview))
        return std::nullopt;
    const auto agreed = read_pins(call.question.approval->preview);
    if (!agreed) return stale_pin(agreed.error().message);
    return open_pins(*agreed, call.run.pins.emplace());
}

}  // namespace iam::gate
