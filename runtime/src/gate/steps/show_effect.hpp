// Step 5: the preview of a call that a person will be asked about.
#pragma once

#include "gate/functions/previews.hpp"

namespace iam::gate {

/// Fills the question's preview, or the reason why there is none.
void show_effect(CallState& call, PreviewThreads& previewers);

}  // namespace iam::gate
