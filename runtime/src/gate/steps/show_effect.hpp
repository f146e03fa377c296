// Step 5: the preview of a call, for the question to a person.
#pragma once

#include "gate/functions/previews.hpp"

namespace iam::gate {

/// Fills the question's preview, or the reason why there is none.
void show_effect(CallState& call, PreviewThreads& previewers);

}  // namespace iam::gate
