// Takes back a batch that cannot be applied as a whole.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace iam::store {

/// Runs its steps, last first, unless the change was kept. A step is added before its change is
/// made, with all its memory. So every change has its step, and steps do not fail.
class Rollback {
 public:
    Rollback() = default;
    Rollback(const Rollback&) = delete;
    Rollback& operator=(const Rollback&) = delete;
    ~Rollback() {
        for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) (*step)();
    }

    void add(std::function<void()> step) { steps_.push_back(std::move(step)); }
    void keep() noexcept { steps_.clear(); }

 private:
    std::vector<std::function<void()>> steps_;
};

/// Exchanges the node at `key` with `node`; either may be empty. Map is a std::map, which takes a
/// node without memory.
template <class Map>
void swap_in(Map& map, const typename Map::key_type& key, typename Map::node_type& node) noexcept {
    auto before = map.extract(key);
    if (!node.empty()) map.insert(std::move(node));
    node = std::move(before);
}

/// Sets the value at `key`, or removes it.
template <class Map>
void set_in(Map& map, const typename Map::key_type& key,
            std::optional<typename Map::mapped_type> value, Rollback& rollback) {
    auto node = std::make_shared<typename Map::node_type>();
    if (value) {
        Map one;
        one.emplace(key, *std::move(value));
        *node = one.extract(one.begin());
    }
    rollback.add([&map, key, node] { swap_in(map, key, *node); });
    swap_in(map, key, *node);
}

}  // namespace iam::store
