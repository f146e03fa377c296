// The object behind member tools: lent for good, or asked for at every call.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace iam {

/// What a generated register function takes for each class with member tools.
template <class T>
class Instance {
 public:
    /// The object outlives every Runtime that uses the registry.
    Instance(
        T& object)  // NOLINT(google-explicit-constructor): register_x_tools(registry, document)
        : find_([&object] { return std::shared_ptr<T>(std::shared_ptr<void>(), &object); }) {}

    /// Asked once for each function that runs, on its thread; the object is kept until the function returns. An empty answer means that there
    /// is no such object now, and the call fails saying so.
    template <std::invocable Find>
    requires std::convertible_to<std::invoke_result_t<Find&>, std::shared_ptr<T>> Instance(
        Find find)
        : find_(std::move(find)) {}  // NOLINT(google-explicit-constructor)

    std::shared_ptr<T> find() const { return find_(); }

 private:
    std::function<std::shared_ptr<T>()> find_;
};

}  // namespace iam
