// The parts that the answers about policies, grants, permissions and tools have in common.
#pragma once

#include "console/api/api.hpp"
#include "console/api/routes.hpp"
#include <iam/consent/records.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/gate/consent.hpp>
#include <iam/net/http_message.hpp>
#include <iam/tool/contract.hpp>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace iam::console {

/// Names of tools and servers, in bytes.
inline constexpr std::size_t k_tool_name_max = 4096;

// The members of a body or a query that name a tool.
inline constexpr Member k_origin_member{"origin", Member::Kind::text,
                                        false,    k_tool_name_max,
                                        {},       "The server of the tool; absent: this program."};
inline constexpr Member k_name_member{"name", Member::Kind::text,      true, k_tool_name_max,
                                      {},     "The tool's name there."};
ToolId tool_of(const Asked& asked);

inline constexpr std::size_t k_contract_size = 64;
/// Nothing: the member "contract" is absent. Error: invalid_argument.
Result<std::optional<Digest>> shown_contract(const Asked& asked);

/// The user and workspace of Parts::subject.
Subject subject_of(const Parts& parts);
/// Consent whose changes name the approver of the parts, and the channel "web".
gate::Consent consent_of(const Parts& parts);
/// Answers with the members that `put` writes.
net::Response object_answer(const std::function<void(JsonWriter&)>& put);
/// Refuses consent for a tool: "stale" if the tool is another one than the shown one.
net::Response refused_consent(const Parts& parts, const ToolId& tool,
                              const std::optional<Digest>& shown, const Error& error);

/// "name", "origin": as they are, for later requests. "tool": for people.
void put_tool(JsonWriter& out, const ToolId& tool);
/// "contract": the digest of all that people agree to.
void put_contract(JsonWriter& out, const Contract& contract);
void put_texts(JsonWriter& out, std::string_view name, const std::vector<words::Sentences>& texts,
               words::Locale locale);
void put_flag(JsonWriter& out, std::string_view name, bool value);
void put_count(JsonWriter& out, std::string_view name, std::size_t value);
/// "effect", "place", "reason", "source", "source_id".
void put_decision(JsonWriter& out, const consent::Decision& decision, words::Locale locale);
/// The end of a record: the member "until", if it has one.
void put_until(JsonWriter& out, const std::optional<consent::Deadline>& deadline);

/// The records of these kinds without the seal of the store.
Result<std::vector<consent::BrokenRecord>> broken_of(
    ledger::Store& store, std::initializer_list<consent::BrokenRecord::Kind> kinds);
void put_broken(JsonWriter& out, const std::vector<consent::BrokenRecord>& records);

}  // namespace iam::console
