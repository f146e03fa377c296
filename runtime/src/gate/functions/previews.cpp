// A preview is the host's code and runs before anybody has agreed. It may throw, and it may hang.
#include "gate/functions/previews.hpp"

#include "gate/functions/replies.hpp"
#include <iam/tool/context.hpp>
#include <iam/words/catalogue.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::gate {
namespace {

using Made = tl::expected<Previewed, Reply>;

Made run_preview(const FoundTool& tool, std::string_view arguments, Context& context) {
    Previewed made;
    Ran ran = run_guarded([&] {
        PreviewReply preview = tool.handler->preview(arguments, context);
        if (!preview) return std::move(preview).error();
        made = Previewed{*std::move(preview), pins_of(context)};
        tell_pins(made.preview, made.pins);
        return Reply::done();
    });
    if (!ran.reply.success) return tl::unexpected(std::move(ran.reply));
    return made;
}

/// Without memory for the sentence, the reply has a code only.
Made failed(std::string_view code, words::Id why) noexcept {
    Reply reply;
    reply.success = false;
    try {
        reply.code = code;
        reply.message = english(why);
    } catch (...) {
        reply.code = code::tool_failed;  // Short enough to need no memory.
    }
    return tl::unexpected(std::move(reply));
}

/// A preview on a worker. It owns all its input, since its caller may have stopped waiting.
class LimitedPreview {
 public:
    LimitedPreview(const CallState& call, const std::stop_token& ending, std::string_view arguments)
        : tool_(call.tool),
          arguments_(arguments),
          subject_(call.proposal.call.subject),
          proposer_(call.proposal.call.proposer),
          call_id_(call.proposal.call.id) {
        stop_.connect(call.proposal.options.stop, ending, true);
    }

    void run() noexcept {
        try {
            Context context(subject_, proposer_, call_id_, stop_.token(), nullptr);
            end(run_preview(tool_, arguments_, context));
        } catch (...) {
            end(failed(code::tool_failed, words::Id::preview_memory));
        }
    }
    /// Later text of the preview is ignored.
    void give_up(std::string_view code, words::Id why) noexcept {
        end(failed(code, why));
        stop_.request();
    }
    Made wait() {
        std::unique_lock lock(mutex_);
        news_.wait(lock, [this] { return made_.has_value(); });
        return *std::move(made_);
    }

 private:
    /// The first result counts.
    void end(Made made) noexcept {
        const std::lock_guard lock(mutex_);
        if (made_) return;
        made_ = std::move(made);
        news_.notify_all();
    }

    const FoundTool tool_;
    const std::string arguments_;
    const Subject subject_;
    const Proposer proposer_;
    const std::string call_id_;
    StopLink stop_{};
    std::mutex mutex_;
    std::condition_variable news_;
    std::optional<Made> made_{};  // Stays engaged after its value was moved out.
};

constexpr auto k_overdue = words::Id::preview_overdue;
constexpr auto k_no_thread = words::Id::preview_no_thread;
constexpr auto k_busy = words::Id::preview_busy;
constexpr auto k_ending = words::Id::preview_ending;

Made run_on_worker(const CallState& call, PreviewThreads& previewers, std::string_view arguments) {
    auto slot = previewers.threads.reserve();
    if (!slot) {
        const bool is_ending = previewers.ending.stop_requested();
        return is_ending ? failed(code::cancelled, k_ending) : failed(code::tool_failed, k_busy);
    }
    const auto preview =
        std::make_shared<LimitedPreview>(call, previewers.ending.get_token(), arguments);
    Workers::Job job;
    job.run = [preview] { preview->run(); };
    job.overdue = [preview] { preview->give_up(code::timed_out, k_overdue); };
    job.dropped = [preview](bool too_late) {
        too_late ? preview->give_up(code::timed_out, k_no_thread)
                 : preview->give_up(code::cancelled, k_ending);
    };
    job.limit = *call.tool.contract->timeout;
    std::move(*slot).submit(std::move(job));
    return preview->wait();
}

}  // namespace

tl::expected<Previewed, Reply> make_preview(const CallState& call, PreviewThreads& previewers,
                                            std::string_view arguments) {
    if (call.tool.contract->timeout) return run_on_worker(call, previewers, arguments);
    Context context(call.proposal.call.subject, call.proposal.call.proposer, call.proposal.call.id,
                    call.proposal.options.stop, nullptr);
    return run_preview(call.tool, arguments, context);
}

}  // namespace iam::gate
