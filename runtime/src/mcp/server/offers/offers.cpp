#include "iam/mcp/offers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace iam::mcp {

/// Outlives the Offers in the handles.
struct Offers::Listeners {
    std::mutex mutex{};
    std::map<std::uint64_t, std::shared_ptr<const Listener>> by_number{};
    std::uint64_t next = 0;
};

namespace {

tl::unexpected<Error> taken(const std::string& name) {
    return fail(Errc::conflict, "\"" + name + "\" is offered already; remove it first.");
}

tl::unexpected<Error> absent(std::string_view name) {
    return fail(Errc::not_found, "\"" + std::string(name) + "\" is not offered.");
}

template <class Map>
Result<void> put(Map& map, const std::string& key, typename Map::mapped_type&& value) {
    if (!map.emplace(key, std::move(value)).second) return taken(key);
    return {};
}

template <class Map>
Result<void> take(Map& map, std::string_view key) {
    const auto at = map.find(key);
    if (at == map.end()) return absent(key);
    map.erase(at);
    return {};
}

Result<void> check_words(const std::string& place, const std::string& name, bool has_function) {
    if (place.empty() || name.empty())
        return fail(Errc::invalid_argument, "An offer needs a name, and a resource a URI.");
    if (has_function) return {};
    return fail(Errc::invalid_argument, "\"" + name + "\" has no function that gives its content.");
}

}  // namespace

Offers::Offers()
    : current_(std::make_shared<OfferList>()), listeners_(std::make_shared<Listeners>()) {}

Result<void> Offers::change(Change kind, const std::function<Result<void>(OfferList&)>& edit) {
    {
        const std::lock_guard lock(mutex_);
        auto next = std::make_shared<OfferList>(*current_);
        IAM_CHECK(edit(*next));
        current_ = std::move(next);
    }
    tell(kind, {});
    return {};
}

Result<void> Offers::add(Resource resource, ReadResource read) {
    IAM_CHECK(check_words(resource.uri, resource.name, static_cast<bool>(read)));
    return change(Change::resources, [&](OfferList& list) {
        const std::string uri = resource.uri;
        return put(list.resources, uri, {std::move(resource), std::move(read)});
    });
}

Result<void> Offers::add(ResourceTemplate resources, ReadResource read, Complete complete) {
    IAM_CHECK(check_words(resources.uri_template, resources.name, static_cast<bool>(read)));
    IAM_CHECK(check_template(resources.uri_template));
    return change(Change::resources, [&](OfferList& list) {
        const std::string text = resources.uri_template;
        return put(list.templates, text,
                   {std::move(resources), std::move(read), std::move(complete)});
    });
}

Result<void> Offers::add(Prompt prompt, GetPrompt get, Complete complete) {
    IAM_CHECK(check_words(prompt.name, prompt.name, static_cast<bool>(get)));
    return change(Change::prompts, [&](OfferList& list) {
        const std::string name = prompt.name;
        return put(list.prompts, name, {std::move(prompt), std::move(get), std::move(complete)});
    });
}

Result<void> Offers::remove_resource(std::string_view uri) {
    return change(Change::resources, [&](OfferList& list) { return take(list.resources, uri); });
}

Result<void> Offers::remove_template(std::string_view uri_template) {
    return change(Change::resources,
                  [&](OfferList& list) { return take(list.templates, uri_template); });
}

Result<void> Offers::remove_prompt(std::string_view name) {
    return change(Change::prompts, [&](OfferList& list) { return take(list.prompts, name); });
}

void Offers::updated(std::string_view uri) {
    tell(Change::content, uri);
}

std::shared_ptr<const OfferList> Offers::snapshot() const {
    const std::lock_guard lock(mutex_);
    return current_;
}

std::shared_ptr<void> Offers::listen(Listener listener) {
    const std::lock_guard lock(listeners_->mutex);
    const std::uint64_t number = listeners_->next++;
    listeners_->by_number[number] = std::make_shared<const Listener>(std::move(listener));
    return {nullptr, [all = listeners_, number](std::nullptr_t) {
                std::shared_ptr<const Listener> removed;  // dies after the lock
                const std::lock_guard guard(all->mutex);
                const auto at = all->by_number.find(number);
                removed = std::move(at->second);
                all->by_number.erase(at);
            }};
}

void Offers::tell(Change kind, std::string_view uri) {
    std::vector<std::shared_ptr<const Listener>> told;
    {
        const std::lock_guard lock(listeners_->mutex);
        for (const auto& [number, listener] : listeners_->by_number) told.push_back(listener);
    }
    for (const auto& listener : told) {
        try {
            (*listener)(kind, uri);
        } catch (...) {  // NOLINT(bugprone-empty-catch): as the header says
        }
    }
}

}  // namespace iam::mcp
