// Defines a server's offers beside its tools: resources, templates of resources, and prompts, each
// with a function for its content, and completions for their arguments.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/client.hpp>
#include <iam/tool/content.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Text members but `uri` and `name` may be empty.
struct Resource {
    std::string uri{};
    std::string name{};
    std::string title{};
    std::string description{};
    std::string mime_type{};
    friend bool operator==(const Resource&, const Resource&) = default;
};

/// A family of resources. `uri_template` is a URI with expressions of level 1 of RFC 6570, e.g.
/// "file:///notes/{id}". An expression stands for one or more characters other than '/'. Its value
/// is percent-decoded UTF-8 without U+0000. It may then hold '/' and "..": check it before it
/// becomes part of a path.
struct ResourceTemplate {
    std::string uri_template{};
    std::string name{};
    std::string title{};
    std::string description{};
    std::string mime_type{};
    friend bool operator==(const ResourceTemplate&, const ResourceTemplate&) = default;
};

struct PromptArgument {
    std::string name{};
    std::string description{};
    bool required = false;
    friend bool operator==(const PromptArgument&, const PromptArgument&) = default;
};

struct Prompt {
    std::string name{};
    std::string title{};
    std::string description{};
    std::vector<PromptArgument> arguments{};
    friend bool operator==(const Prompt&, const Prompt&) = default;
};

/// The values of a template's expressions or of a prompt's arguments, by name.
using Values = std::map<std::string, std::string, std::less<>>;

/// A client's wish to read a resource or to get a prompt.
struct OfferRequest {
    std::string name{};  ///< the URI, or the name of the prompt
    Values values{};     ///< percent-decoded, for a template
    Subject subject{};
    std::stop_token stop{};  ///< requested if the client cancels
    /// Asks the client, by ask_client() of <iam/tool/client.hpp>.
    AskClient ask{};
};

struct PromptMessage {
    enum class Role { user, assistant };
    Role role = Role::user;
    ContentBlock content{};
};

using ReadResource = std::function<Result<std::vector<ResourceContents>>(const OfferRequest&)>;
using GetPrompt = std::function<Result<std::vector<PromptMessage>>(const OfferRequest&)>;

/// A client's wish to complete a typed value of an argument.
struct CompletionRequest {
    std::string argument{};
    std::string typed{};
    Values values{};         ///< of the complete arguments
    std::stop_token stop{};  ///< requested if the client cancels
};
/// Returns the proposals, best first. The client gets the first k_completions_max.
using Complete = std::function<std::vector<std::string>(const CompletionRequest&)>;
/// MCP, server/utilities/completion: at most 100 values.
inline constexpr std::size_t k_completions_max = 100;

/// An immutable state of Offers, sorted by URI, template and name.
struct OfferList {
    struct OfferedResource {
        Resource about{};
        ReadResource read{};
    };
    struct OfferedTemplate {
        ResourceTemplate about{};
        ReadResource read{};
        Complete complete{};
    };
    struct OfferedPrompt {
        Prompt about{};
        GetPrompt get{};
        Complete complete{};
    };
    std::map<std::string, OfferedResource, std::less<>> resources{};
    std::map<std::string, OfferedTemplate, std::less<>> templates{};
    std::map<std::string, OfferedPrompt, std::less<>> prompts{};
    /// Each reads every URI that begins with its key, unless a resource or template does.
    std::map<std::string, ReadResource, std::less<>> spaces{};
};

/// Offers to take out, by their keys in OfferList, and offers to add.
struct OfferChanges {
    std::vector<std::string> gone_resources{};
    std::vector<std::string> gone_templates{};
    std::vector<std::string> gone_prompts{};
    std::vector<std::string> gone_spaces{};
    OfferList come{};
};

/// An offer that was not added, by its key in OfferList.
struct RefusedOffer {
    std::string key{};
    Error error{};
};

/// The resources and prompts of one program, for any number of servers. Functions are called on
/// threads of the server, several at once; their exceptions are caught. Thread-safe.
class Offers {
 public:
    Offers();

    // Each adds one offer. Errors: invalid_argument (an empty name or URI, no function, a template
    // with other expressions), conflict (the name, URI or template is offered already).
    Result<void> add(Resource resource, ReadResource read);
    Result<void> add(ResourceTemplate resources, ReadResource read, Complete complete = {});
    Result<void> add(Prompt prompt, GetPrompt get, Complete complete = {});
    // Each removes one offer. Error: not_found.
    Result<void> remove_resource(std::string_view uri);
    Result<void> remove_template(std::string_view uri_template);
    Result<void> remove_prompt(std::string_view name);
    /// Takes offers out, then adds others, as one change: listeners hear once of resources, and
    /// once of prompts. A template below a space may have any expressions, since the space reads
    /// its URIs. Returns the errors of add(); such an offer stops no other.
    std::vector<RefusedOffer> change(OfferChanges changes);
    /// Tells the subscribers of this URI about a change of its content.
    void updated(std::string_view uri);

    std::shared_ptr<const OfferList> snapshot() const;

    enum class Change { resources, prompts, content };
    /// `uri` is the URI of a changed content, else empty.
    using Listener = std::function<void(Change change, std::string_view uri)>;
    /// Called after each change, on its thread, until the returned handle is destroyed; a call
    /// under way may end later. Its exceptions are ignored.
    std::shared_ptr<void> listen(Listener listener);

 private:
    struct Listeners;
    Result<void> edit(Change kind, const std::function<Result<void>(OfferList&)>& edit);
    void tell(Change kind, std::string_view uri);

    mutable std::mutex mutex_;
    std::shared_ptr<const OfferList> current_;
    std::shared_ptr<Listeners> listeners_;
};

/// The values of the expressions of a template in a URI, percent-decoded; nothing if the URI is not
/// of the template.
std::optional<Values> match_template(std::string_view uri_template, std::string_view uri);
/// Error: invalid_argument if an expression is not of level 1, or a name stands twice.
Result<void> check_template(std::string_view uri_template);

}  // namespace iam::mcp
