#pragma once

#include <iam/annotations.hpp>

namespace desk {

enum Colour { red, green = 7 };
enum class Size { small, large };
enum { k_dozen = 12 };
struct Palette {
    enum Ink { black, blue };
};

/// Paints.
[[iam::tool({.idempotent = true})]] void paint([[iam::example(green)]] Colour colour,
                                               [[iam::example(Size::large)]] Size size,
                                               [[iam::example(Palette::blue)]] Palette::Ink ink,
                                               [[iam::example(k_dozen)]] int times,
                                               Colour other = red);

}  // namespace desk
