// Has people asked about calls of chats that have read untrusted text.
#pragma once

#include <iam/chat/transcript.hpp>
#include <iam/gate/interceptor.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::chat {

/// An interceptor that tightens and never loosens. If the branch of a chat has untrusted sources,
/// it turns "allow" into "confirm" for a call
/// - of medium or high risk, or
/// - of a tool that may reach the open world, or
/// - of a tool of another server than one of the sources.
/// If the mode of the chat is `ask`, it turns "allow" into "confirm" for every call.
/// If only tool descriptions of servers without trust were read, it asks about calls of tools of
/// another server alone, this program's tools included.
///
/// No grant and no "allow always" lifts this; a person's answer to the question does. The reason
/// names the sources.
///
/// The reason of such a question also names texts of the arguments that stand in an untrusted text
/// of the branch and in nothing that a person wrote there. These are strings of at least
/// k_borrowed_bytes_min bytes, and addresses and paths of at least 4. It claims no completeness: a
/// model may write a text in other words. A question that is due anyway keeps its reason.
///
/// The host gives it to the Runtime (Parts::interceptors) and to each Conversation. Thread-safe.
class TaintGuard final : public gate::Interceptor {
 public:
    std::string name() const override { return "chat-taint"; }
    std::optional<consent::Decision> on_resolve(const gate::CallView& call,
                                                const consent::Decision& upstream) override;

    /// The texts of a chat's present branch.
    struct Exposure {
        Taint taint{};
        Taint described{};  ///< servers without trust whose tools were described to the model
        std::vector<std::string> untrusted{};
        std::vector<std::string> of_person{};
        bool asks_always = false;  ///< ConsentMode::ask
    };
    /// For calls with this Proposer::conversation_id. Replaces the earlier one.
    void set(const std::string& chat, Exposure exposure);

    static constexpr std::size_t k_borrowed_bytes_min = 8;

 private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Exposure>> exposures_;
};

}  // namespace iam::chat
