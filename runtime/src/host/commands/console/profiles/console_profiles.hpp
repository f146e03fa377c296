// The profiles of a state for its console.
#pragma once

#include "host/session/session.hpp"
#include <iam/console/profile_keeper.hpp>

#include <mutex>
#include <string>

namespace iam::host {

/// The session outlives it.
class ConsoleProfiles final : public console::ProfileKeeper {
 public:
    explicit ConsoleProfiles(const Session& session) : session_(session) {}

    Result<std::string> list() override;
    Result<std::string> show(const std::string& name) override;
    Result<std::string> judge(const std::string& text) override;
    Result<void> save(const console::ProfileDraft& draft) override;
    Result<void> remove(const std::string& name, const std::string& version) override;

 private:
    const Session& session_;
    std::mutex mutex_{};
};

}  // namespace iam::host
