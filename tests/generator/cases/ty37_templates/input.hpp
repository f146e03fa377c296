#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

/// A user.
struct User {
    std::string name;
};

/// One page of many.
template <class Item, int most = 10>
struct Page {
    /// What is on it.
    [[iam::length(0, 5)]] std::vector<Item> items{};
    int number = most / 5;  ///< from 1

    struct Row {
        Item item;
    };
};

template <class Item>
struct Book : Page<Item> {
    std::vector<typename Page<Item>::Row> rows;
    std::vector<Book> appendices;
};

template <>
struct Page<bool> {
    bool single;
};

using Users = Page<User, 50>;

/// Turns pages.
[[iam::tool({.read_only = true})]] Page<std::string> turn(const Users& users, Page<bool> flag,
                                                          Book<User> book);

}  // namespace desk
