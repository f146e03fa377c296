// One tool for each construct, which gives back what it was given: what its schema says is held
// against what its decoder takes.
#pragma once

#include <iam/annotations.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#define SAME(name, ...)                                                                          \
    [[iam::tool({.description = "Gives it back.", .read_only = true})]] inline __VA_ARGS__ name( \
        __VA_ARGS__ value) {                                                                     \
        return value;                                                                            \
    }
#define FORMATTED(name, form)                                                                    \
    [[iam::tool({.description = "Gives it back.", .read_only = true})]] inline std::string name( \
        [[iam::format(form)]] std::string value) {                                               \
        return value;                                                                            \
    }

namespace same {

SAME(ty01_int8, std::int8_t)
SAME(ty01_uint8, std::uint8_t)
SAME(ty01_int16, std::int16_t)
SAME(ty01_uint16, std::uint16_t)
SAME(ty01_int32, std::int32_t)
SAME(ty01_uint32, std::uint32_t)
SAME(ty02_int64, std::int64_t)
SAME(ty02_uint64, std::uint64_t)
SAME(ty04_float, float)
SAME(ty04_double, double)
SAME(ty04_long_double, long double)
SAME(ty05_bool, bool)
SAME(ty06_char, char)
SAME(ty07_u8string, std::u8string)
SAME(ty08_byte, std::byte)
SAME(ty09_string, std::string)

struct Extent {
    int width = 80;
    int height = 24;
};
struct Marked {
    std::optional<int> mark;
    std::vector<int> list{1, 2};
    Extent extent{10, 20};
};
// The initialiser of each field differs from what its type begins with.
struct Framed {
    Extent extent{200, 100};
    Marked marked{7, {3}, {30, 40}};
    std::pair<Extent, int> pair{{5, 6}, 7};
    std::tuple<Marked> tuple{Marked{8, {}, {1, 1}}};
    std::array<Extent, 2> array{{{1, 2}, {3, 4}}};
    std::vector<Extent> sequence{{9, 9}};
    std::map<std::string, Extent> map{{"a", {2, 2}}};
    std::variant<Extent, std::string> variant{Extent{3, 3}};
};
struct Outer : Framed {
    Framed inner{{4, 5}, {9, {9}, {9, 9}}, {{9, 9}, 9}, Marked{1, {1}, {2, 2}}};
};
SAME(b1_defaults_inside_defaults, Outer)

struct Digits {
    [[iam::as_string]] std::int64_t balance;
    [[iam::as_string]] std::optional<std::uint64_t> id;
};
SAME(ty02_digits, Digits)

struct RangedDigits {
    [[iam::as_string, iam::range(-3, 9007199254740993)]] std::int64_t wide;
    [[iam::as_string, iam::range(205, 1190)]] std::uint64_t narrow;
    [[iam::as_string, iam::range(-77, -5)]] std::optional<long> below;
};
SAME(ty02_ranged_digits, RangedDigits)

struct Short {
    char text[5];
    int sizes[2];
};
SAME(ty11_char_array, Short)

enum class Colour {
    red,    ///< as a rose
    green,  ///< as grass
    crimson = red,
    blue
};
enum class Ticket : std::uint16_t {};
enum class [[iam::flags]] Days : unsigned char{none = 0, monday = 1, tuesday = 2, friday = 16};
SAME(ty12_enum, Colour)
SAME(ty13_strong, Ticket)
SAME(ty14_flags, Days)

enum class Weekday : unsigned { none = 0, monday = 1, tuesday = 2, friday = 16 };
struct Shift {
    [[iam::flags]] Weekday days = Weekday::friday;
    [[iam::flags]] std::optional<Weekday> more;
    Weekday first;
};
using Weekdays [[iam::flags]] = Weekday;
SAME(ty14_flags_of_a_field, Shift)
SAME(ty14_flags_of_an_alias, std::vector<Weekdays>)

struct Maybe {
    std::optional<int> number;
    std::optional<std::vector<std::optional<bool>>> list;
};
SAME(ty15_optional, Maybe)
SAME(ty17_vector, std::vector<std::int8_t>)
SAME(ty17_deque, std::deque<bool>)
SAME(ty17_list, std::list<std::string>)
SAME(ty17_forward_list, std::forward_list<std::vector<short>>)
SAME(ty18_array, std::array<int, 3>)
struct Grid {
    int cells[2][2];
    char names[2][3] = {"ab", "c"};
    std::optional<bool> sparse[1][2][1];
};
SAME(ty18_arrays_of_arrays, Grid)
SAME(ty19_set, std::set<std::string>)
SAME(ty19_transparent_set, std::set<std::string, std::less<>>)
SAME(ty19_transparent_hash_set,
     std::unordered_set<std::string, std::hash<std::string>, std::equal_to<>>)
SAME(ty19_numbers, std::set<int>)
SAME(ty19_unordered_set, std::unordered_set<std::uint8_t>)
SAME(ty21_map, std::map<std::string, int>)
SAME(ty21_unordered_map, std::unordered_map<std::string, std::optional<bool>>)
SAME(ty21_transparent_map, std::map<std::string, std::set<int, std::less<>>, std::less<void>>)
SAME(ty22_transparent_map, std::map<Colour, int, std::less<>>)
SAME(ty22_integer_keys, std::map<std::int16_t, std::string>)
SAME(ty22_enum_keys, std::unordered_map<Colour, int>)
SAME(ty24_pair, std::pair<int, std::string>)
SAME(ty24_tuple, std::tuple<bool, std::optional<int>, std::vector<int>>)

struct Circle {
    int radius;
};
struct [[iam::name("square")]] Square {
    int side = 1;
    std::string mark{};
};
SAME(ty25_structs, std::variant<Circle, Square>)
SAME(ty25_kinds, std::variant<std::monostate, bool, int, std::string, std::vector<int>, Circle>)
SAME(ty27_pointer, std::vector<std::unique_ptr<Circle>>)
SAME(ty27_shared, std::shared_ptr<const Square>)
SAME(ty28_duration, std::chrono::milliseconds)
SAME(ty28_fractions, std::chrono::duration<double>)
SAME(ty29_seconds, std::chrono::sys_seconds)
SAME(ty29_milliseconds, std::chrono::sys_time<std::chrono::milliseconds>)
SAME(ty30_date, std::chrono::year_month_day)
SAME(ty30_days, std::chrono::sys_days)
SAME(ty30_time_of_day, std::chrono::hh_mm_ss<std::chrono::milliseconds>)
SAME(ty31_path, std::filesystem::path)
SAME(ty32_bytes, std::vector<std::byte>)

struct Blob {
    [[iam::base64]] std::vector<std::uint8_t> bytes;
};
SAME(ty32_base64, Blob)

struct Point {
    int x;
    double y;
};
struct Styled : Point {
    Colour colour = Colour::green;
    std::string font = "sans";
    std::optional<Point> shadow;
};
SAME(ty33_aggregate, Point)
SAME(ty34_initialisers, Square)
SAME(ty35_bases, Styled)

struct Node {
    std::string name;
    std::vector<Node> children;
};
SAME(ty36_recursion, Node)

template <class Item>
struct Page {
    [[iam::length(1, 3)]] std::vector<Item> items;
    [[iam::range(1, 100)]] int number = 1;
};
SAME(ty37_template, Page<Page<bool>>)

struct Bits {
    unsigned mode : 3;
    int shift : 5 = -2;
    bool on : 1 = true;
};
SAME(ty38_bit_fields, Bits)

struct Padded {
    unsigned low : 3;
    unsigned : 0;
    int high : 5 = -2;
    unsigned : 4;
    bool last = true;
};
SAME(ty38_unnamed_bits, Padded)

struct Framework : Padded {
    int id;
    __extension__ struct {
        int width = 80;
        int sizes[2];
        __extension__ struct {
            unsigned depth : 3;
            Colour colour;
        };
    };
    double scale = 1.5;
};
SAME(ty40_anonymous_structs, Framework)

using Percent [[iam::range(0, 100)]] = int;
using Code [[iam::pattern("^[A-Z]{2}$")]] = std::string;
using Id [[iam::as_string, iam::range(1, iam::none)]] = std::uint64_t;
struct Shares {
    Percent own = 50;
    std::map<std::string, Percent> others;
    std::vector<std::optional<Id>> ids;
};
SAME(ty58_member, Shares)
SAME(ty58_elements, std::vector<std::vector<Percent>>)
SAME(ty58_alternatives, std::variant<Percent, Code, bool>)
SAME(ty58_texts, std::variant<Percent, Id>)

SAME(ty56_json, nlohmann::json)
SAME(ty57_bitset, std::bitset<5>)

struct Ranges {
    [[iam::range(0, 23)]] int hour;
    [[iam::range(-0.5, iam::none)]] double factor;
    [[iam::range(iam::none, 9007199254740993)]] std::int64_t wide;
    [[iam::multiple_of(5)]] int step;
    [[iam::multiple_of(0.25), iam::range(0, 10)]] std::optional<double> price;
};
SAME(rule_numbers, Ranges)

struct Texts {
    [[iam::length(1, 3)]] std::string word;
    [[iam::pattern("^[a-z]+(-[0-9]{1,3})?$")]] std::string code;
    [[iam::pattern("\\u00e9"), iam::length(iam::none, 4)]] std::optional<std::string> accent;
};
SAME(rule_texts, Texts)

FORMATTED(format_date, "date")
FORMATTED(format_time, "time")
FORMATTED(format_date_time, "date-time")
FORMATTED(format_duration, "duration")
FORMATTED(format_email, "email")
FORMATTED(format_hostname, "hostname")
FORMATTED(format_ipv4, "ipv4")
FORMATTED(format_ipv6, "ipv6")
FORMATTED(format_uri, "uri")
FORMATTED(format_uuid, "uuid")

struct Lengths {
    [[iam::length(1, 2)]] std::list<int> list;
    [[iam::length(2, iam::none)]] std::set<int> set;
    [[iam::length(iam::none, 1)]] std::map<std::string, bool> map;
};
SAME(rule_lengths, Lengths)

struct Items {
    [[iam::items(1, 3), iam::unique]] std::vector<std::int8_t> list;
    [[iam::unique]] std::optional<std::array<std::optional<bool>, 2>> pair;
    [[iam::items(iam::none, 2)]] std::map<std::string, int> map;
};
SAME(rule_items, Items)

}  // namespace same

#undef SAME
#undef FORMATTED
