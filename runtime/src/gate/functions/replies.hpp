// The replies of functions, and the replies in place of exceptions.
#pragma once

#include "gate/record/secrets.hpp"
#include <iam/annotations.hpp>
#include <iam/tool/handler.hpp>

#include <exception>
#include <string>
#include <utility>

namespace iam::gate {

/// The reply of a function, and a cause for the ledger alone.
struct Ran {
    Reply reply{};
    std::string cause{};  ///< what() of an exception other than tool_error; may be empty
};

/// The text read by a caller in place of an exception's text.
std::string masked_message();

/// Runs `function` and returns its Reply. Throws nothing.
template <class Function>
Ran run_guarded(Function function) {
    try {
        return Ran{function(), {}};
    } catch (const tool_error& error) {
        return Ran{Reply::failed(error.code(), error.what()), {}};
    } catch (const std::exception& error) {
        return Ran{Reply::failed(code::tool_failed, masked_message()), error.what()};
    } catch (...) {
        return Ran{Reply::failed(code::tool_failed, masked_message()),
                   "The function threw something that is no std::exception."};
    }
}

/// Runs a hook of the host. Returns a sentence about its exception, or nothing.
template <class Function>
std::string run_hook(Function function) {
    try {
        function();
        return {};
    } catch (const std::exception& error) {
        return std::string("It threw: ") + error.what();
    } catch (...) {
        return "It threw something that is no std::exception.";
    }
}

/// Enforces the rules for replies: a code from the allowed set, UTF-8 text, and no secret of the
/// call in either. `ran.reply.success` does not change.
void keep_to_the_rules(Ran& ran, const SecretTexts& secrets);

}  // namespace iam::gate
