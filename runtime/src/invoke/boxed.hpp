// A large part that few values have: an optional that takes the room of a pointer where there is none.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace iam::invoke {

/// What std::optional says of itself holds of it, but that a part which is there lives on the heap. Moved, not copied.
template <class T>
class Boxed {
 public:
    Boxed() noexcept = default;
    Boxed(std::nullopt_t) noexcept {}
    Boxed(T&& value) : value_(std::make_unique<T>(std::move(value))) {}

    template <class... Parts>
    T& emplace(Parts&&... parts) {
        value_ = std::make_unique<T>(std::forward<Parts>(parts)...);
        return *value_;
    }
    void reset() noexcept { value_.reset(); }

    explicit operator bool() const noexcept { return value_ != nullptr; }
    bool has_value() const noexcept { return value_ != nullptr; }
    T& operator*() & noexcept { return *value_; }
    const T& operator*() const& noexcept { return *value_; }
    T&& operator*() && noexcept { return std::move(*value_); }
    T* operator->() noexcept { return value_.get(); }
    const T* operator->() const noexcept { return value_.get(); }

    friend bool operator==(const Boxed& box, const T& value) {
        return box.value_ != nullptr && *box.value_ == value;
    }

 private:
    std::unique_ptr<T> value_;
};

}  // namespace iam::invoke
