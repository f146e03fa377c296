#pragma once

#include <iam/annotations.hpp>

#include <future>

#include <tl/expected.hpp>

namespace desk {

struct Door {
    std::future<int> opened;
};

/// Opens.
[[iam::tool({.idempotent = false})]] std::future<int&> open(  // iam-error: return the value itself
    std::future<int> when,                                    // iam-error: may return one as a whole
    Door door);                                               // iam-error: may return one as a whole

/// Closes.
[[iam::tool({.idempotent = false})]] tl::expected<int, void*> close();  // iam-error: the error of 'desk::close'
[[iam::preview(close)]] std::future<iam::Preview> preview_close();      // iam-error: may return one as a whole  // iam-error: return iam::Preview

/// Locks.
[[iam::tool({.idempotent = false})]] int lock();
[[iam::undo(lock)]] tl::expected<int, int> unlock();  // iam-error: return void

}  // namespace desk
