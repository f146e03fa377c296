// Defines an error about the arguments of a call.
#pragma once

#include <string>

namespace iam {

/// One error about a value: its place, the fault, the expected value and the given one.
struct ValueError {
    std::string pointer{};  ///< JSON Pointer into the arguments; "" = the whole text
    std::string message{};  ///< a sentence for a model, to repair its call: "24 is greater than 23"
    std::string expected{};  ///< "integer from 0 to 23"
    std::string got{};       ///< "24"; never the value of a secret
    friend bool operator==(const ValueError&, const ValueError&) = default;
};

}  // namespace iam
