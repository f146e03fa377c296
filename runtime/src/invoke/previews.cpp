// A preview is the host's code before anybody agreed to anything: it may throw, and it may hang.
#include "previews.hpp"

#include "engine.hpp"
#include <iam/tool/context.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::invoke {
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

/// A preview on a worker. Nobody may wait for it any more, so it has all that it looks at.
class LimitedPreview {
 public:
    LimitedPreview(const CallState& call, std::string_view arguments)
        : tool_(call.tool),
          arguments_(arguments),
          subject_(call.call.subject),
          proposer_(call.call.proposer),
          call_id_(call.call.id) {
        stop_.connect(call.options.stop, call.engine->ending.get_token(), true);
    }

    void run() {
        Context context(subject_, proposer_, call_id_, stop_.token(), nullptr);
        end(run_preview(tool_, arguments_, context));
    }
    void give_up(std::string why) {
        stop_.request();
        end(tl::unexpected(Reply::failed(code::timed_out, std::move(why))));
    }
    Made wait() {
        std::unique_lock lock(mutex_);
        news_.wait(lock, [this] { return made_.has_value(); });
        return *std::move(made_);
    }

 private:
    /// The first that comes is what is told.
    void end(Made made) {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_over_, true)) return;
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
    bool is_over_ = false;
    std::optional<Made> made_{};
};

Made run_on_worker(const CallState& call, std::string_view arguments) {
    auto slot = call.engine->workers.reserve();
    if (!slot) {
        return tl::unexpected(
            Reply::failed(code::tool_failed, "All threads for tools with a time limit are busy."));
    }
    const auto preview = std::make_shared<LimitedPreview>(call, arguments);
    Workers::Job job;
    job.run = [preview] { preview->run(); };
    job.overdue = [preview] {
        preview->give_up("The preview has not ended within the time limit of the tool.");
    };
    job.dropped = [preview](bool too_late) {
        preview->give_up(too_late ? "No thread was free within the time limit of the tool."
                                  : "The program ends.");
    };
    job.limit = *call.tool.contract->timeout;
    call.engine->workers.submit(*std::move(slot), std::move(job));
    return preview->wait();
}

}  // namespace

tl::expected<Previewed, Reply> make_preview(const CallState& call, std::string_view arguments) {
    if (call.tool.contract->timeout) return run_on_worker(call, arguments);
    Context context(call.call.subject, call.call.proposer, call.call.id, call.options.stop,
                    nullptr);
    return run_preview(call.tool, arguments, context);
}

}  // namespace iam::invoke
