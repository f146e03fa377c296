// Implements the registry. Every change makes a new catalogue, so running calls keep theirs.

#include "iam/tool/registry.hpp"

#include <algorithm>
#include <utility>

namespace iam {
namespace {

constexpr std::size_t k_name_bytes_max = 64;

// True for names valid at every model provider.
bool is_portable_name(std::string_view name) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !name.empty() && name.size() <= k_name_bytes_max &&
           std::all_of(name.begin(), name.end(), allowed);
}

/// A change must not depend on its listeners, nor on their failures.
void tell_change(const Registry::OnChange& listener, std::uint64_t generation) noexcept {
    try {
        listener(generation);
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
}

}  // namespace

std::vector<const Contract*> Catalogue::contracts() const {
    std::vector<const Contract*> result;
    result.reserve(tools_.size());
    for (const auto& [id, tool] : tools_) result.push_back(&tool->contract);
    return result;
}

const Contract* Catalogue::find(const ToolId& id) const noexcept {
    const auto found = tools_.find(id);
    return found == tools_.end() ? nullptr : &found->second->contract;
}

Registry::Registry() : current_(std::make_shared<const Catalogue>()) {}

/// Under the lock.
Result<void> Registry::add_to(Catalogue& next, Contract contract,
                              std::unique_ptr<const Handler> handler) const {
    const std::string name = display_name(contract.id);
    if (!handler)
        return fail(Errc::invalid_argument, "tool '" + name + "' has no handler; give it one");
    if (contract.id.origin.empty() && !is_portable_name(contract.id.name))
        return fail(Errc::invalid_argument,
                    "'" + name + "' cannot name a tool; use 1 to 64 of A-Z a-z 0-9 _ -");
    if (!contract.executor.empty() && executors_.count(contract.executor) == 0)
        return fail(
            Errc::invalid_argument,
            "tool '" + name + "' wants the executor '" + contract.executor +
                "', which this program does not offer; offer it before (offer_executor), or "
                "build the tool without .executor");
    if (next.find(contract.id) != nullptr)
        return fail(Errc::conflict, "there is a tool '" + name +
                                        "' already; give this one another name, or remove the "
                                        "first");
    ToolId id = contract.id;
    next.tools_.emplace(std::move(id), std::make_shared<const Catalogue::Tool>(Catalogue::Tool{
                                           std::move(contract), std::move(handler)}));
    return {};
}

Result<void> Registry::add(Contract contract, std::unique_ptr<const Handler> handler) {
    std::unique_lock lock(mutex_);
    auto next = std::make_shared<Catalogue>(*current_);
    IAM_CHECK(add_to(*next, std::move(contract), std::move(handler)));
    publish(std::move(lock), std::move(next));
    return {};
}

Result<void> Registry::remove(const ToolId& id) {
    std::unique_lock lock(mutex_);
    if (current_->find(id) == nullptr)
        return fail(Errc::not_found, "there is no tool '" + display_name(id) + "' to remove");
    auto next = std::make_shared<Catalogue>(*current_);
    next->tools_.erase(id);
    publish(std::move(lock), std::move(next));
    return {};
}

std::vector<Result<void>> Registry::change(const std::vector<ToolId>& removals,
                                           std::vector<Addition> additions) {
    std::vector<Result<void>> results;
    std::unique_lock lock(mutex_);
    auto next = std::make_shared<Catalogue>(*current_);
    bool is_changed = false;
    for (const ToolId& id : removals) is_changed = next->tools_.erase(id) > 0 || is_changed;
    for (Addition& addition : additions) {
        results.push_back(add_to(*next, std::move(addition.contract), std::move(addition.handler)));
        is_changed = is_changed || results.back().has_value();
    }
    if (is_changed) publish(std::move(lock), std::move(next));
    return results;
}

std::shared_ptr<const Catalogue> Registry::snapshot() const {
    const std::lock_guard lock(mutex_);
    return current_;
}

std::shared_ptr<void> Registry::listen(OnChange on_change) {
    auto handle = std::make_shared<OnChange>(std::move(on_change));
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [](const auto& listener) { return listener.expired(); });
    listeners_.push_back(handle);
    return handle;
}

/// Listeners may use the registry, so they are called without the lock.
void Registry::publish(std::unique_lock<std::mutex> lock, std::shared_ptr<Catalogue> next) {
    const std::uint64_t generation = ++next->generation_;
    const auto listeners = listeners_;
    current_ = std::move(next);
    lock.unlock();
    for (const auto& listener : listeners) {
        if (const auto alive = listener.lock()) tell_change(*alive, generation);
    }
}

void Registry::offer_executor(std::string name) {
    const std::lock_guard lock(mutex_);
    executors_.insert(std::move(name));
}

void Registry::name_application(std::string_view id) {
    std::unique_lock lock(mutex_);
    if (!current_->application_.empty()) return;
    auto next = std::make_shared<Catalogue>(*current_);
    next->application_ = id;
    publish(std::move(lock), std::move(next));
}

std::string Registry::application() const {
    const std::lock_guard lock(mutex_);
    return current_->application_;
}

}  // namespace iam
