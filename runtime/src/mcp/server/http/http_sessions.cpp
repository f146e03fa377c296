#include "mcp/server/http/http_sessions.hpp"

#include <optional>

namespace iam::mcp {

bool HttpSessions::add(const Pointer& session) {
    Pointer ended;
    {
        const std::lock_guard lock(mutex_);
        if (sessions_.size() >= most_) {
            ended = idle_longest();
            if (!ended) return false;
            sessions_.erase(ended->id());
        }
        sessions_.emplace(session->id(), session);
    }
    if (ended) ended->close();
    return true;
}

HttpSessions::Pointer HttpSessions::find(std::string_view id, const Subject& subject) const {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end() || found->second->subject() != subject) return nullptr;
    return found->second;
}

void HttpSessions::remove(const Pointer& session) {
    {
        const std::lock_guard lock(mutex_);
        sessions_.erase(session->id());
    }
    session->close();
}

std::vector<HttpSessions::Pointer> HttpSessions::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<Pointer> sessions;
    sessions.reserve(sessions_.size());
    for (const auto& [id, session] : sessions_) sessions.push_back(session);
    return sessions;
}

HttpSessions::Pointer HttpSessions::idle_longest() const {
    Pointer oldest;
    std::optional<Milliseconds> oldest_time;
    for (const auto& [id, session] : sessions_) {
        const auto since = session->idle_since();
        if (!since || (oldest_time && *since >= *oldest_time)) continue;
        oldest = session;
        oldest_time = since;
    }
    return oldest;
}

}  // namespace iam::mcp
