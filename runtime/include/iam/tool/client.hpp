// Questions of a running function to the client behind its call: a form or an address for the
// client's user, a text by the client's model, and the client's folders. MCP names them
// elicitation, sampling and roots.
//
// Answers are the client's words. Nobody has verified them, and none is consent to a call.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/content.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace iam {

/// A form. Never ask for a secret with one (MCP, client/elicitation).
struct Elicitation {
    std::string message{};  ///< for the person: 1 to k_client_text_bytes_max bytes
    /// A JSON Schema in JSON: {"type": "object", "properties": …}, each property a text, a number,
    /// a boolean or a choice.
    std::string schema{};
};

struct Elicited {
    enum class Action {
        accept,
        decline,  ///< the person refused
        cancel,   ///< the person closed the form
    };
    Action action = Action::cancel;
    std::string content{};  ///< JSON text of an object; with `accept` only. Not held to the schema.
};

/// An address that the client asks its person to open. The answer does not tell whether the person
/// has done anything there.
struct UrlElicitation {
    std::string message{};  ///< as of a form
    std::string url{};
    std::string id{};  ///< no two of the program's questions have one id
};

struct SamplingMessage {
    enum class Role { user, assistant };
    Role role = Role::user;
    ContentBlock content{};  ///< a text, an image or a sound
};

struct Sampling {
    std::vector<SamplingMessage> messages{};  ///< at least one
    std::string system_prompt{};              ///< may be empty
    std::uint32_t tokens_max = 1000;          ///< at least 1
};

struct Sampled {
    std::string model{};        ///< the client's name for its model
    std::string stop_reason{};  ///< may be empty
    std::string content{};      ///< JSON text of a content block, or of a list of them
    std::string text{};         ///< the text of the content; empty if it has none
};

struct Root {
    std::string uri{};
    std::string name{};  ///< may be empty
};

inline constexpr std::size_t k_client_text_bytes_max = 4096;

/// Several questions by their keys. The client gets them at once (Context::ask). A key is of one
/// question.
struct ClientQuestions {
    std::map<std::string, Elicitation> forms{};
    std::map<std::string, UrlElicitation> urls{};
    std::map<std::string, Sampling> samplings{};
    std::vector<std::string> roots{};  ///< at most one is of use
};
/// The answers by the keys of the questions.
struct ClientAnswers {
    std::map<std::string, Result<Elicited>> forms{};
    std::map<std::string, Result<Elicited>> urls{};
    std::map<std::string, Result<Sampled>> samplings{};
    std::map<std::string, Result<std::vector<Root>>> roots{};
};

/// A question on its way to the client.
struct ClientQuestion {
    enum class Kind { elicitation, url_elicitation, sampling, roots };
    Kind kind = Kind::roots;
    std::string key{};     ///< the function's name for it: [a-z0-9_]{1,64}
    std::string params{};  ///< JSON text of the parameters; empty: none
};
/// Asks the client questions of different keys at once, and waits. Returns the JSON text of each
/// result, in the order of the questions. Errors: unavailable (no client can be asked this, it has
/// gone, or it did not answer in time, or the call was stopped), invalid_argument (the client's own
/// error).
using AskClient =
    std::function<std::vector<Result<std::string>>(const std::vector<ClientQuestion>&)>;

/// Asks all questions at once, and reads the answers. With an empty `ask` nobody can be asked.
ClientAnswers ask_client(const AskClient& ask, const ClientQuestions& questions);

}  // namespace iam
