#include "functions.hpp"

#include <iam/tool/context.hpp>

#include <coroutine>
#include <stdexcept>

template <class T, class... Arguments>
struct std::coroutine_traits<forms::Task<T>, Arguments...> {
    struct promise_type {
        std::shared_ptr<T> value = std::make_shared<T>();

        forms::Task<T> get_return_object() { return {value}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_value(T result) { *value = std::move(result); }
        void unhandled_exception() { throw; }
    };
};

namespace forms {

std::string taken(Order by_value, const Order& by_reference, Order&& by_rvalue, const int number) {
    const Order moved = std::move(by_rvalue);
    return by_value.item + by_reference.item + moved.item + std::to_string(number);
}

int Counter::count = 0;

int Counter::count_up(int step) {
    return count += step;
}

iam::Preview Counter::preview_count_up(int step) {
    return iam::Preview{
        "from " + std::to_string(count) + " to " + std::to_string(count + step), {}, {}};
}

void Counter::count_down(int step) {
    count -= step;
}

int v1::HTTPServer::parseV2File() {
    return 2;
}

int declared_twice(int first, int second) {
    return first * 10 + second;
}

std::string asked(iam::Context& who, int times, std::stop_token stop) {
    return who.call_id() + std::to_string(times) + (stop.stop_requested() ? " stopped" : "");
}

iam::Preview preview_asked(int times, const iam::Context& who) {
    return iam::Preview{who.call_id() + " asks " + std::to_string(times), {}, {}};
}

void take_back(const std::stop_token& stop, std::string result, iam::Context& who) {
    if (stop.stop_requested() || result.rfind(who.call_id(), 0) != 0)
        throw iam::tool_error("not_mine", "another call");
}

int stepped(iam::Progress& progress, int steps) {
    int told = 0;
    for (int step = 1; step <= steps; ++step) told += progress.report(step, steps, "step") ? 1 : 0;
    return told;
}

iam::Preview preview_stepped(int steps, iam::Progress& progress) {
    return iam::Preview{progress.report(0, steps) ? "begins" : "does not begin", {}, {}};
}

std::future<std::vector<int>> later(std::vector<int> numbers, std::stop_token stop) {
    return std::async(std::launch::deferred, [numbers = std::move(numbers), stop]() mutable {
        if (stop.stop_requested()) numbers.clear();
        return std::move(numbers);
    });
}

std::future<void> nothing_later(bool fails) {
    return std::async(std::launch::deferred, [fails] {
        if (fails) throw iam::tool_error("too_late", "it is too late");
    });
}

std::future<void> nothing_undone(bool fails) {
    return nothing_later(fails);
}

std::shared_future<std::unique_ptr<Order>> shared_later() {
    return std::async(std::launch::deferred, [] {
        return std::make_unique<Order>(Order{"tea", 2});
    });
}

Task<int> next(int number) {
    if (number < 0) throw iam::tool_error("below_zero", "there is none");
    co_return number + 1;
}

tl::expected<Order, Refusal> ordered(std::string item) {
    if (item.empty()) return tl::unexpected(Refusal::sold_out);
    return Order{std::move(item), 3};
}

tl::expected<void, std::string> closed(bool refuses) {
    if (refuses) return tl::unexpected(std::string("it stays open"));
    return {};
}

std::future<tl::expected<int, std::error_code>> opened(int code) {
    return std::async(std::launch::deferred, [code]() -> tl::expected<int, std::error_code> {
        if (code != 0) return tl::unexpected(std::error_code(code, std::generic_category()));
        return 5;
    });
}

tl::expected<int, iam::tool_error> counted(int number) {
    if (number < 0) return tl::unexpected(iam::tool_error("below_zero", "count from 0"));
    return number;
}

Outcome<int> halved_outcome(int number) {
    return {number / 2, number % 2 == 0 ? "" : "odd numbers have no half"};
}

int thrown(bool in_words) noexcept(false) {
    if (in_words) throw iam::tool_error("in_words", "for the model");
    throw std::runtime_error("for nobody");
}

std::future<int> thrown_later() {
    return std::async(std::launch::deferred, [] { return thrown(true); });
}

Either<int, Refusal> refused_by_name(bool refuses) {
    return {1, refuses ? std::optional(Refusal::closed) : std::nullopt};
}

std::string Distance::message(int digits) const {
    return std::to_string(metres).substr(0, static_cast<std::size_t>(digits));
}

tl::expected<int, Distance> too_far(int metres) {
    if (metres > 9) return tl::unexpected(Distance{metres});
    return metres;
}

tl::expected<tl::expected<int, Refusal>, std::string> twice(int how) {
    using Inner = tl::expected<int, Refusal>;
    if (how == 1) return tl::unexpected<std::string>("in words");
    if (how == 2) return Inner(tl::unexpected(Refusal::closed));
    return Inner(how);
}

template <class T>
T clamped(T value, T low, T high) {
    return value < low ? low : value > high ? high : value;
}
template double clamped<double>(double, double, double);

const std::vector<int>& Shelf::all() {
    static const std::vector<int> books{1, 2};
    return books;
}

const char* Shelf::text(bool there) {
    return there ? "shelf" : nullptr;
}

std::string_view Shelf::view() {
    return "shelf";
}

int looked(const iam::Context&) {
    return 1;
}

int looked(iam::Context&) {
    return 2;
}

int waited(const std::stop_token&) {
    return 1;
}

int waited(std::stop_token&&) {
    return 2;
}

bool has_happened_later(bool fails) {
    return !fails;
}

Order posted(std::string item, iam::IdempotencyKey key) {
    return {std::move(item) + key.text, 1};
}

std::optional<Order> find_posted(const std::string& item, const iam::IdempotencyKey& key) {
    if (item.empty()) return std::nullopt;
    return Order{item + key.text, 1};
}

}  // namespace forms
