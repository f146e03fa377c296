// Published texts must show their readers everything: they are UTF-8 without hidden characters.
#pragma once

#include <generator/frontend/reader.hpp>
#include <generator/model/text.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Reports at `place` the problem in the text of `owner`. `owner` is "this comment" or "iam::unit".
void report_unreadable(Reader& reader, const Unreadable& found, const std::string& owner,
                       SourceSpan place);
/// False, with a report at `place`, if the text has a hidden character or is not UTF-8.
bool is_readable(Reader& reader, std::string_view text, const std::string& owner,
                 const SourceSpan& place);

}  // namespace iam::gen
