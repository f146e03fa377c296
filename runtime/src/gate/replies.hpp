// What functions may answer, and how what they throw becomes an answer.
#pragma once

#include "secrets.hpp"
#include <iam/annotations.hpp>
#include <iam/tool/handler.hpp>

#include <exception>
#include <string>
#include <utility>

namespace iam::gate {

/// What a function gave back, and what only the ledger may know of it.
struct Ran {
    Reply reply{};
    std::string cause{};  ///< what() of an exception that is no tool_error; may be empty
};

/// What the caller reads instead of the text of an exception.
std::string masked_message();

/// Runs `function`, which returns a Reply. Nothing is thrown.
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

/// Runs a hook of the host; a sentence about what it threw, or nothing.
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

/// Makes a reply keep the rules: a code of its own kind, text in UTF-8, and no secret of the call in either. `ran.reply.success` stays
/// as it is.
void keep_to_the_rules(Ran& ran, const SecretTexts& secrets);

}  // namespace iam::gate
