#include "iam/mcp/offers.hpp"

#include "mcp/server/offers/find_space.hpp"

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

/// Returns the number of the taken ones.
template <class Map>
std::size_t take_all(Map& map, const std::vector<std::string>& keys) {
    std::size_t taken_out = 0;
    for (const std::string& key : keys) taken_out += map.erase(key);
    return taken_out;
}

/// Returns 1 if it was added.
template <class Map>
std::size_t put_checked(Map& map, const std::string& key, typename Map::mapped_type&& value,
                        Result<void> checked, std::vector<RefusedOffer>& refused) {
    if (checked) checked = put(map, key, std::move(value));
    if (checked) return 1;
    refused.push_back({key, std::move(checked).error()});
    return 0;
}

}  // namespace

const ReadResource* find_space(const OfferList& offers, std::string_view uri) {
    // The last key that is not greater than the URI is the longest of those that it begins with,
    // unless a key lies between them.
    for (auto at = offers.spaces.upper_bound(uri); at != offers.spaces.begin();) {
        --at;
        if (uri.substr(0, at->first.size()) == at->first) return &at->second;
    }
    return nullptr;
}

Offers::Offers()
    : current_(std::make_shared<OfferList>()), listeners_(std::make_shared<Listeners>()) {}

Result<void> Offers::edit(Change kind, const std::function<Result<void>(OfferList&)>& edit) {
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
    return edit(Change::resources, [&](OfferList& list) {
        const std::string uri = resource.uri;
        return put(list.resources, uri, {std::move(resource), std::move(read)});
    });
}

Result<void> Offers::add(ResourceTemplate resources, ReadResource read, Complete complete) {
    IAM_CHECK(check_words(resources.uri_template, resources.name, static_cast<bool>(read)));
    IAM_CHECK(check_template(resources.uri_template));
    return edit(Change::resources, [&](OfferList& list) {
        const std::string text = resources.uri_template;
        return put(list.templates, text,
                   {std::move(resources), std::move(read), std::move(complete)});
    });
}

Result<void> Offers::add(Prompt prompt, GetPrompt get, Complete complete) {
    IAM_CHECK(check_words(prompt.name, prompt.name, static_cast<bool>(get)));
    return edit(Change::prompts, [&](OfferList& list) {
        const std::string name = prompt.name;
        return put(list.prompts, name, {std::move(prompt), std::move(get), std::move(complete)});
    });
}

Result<void> Offers::remove_resource(std::string_view uri) {
    return edit(Change::resources, [&](OfferList& list) { return take(list.resources, uri); });
}

Result<void> Offers::remove_template(std::string_view uri_template) {
    return edit(Change::resources,
                [&](OfferList& list) { return take(list.templates, uri_template); });
}

Result<void> Offers::remove_prompt(std::string_view name) {
    return edit(Change::prompts, [&](OfferList& list) { return take(list.prompts, name); });
}

std::vector<RefusedOffer> Offers::change(OfferChanges changes) {
    std::vector<RefusedOffer> refused;
    OfferList& come = changes.come;
    std::size_t of_resources = 0;
    std::size_t of_prompts = 0;
    {
        const std::lock_guard lock(mutex_);
        auto next = std::make_shared<OfferList>(*current_);
        of_resources += take_all(next->resources, changes.gone_resources);
        of_resources += take_all(next->templates, changes.gone_templates);
        take_all(next->spaces, changes.gone_spaces);
        of_prompts += take_all(next->prompts, changes.gone_prompts);
        next->spaces.merge(come.spaces);
        for (auto& [uri, offered] : come.resources) {
            const auto checked =
                check_words(uri, offered.about.name, static_cast<bool>(offered.read));
            of_resources += put_checked(next->resources, uri, std::move(offered), checked, refused);
        }
        for (auto& [text, offered] : come.templates) {
            const auto checked = find_space(*next, text) == nullptr
                                     ? check_template(text)
                                     : check_words(text, offered.about.name, true);
            of_resources +=
                put_checked(next->templates, text, std::move(offered), checked, refused);
        }
        for (auto& [name, offered] : come.prompts) {
            const auto checked = check_words(name, name, static_cast<bool>(offered.get));
            of_prompts += put_checked(next->prompts, name, std::move(offered), checked, refused);
        }
        current_ = std::move(next);
    }
    if (of_resources > 0) tell(Change::resources, {});
    if (of_prompts > 0) tell(Change::prompts, {});
    return refused;
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
