// Holds the tools of a program. main() fills one Registry and passes it to a Runtime; nothing
// registers itself.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/contract.hpp>
#include <iam/tool/handler.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace iam {

namespace gate {
class HandlerAccess;  // private to runtime/src/gate
}

/// An immutable snapshot of the registry. Running calls keep the snapshot they started with.
class Catalogue {
 public:
    /// Sorted by id. The pointers live as long as the snapshot.
    std::vector<const Contract*> contracts() const;
    /// Exact match, byte for byte; nullptr if there is none.
    const Contract* find(const ToolId& id) const noexcept;
    std::uint64_t generation() const noexcept { return generation_; }
    /// Registry::application() at the time of the snapshot.
    const std::string& application() const noexcept { return application_; }

 private:
    friend class Registry;
    friend class gate::HandlerAccess;
    struct Tool {
        Contract contract;
        std::shared_ptr<const Handler> handler;
    };
    std::map<ToolId, std::shared_ptr<const Tool>> tools_;
    std::uint64_t generation_ = 0;
    std::string application_;
};

/// Holds the tools of a program. Thread-safe. Gives out contracts, never handlers.
class Registry {
 public:
    using OnChange = std::function<void(std::uint64_t generation)>;

    Registry();

    /// Adds a tool. Refuses a taken name, a name outside [A-Za-z0-9_-]{1,64} for compiled-in tools,
    /// an empty handler, and an executor not offered.
    Result<void> add(Contract contract, std::unique_ptr<const Handler> handler);
    Result<void> remove(const ToolId& id);
    struct Addition {
        Contract contract{};
        std::unique_ptr<const Handler> handler{};
    };
    /// remove() and then add() for each tool, as one change: thousands of changes would copy the
    /// catalogue as often, and call each listener. Tools that are not there are not removed.
    /// Returns what add() returns for each addition.
    std::vector<Result<void>> change(const std::vector<ToolId>& removals,
                                     std::vector<Addition> additions);
    std::shared_ptr<const Catalogue> snapshot() const;

    /// Calls `on_change` with the new generation after each change of the catalogue: a tool came or
    /// went, or the application got its name. It runs on the thread of the change, before add() and
    /// the like return, and holds no lock: it may use the registry. Its exceptions are ignored.
    ///
    /// Changes on several threads call it on these threads, perhaps at once and in another order;
    /// snapshot() has the newest catalogue. It is called until the returned handle is destroyed. A
    /// call already under way may still come after it. The handle may outlive the registry.
    [[nodiscard]] std::shared_ptr<void> listen(OnChange on_change);

    /// From now on tools may name this executor. Parts::place must say where it is.
    void offer_executor(std::string name);

    /// Sets the application's id. It names the state folder and stands for origin "" in texts for
    /// people. The generated register function sets it to its target's name; the first one stays.
    void name_application(std::string_view id);
    std::string application() const;

 private:
    Result<void> add_to(Catalogue& next, Contract contract,
                        std::unique_ptr<const Handler> handler) const;
    void publish(std::unique_lock<std::mutex> lock, std::shared_ptr<Catalogue> next);

    mutable std::mutex mutex_;
    std::shared_ptr<const Catalogue> current_;
    std::set<std::string> executors_;
    std::vector<std::weak_ptr<const OnChange>> listeners_;
};

}  // namespace iam
