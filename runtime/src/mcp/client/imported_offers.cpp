#include "iam/mcp/imported_offers.hpp"

#include "mcp/client/offers/offer_requests.hpp"
#include "mcp/client/offers/passed_names.hpp"
#include "mcp/client/server_updates.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace iam::mcp {
namespace {

/// The result of a request, or an error for the client behind it.
template <class Read>
auto ask_server(Servers& servers, const std::string& server, const std::string& method,
                const std::string& params, const std::stop_token& stop, const Read& read)
    -> decltype(read(std::string())) {
    RemoteCallOptions options;
    options.stop = stop;
    IAM_TRY(result, result_in(servers.request(server, method, params, options), server, method));
    auto value = read(result);
    if (value) return value;
    return fail(Errc::unavailable, "The answer of server " + server + " to " + method +
                                       " is wrong: " + value.error().message);
}

ReadResource reader_of(Servers& servers, const std::string& server) {
    return [&servers, server, space = space_of(server)](const OfferRequest& wish) {
        const auto uri = uri_in_space(space, wish.name);
        return ask_server(servers, server, "resources/read", read_resource_params(uri), wish.stop,
                          [&](const std::string& result) { return read_contents(result, space); });
    };
}

GetPrompt getter_of(Servers& servers, const std::string& server, const std::string& prompt) {
    return [&servers, server, prompt, space = space_of(server)](const OfferRequest& wish) {
        return ask_server(servers, server, "prompts/get", get_prompt_params(prompt, wish.values),
                          wish.stop,
                          [&](const std::string& result) { return read_messages(result, space); });
    };
}

/// Proposals are a help: a failure of the server gives none.
Complete completer_of(Servers& servers, const std::string& server, const std::string& kind,
                      const std::string& name) {
    return [&servers, server, kind, name](const CompletionRequest& wish) {
        return ask_server(servers, server, "completion/complete",
                          completion_params(kind, name, wish), wish.stop,
                          [](const std::string& result) { return read_proposals(result); })
            .value_or(std::vector<std::string>());
    };
}

/// The keys in `present` that `wanted` lacks, or has with another description.
template <class Map>
std::vector<std::string> gone_keys(const Map& present, const Map& wanted) {
    std::vector<std::string> gone;
    for (const auto& [key, offered] : present) {
        const auto same = wanted.find(key);
        if (same == wanted.end() || !(same->second.about == offered.about)) gone.push_back(key);
    }
    return gone;
}

template <class Map>
void keep_new(Map& wanted, const Map& present, const std::vector<std::string>& gone) {
    std::erase_if(wanted, [&](const auto& entry) {
        return present.find(entry.first) != present.end() &&
               std::find(gone.begin(), gone.end(), entry.first) == gone.end();
    });
}

}  // namespace

class ImportedOffersCore {
 public:
    ImportedOffersCore(Servers& servers, Offers& offers)
        : servers_(servers), offers_(offers), updates_(servers, [this](const std::string& server) {
              update(server);
              return true;
          }) {}

    ~ImportedOffersCore() {
        updates_.end();
        std::vector<std::string> findings;
        become({}, findings);
    }

    bool wait_until_settled(std::chrono::milliseconds longest) {
        return updates_.wait_until(std::chrono::steady_clock::now() + longest, {}, [this] {
            const auto states = servers_.connection_states();
            return std::all_of(states.begin(), states.end(), [this](const ServerStatus& status) {
                return status.state != ConnectionState::connected || is_listed(status.name);
            });
        });
    }

    std::vector<std::string> findings() const {
        const std::lock_guard lock(mutex_);
        return findings_;
    }

 private:
    bool is_listed(const std::string& server) const {
        const std::lock_guard lock(mutex_);
        return listed_.find(server) != listed_.end();
    }

    void update(const std::string& server) {
        const ServerOffers& listed = by_server_[server] = servers_.list_offers(server);
        std::vector<std::string> findings;
        OfferList next = wanted(findings);
        become(std::move(next), findings);
        const std::lock_guard lock(mutex_);
        findings_ = std::move(findings);
        listed_.erase(server);
        if (listed.is_listed) listed_.insert(server);
    }

    /// The offers of all servers.
    OfferList wanted(std::vector<std::string>& findings) {
        OfferList all;
        std::map<std::string, int, std::less<>> names;
        for (const auto& [server, offers] : by_server_) {
            add_resources(server, offers, all);
            for (const Prompt& prompt : offers.prompts)
                add_prompt(server, offers, prompt, all, names);
        }
        for (const auto& [name, count] : names) {
            if (count == 1) continue;
            all.prompts.erase(name);
            findings.push_back("The prompt " + name +
                               " is left out: more than one prompt would have this name; rename "
                               "a server.");
        }
        return all;
    }

    void add_resources(const std::string& server, const ServerOffers& offers, OfferList& all) {
        if (!offers.has_resources) return;
        const std::string space = space_of(server);
        const ReadResource read = reader_of(servers_, server);
        all.spaces[space] = read;
        for (const Resource& resource : offers.resources) {
            Resource about = resource;
            about.uri = space + resource.uri;
            const std::string key = about.uri;
            all.resources[key] = {std::move(about), read};
        }
        for (const ResourceTemplate& family : offers.templates) {
            ResourceTemplate about = family;
            about.uri_template = space + family.uri_template;
            const std::string key = about.uri_template;
            Complete complete;
            if (offers.completes)
                complete = completer_of(servers_, server, "ref/resource", family.uri_template);
            all.templates[key] = {std::move(about), {}, std::move(complete)};
        }
    }

    void add_prompt(const std::string& server, const ServerOffers& offers, const Prompt& prompt,
                    OfferList& all, std::map<std::string, int, std::less<>>& names) {
        Prompt about = prompt;
        about.name = passed_prompt_name(server, prompt.name);
        const std::string key = about.name;
        ++names[key];
        Complete complete;
        if (offers.completes) complete = completer_of(servers_, server, "ref/prompt", prompt.name);
        all.prompts[key] = {std::move(about), getter_of(servers_, server, prompt.name),
                            std::move(complete)};
    }

    /// Brings the offers from `present_` to `next`.
    void become(OfferList next, std::vector<std::string>& findings) {
        OfferChanges changes;
        changes.gone_resources = gone_keys(present_.resources, next.resources);
        changes.gone_templates = gone_keys(present_.templates, next.templates);
        changes.gone_prompts = gone_keys(present_.prompts, next.prompts);
        for (const auto& [space, read] : present_.spaces)
            if (next.spaces.find(space) == next.spaces.end()) changes.gone_spaces.push_back(space);
        changes.come = next;
        keep_new(changes.come.resources, present_.resources, changes.gone_resources);
        keep_new(changes.come.templates, present_.templates, changes.gone_templates);
        keep_new(changes.come.prompts, present_.prompts, changes.gone_prompts);
        const auto refused = offers_.change(std::move(changes));
        present_ = std::move(next);
        for (const RefusedOffer& one : refused) {
            // The program's own offer of this name stays, and must not be taken out later.
            present_.resources.erase(one.key);
            present_.templates.erase(one.key);
            present_.prompts.erase(one.key);
            findings.push_back(one.error.message);
        }
    }

    Servers& servers_;
    Offers& offers_;
    mutable std::mutex mutex_;
    std::vector<std::string> findings_;  // by mutex_
    std::set<std::string> listed_;       // by mutex_; servers whose whole lists are in the offers
    // Of the thread of the updates, and of the end.
    std::map<std::string, ServerOffers> by_server_;
    OfferList present_;
    ServerUpdates updates_;  // its thread uses the members above
};

ImportedOffers::ImportedOffers(Servers& servers, Offers& offers)
    : core_(std::make_unique<ImportedOffersCore>(servers, offers)) {}

ImportedOffers::~ImportedOffers() = default;

bool ImportedOffers::wait_until_settled(std::chrono::milliseconds longest) const {
    return core_->wait_until_settled(longest);
}

std::vector<std::string> ImportedOffers::findings() const {
    return core_->findings();
}

}  // namespace iam::mcp
