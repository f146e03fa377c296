// What is empty in nearly every value of the model and large where it is not.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace iam::gen {

/// A std::optional that takes the room of one pointer while it is empty: with what attributes may say of a parameter held in place, a
/// parameter would be 2.5 kB, and a target with a thousand tools would spend a tenth of its time on the memory for that.
template <class T>
class Rare {
 public:
    Rare() = default;
    Rare(std::nullopt_t) {}
    Rare(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Rare(std::optional<T> value) {
        if (value) value_ = std::make_unique<T>(*std::move(value));
    }
    Rare(const Rare& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
    Rare(Rare&&) noexcept = default;
    Rare& operator=(const Rare& other) {
        Rare copy(other);
        value_ = std::move(copy.value_);
        return *this;
    }
    Rare& operator=(Rare&&) noexcept = default;
    Rare& operator=(T value) {
        value_ = std::make_unique<T>(std::move(value));
        return *this;
    }
    ~Rare() = default;

    explicit operator bool() const noexcept { return value_ != nullptr; }
    bool has_value() const noexcept { return value_ != nullptr; }
    T& operator*() noexcept { return *value_; }
    const T& operator*() const noexcept { return *value_; }
    T* operator->() noexcept { return value_.get(); }
    const T* operator->() const noexcept { return value_.get(); }
    T value_or(T other) const { return value_ ? *value_ : std::move(other); }
    void reset() noexcept { value_.reset(); }

 private:
    std::unique_ptr<T> value_;
};

}  // namespace iam::gen
