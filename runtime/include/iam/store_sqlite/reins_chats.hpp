// Reads the chats of Reins, a program whose database has the tables chats and messages.
#pragma once

#include <iam/chat/import.hpp>

#include <filesystem>

namespace iam::store_sqlite {

/// Reads a database of Reins in its versions 1 to 3. The file is not changed, and nothing is
/// written beside it. Calls and results, which version 1 keeps as lines TOOL_CALL: and TOOL_RESULT:
/// of an assistant, become quoted text.
///
/// Each chat reaches the sink, or the reason why it could not be read. Errors: unavailable (no such
/// file, or its program has not finished writing it), invalid_argument (no database of Reins, a
/// limit), corrupt (a damaged database).
Result<void> read_reins_chats(const std::filesystem::path& file, const chat::ImportSink& sink,
                              const chat::ImportLimits& limits = {});

}  // namespace iam::store_sqlite
