// Questions of a server within a call, asked of the client behind the call.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/client.hpp>

#include <string>
#include <vector>

namespace iam {
class Context;  // iam/tool/context.hpp
}

namespace iam::mcp {

/// Answers the questions of one call, one after another, at most 16. Known members of a question
/// are passed on, others are not. Only the thread of the call uses it.
///
/// - A form: its message behind the server's name, and its schema. Forms that ask for secrets are
///   refused.
/// - An address: https, or http to this machine, without a user. The message names the server, and
///   shows the address and the server's words as visible text.
/// - Sampling: the messages, the system prompt and the limit of tokens. Wishes about the model, the
///   context of other servers and tools are left out.
class ServerQuestions {
 public:
    /// The context outlives it.
    ServerQuestions(std::string server, Context& context)
        : server_(std::move(server)), context_(context) {}

    /// As AskClient. Each result is JSON text, as the protocol has it.
    std::vector<Result<std::string>> answer(const std::vector<ClientQuestion>& questions);

 private:
    Result<std::string> answer_one(const ClientQuestion& question);
    Result<std::string> answer_form(const ClientQuestion& question);
    Result<std::string> answer_url(const ClientQuestion& question);
    Result<std::string> answer_sampling(const ClientQuestion& question);
    std::string key() const;

    std::string server_;
    Context& context_;
    int asked_ = 0;  // questions of the call until now
};

}  // namespace iam::mcp
