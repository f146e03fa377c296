// audit verify: checks the ledger, and compares it with a witness or an expected head.
#include "host/commands/commands.hpp"
#include "host/output/broken_records.hpp"
#include "host/output/json_member.hpp"
#include "host/session/witness_file.hpp"
#include <iam/ledger/verify.hpp>

#include <memory>
#include <ostream>
#include <string>
#include <utility>

namespace iam::host {
namespace {

// Most stores have one chain, and their readers look for one head.
Digest head_of(const ledger::Verification& verification) {
    return verification.heads.empty() ? Digest{} : verification.heads.front().hash;
}

void put_heads(JsonWriter& out, const ledger::Verification& verification) {
    if (verification.heads.size() < 2) return put(out, "head", head_of(verification).hex());
    out.key("heads");
    out.begin_array();
    for (const ledger::Head& head : verification.heads) {
        out.begin_object();
        put(out, "entry", to_string(head.entry));
        put(out, "hash", head.hash.hex());
        out.end_object();
    }
    out.end_array();
}

void say_heads(const Session& session, const ledger::Verification& verification) {
    if (verification.heads.size() < 2) {
        session.out() << "head " << head_of(verification).hex() << '\n';
        return;
    }
    for (const ledger::Head& head : verification.heads)
        session.out() << "head " << head.hash.hex() << " of " << to_string(head.entry) << '\n';
}

/// The entries of each chain behind `reached`, as first and last.
std::vector<std::pair<ledger::EntryId, ledger::EntryId>> rest_behind(
    const ledger::Verification& verification, const std::vector<ledger::EntryId>& reached) {
    std::vector<std::pair<ledger::EntryId, ledger::EntryId>> rest;
    for (const ledger::Head& head : verification.heads) {
        ledger::EntryId last{head.entry.chain, 0};
        for (const ledger::EntryId& entry : reached)
            if (entry.chain == head.entry.chain) last = entry;
        if (last.seq < head.entry.seq) rest.push_back({{last.chain, last.seq + 1}, head.entry});
    }
    return rest;
}

void put_rest(JsonWriter& out, const char* name, const ledger::Verification& verification,
              const std::vector<ledger::EntryId>& reached) {
    out.key(name);
    out.begin_array();
    for (const auto& [first, last] : rest_behind(verification, reached)) {
        out.begin_object();
        put(out, "first", to_string(first));
        put(out, "last", to_string(last));
        out.end_object();
    }
    out.end_array();
}

void say_rest(const Session& session, const char* what, const ledger::Verification& verification,
              const std::vector<ledger::EntryId>& reached) {
    for (const auto& [first, last] : rest_behind(verification, reached))
        session.out() << what << to_string(first) << " to " << to_string(last) << '\n';
}

void put_tree(JsonWriter& out, const ledger::Verification& verification) {
    if (!verification.tree) return;
    put_rest(out, "not_in_tree", verification, verification.sealed);
    out.key("tree");
    out.begin_object();
    put(out, "origin", verification.tree->origin);
    put(out, "root", verification.tree->tree.root.hex());
    out.key("size");
    out.integer(verification.tree->tree.size);
    out.end_object();
}

void print_json(const Session& session, const ledger::Verification& verification,
                const BrokenRecords& broken) {
    JsonWriter out;
    out.begin_object();
    out.key("anchored");
    out.boolean(!verification.anchored.empty());
    if (!verification.anchored.empty())
        put(out, "anchored_to", to_string(verification.anchored.front()));
    put_broken(out, broken);
    out.key("checkpoints");
    out.integer(verification.checkpoints);
    out.key("entries");
    out.integer(verification.entries);
    if (verification.first_bad) put(out, "first_bad", to_string(*verification.first_bad));
    put_heads(out, verification);
    if (!verification.anchored.empty())
        put_rest(out, "not_anchored", verification, verification.anchored);
    out.key("ok");
    out.boolean(verification.ok() && broken.empty());
    if (!verification.ok()) put(out, "reason", verification.reason);
    if (verification.ok()) put_tree(out, verification);
    out.end_object();
    session.print(out);
}

/// A ledger too damaged to be read to its end has failed the verification as well.
ExitCode not_verified(const Session& session, const Error& error) {
    if (error.code != Errc::corrupt) return session.report(error);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.key("anchored");
        out.boolean(false);
        out.key("ok");
        out.boolean(false);
        put(out, "reason", error.message);
        out.end_object();
        session.print(out);
    }
    session.say("The ledger does not hold together: " + error.message);
    return ExitCode::verification_failed;
}

struct VerifyWords {
    std::string witness{};
    std::string key{};
};

Result<ledger::Anchors> read_anchors(const VerifyWords& words) {
    ledger::Anchors anchors;
    if (!words.witness.empty()) {
        IAM_TRY(witnessed, read_witness(words.witness));
        anchors.witnessed = std::move(witnessed);
    }
    if (!words.key.empty()) {
        IAM_TRY(key, PublicKey::from_hex(words.key));
        anchors.key = key;
    }
    return anchors;
}

void say_how_far(const Session& session, const ledger::Verification& verification) {
    session.out() << verification.entries << " entries checked";
    if (verification.checkpoints > 0)
        session.out() << ", " << verification.checkpoints << " signed checkpoints among them";
    session.out() << '\n';
    say_heads(session, verification);
    if (!verification.ok()) return;
    if (verification.tree) {
        session.out() << "tree of " << verification.tree->tree.size << " entries, signed\n";
        say_rest(session, "not in the tree: ", verification, verification.sealed);
    }
    if (!verification.anchored.empty()) {
        session.out() << "anchored to " << to_string(verification.anchored.front()) << '\n';
        say_rest(session, "not anchored: ", verification, verification.anchored);
    } else {
        session.out() << "consistent, not anchored: keep checkpoints elsewhere ("
                      << session.command("audit checkpoint --witness FILE") << ") to compare\n";
    }
}

ExitCode verify(Session& session, const VerifyWords& words) {
    const auto anchors = read_anchors(words);
    if (!anchors) return session.report(anchors.error());
    const auto store = session.open_store(store::Mode::read_only);
    if (!store) return not_verified(session, store.error());
    const auto verification = ledger::verify(**store, *anchors);
    if (!verification) return not_verified(session, verification.error());
    const auto broken =
        broken_records(**store, {RecordKind::policy, RecordKind::grant, RecordKind::permission,
                                 RecordKind::approval, RecordKind::trust});
    if (!broken) return not_verified(session, broken.error());
    const bool ok = verification->ok();
    if (session.options().json) {
        print_json(session, *verification, *broken);
    } else {
        say_how_far(session, *verification);
    }
    say_broken(session, *broken);
    if (ok && !broken->empty()) return ExitCode::verification_failed;
    if (ok) return verification->anchored.empty() ? ExitCode::not_anchored : ExitCode::done;
    session.say("The ledger does not hold together; the first bad entry is " +
                to_string(*verification->first_bad) + ": " + verification->reason);
    return ExitCode::verification_failed;
}

}  // namespace

void add_audit_verify_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<VerifyWords>();
    CLI::App* command = add_command(commands, audit, "verify",
                                    "Recomputes the chain, names the first entry that does not "
                                    "hold, and compares with a witness",
                                    [words](Session& session) { return verify(session, *words); });
    command->add_option("--witness", words->witness, "The file with copies of its checkpoints");
    command->add_option("--public-key", words->key, "The key that signed the first checkpoint")
        ->type_name("HEX");
    give_examples(*command, commands.session,
                  {"audit verify", "audit verify --witness /mnt/witness/ledger.jsonl"});
}

}  // namespace iam::host
