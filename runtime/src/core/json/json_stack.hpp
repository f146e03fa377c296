// The open containers of a JSON text: where the reader is, and which names each open object has had.
#pragma once

#include "short_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <set>
#include <string>
#include <string_view>

namespace iam {

/// Shorter names first, as that needs no look at the bytes; ordered, so that no choice of names makes it slow.
struct ShorterName {
    bool operator()(std::string_view a, std::string_view b) const noexcept {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};
using NameTree = std::set<std::string_view, ShorterName>;

struct JsonFrame {
    bool is_object = false;
    bool placed = false;    // the reader has gone to a member or element: it is part of the pointer
    std::size_t count = 0;  // members or elements so far
    std::string_view name{};     // of the member
    std::size_t names_from = 0;  // where this object's names begin in JsonStack's list
    std::size_t unescaped = 0;   // how many of its names JsonStack owns
    std::uint64_t traits = 0;    // a bit for each name: see JsonStack::remember
    NameTree* tree = nullptr;    // in JsonStack's list
};

/// What an ordinary call needs lies inside; more depth or more names take memory from the heap.
class JsonStack {
 public:
    JsonStack() = default;
    JsonStack(const JsonStack&) = delete;
    JsonStack& operator=(const JsonStack&) = delete;

    bool empty() const noexcept { return frames_.empty(); }
    std::size_t depth() const noexcept { return frames_.size(); }
    /// The innermost container. Call only when not empty().
    JsonFrame& top() noexcept { return frames_.back(); }

    void open(bool is_object);
    void close();
    /// Keeps a decoded name as long as the innermost object is open.
    std::string_view keep(std::string&& name);
    /// Adds the name, which must live as long, to the innermost object; false if it is there already. Of 64 classes of names, equal ones
    /// share one: while a class is new to the object, so is the name.
    bool remember(std::string_view name) {
        JsonFrame& frame = top();
        const std::uint64_t bit = std::uint64_t{1} << name_class(name);
        const bool is_new = (frame.traits & bit) == 0;
        frame.traits |= bit;
        if (!is_new || names_.size() - frame.names_from >= k_names_in_a_row) return search(name);
        names_.push_back(name);
        return true;
    }
    std::string pointer() const;

 private:
    /// Up to this many names of an object are compared one by one; more go into a tree.
    static constexpr std::size_t k_names_in_a_row = 16;
    static constexpr std::size_t k_frames_inline = 6;
    static constexpr std::size_t k_names_inline = 16;

    static std::size_t name_class(std::string_view name) noexcept {
        if (name.empty()) return 0;
        const auto byte = [](char c) { return static_cast<unsigned char>(c); };
        return (byte(name.front()) + name.size() * 5 + byte(name.back()) * std::size_t{11}) % 64;
    }
    bool search(std::string_view name);

    ShortStack<JsonFrame, k_frames_inline> frames_;
    ShortStack<std::string_view, k_names_inline> names_;  // of all open objects without a tree
    std::forward_list<std::string> unescaped_;            // the innermost object's first
    std::forward_list<NameTree> trees_;                   // likewise
};

}  // namespace iam
