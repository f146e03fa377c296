// audit checkpoint: signs the tree over the entries of the ledger, once or again and again, and
// gives a witness a copy.
#include "host/commands/commands.hpp"
#include "host/commands/witness/cosigning.hpp"
#include "host/output/json_member.hpp"
#include "host/session/alarm.hpp"
#include "host/session/witness_file.hpp"
#include <iam/gate/records.hpp>
#include <iam/ledger/sealing.hpp>
#include <iam/ledger/verify.hpp>
#include <iam/question/duration.hpp>
#include <iam/store/signing_keys.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {

namespace {

struct CheckpointWords {
    std::string key{};
    std::string witness{};
    std::string origin{};
    std::string cosigner{};              ///< a URL
    std::string cosigner_key{};          ///< a note key
    std::optional<std::string> every{};  ///< a duration
    bool rotate = false;
};

// The limits of --every. A tree a second is enough for anybody who waits for a proof.
constexpr std::chrono::seconds k_every_min{1};
constexpr std::chrono::hours k_every_max{24};

Result<std::filesystem::path> key_path(const Session& session, const CheckpointWords& words) {
    if (!words.key.empty()) return std::filesystem::absolute(words.key);
    IAM_TRY(place, session.place());
    return session.backend().signing_key(place);
}

/// An error if the witness has seen another ledger, or more of this one.
Result<void> check_witness(ledger::Store& store, const std::string& path) {
    if (path.empty()) return {};
    const auto seen = read_witness(path);
    if (!seen) {
        if (seen.error().code == Errc::not_found) return {};  // the first line makes the file
        return tl::unexpected(seen.error());
    }
    IAM_TRY(difference, compare(store, *seen));
    if (!difference) return {};
    return fail(Errc::corrupt, "this is not the ledger that the witness file " + path +
                                   " saw: entry " + to_string(difference->first) + ": " +
                                   difference->second);
}

/// Signs with the current key. If the ledger knows its successor already and the files do not,
/// completes the replacement first.
Result<ledger::Checkpoint> sign_now(const Session& session, gate::Runtime& runtime,
                                    store::SigningKeys& keys, const CheckpointWords& words) {
    const auto attempt = [&]() -> Result<ledger::Checkpoint> {
        gate::CheckpointRequest request;
        request.by = session.subject();
        request.origin = words.origin;
        if (words.rotate) {
            IAM_CHECK(keys.prepare_next(session.environment().entropy));
            request.next_key = *keys.next();
        }
        return runtime.records().checkpoint(keys.current(), request);
    };
    auto made = attempt();
    if (!made && made.error().code == Errc::conflict && keys.next()) {
        IAM_CHECK(keys.replace());
        made = attempt();
    }
    if (made && words.rotate) IAM_CHECK(keys.replace());
    return made;
}

/// The checkpoint is in the ledger already, so an error says that.
Result<void> have_cosigned(ledger::Store& store, const CheckpointWords& words) {
    if (words.cosigner.empty()) return {};
    IAM_TRY(key, ledger::parse_note_key(words.cosigner_key));
    auto asked = ask_for_cosignature(store, words.cosigner, key);
    if (!asked) {
        asked.error().message =
            "The checkpoint is in the ledger, and no witness cosigned it: " + asked.error().message;
    }
    return asked;
}

struct MadeCheckpoint {
    ledger::Checkpoint checkpoint{};
    std::vector<ledger::EntryId> sealed{};  ///< the newest entry of each chain in it
};

Result<MadeCheckpoint> make_checkpoint(const Session& session, Desk& desk,
                                       const CheckpointWords& words) {
    IAM_CHECK(check_witness(*desk.store, words.witness));
    IAM_TRY(path, key_path(session, words));
    IAM_TRY(keys, store::SigningKeys::open(path, session.environment().entropy));
    IAM_TRY(made, sign_now(session, *desk.runtime, keys, words));
    IAM_TRY(sealed, sealed_by(*desk.store, made));
    MadeCheckpoint both{std::move(made), std::move(sealed)};
    IAM_CHECK(have_cosigned(*desk.store, words));
    if (words.witness.empty()) return both;
    const auto added = add_to_witness(words.witness, both.checkpoint);
    if (added) return both;
    return fail(added.error().code,
                "The checkpoint is in the ledger, and its line is not in the "
                "witness file: " +
                    added.error().message + "; then make another checkpoint");
}

void say_what_was_signed(const Session& session, const MadeCheckpoint& both) {
    const ledger::Checkpoint& made = both.checkpoint;
    if (both.sealed.empty()) session.out() << "signed an empty ledger\n";
    for (const ledger::EntryId& entry : both.sealed)
        session.out() << "signed all entries up to " << to_string(entry) << '\n';
    session.out() << "tree of " << made.head.tree.size << " entries, root "
                  << made.head.tree.root.hex() << '\n'
                  << "key " << made.key.hex() << '\n';
    if (made.next_key) session.out() << "next key " << made.next_key->hex() << '\n';
    // An origin that a caller chose is plain text, without control characters.
    for (const ledger::NoteKey& key : note_keys(made))
        session.out() << "note key " << text_of(key) << '\n';
}

ExitCode give_up(const Session& session, const Error& error) {
    if (error.code != Errc::corrupt) return session.report(error);
    session.say(error.message);
    return ExitCode::verification_failed;
}

ExitCode checkpoint_once(Session& session, Desk& desk, const CheckpointWords& words) {
    const auto made = make_checkpoint(session, desk, words);
    if (!made) return give_up(session, made.error());
    if (session.options().json) {
        session.out() << text_of(made->checkpoint) << '\n';
        return ExitCode::done;
    }
    say_what_was_signed(session, *made);
    if (words.witness.empty())
        session.say("Keep a copy elsewhere: --witness FILE adds it to a file.");
    return ExitCode::done;
}

/// Makes a checkpoint if an entry waits for it, and says so in one line.
Result<void> seal_if_needed(const Session& session, Desk& desk, const CheckpointWords& words) {
    IAM_TRY(waits, waits_for_seal(*desk.store));
    if (!waits) return {};
    IAM_TRY(made, make_checkpoint(session, desk, words));
    if (session.options().json) {
        session.out() << text_of(made.checkpoint) << std::endl;
    } else {
        session.out() << "tree of " << made.checkpoint.head.tree.size << " entries, root "
                      << made.checkpoint.head.tree.root.hex() << std::endl;
    }
    return {};
}

/// Goes on until a stop. A store that is away for a time does not end it, and a damaged one does.
ExitCode keep_sealing(const Session& session, Desk& desk, const CheckpointWords& words,
                      std::chrono::milliseconds every) {
    const Wait wait = wait_of(session.environment().wait);
    const std::stop_token& stop = session.environment().stop;
    do {
        const Result<void> sealed = seal_if_needed(session, desk, words);
        if (sealed) continue;
        if (sealed.error().code != Errc::unavailable) return give_up(session, sealed.error());
        session.say(sealed.error().message);
    } while (wait(every, stop));
    return ExitCode::done;
}

Result<std::chrono::milliseconds> read_every(const std::string& text) {
    IAM_TRY(every, question::parse_duration(text));
    if (every >= k_every_min && every <= k_every_max) return every;
    return fail(Errc::invalid_argument,
                "--every takes a duration from 1s to 24h, and this is " + text + ".");
}

ExitCode checkpoint(Session& session, const CheckpointWords& words) {
    std::optional<std::chrono::milliseconds> every;
    if (words.every) {
        const auto read = read_every(*words.every);
        if (!read) return session.report(read.error());
        every = *read;
    }
    auto desk = session.open_desk();
    if (!desk) return give_up(session, desk.error());
    return every ? keep_sealing(session, *desk, words, *every)
                 : checkpoint_once(session, *desk, words);
}

}  // namespace

void add_audit_checkpoint_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<CheckpointWords>();
    CLI::App* command =
        add_command(commands, audit, "checkpoint",
                    "Signs a tree over all entries, also without new ones, and records that",
                    [words](Session& session) { return checkpoint(session, *words); });
    command->add_option("--witness", words->witness,
                        "A file elsewhere that gets a copy; refused if it has another ledger's");
    command->add_option("--key", words->key,
                        "The signing key, made if missing; without it the state's own");
    command->add_option("--origin", words->origin,
                        "The ledger's name in its first tree, e.g. example.com/desk");
    CLI::Option* const cosigner =
        command->add_option("--cosigner", words->cosigner, "A witness that is asked to sign it too")
            ->type_name("URL");
    CLI::Option* const cosigner_key =
        command->add_option("--cosigner-key", words->cosigner_key, "The note key of --cosigner")
            ->type_name("KEY");
    cosigner->needs(cosigner_key);
    cosigner_key->needs(cosigner);
    CLI::Option* const rotate = command->add_flag(
        "--rotate", words->rotate, "Signs with a new key from the next checkpoint on");
    command
        ->add_option("--every", words->every,
                     "Goes on: seals new entries so often, from 1s to 24h, until it is stopped")
        ->type_name("DURATION")
        ->excludes(rotate);
    give_examples(
        *command, commands.session,
        {"audit checkpoint --witness /mnt/witness/ledger.jsonl", "audit checkpoint --every 10s",
         "audit verify --witness /mnt/witness/ledger.jsonl"});
}

}  // namespace iam::host
