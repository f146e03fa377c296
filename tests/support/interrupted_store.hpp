// A store behind whose back consent changes between two reads.
#pragma once

#include <support/forwarding_store.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace iam::test {

class InterruptedStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;

    /// Once, after the next read of a tool's standing, of the permissions or of the freeze.
    void interrupt(std::function<void()> meanwhile) {
        const std::lock_guard lock(mutex_);
        meanwhile_ = std::move(meanwhile);
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        auto read = ForwardingStore::standing(tool, subject);
        run();
        return read;
    }
    Result<std::vector<consent::Permission>> permissions() override {
        auto read = ForwardingStore::permissions();
        run();
        return read;
    }
    Result<std::optional<consent::Freeze>> freeze() override {
        auto read = ForwardingStore::freeze();
        run();
        return read;
    }

 private:
    void run() {
        std::function<void()> meanwhile;
        {
            const std::lock_guard lock(mutex_);
            meanwhile = std::exchange(meanwhile_, {});
        }
        if (meanwhile) meanwhile();
    }

    std::mutex mutex_{};
    std::function<void()> meanwhile_{};
};

}  // namespace iam::test
