// A ready-made interceptor: asks a callback, perhaps on another machine, about each call.
#pragma once

#include <iam/core/result.hpp>
#include <iam/gate/interceptor.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace iam::gate {

/// A copy: the callback may read it after the call was decided without an answer.
struct PolicyQuestion {
    Call call{};  ///< Arguments only with RemotePolicySettings::with_arguments, else empty.
    Digest consent_digest{};
    Hints hints{};
    bool is_undo = false;
    consent::Decision upstream{};  ///< the decision without it
};

struct RemotePolicySettings {
    /// After it the call goes on without an answer. Zero or less: at once.
    std::chrono::milliseconds deadline{2000};
    enum class Unreachable { ask, deny };
    /// The decision if no answer came in time, or an error or an exception did. It never loosens.
    Unreachable unreachable = Unreachable::ask;
    /// The answer may also turn a no into a yes, as far as an interceptor can.
    bool may_loosen = false;
    /// Includes secret members.
    bool with_arguments = false;
    /// Questions under way at once, including abandoned ones. One more is unreachable.
    std::size_t questions_max = 16;
    std::string name = "remote_policy";
};

/// Asks each question on a thread of its own, so a hanging callback delays no call beyond the
/// deadline. Then the callback is asked to stop. The destructor asks all callbacks to stop and
/// waits for them. If a callback ignores its token, it delays the destructor.
class RemotePolicy final : public Interceptor {
 public:
    /// Nothing: no say about this call. Called from several threads at once.
    using Ask = std::function<Result<std::optional<consent::Decision>>(const PolicyQuestion&,
                                                                       const std::stop_token&)>;
    explicit RemotePolicy(Ask ask, RemotePolicySettings settings = {});
    ~RemotePolicy() override;

    std::string name() const override { return settings_.name; }
    bool may_loosen() const override { return settings_.may_loosen; }
    std::optional<consent::Decision> on_resolve(const CallView& call,
                                                const consent::Decision& upstream) override;

 private:
    struct State;
    RemotePolicySettings settings_;
    std::unique_ptr<State> state_;
};

}  // namespace iam::gate
