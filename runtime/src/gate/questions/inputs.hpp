// Requests of functions for input: ordinary questions with values as answers.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/input.hpp>
#include <iam/words/ids.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

/// How often one call may ask.
inline constexpr int k_input_passes_max = 16;
/// The reason of every question for input.
inline constexpr words::Id k_input_reason = words::Id::function_asks;

/// One input of a question. It has its value once it was given, unless it is secret.
struct RecordedInput {
    InputRequest request{};
    std::optional<std::string> value{};
};

/// The member "inputs" of a preview's text.
void write_inputs(JsonWriter& writer, const std::vector<RecordedInput>& inputs);
/// Reads the member "inputs" of a preview's text. Empty for an ordinary question.
std::vector<RecordedInput> read_inputs(std::string_view preview_text);
bool asks_for_input(const consent::Approval& approval);
/// The inputs required from the next answer.
std::vector<InputRequest> open_inputs(const consent::Approval& approval);

/// Puts the values of an answer into the approval, without secret ones. Returns all of them. Error:
/// invalid_argument if they do not match the request.
Result<std::vector<InputValue>> give_inputs(consent::Approval& approval,
                                            const std::vector<InputValue>& given);
/// Keeps the same values for the function, in this run.
void keep_inputs(CallState& call, const std::vector<InputValue>& given);
/// Takes the values of an answered approval.
void take_inputs(CallState& call, const consent::Approval& approval);

bool asks_for_secret(const std::vector<InputRequest>& requests);
/// Removes secrets from a request: people and models read it.
void scrub_request(InputRequest& request, const SecretTexts& secrets);

/// True if a person can be asked while the call waits on its thread.
bool can_ask_at_once(const CallState& call);
/// True if the call can wait for the wanted input.
bool can_wait(const CallState& call, const std::vector<InputRequest>& asked);
/// Adds the question to the call, and to the batch ending this pass of the function.
void put_input_question(CallState& call, std::vector<InputRequest> asked, ledger::Batch& batch);
/// The refusal of a call with an open request for input.
Refusal waits_for_input(const CallState& call);

/// If the call's approval answers an earlier pass of the same call, the call takes that call's id.
void resume_waiting(CallState& call);

}  // namespace iam::gate
