// The question to a person about a call: made by steps 5 and 6, and by functions asking for input.
#pragma once

#include <iam/annotations.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/boxed.hpp>
#include <iam/tool/input.hpp>
#include <iam/words/sentences.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace iam::gate {

struct Question {
    Boxed<Preview> preview{};
    std::string preview_text{};
    words::Sentences preview_failure{};
    Boxed<consent::Approval> approval{};  ///< asked for or given
    /// The approval is the answer to an earlier, equal call. Until this call runs, another one may
    /// use it.
    bool is_taken_up = false;
    /// The approval is an open question that the record has already.
    bool is_recorded = false;
    std::vector<InputRequest> asked{};  ///< input awaited by the function
    std::vector<InputValue> inputs{};   ///< input for the function, read through its Context
    int passes = 0;                     ///< how often the function asked for input
    /// Set by the prompter's thread once a change of consent would let the call run.
    std::shared_ptr<std::atomic<bool>> allowed_meanwhile{};
};

}  // namespace iam::gate
