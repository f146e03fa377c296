#include "document.hpp"

#include <sstream>

namespace editor {

Edit Document::append_text(const std::string& text) {
    Edit edit{static_cast<int>(text_.size()), text, ""};
    text_ += text;
    return edit;
}

iam::Preview Document::preview_append(const std::string& text) const {
    iam::Preview preview;
    preview.summary = "Adds " + std::to_string(text.size()) + " bytes at the end.";
    preview.fields = {{"After", text_.substr(text_.size() > 20 ? text_.size() - 20 : 0)},
                      {"New", text}};
    return preview;
}

void Document::take_back_append(const Edit& result) {
    restore(result);
}

Edit Document::replace_text(const std::string& find, const std::string& replace) {
    const std::size_t at = text_.find(find);
    if (at == std::string::npos)
        throw iam::tool_error("text_not_found", "The document does not contain this text.");
    text_.replace(at, find.size(), replace);
    return Edit{static_cast<int>(at), replace, find};
}

void Document::take_back_replace(const Edit& result) {
    restore(result);
}

int Document::count_words() const {
    std::istringstream in(text_);
    int count = 0;
    for (std::string word; in >> word;) ++count;
    return count;
}

/// An edit can be taken back only where its text still stands: a later edit may have moved it.
void Document::restore(const Edit& edit) {
    const auto at = static_cast<std::size_t>(edit.position);
    if (at > text_.size() || text_.compare(at, edit.text.size(), edit.text) != 0)
        throw iam::tool_error("changed_since",
                              "The text has changed at this place; undo the later edits first.");
    text_.replace(at, edit.text.size(), edit.removed);
}

}  // namespace editor
