#include "iam/mcp/imported_tools.hpp"

#include "mcp/client/connection/tool_pages.hpp"
#include "mcp/client/door.hpp"
#include "mcp/client/imported/imported_tool.hpp"
#include "mcp/client/imported/tool_names.hpp"
#include "mcp/client/server_call.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/question/escape.hpp>

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace iam::mcp {
class ImportedToolsCore {
 public:
    ImportedToolsCore(Servers& servers, Registry& registry)
        : servers_(servers),
          registry_(registry),
          listening_(
              servers.listen(through(door_, [this](const std::string& server) { note(server); }))) {
        note_all();
    }

    ~ImportedToolsCore() {
        listening_.reset();
        door_->close();
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
            changed_.notify_all();
        }
        if (thread_.joinable()) thread_.join();
        for (const auto& [id, document] : imported_) (void)registry_.remove(id);
    }

    bool wait_until_settled(std::chrono::milliseconds longest, std::string_view server) {
        const auto end = std::chrono::steady_clock::now() + longest;
        if (!servers_.wait_until_settled(longest, server)) return false;
        // A state can be seen before its listeners have heard of it.
        note_all();
        std::unique_lock lock(mutex_);
        return changed_.wait_until(lock, end, [this] { return dirty_.empty() && !is_at_work_; });
    }

    std::vector<ImportFinding> findings() const {
        std::map<std::string, std::vector<ImportFinding>> by_server;
        {
            const std::lock_guard lock(mutex_);
            by_server = findings_;
        }
        // Names of different origins are compared last: their tools come and go.
        std::vector<ToolId> ids;
        const auto catalogue = registry_.snapshot();
        for (const Contract* contract : catalogue->contracts()) ids.push_back(contract->id);
        for (const NameFinding& finding : judge_tool_names(ids)) {
            const auto found = by_server.find(finding.tool.origin);
            if (found != by_server.end() && !finding.is_refused)
                found->second.push_back(shown(finding));
        }
        std::vector<ImportFinding> all;
        for (const auto& [server, found] : by_server)
            all.insert(all.end(), found.begin(), found.end());
        return all;
    }

 private:
    using Documents = std::map<ToolId, std::string>;

    void note_all() {
        for (const ServerStatus& status : servers_.connection_states()) note(status.name);
    }

    void note(const std::string& server) {
        const std::lock_guard lock(mutex_);
        if (ended_) return;
        dirty_.insert(server);
        if (!thread_.joinable()) {
            const SignalsBlocked blocked;
            thread_ = std::thread([this] { run(); });
        }
        changed_.notify_all();
    }

    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return ended_ || !dirty_.empty(); });
            if (ended_) return;
            const std::string server = *dirty_.begin();
            dirty_.erase(dirty_.begin());
            is_at_work_ = true;
            lock.unlock();
            std::vector<ImportFinding> found = update(server);
            lock.lock();
            findings_[server] = std::move(found);
            is_at_work_ = false;
            changed_.notify_all();
        }
    }

    static ImportFinding shown(const NameFinding& finding) {
        return {finding.tool.origin, question::escape_for_display(finding.tool.name),
                finding.is_refused, finding.reason};
    }

    /// Brings the registry to the server's present list.
    std::vector<ImportFinding> update(const std::string& server) {
        std::vector<ImportFinding> found;
        Documents wanted;
        std::vector<ToolId> ids;
        for (const ServerTool& tool : servers_.list_tools(server)) {
            ToolId id{server, tool_name_in(tool.document)};
            ids.push_back(id);
            wanted.emplace(std::move(id), tool.document);
        }
        for (const NameFinding& finding : judge_tool_names(ids)) {
            wanted.erase(finding.tool);
            found.push_back(shown(finding));
        }
        remove_others(server, wanted);
        for (const auto& [id, document] : wanted) {
            if (imported_.find(id) != imported_.end()) continue;
            if (const auto added = add(id, document); added) {
                imported_.emplace(id, document);
            } else {
                found.push_back(
                    {server, question::escape_for_display(id.name), true, added.error().message});
            }
        }
        return found;
    }

    /// Takes out the server's tools that are gone or have changed.
    void remove_others(const std::string& server, const Documents& wanted) {
        for (auto it = imported_.lower_bound(ToolId{server, {}});
             it != imported_.end() && it->first.origin == server;) {
            const auto same = wanted.find(it->first);
            if (same != wanted.end() && same->second == it->second) {
                ++it;
                continue;
            }
            (void)registry_.remove(it->first);
            it = imported_.erase(it);
        }
    }

    Result<void> add(const ToolId& id, const std::string& document) {
        CallRemote call = [&servers = servers_, server = id.origin, document](
                              const std::string& tool, std::string_view arguments,
                              Context& context) {
            return call_server(servers, server, tool, document, arguments, context);
        };
        IAM_TRY(tool, import_tool(id.origin, document, std::move(call)));
        return registry_.add(std::move(tool.contract), std::move(tool.handler));
    }

    Servers& servers_;
    Registry& registry_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::set<std::string> dirty_;
    bool is_at_work_ = false;
    bool ended_ = false;
    std::map<std::string, std::vector<ImportFinding>> findings_;
    Documents imported_;  // of the thread, and of the end
    std::thread thread_;
    const std::shared_ptr<Door> door_ = std::make_shared<Door>();
    std::shared_ptr<void> listening_;
};

ImportedTools::ImportedTools(Servers& servers, Registry& registry)
    : core_(std::make_unique<ImportedToolsCore>(servers, registry)) {}

ImportedTools::~ImportedTools() = default;

bool ImportedTools::wait_until_settled(std::chrono::milliseconds longest,
                                       std::string_view server) const {
    return core_->wait_until_settled(longest, server);
}

std::vector<ImportFinding> ImportedTools::findings() const {
    return core_->findings();
}

}  // namespace iam::mcp
