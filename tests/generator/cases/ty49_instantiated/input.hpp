#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

struct Lamp {
    int watts = 40;
};

/// Keeps a value within two others.
/// @param value  what to keep
template <class T>
[[iam::tool({.name = "clamp", .read_only = true})]] T clamp_to(
    [[iam::range(-5, 5)]] T value, T low = T{1}, const std::vector<T>& others = {});
template <class T>
T clamp_to(T value, T low, const std::vector<T>& /*others*/) {
    return value < low ? low : value;
}
extern template long clamp_to<long>(long, long, const std::vector<long>&);

struct Shelf {
    /// Takes a thing out.
    template <class Thing, int Floor>
    [[iam::tool({.name = "take_lamp", .idempotent = false})]] Thing take(const std::string& label,
                                                                         iam::Context&) {
        return label.empty() ? Thing{} : Thing{Floor};
    }
    /// Puts a lamp back.
    [[iam::undo(take)]] void put_back(const Lamp& result);
};
template Lamp Shelf::take<Lamp, 2>(const std::string&, iam::Context&);

/// Adds one to anything.
[[iam::tool({.name = "add_one", .read_only = true})]] auto add_one(auto value) {
    return value + 1;
}
template auto add_one<int>(int);

/// Counts.
template <class T>
[[iam::tool({.name = "count_texts", .read_only = true})]] int count(std::vector<T> things) {
    return static_cast<int>(things.size());
}
template int count<std::string>(std::vector<std::string>);
[[iam::preview(count<std::string>)]] iam::Preview preview_count();

}  // namespace desk
