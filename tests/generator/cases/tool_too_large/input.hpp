#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

struct Level0 {
    int a;
    int b;
};
struct Level1 {
    Level0 a;
    Level0 b;
};
struct Level2 {
    Level1 a;
    Level1 b;
};
struct Level3 {
    Level2 a;
    Level2 b;
};
struct Level4 {
    Level3 a;
    Level3 b;
};
struct Level5 {
    Level4 a;
    Level4 b;
};
struct Level6 {
    Level5 a;
    Level5 b;
};
struct Level7 {
    Level6 a;
    Level6 b;
};
struct Level8 {
    Level7 a;
    Level7 b;
};
struct Level9 {
    Level8 a;
    Level8 b;
};
struct Level10 {
    Level9 a;
    Level9 b;
};
struct Level11 {
    Level10 a;
    Level10 b;
};
struct Level12 {
    Level11 a;
    Level11 b;
};
struct Level13 {
    Level12 a;
    Level12 b;
};
struct Level14 {
    Level13 a;
    Level13 b;
};
struct Level15 {
    Level14 a;
    Level14 b;
};
struct Level16 {
    Level15 a;
    Level15 b;
};
struct Level17 {
    Level16 a;
    Level16 b;
};
struct Level18 {
    Level17 a;
    Level17 b;
};
struct Level19 {
    Level18 a;
    Level18 b;
};
struct Level20 {
    Level19 a;
    Level19 b;
};
struct Level21 {
    Level20 a;
    Level20 b;
};
struct Level22 {
    Level21 a;
    Level21 b;
};
struct Level23 {
    Level22 a;
    Level22 b;
};
struct Level24 {
    Level23 a;
    Level23 b;
};
struct Level25 {
    Level24 a;
    Level24 b;
};
struct Level26 {
    Level25 a;
    Level25 b;
};
struct Level27 {
    Level26 a;
    Level26 b;
};
struct Level28 {
    Level27 a;
    Level27 b;
};
struct Level29 {
    Level28 a;
    Level28 b;
};
struct Level30 {
    Level29 a;
    Level29 b;
};
struct Level31 {
    Level30 a;
    Level30 b;
};
struct Level32 {
    Level31 a;
    Level31 b;
};
struct Level33 {
    Level32 a;
    Level32 b;
};
struct Level34 {
    Level33 a;
    Level33 b;
};
struct Level35 {
    Level34 a;
    Level34 b;
};
struct Level36 {
    Level35 a;
    Level35 b;
};
struct Level37 {
    Level36 a;
    Level36 b;
};
struct Level38 {
    Level37 a;
    Level37 b;
};
struct Level39 {
    Level38 a;
    Level38 b;
};
struct Level40 {
    Level39 a;
    Level39 b;
};

/// Depth is measured before anything else.
[[iam::tool({.read_only = true})]] int deep(Level40 value);  // iam-error: parameters of 'desk::deep' have more than 16

/// So is size.
[[iam::tool({.read_only = true})]] int wide(Level12 value);  // iam-error: parameters of 'desk::wide' come to more than 5000

/// And what is given back.
[[iam::tool({.read_only = true})]] Level12 give();  // iam-error: result of 'desk::give' come to more than 5000

/// A default of that size is not even looked at.
[[iam::tool({.read_only = true})]] int with_default(Level12 value = {});  // iam-error: parameters of 'desk::with_default'

using Nested = std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<std::vector<int>>>>>>>>>>>>>>>>>;

/// Lists count as well.
[[iam::tool({.read_only = true})]] int nested(Nested value);  // iam-error: 'desk::nested' have more than 16

}  // namespace desk
