// Has people asked about calls of chats that have read untrusted text.
#pragma once

#include <iam/chat/transcript.hpp>
#include <iam/gate/interceptor.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace iam::chat {

/// An interceptor that tightens and never loosens. If the branch of a chat has untrusted sources,
/// it turns "allow" into "confirm" for a call
/// - of medium or high risk, or
/// - of a tool that may reach the open world, or
/// - of a tool of another server than one of the sources.
/// No grant and no "allow always" lifts this; a person's answer to the question does. The reason
/// names the sources.
///
/// The host gives it to the Runtime (Parts::interceptors) and to each Conversation. Thread-safe.
class TaintGuard final : public gate::Interceptor {
 public:
    std::string name() const override { return "chat-taint"; }
    std::optional<consent::Decision> on_resolve(const gate::CallView& call,
                                                const consent::Decision& upstream) override;

    /// The taint of a chat's present branch, for calls with this Proposer::conversation_id.
    void set(const std::string& chat, Taint taint);

 private:
    std::mutex mutex_;
    std::map<std::string, Taint> taints_;
};

}  // namespace iam::chat
