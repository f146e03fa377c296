#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace desk {

/// A part of a whole.
using Percent [[iam::range(0, 100), iam::unit("%")]] = int;
using Tens [[iam::multiple_of(10)]] = Percent;
typedef std::string Code [[iam::pattern("^[A-Z]{2}$")]];
using Id [[iam::as_string, iam::range(1, iam::none)]] = std::uint64_t;
using Percents [[iam::range(1, 99), iam::items(1, 3), iam::unique]] = std::vector<int>;
using Plain = Percent;

struct Row {
    Percent share;
    Percent rest = 5;  ///< what is left
    std::optional<Code> code;
    std::map<std::string, Percent> shares;
};

/// Mixes.
/// @param a first
[[iam::tool({.read_only = true})]] Percent mix(Percent a, [[iam::multiple_of(5)]] const Plain& b, std::optional<Tens> c, Percents d,
                                               const std::vector<std::vector<Percent>>& e, std::tuple<Code, Id> f,
                                               std::variant<Percent, Id> g, std::span<const Tens> h, Row row, Id id = 7);

/// Gives ids.
[[iam::tool({.read_only = true})]] std::vector<Id> ids(std::vector<std::optional<Id>> near = {3});

}  // namespace desk
