// A row of Reins' table of messages as a message of an import.
#pragma once

#include <iam/chat/import.hpp>
#include <iam/core/result.hpp>

#include <string>

namespace iam::store_sqlite {

struct ReinsMessage {
    std::string role{};
    std::string content{};
    bool has_images = false;
    std::string call{};    ///< JSON of version 3; empty: none
    std::string result{};  ///< the same
};

/// Adds the message behind the last one. Errors: invalid_argument (an unknown role).
Result<void> add_reins_message(chat::ForeignChat& chat, const ReinsMessage& message);

}  // namespace iam::store_sqlite
