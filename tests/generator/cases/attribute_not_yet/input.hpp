#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

/// Lists.
[[iam::tool({.read_only = true})]] int list([[iam::items(1, 2)]] std::vector<int> a,  // iam-error: items
                                            [[iam::unique]] std::vector<int> b,       // iam-error: unique
                                            [[iam::consent_key]] int c,               // iam-error: consent_key
                                            [[iam::base64]] std::string e);           // iam-error: base64

[[iam::reconcile(list)]] int find_list();  // iam-error: reconcile

}  // namespace desk
