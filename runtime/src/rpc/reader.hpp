// Reads the text of a message, or of a batch, into values. Pure.
#pragma once

#include <iam/rpc/message.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::rpc {

/// A message as it was read. Its views are pieces of the text.
struct Message {
    enum class Kind {
        request,
        notification,
        answer,            ///< to an own request, good or bad
        refused,           ///< to be answered with an error
        bad_notification,  ///< to be reported, never to be answered
    };
    Kind kind = Kind::refused;
    std::optional<Id> id{};
    std::string method{};
    std::string_view params{};
    std::optional<Id> token{};  ///< progress is wanted under this token
    std::string_view result{};
    std::optional<ErrorObject> error{};
    std::string fault{};  ///< of a refused message, a bad notification or a bad answer
    std::int64_t fault_code = code::invalid_request;

    bool wants_answer() const noexcept { return kind == Kind::request || kind == Kind::refused; }
};

struct Reading {
    bool is_batch = false;
    /// In their order, at least one. A text refused as a whole is one refused message.
    std::vector<Message> messages{};
};

Reading read_text(std::string_view text, const Limits& limits, const Protocol& protocol);

/// The id in a cancellation. Nothing if there is none.
std::optional<Id> read_cancelled_id(std::string_view params, const CancelNames& names,
                                    const Limits& limits);

struct ProgressNote {
    Id token;
    Progress progress{};
};
/// Nothing if the parameters do not fit a progress notification.
std::optional<ProgressNote> read_progress(std::string_view params, const ProgressNames& names,
                                          const Limits& limits);

}  // namespace iam::rpc
