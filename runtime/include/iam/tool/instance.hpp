// Holds the object of member tools. It is lent for good, or looked up at every call.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace iam {

/// The argument of a generated register function for each class with member tools.
template <class T>
class Instance {
 public:
    /// The object must outlive every Runtime that uses the registry.
    Instance(
        T& object)  // NOLINT(google-explicit-constructor): register_x_tools(registry, document)
        : find_([&object] { return std::shared_ptr<T>(std::shared_ptr<void>(), &object); }) {}

    /// Calls `find` once for each run of a function, on the function's thread. The object is kept
    /// until the function returns. An empty answer means: no object now. The call then fails and
    /// says so.
    template <std::invocable Find>
    requires std::convertible_to<std::invoke_result_t<Find&>, std::shared_ptr<T>> Instance(
        Find find)
        : find_(std::move(find)) {}  // NOLINT(google-explicit-constructor)

    std::shared_ptr<T> find() const { return find_(); }

 private:
    std::function<std::shared_ptr<T>()> find_;
};

}  // namespace iam
