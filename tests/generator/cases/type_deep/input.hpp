#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <vector>

namespace desk {

struct Level0 {
    int value;
};
struct Level1 {
    Level0 inner;
};
struct Level2 {
    Level1 inner;
};
struct Level3 {
    Level2 inner;
};
struct Level4 {
    Level3 inner;
};
struct Level5 {
    Level4 inner;
};
struct Level6 {
    Level5 inner;
};
struct Level7 {
    Level6 inner;
};
struct Level8 {
    Level7 inner;
};
struct Level9 {
    Level8 inner;
};
struct Level10 {
    Level9 inner;
};
struct Level11 {
    Level10 inner;
};
struct Level12 {
    Level11 inner;
};
struct Level13 {
    Level12 inner;
};

/// Sixteen levels can be called.
[[iam::tool({.read_only = true})]] int deepest(std::vector<std::map<std::string, Level13>> values);

}  // namespace desk
