// The answer to one request: given by hand, or by the end of the Reply.
#include "iam/rpc/reply.hpp"

#include "rpc/core.hpp"

#include <new>

namespace iam::rpc {

Reply& Reply::operator=(Reply&& other) noexcept {
    if (this == &other) return *this;
    drop();
    core_ = std::move(other.core_);
    serial_ = other.serial_;
    id_ = std::move(other.id_);
    return *this;
}

Reply::~Reply() {
    drop();
}

void Reply::drop() noexcept {
    if (!core_) return;
    try {
        core_->answer_unanswered(serial_, id_);
    } catch (const std::bad_alloc&) {  // the other side's time-out ends the request
    }
    core_.reset();
}

bool Reply::result(std::string_view json) {
    return core_ && core_->answer_result(serial_, id_, json);
}
bool Reply::error(const ErrorObject& error) {
    return core_ && core_->answer_error(serial_, id_, error);
}
bool Reply::progress(const Progress& progress) {
    return core_ && core_->tell_progress(serial_, progress);
}
void Reply::set_at_work(bool is_at_work) {
    if (core_) core_->set_at_work(serial_, is_at_work);
}

}  // namespace iam::rpc
