// Texts that are published are what their readers see: UTF-8 without hidden characters.
#pragma once

#include <generator/frontend/reader.hpp>
#include <generator/model/text.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Says what is wrong at `place` with the text of `owner`, "this comment" or "iam::unit".
void report_unreadable(Reader& reader, const Unreadable& found, const std::string& owner,
                       SourceSpan place);
/// False, with a report at `place`, where the text has a hidden character.
bool is_readable(Reader& reader, std::string_view text, const std::string& owner,
                 const SourceSpan& place);

}  // namespace iam::gen
