// audit prove: writes the proof of an entry. audit verify-proof: checks one, without a state.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include "host/session/input.hpp"
#include <iam/ledger/sealing.hpp>
#include <iam/question/escape.hpp>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace iam::host {
namespace {

using question::escape_for_display;

ExitCode prove(Session& session, const std::string& text) {
    const auto id = ledger::parse_entry_id(text);
    if (!id) return session.report(id.error());
    const auto store = session.open_store(store::Mode::read_only);
    if (!store) return session.report(store.error());
    const auto proof = prove_entry(**store, *id);
    if (!proof) return session.report(proof.error());
    session.out() << text_of(*proof);
    return ExitCode::done;
}

struct VerifyProofWords {
    std::string file{};
    std::vector<std::string> keys{};
};

Result<std::vector<ledger::NoteKey>> read_keys(const VerifyProofWords& words) {
    std::vector<ledger::NoteKey> keys;
    for (const std::string& text : words.keys) {
        IAM_TRY(key, ledger::parse_note_key(text));
        keys.push_back(std::move(key));
    }
    return keys;
}

void say_json(const Session& session, const ledger::EntryProof& proof,
              const ledger::ProvedEntry& proved) {
    JsonWriter out;
    out.begin_object();
    put(out, "entry", to_string(proof.entry));
    put(out, "hash", proved.hash.hex());
    out.key("index");
    out.integer(proof.index);
    put(out, "origin", proved.head.origin);
    put(out, "root", proved.head.tree.root.hex());
    out.key("signers");
    out.begin_array();
    for (const ledger::NoteKey& key : proved.signers) out.string(text_of(key));
    out.end_array();
    out.key("size");
    out.integer(proved.head.tree.size);
    put(out, "text", proof.text);
    out.end_object();
    session.print(out);
}

void say_text(const Session& session, const ledger::EntryProof& proof,
              const ledger::ProvedEntry& proved) {
    session.out() << "entry " << to_string(proof.entry) << " is in the tree of "
                  << proved.head.tree.size << " entries of "
                  << escape_for_display(proved.head.origin) << "\nhash " << proved.hash.hex()
                  << '\n';
    for (const ledger::NoteKey& key : proved.signers)
        session.out() << "signed by " << escape_for_display(text_of(key)) << '\n';
    session.out() << escape_for_display(proof.text) << '\n';
}

ExitCode refuse(const Session& session, const Error& error) {
    session.say(error.message + "; ask for the proof again, or do not believe it.");
    return ExitCode::verification_failed;
}

ExitCode verify_proof(Session& session, const VerifyProofWords& words) {
    const auto keys = read_keys(words);
    if (!keys) return session.report(keys.error());
    const auto text = read_file(words.file, session.environment().in);
    if (!text) return session.report(text.error());
    const auto proof = ledger::parse_entry_proof(*text);
    if (!proof) return refuse(session, proof.error());
    const auto proved = check_proof(*proof, *keys);
    if (!proved) return refuse(session, proved.error());
    if (session.options().json) {
        say_json(session, *proof, *proved);
    } else {
        say_text(session, *proof, *proved);
    }
    return ExitCode::done;
}

}  // namespace

void add_audit_proof_commands(const Commands& commands, CLI::App& audit) {
    auto id = std::make_shared<std::string>();
    CLI::App* command = add_command(commands, audit, "prove",
                                    "Prints the proof of one entry, for people without this ledger",
                                    [id](Session& session) { return prove(session, *id); });
    command->add_option("ID", *id, "The entry: 0.12")->required();
    give_examples(*command, commands.session, {"audit prove 0.12 > entry.tlog-proof"});
    auto words = std::make_shared<VerifyProofWords>();
    command = add_command(commands, audit, "verify-proof",
                          "Checks the proof of an entry; needs no state, only the keys",
                          [words](Session& session) { return verify_proof(session, *words); });
    command->add_option("FILE", words->file, "The proof; - is standard input")->required();
    command
        ->add_option("--key", words->keys,
                     "A note key of the ledger, or of a witness that must have signed; several")
        ->required()
        ->allow_extra_args(false)
        ->type_name("KEY");
    give_examples(*command, commands.session,
                  {"audit verify-proof entry.tlog-proof --key example.com/desk+4e71f1a6+AX0…"});
}

}  // namespace iam::host
