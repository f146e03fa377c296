// A ready-made interceptor: a callback, perhaps to another machine, is asked what it thinks of each call.
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

/// A copy: it may be read after the call was decided without it.
struct PolicyQuestion {
    Call call{};  ///< arguments only with RemotePolicySettings::with_arguments, else empty
    Digest consent_digest{};
    Hints hints{};
    bool is_undo = false;
    consent::Decision upstream{};  ///< what would hold without it
};

struct RemotePolicySettings {
    /// Then the call goes on without an answer. Zero or less: at once.
    std::chrono::milliseconds deadline{2000};
    enum class Unreachable { ask, deny };
    /// What counts where no answer came in time, an error did, or something was thrown. It never loosens what holds without it.
    Unreachable unreachable = Unreachable::ask;
    /// It may also turn a no into a yes, as far as an interceptor can.
    bool may_loosen = false;
    /// Secret members included.
    bool with_arguments = false;
    /// Questions under way at once, those that nobody waits for any more among them; one more is unreachable.
    std::size_t questions_max = 16;
    std::string name = "remote_policy";
};

/// Asks on a thread of its own for each question, so that a callback that hangs holds up no call beyond the deadline; then a stop is requested of
/// it. Its end requests a stop of all and waits for them: a callback that never looks at its token keeps it waiting.
class RemotePolicy final : public Interceptor {
 public:
    /// Nothing: it has no say about this call. From several threads at once.
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
