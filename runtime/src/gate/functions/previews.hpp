// Runs a tool's preview: for a question, or for a caller that only wants to look.
#pragma once

#include "gate/functions/pins.hpp"
#include "gate/functions/workers.hpp"
#include "gate/state/call_state.hpp"

#include <tl/expected.hpp>

#include <stop_token>
#include <string_view>
#include <vector>

namespace iam::gate {

/// The text of a preview, and its pinned files.
struct Previewed {
    Preview preview{};
    std::vector<FilePin> pins{};
};

/// Threads for previews of tools with a time limit. Functions have others: a preview runs before
/// anybody has agreed, and a hanging preview must not delay a function.
struct PreviewThreads {
    explicit PreviewThreads(unsigned threads_max) noexcept : threads(threads_max) {}

    std::stop_source ending{};  ///< asks all previews to stop
    Workers threads;
};

/// Asks the tool's preview for the effect of `arguments`, as prepare() returned them. A preview of
/// a tool with a time limit runs on a worker, under that limit; others run on this thread. An
/// overdue preview is asked to stop, and its later text is ignored. Error: the failure of the
/// preview. Secrets are not removed yet, in either case.
tl::expected<Previewed, Reply> make_preview(const CallState& call, PreviewThreads& previewers,
                                            std::string_view arguments);

}  // namespace iam::gate
