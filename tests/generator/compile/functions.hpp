// Functions in every form that a tool may have, and every way in which one may give back its
// result.
#pragma once

#include <iam/annotations.hpp>

#include <tl/expected.hpp>

#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace forms {

/// The task of a coroutine, as a library would have it: here it ends with the first call.
template <class T>
struct Task {
    std::shared_ptr<T> value;
};

/// What another library answers with.
template <class T>
struct Outcome {
    T value;
    std::string problem;
};

/// A value or an error of any type.
template <class T, class E>
struct Either {
    T value;
    std::optional<E> error;
};

}  // namespace forms

template <class T, class E>
struct iam::returned<forms::Either<T, E>> {
    using value = T;
    static T get(forms::Either<T, E> either, iam::Context&) { return std::move(either.value); }
    static std::optional<E> failure(const forms::Either<T, E>& either) { return either.error; }
};

template <class T>
struct iam::returned<forms::Task<T>> {
    using value = T;
    static T get(forms::Task<T> task, iam::Context&) { return std::move(*task.value); }
};

template <class T>
struct iam::returned<forms::Outcome<T>> {
    using value = T;
    static T get(forms::Outcome<T> outcome, iam::Context&) { return std::move(outcome.value); }
    static const std::string* failure(const forms::Outcome<T>& outcome) {
        return outcome.problem.empty() ? nullptr : &outcome.problem;
    }
};

namespace forms {

struct Order {
    std::string item;
    int count = 1;
};

/// Takes each parameter in another way.
[[iam::tool({.read_only = true})]] std::string taken(Order by_value, const Order& by_reference,
                                                     Order&& by_rvalue, const int number);

struct Counter {
    static int count;
    /// Counts up by a step.
    [[iam::tool({.idempotent = false})]] static int count_up(int step);
    [[iam::preview(count_up)]] static iam::Preview preview_count_up(int step);
    [[iam::undo(count_up)]] static void count_down(int step);
};

inline namespace v1 {
namespace HTTPServer {

/// In namespaces, one of them inline.
[[iam::tool({.read_only = true})]] int parseV2File();

}  // namespace HTTPServer
}  // namespace v1

/// Declared twice.
[[iam::tool({.read_only = true})]] int declared_twice(int, int second);
int declared_twice(int first, int second = 7);

/// Asks for its call.
/// @param who    comes from the call
/// @param times  how often
[[iam::tool({.idempotent = false})]] std::string asked(iam::Context& who, int times,
                                                       std::stop_token);
[[iam::preview(asked)]] iam::Preview preview_asked(int times, const iam::Context& who);
[[iam::undo(asked)]] void take_back(const std::stop_token& stop, std::string result,
                                    iam::Context& who);

/// Says how far it is.
[[iam::tool({.read_only = true})]] int stepped(iam::Progress& progress, int steps);
[[iam::preview(stepped)]] iam::Preview preview_stepped(int steps, iam::Progress& progress);

/// Given back later.
[[iam::tool({.read_only = true})]] std::future<std::vector<int>> later(std::vector<int> numbers,
                                                                       std::stop_token stop = {});

/// Nothing, later; its undo as well.
[[iam::tool({.idempotent = false})]] std::future<void> nothing_later(bool fails);
[[iam::undo(nothing_later)]] std::future<void> nothing_undone(bool fails);

[[iam::reconcile(nothing_later)]] bool has_happened_later(bool fails);

/// Posts.
[[iam::tool({.idempotent = true})]] Order posted(std::string item, iam::IdempotencyKey key);
[[iam::reconcile(posted)]] std::optional<Order> find_posted(const std::string& item,
                                                            const iam::IdempotencyKey& key);

/// Given to several.
[[iam::tool({.read_only = true})]] std::shared_future<std::unique_ptr<Order>> shared_later();

/// Made by a coroutine.
[[iam::tool({.read_only = true})]] Task<int> next(int number);

enum class Refusal { sold_out, closed };

/// Expected, with a refusal that has a name.
[[iam::tool({.read_only = true})]] tl::expected<Order, Refusal> ordered(std::string item);

/// Expected, with a refusal in words.
[[iam::tool({.idempotent = false})]] tl::expected<void, std::string> closed(bool refuses);

/// Expected later, with an error that has a message.
[[iam::tool({.read_only = true})]] std::future<tl::expected<int, std::error_code>> opened(int code);

/// Expected, with an error of its own code.
[[iam::tool({.read_only = true})]] tl::expected<int, iam::tool_error> counted(int number);

/// In the way of another library.
[[iam::tool({.read_only = true})]] Outcome<int> halved_outcome(int number);

/// A message that has to be asked for is none.
struct Distance {
    int metres;
    std::string message(int digits) const;
};

/// Fails with a name.
[[iam::tool({.read_only = true})]] Either<int, Refusal> refused_by_name(bool refuses);

/// Fails with a struct.
[[iam::tool({.read_only = true})]] tl::expected<int, Distance> too_far(int metres);

/// Fails in words or with a name.
[[iam::tool({.read_only = true})]] tl::expected<tl::expected<int, Refusal>, std::string> twice(
    int how);

/// Is called, though the other one is nearer to what a call has.
[[iam::tool({.read_only = true})]] int looked(const iam::Context& context);
int looked(iam::Context& context);

/// The same.
[[iam::tool({.read_only = true})]] int waited(const std::stop_token& stop);
int waited(std::stop_token&& stop);

/// The one of several that its library instantiates.
/// @param value  what to bring between the bounds
template <class T>
T clamped(T value, T low = T{2}, T high = T{8});
template <class T>
[[iam::tool({.name = "clamped_number", .read_only = true})]] T clamped(T value,
                                                                       [[iam::range(0, 5)]] T low,
                                                                       T high);
extern template double clamped<double>(double, double, double);

struct Pile {
    /// Adds what the template was made for.
    template <int Step>
    [[iam::tool({.name = "pile_up", .idempotent = false})]] static int pile(int from = Step) {
        return from + Step;
    }
};
template int Pile::pile<3>(int);

struct Shelf {
    /// What stands there.
    [[iam::tool({.name = "shelf_books", .read_only = true})]] static const std::vector<int>& all();
    /// Its label, or none.
    /// @param there  whether it has one
    [[iam::tool({.name = "shelf_label", .read_only = true})]] static const char* text(bool there);
    /// The same as a view.
    [[iam::tool({.name = "shelf_view", .read_only = true})]] static std::string_view view();
};

/// Throws.
[[iam::tool({.read_only = true})]] int thrown(bool in_words) noexcept(false);

/// The same, later.
[[iam::tool({.read_only = true})]] std::future<int> thrown_later();

}  // namespace forms
