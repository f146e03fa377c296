// Accounts for the bytes of one batch's answers.
#include "rpc/batch.hpp"

#include "rpc/writer.hpp"

#include <algorithm>
#include <utility>

namespace iam::rpc {

void Batch::reserve(const std::optional<Id>& id) {
    reserved_ += batch_error_room(id);
}

std::size_t Batch::release(const std::optional<Id>& id) {
    const std::size_t room = batch_error_room(id);
    reserved_ -= room;
    return room;
}

void Batch::add(const std::optional<Id>& id, std::string answer, std::size_t spare,
                bool writes_null_id) {
    const std::size_t room = release(id);
    const std::size_t bytes = answer.size() + 1;  // with the sign before it
    const bool fits = text_.size() + bytes + 1 + reserved_ <= bytes_max_;
    const bool waits = open_ > 1;
    if (!fits || (waits && bytes - std::min(bytes, room) > spare))
        answer = batch_error_text(id, writes_null_id);
    text_ += text_.empty() ? '[' : ',';
    text_ += answer;
}

std::string Batch::take_text() {
    text_ += ']';
    return std::move(text_);
}

}  // namespace iam::rpc
