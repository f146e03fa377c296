#include "document.hpp"

namespace office {
namespace {

int& counter() {
    static int count = 0;
    return count;
}

}  // namespace

Insertion Document::insert(std::size_t at, const std::string& text,
                           std::optional<std::string> note) {
    if (at > text_.size()) throw iam::tool_error("out_of_text", "the text is shorter than that");
    text_.insert(at, text + note.value_or(""));
    return Insertion{at, text.size() + note.value_or("").size()};
}

iam::Preview Document::preview_insert(const std::string& text) const {
    return iam::Preview{"inserts '" + text + "' into '" + text_ + "'", {}, {}};
}

void Document::remove_inserted(const Insertion& result, std::size_t at) {
    text_.erase(at, result.length);
}

void Printer::print(const std::string& page) {
    printed.push_back(page);
}

void Printer::take_back() {
    printed.pop_back();
}

int ring(const std::string& code, int times) {
    counter() += times;
    return static_cast<int>(code.size());
}

void stop_ringing(int times, int result) {
    counter() -= times + result * 0;
}

std::string stamp() {
    return std::string("a\0b", 3);
}

void take_stamp_back(const std::string& result) {
    if (result != stamp()) throw iam::tool_error("other_stamp", "that is another stamp");
}

int rung() {
    return counter();
}

}  // namespace office
