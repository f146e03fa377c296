// What the preview of a tool says of a call: of one that a person is asked about, and of one that somebody only looks at.
#pragma once

#include "call_state.hpp"
#include "pins.hpp"

#include <tl/expected.hpp>

#include <string_view>
#include <vector>

namespace iam::gate {

/// What a preview says, and the files that it is about.
struct Previewed {
    Preview preview{};
    std::vector<FilePin> pins{};
};

/// Has the call's tool tell what `arguments`, as prepare() gave them, would do: on this thread, or on a worker where the tool has a time
/// limit, which holds for its preview as well. A preview that is overdue is asked to stop, and whatever it says later counts for nothing.
/// Error: with what it failed; secrets are still in both.
tl::expected<Previewed, Reply> make_preview(const CallState& call, std::string_view arguments);

}  // namespace iam::gate
