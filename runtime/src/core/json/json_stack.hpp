// Holds the open containers of a JSON text: the reader's position and the names seen in each open
// object.
#pragma once

#include "core/json/short_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <set>
#include <string>
#include <string_view>

namespace iam {

/// Orders shorter names first, since this needs no look at the bytes. An ordered tree stays fast
/// for all choices of names.
struct ShorterName {
    bool operator()(std::string_view a, std::string_view b) const noexcept {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};
using NameTree = std::set<std::string_view, ShorterName>;

struct JsonFrame {
    bool is_object = false;
    // the reader has gone to a member or element, and this is part of the pointer
    bool placed = false;
    std::size_t count = 0;       // members or elements so far
    std::string_view name{};     // name of the current member
    std::size_t names_from = 0;  // where this object's names begin in JsonStack::names_
    std::size_t unescaped = 0;   // how many of its names JsonStack owns
    std::uint64_t traits = 0;    // one bit for each class of names: see JsonStack::remember
    NameTree* tree = nullptr;    // in JsonStack::trees_
};

/// The containers and names of an ordinary call need no heap; more depth or more names do.
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
    /// Keeps a decoded name while the innermost object is open.
    std::string_view keep(std::string&& name);
    /// Adds the name to the innermost object; false if it is there already. The name must live as
    /// long as the object is open. Equal names share one of 64 classes, so while a class is new to
    /// the object, its name is new too.
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
    /// Up to this many names of an object are compared one by one; more names go into a tree.
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
    // names of all open objects without a tree
    ShortStack<std::string_view, k_names_inline> names_;
    // decoded names, the innermost object's first
    std::forward_list<std::string> unescaped_;
    std::forward_list<NameTree> trees_;  // trees, the innermost object's first
};

}  // namespace iam
