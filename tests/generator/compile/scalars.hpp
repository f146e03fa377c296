// Numbers, characters, texts and enumerations of every kind that a tool may take and give back.
#pragma once

#include <iam/annotations.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace scalars {

enum class Ticket : std::uint64_t {};
enum class Offset : signed char {};

enum class Colour {
    red,
    green,
    crimson = red,
};

enum class [[iam::flags]] Days : std::uint8_t{
    none = 0,    monday = 1, tuesday = 2,
    start = 3,  ///< monday and tuesday
    friday = 16,
};

struct Label {
    char text[5] = "abc";
    std::u8string title;
    Days days{};
};

/// Gives them back, one behind the other.
[[iam::tool({.read_only = true})]] std::string letters(char letter, const char* text,
                                                       char other = '!');

/// Half of it.
[[iam::tool({.read_only = true})]] long double halved(long double number);

/// The next ticket.
[[iam::tool({.read_only = true})]] Ticket next_ticket([[iam::range(1, iam::none)]] Ticket ticket,
                                                      Offset offset = Offset{-2},
                                                      std::byte mask = std::byte{7});

/// Gives it back.
[[iam::tool({.read_only = true})]] Colour paint(Colour colour);

/// Adds friday, or what nobody has named.
[[iam::tool({.read_only = true})]] Days add_friday(Days days = Days::none, bool unnamed = false);

/// Gives it back.
[[iam::tool({.read_only = true})]] Label relabel(Label label);

struct Account {
    [[iam::as_string]] Ticket ticket{};
    [[iam::as_string]] std::int64_t balance = -5;
};

/// Counts up what readers of JSON would round.
[[iam::tool({.read_only = true})]] Account counted_up([[iam::as_string]] std::uint64_t id,
                                                      Account account,
                                                      [[iam::as_string]] std::optional<long> step,
                                                      [[iam::as_string]] const long long& by = 1);

/// Gives it back.
[[iam::tool({.read_only = true})]] long near_limit(
    [[iam::as_string, iam::range(-3, 9007199254740993)]] long number);

}  // namespace scalars
