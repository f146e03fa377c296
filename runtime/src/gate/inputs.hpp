// What functions ask people for: a question like any other, whose answer has values.
#pragma once

#include "call_state.hpp"
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
/// Why such a question is put.
inline constexpr words::Id k_input_reason = words::Id::function_asks;

/// One input of a question; with a value where it was given, unless it is secret.
struct RecordedInput {
    InputRequest request{};
    std::optional<std::string> value{};
};

/// The member "inputs" of a preview's text.
void write_inputs(JsonWriter& writer, const std::vector<RecordedInput>& inputs);
/// The inverse, of the whole text. Empty: its question is an ordinary one.
std::vector<RecordedInput> read_inputs(std::string_view preview_text);
bool asks_for_input(const consent::Approval& approval);
/// What a person who answers it is asked for now.
std::vector<InputRequest> open_inputs(const consent::Approval& approval);

/// Puts the values of an answer into the approval; those of secrets only into what it returns, which is all of them. invalid_argument: they are not what
/// is asked for.
Result<std::vector<InputValue>> give_inputs(consent::Approval& approval,
                                            const std::vector<InputValue>& given);
/// The same values for the function of a call in this run.
void keep_inputs(CallState& call, const std::vector<InputValue>& given);
/// Those that an answered approval has.
void take_inputs(CallState& call, const consent::Approval& approval);

bool asks_for_secret(const std::vector<InputRequest>& requests);
/// What a function asks is read by people and models.
void scrub_request(InputRequest& request, const SecretTexts& secrets);

/// True if somebody can be asked while the call waits on the thread that it has.
bool can_ask_at_once(const CallState& call);
/// True if the call can wait for what its function asked for.
bool can_wait(const CallState& call, const std::vector<InputRequest>& asked);
/// The question, in the call and in the batch that ends the pass.
void put_input_question(CallState& call, std::vector<InputRequest> asked, ledger::Batch& batch);
/// For a call whose input question stays open.
Refusal waits_for_input(const CallState& call);

/// A call whose approval answers what an earlier pass of the same call asked for takes its place.
void resume_waiting(CallState& call);

}  // namespace iam::gate
