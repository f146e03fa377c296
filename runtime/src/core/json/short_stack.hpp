// Defines ShortStack, a stack of plain values, without heap for the first few. An empty one
// initialises three words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace iam {

/// Holds `N` values inside. A pmr vector over its own room does the same, but its construction
/// takes four times as long.
template <class T, std::size_t N>
class ShortStack {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
    ShortStack() noexcept = default;
    ShortStack(const ShortStack&) = delete;
    ShortStack& operator=(const ShortStack&) = delete;

    bool empty() const noexcept { return size_ == 0; }
    std::size_t size() const noexcept { return size_; }
    T& back() noexcept { return begin_[size_ - 1]; }
    const T* begin() const noexcept { return begin_; }
    const T* end() const noexcept { return begin_ + size_; }

    void push_back(T value) {
        if (size_ == room_) grow();
        std::construct_at(begin_ + size_, value);
        ++size_;
    }
    void pop_back() noexcept { --size_; }
    /// `size` is at most the current size.
    void shrink_to(std::size_t size) noexcept { size_ = size; }

 private:
    void grow() {
        auto more = std::make_unique<T[]>(room_ * 2);
        std::copy_n(begin_, size_, more.get());
        more_ = std::move(more);
        begin_ = more_.get();
        room_ *= 2;
    }

    alignas(T) std::array<std::byte, N * sizeof(T)> here_;
    T* begin_ = reinterpret_cast<T*>(here_.data());
    std::size_t size_ = 0;
    std::size_t room_ = N;
    std::unique_ptr<T[]> more_;
};

}  // namespace iam
