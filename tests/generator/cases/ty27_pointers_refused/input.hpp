#pragma once

#include <iam/annotations.hpp>

#include <memory>
#include <vector>

namespace desk {

struct Node {
    Node* next;
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::weak_ptr<int> a,   // iam-error: take std::optional
                                            int* b,                 // iam-error: std::optional
                                            Node c,                 // iam-error: take std::optional
                                            std::vector<int*> d);   // iam-error: take std::optional

}  // namespace desk
