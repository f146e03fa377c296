#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Adds.
[[iam::tool({.title = "",             // iam-error: option 'title' takes a text that is not empty
             .tags = {"", "b"},       // iam-error: option 'tags'
             .since = "",             // iam-error: option 'since'
             .deprecated = ""})]]     // iam-error: option 'deprecated'
int add([[iam::unit("")]] int a,                  // iam-error: not empty
        [[iam::description("")]] int b,           // iam-error: not empty
        [[iam::pattern("")]] std::string c);      // iam-error: not empty

/// Subtracts.
[[iam::tool({.tags = {}})]] int subtract();  // iam-error: a list of strings

}  // namespace desk
