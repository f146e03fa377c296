// One function per family of commands. It declares the commands and their actions.
#pragma once

#include "host/session/session.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace iam::host {

using Action = std::function<ExitCode()>;

/// The parts for each family. Lives until the chosen action has returned.
struct Commands {
    CLI::App& app;
    Session& session;
    Action& chosen;
    std::vector<std::string> behind_dashes{};  ///< the words behind the first "--"
};

/// Adds a command below `parent`; it runs `action` if it is typed. The action owns its options.
CLI::App* add_command(const Commands& commands, CLI::App& parent, const std::string& name,
                      const std::string& help, std::function<ExitCode(Session&)> action);

/// Adds `lines`, each behind the name of this program, to the end of the command's help.
void give_examples(CLI::App& command, const Session& session,
                   const std::vector<std::string>& lines);

void add_tools_commands(const Commands& commands);     // tools, preview
void add_call_command(const Commands& commands);       // call
void add_undo_command(const Commands& commands);       // undo
void add_reconcile_command(const Commands& commands);  // reconcile
void add_witness_command(const Commands& commands);    // witness
void add_audit_commands(const Commands& commands);     // audit, audit events
void add_audit_checkpoint_command(const Commands& commands, CLI::App& audit);
void add_audit_proof_commands(const Commands& commands, CLI::App& audit);  // prove, verify-proof
void add_audit_erase_command(const Commands& commands, CLI::App& audit);
void add_audit_retain_command(const Commands& commands, CLI::App& audit);
void add_audit_export_command(const Commands& commands, CLI::App& audit);  // audit export
void add_audit_report_command(const Commands& commands, CLI::App& audit);  // audit report
void add_audit_show_command(const Commands& commands, CLI::App& audit);    // audit show
void add_audit_verify_command(const Commands& commands, CLI::App& audit);  // audit verify
void add_consent_commands(const Commands& commands);   // grants …, permissions …
void add_policy_commands(const Commands& commands);    // policy …
void add_rules_commands(const Commands& commands);     // rules check, rules explain
void add_approval_commands(const Commands& commands);  // approvals …
void add_freeze_commands(const Commands& commands);    // freeze, thaw
void add_state_commands(const Commands& commands);     // state …
void add_console_command(const Commands& commands);    // console
void add_serve_command(const Commands& commands);      // serve
void add_servers_commands(const Commands& commands);   // servers …
void add_chat_commands(const Commands& commands);      // chat
void add_task_commands(const Commands& commands);      // tasks …

}  // namespace iam::host
