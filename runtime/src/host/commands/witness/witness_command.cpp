// witness: serves a witness that cosigns the trees of listed ledgers.
#include "host/commands/commands.hpp"
#include "host/commands/serve_http.hpp"
#include "host/commands/witness/witness_service.hpp"
#include <iam/net/http_server.hpp>
#include <iam/question/escape.hpp>
#include <iam/store/private_files.hpp>
#include <iam/store/signing_keys.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <ostream>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

struct WitnessWords {
    HttpWords http{};
    std::string folder{};
    std::string name{};
    std::vector<std::string> ledgers{};
};

Result<std::vector<ledger::NoteKey>> ledgers_of(const WitnessWords& words) {
    std::vector<ledger::NoteKey> ledgers;
    for (const std::string& text : words.ledgers) {
        IAM_TRY(key, ledger::parse_note_key(text));
        if (key.kind != ledger::NoteKeyKind::ledger)
            return fail(Errc::invalid_argument, "\"" + question::escape_for_display(text) +
                                                    "\" is the key of a witness; give the note key "
                                                    "that audit checkpoint prints.");
        ledgers.push_back(std::move(key));
    }
    return ledgers;
}

Result<void> make_witness_folder(const std::filesystem::path& folder) {
    if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return {};
    return tl::unexpected(store::system_error("make the folder", folder, errno));
}

/// The key also keeps other processes out of the folder.
struct OpenWitness {
    store::SigningKeys keys;
    std::unique_ptr<WitnessService> service;
};

Result<OpenWitness> open_witness(Session& session, const WitnessWords& words) {
    if (!ledger::is_note_name(words.name))
        return fail(Errc::invalid_argument,
                    "A witness has a name of 1 to 255 bytes, without spaces, '+' and control "
                    "characters, e.g. example.com/witness.");
    IAM_TRY(ledgers, ledgers_of(words));
    const std::filesystem::path folder = std::filesystem::absolute(words.folder);
    IAM_CHECK(make_witness_folder(folder));
    IAM_TRY(keys, store::SigningKeys::open(folder / "witness.key", session.environment().entropy));
    auto service =
        std::make_unique<WitnessService>(WitnessParts{.name = words.name,
                                                      .key = keys.current(),
                                                      .ledgers = std::move(ledgers),
                                                      .notes = WitnessNotes(folder),
                                                      .clock = session.environment().clock});
    return OpenWitness{std::move(keys), std::move(service)};
}

/// Answers wait for the disk, so they run as jobs of the server, which is known soon after the
/// start.
net::Handler handler_of(WitnessService& service, std::shared_future<net::HttpServer*> server) {
    return [&service, server = std::move(server)](net::Request request, net::Exchange exchange) {
        auto held = std::make_shared<net::Exchange>(std::move(exchange));
        std::function<void()> job = [&service, held, asked = std::move(request)] {
            held->answer(service.answer(asked));
        };
        if (!server.get()->run_next(job)) job();
    };
}

void wait_for(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    ended.wait(lock, stop, [] { return false; });
}

ExitCode serve_witness(Session& session, const WitnessWords& words) {
    auto witness = open_witness(session, words);
    if (!witness) return session.report(witness.error());
    auto settings = listen_settings(words.http);
    if (!settings) return session.report(settings.error());
    settings->limits.body_bytes_max = ledger::k_add_checkpoint_bytes_max;
    settings->on_problem = [&session](const std::string& problem) { session.say(problem); };
    const auto watch = session.watch_ends();
    std::promise<net::HttpServer*> known;
    const auto server = net::HttpServer::start(
        *std::move(settings), handler_of(*witness->service, known.get_future().share()));
    if (!server) return session.report(server.error());
    known.set_value(server->get());
    session.out() << "Witness at " << url_of((*server)->endpoints().front(), words.http)
                  << " until it is stopped (Ctrl-C).\nnote key "
                  << text_of(witness->service->note_key()) << '\n'
                  << std::flush;
    wait_for(session.interrupted());
    (*server)->stop(std::chrono::seconds{1});
    return ExitCode::done;
}

}  // namespace

void add_witness_command(const Commands& commands) {
    auto words = std::make_shared<WitnessWords>();
    CLI::App* command =
        add_command(commands, commands.app, "witness",
                    "Serves a witness: it cosigns trees of listed ledgers that only grew",
                    [words](Session& session) { return serve_witness(session, *words); });
    add_listen_options(*command, words->http)
        ->required()
        ->description(
            "Serves at this address, e.g. 7700; port 0: a free one, which is printed.\n"
            "Other addresses than these of the machine itself need TLS");
    command->add_option("--folder", words->folder, "Keeps its key and the last note of each ledger")
        ->required()
        ->type_name("DIR");
    command->add_option("--name", words->name, "The name of its key, e.g. example.com/witness")
        ->required();
    command->add_option("--ledger", words->ledgers, "A note key of a ledger; may be repeated")
        ->required()
        ->allow_extra_args(false)
        ->type_name("KEY");
    give_examples(*command, commands.session,
                  {"witness --http 7700 --folder witness --name example.com/w --ledger KEY"});
}

}  // namespace iam::host
