// Every attribute of this version, and every kind of default.
#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rules {

struct Secret {
    std::string user;
    [[iam::secret]] std::string password;
};

struct Part {
    [[iam::range(1, 9)]] int count = 2;
    [[iam::pattern("^[A-Z]{2}$"), iam::name("country-code")]] std::string country = "DE";
    [[iam::length(0, 2)]] std::vector<int> sizes;
};

int next_number();

/// Holds numbers to their rules.
[[iam::tool({.name = "rule_numbers", .title = "Numbers", .read_only = true})]] double numbers(
    [[iam::range(0, 23)]] int hour, [[iam::range(0.5, iam::none)]] double factor,
    [[iam::multiple_of(5)]] int step = 10, [[iam::multiple_of(0.1)]] double price = 0.3,
    [[iam::range(iam::none, 18446744073709551615u)]] unsigned long big = 18446744073709551615u,
    [[iam::unit("mm"), iam::example(3)]] int width = -1);

/// Holds texts to their rules.
[[iam::tool({.name = "texts-of-rules", .read_only = true})]] std::string texts(
    [[iam::length(1, 3)]] std::string_view word,
    [[iam::pattern("^[a-z]+$"),
      iam::description("small letters")]] const std::string& small = "abc",
    [[iam::format("date")]] const std::optional<std::string>& day = std::nullopt,
    [[iam::name("e-mail"), iam::format("email")]] std::optional<std::string> mail = std::nullopt);

/// Holds aggregates to the rules of their fields.
/// @param parts  what to count
[[iam::tool({.read_only = true})]] Part parts(
    [[iam::length(1, 2)]] const std::vector<Part>& parts,
    [[iam::length(1, iam::none)]] const std::map<std::string, Part>& named = {{"a", {}}});

struct Rolled {
    [[iam::range(0, 10)]] int value = next_number();
};

/// Holds what the program fills in to its rules as well.
[[iam::tool({.read_only = true})]] int rolled(const Rolled& rolled);

/// Wants more than one file.
[[iam::tool({.read_only = true})]] int files(
    [[iam::length(2, iam::none)]] const std::set<std::filesystem::path>& files);

/// Has every kind of default.
[[iam::tool({.read_only = true})]] std::string defaults(
    bool flag = true, float ratio = 0.1F, const std::string& text = "a \"quoted\"\ntext?",
    std::string_view view = "view", std::optional<int> number = 5, const Part& part = {4, "FR", {}},
    std::vector<int> list = {}, int computed = next_number());

/// A part of a whole.
using Percent [[iam::range(0, 100), iam::unit("%")]] = int;
using Code [[iam::pattern("^[A-Z]{2}$")]] = std::string;
using Id [[iam::as_string, iam::range(1, iam::none)]] = std::uint64_t;
using Percents [[iam::range(1, 99), iam::items(1, 2)]] = std::vector<int>;

struct Share {
    [[iam::consent_key]] Percent own = 50;
    std::vector<Code> codes;
};

/// Holds values to what the aliases of their types say.
[[iam::tool({.read_only = true})]] std::variant<Percent, Id> shared_out(
    const Share& share, std::map<std::string, std::vector<Percent>> others, Percents more = {1},
    [[iam::consent_key]] std::optional<Id> id = {});

/// Takes a secret and gives one.
[[iam::tool({.policy = iam::confirm,
             .destructive = false,
             .timeout_ms = 500,
             .tags = {"account"},
             .since = "1.2"})]] Secret
login([[iam::secret, iam::length(4, 4)]] const std::string& pin, const Secret& other);

}  // namespace rules
