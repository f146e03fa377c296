#include "iam/tool/context.hpp"

#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <span>

namespace iam {
namespace {

std::string digest_state(const SecretKey& key, std::string_view touched, std::string_view state) {
    Hasher hasher(domain_tag("iam/state/1"), key);
    return hasher.update_framed(touched).update(state).finish().hex();
}

std::string text_of(const FileIdentity& file) {
    return std::to_string(file.device) + " " + std::to_string(file.inode) + " " + file.sha256.hex();
}

/// Enough digits to tell states apart, and few enough to read aloud.
std::string_view shortened(std::string_view hex) {
    return hex.substr(0, 16);
}

/// The end of a call must not depend on the listener, nor on its failures.
void tell_log(const LogListener& listener, LogLevel level, std::string_view message,
              std::string_view logger) noexcept {
    try {
        listener({level, std::string(message), std::string(logger)});
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
}

}  // namespace

std::string Context::idempotency_key() const {
    if (arguments_digest_ == nullptr) return {};
    return (key_id_.empty() ? call_id_ : key_id_) + "." +
           to_hex(std::span(arguments_digest_->bytes).first(16));
}

bool Context::touch(std::string_view key) {
    if (key.empty() || key.size() > k_touched_key_bytes_max || !is_valid_utf8(key)) return false;
    if (std::find(touched_.begin(), touched_.end(), key) != touched_.end()) return true;
    if (touched_.size() == k_touched_keys_max) return false;
    touched_.emplace_back(key);
    return true;
}

bool Context::touch(std::string_view key, std::string_view state) {
    if (!touch(key)) return false;
    if (state_key_ != nullptr)
        states_.insert_or_assign(std::string(key), digest_state(*state_key_, key, state));
    return true;
}

bool Context::touch(std::string_view key, const FileIdentity& file) {
    return touch(key, text_of(file));
}

bool Context::keep_for_undo(std::string text) {
    if (text.size() > k_kept_bytes_max || !is_valid_utf8(text)) return false;
    kept_ = std::move(text);
    return true;
}

void Context::rule_out_undo(std::string reason) {
    constexpr std::size_t k_reason_bytes_max = 4096;
    const bool is_usable =
        !reason.empty() && reason.size() <= k_reason_bytes_max && is_valid_utf8(reason);
    no_undo_ = is_usable ? std::move(reason) : "Its function says so.";
}

std::optional<tool_error> Context::conflict(std::string_view key, const FileIdentity& now) const {
    return conflict(key, text_of(now));
}

std::optional<tool_error> Context::conflict(std::string_view key, std::string_view now) const {
    const auto left = left_.find(key);
    const std::string name = "\"" + std::string(key) + "\"";
    if (state_key_ == nullptr || left == left_.end()) {
        return tool_error(std::string(code::undo_conflict),
                          "It is not on record how the call left " + name +
                              ", so nobody can tell whether it has changed since; nothing was "
                              "undone, take it back by hand.");
    }
    const std::string found = digest_state(*state_key_, key, now);
    if (found == left->second) return std::nullopt;
    return tool_error(std::string(code::undo_conflict),
                      name + " has changed since the call: expected state " +
                          std::string(shortened(left->second)) + ", found " +
                          std::string(shortened(found)) +
                          "; nothing was undone, take it back by hand.");
}

bool Context::log(LogLevel level, std::string_view message, std::string_view logger) {
    if (message.empty() || message.size() > k_log_bytes_max || !is_valid_utf8(message))
        return false;
    if (logger.size() > k_logger_bytes_max || !is_valid_utf8(logger)) return false;
    if (log_listener_ != nullptr) tell_log(*log_listener_, level, message, logger);
    return true;
}

Result<std::shared_ptr<const PinnedFile>> Context::pin_file(const std::string& path) {
    std::uint64_t bytes = 0;
    for (const auto& pin : pins_) {
        if (pin->path() == path) return pin;
        bytes += pin->identity().size;
    }
    const bool is_input = std::find(files_.begin(), files_.end(), path) != files_.end();
    if (pins_are_given_ && !is_input) {
        return fail(Errc::conflict,
                    "The preview of this call pinned no file of the path \"" + path +
                        "\", so nobody agreed to it; pin it in the preview, by the same text.");
    }
    if (pins_.size() == k_pins_max) {
        return fail(Errc::invalid_argument, "A call pins at most " + std::to_string(k_pins_max) +
                                                " files; let it be about fewer of them.");
    }
    IAM_TRY(pin, PinnedFile::open(path, k_pinned_bytes_max - bytes));
    pins_.push_back(pin);
    return std::move(pin);
}

Result<Input> Context::input(const std::string& key, InputRequest request) {
    if (!takes_inputs_) {
        return fail(Errc::invalid_argument,
                    "Only the function of a call asks for input, not its preview or undo.");
    }
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (key.empty() || key.size() > 64 || !std::all_of(key.begin(), key.end(), is_plain)) {
        return fail(Errc::invalid_argument, "An input has a name of [a-z0-9_]{1,64}.");
    }
    request.key = key;
    IAM_CHECK(check_input_request(request));
    for (const InputValue& value : inputs_) {
        if (value.key != key) continue;
        auto input = read_input(request, value.text);
        if (!input) break;  // the request differs from the earlier one
        if (request.kind == InputRequest::Kind::file) files_.push_back(input->text);
        return input;
    }
    const auto same = [&](const InputRequest& asked) { return asked.key == key; };
    if (std::none_of(asked_.begin(), asked_.end(), same)) {
        if (asked_.size() == k_inputs_max) {
            return fail(Errc::invalid_argument,
                        "A function asks for at most " + std::to_string(k_inputs_max) + " inputs.");
        }
        asked_.push_back(request);
    }
    return fail(Errc::unavailable, "The call waits for input: " + request.prompt);
}

}  // namespace iam
