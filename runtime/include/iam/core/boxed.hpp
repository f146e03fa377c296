// Defines Boxed, an optional with its value on the heap. Without a value it takes the room of one
// pointer.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace iam {

/// Behaves as std::optional does, except that the value lives on the heap. It is for large parts
/// that few values have. With std::optional in its place, a call's state would be twice as large
/// and a parameter of a model would take 2.5 kB. A copy owns its own value.
template <class T>
class Boxed {
 public:
    Boxed() noexcept = default;
    Boxed(std::nullopt_t) noexcept {}
    Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Boxed(std::optional<T> value) {
        if (value) value_ = std::make_unique<T>(*std::move(value));
    }
    Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
    Boxed(Boxed&&) noexcept = default;
    Boxed& operator=(const Boxed& other) {
        Boxed copy(other);
        value_ = std::move(copy.value_);
        return *this;
    }
    Boxed& operator=(Boxed&&) noexcept = default;
    Boxed& operator=(T value) {
        value_ = std::make_unique<T>(std::move(value));
        return *this;
    }
    ~Boxed() = default;

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
    T value_or(T other) const { return value_ ? *value_ : std::move(other); }

    friend bool operator==(const Boxed& box, const T& value) {
        return box.value_ != nullptr && *box.value_ == value;
    }

 private:
    std::unique_ptr<T> value_;
};

}  // namespace iam
