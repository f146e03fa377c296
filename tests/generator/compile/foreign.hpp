// Types of another library that iam::codec gives a JSON form, and values of any form.
#pragma once

#include <iam/annotations.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lib {

/// A library's text, which is not a std::string and shows nothing of itself.
class Text {
 public:
    Text() = default;
    explicit Text(std::string text) : text_(std::move(text)) {}
    const std::string& text() const { return text_; }

 private:
    std::string text_;
};

/// From 0 to 1.
class Share {
 public:
    static std::optional<Share> of(int part, int whole) {
        if (whole <= 0 || part < 0 || part > whole) return std::nullopt;
        Share share;
        share.part_ = part;
        share.whole_ = whole;
        return share;
    }
    int part() const { return part_; }
    int whole() const { return whole_; }

 private:
    int part_ = 0;
    int whole_ = 1;
};

}  // namespace lib

namespace foreign {

struct Fraction {
    int part;
    [[iam::range(1, 1000)]] int whole = 100;
};

}  // namespace foreign

template <>
struct iam::codec<lib::Text> {
    using wire = std::string;
    static lib::Text from_wire(std::string text) { return lib::Text(std::move(text)); }
    static const std::string& to_wire(const lib::Text& text) { return text.text(); }
};

template <>
struct iam::codec<lib::Share> {
    using wire = foreign::Fraction;
    static std::optional<lib::Share> from_wire(wire form) {
        return lib::Share::of(form.part, form.whole);
    }
    static wire to_wire(const lib::Share& share) { return {share.part(), share.whole()}; }
};

namespace foreign {

/// Says each share with its text.
[[iam::tool({.read_only = true})]] std::vector<lib::Text> shared(
    [[iam::length(1, 3)]] const lib::Text& text, const std::vector<lib::Share>& shares,
    lib::Text last = lib::Text("."));

/// Half of it.
[[iam::tool({.read_only = true})]] lib::Share half(std::variant<lib::Share, int> of);

/// The same value.
[[iam::tool({.read_only = true})]] nlohmann::json same_json(nlohmann::json value, int around = 0);

}  // namespace foreign
