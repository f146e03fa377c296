// Reads the few facts of messages that a transport over HTTP needs. The Peer reads the rest.
#pragma once

#include <iam/rpc/message.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// A message of the Peer.
struct OutgoingFacts {
    std::string method{};       ///< empty: an answer, or a batch of answers
    std::string_view params{};  ///< its part of the message; empty if there are none
};
OutgoingFacts outgoing_facts(std::string_view message);

/// A member of an object in JSON text, if it is a text; nothing if there is no such member.
std::optional<std::string> text_member(std::string_view object, std::string_view name);
/// The member "requestId" of the parameters of a cancellation.
std::optional<rpc::Id> cancelled_request(std::string_view params);

enum class AnswerKind {
    not_json,
    other,   ///< other messages than the answer to the request
    answer,  ///< the answer, or a batch that has it
};
/// How a text of the server answers a request.
AnswerKind answer_kind(std::string_view text, const rpc::Id& request);
/// The id of a message without a method, of which only the beginning is there. Nothing: the id is
/// not in it, or the message is no answer.
std::optional<rpc::Id> answered_request(std::string_view beginning);

/// The error of a JSON-RPC message that names no request; nothing for all other texts.
std::optional<rpc::ErrorObject> error_without_id(std::string_view text);

}  // namespace iam::mcp
