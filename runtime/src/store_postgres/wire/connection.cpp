// Sends statements without blocking, so a silent server cannot hold a thread past its deadline.
#include "store_postgres/wire/connection.hpp"

#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace iam::store_postgres {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// libpq ends its messages with line ends and writes several lines. This makes one of them.
std::string one_line(const char* message) {
    std::string text = message == nullptr ? "" : message;
    for (char& c : text)
        if (c == '\n' || c == '\t') c = ' ';
    while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
    return text.empty() ? "the connection broke" : text;
}

std::string field_of(const PGresult* result, int field) {
    const char* text = PQresultErrorField(result, field);
    return text == nullptr ? "" : text;
}

/// Waits until the socket can be read, or written if `to_write`. Returns false once the time is
/// over.
bool wait_for(PGconn* connection, bool to_write, SteadyClock::time_point deadline) {
    using std::chrono::milliseconds;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - SteadyClock::now()).count();
        if (left <= 0) return false;
        pollfd event{PQsocket(connection), static_cast<short>(to_write ? POLLIN | POLLOUT : POLLIN),
                     0};
        const int ready = ::poll(&event, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

/// Quotes the name of a schema.
std::string prefix_of(const std::string& schema) {
    std::string quoted = "\"";
    for (const char c : schema) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\".";
}

}  // namespace

struct Connection::State {
    struct Finish {
        void operator()(PGconn* open) const noexcept { PQfinish(open); }
    };
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        // A copy of the process must not end the session of the first one, as PQfinish() would.
        if (connection && ::getpid() != process) silence(PQsocket(connection.get()));
    }
    static void silence(int socket) noexcept {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere < 0) return;
        ::dup2(nowhere, socket);
        ::close(nowhere);
    }

    std::unique_ptr<PGconn, Finish> connection{};
    const pid_t process = ::getpid();
    std::string prefix{};
    std::chrono::milliseconds answer_wait{};
    SteadyClock::time_point deadline{};
    bool is_lost = false;
    bool is_unreplicated = false;

    static void take_notice(void* state, const PGresult* notice) {
        // A commit waits for a standby after it is durable here. Its only warning is this one.
        if (field_of(notice, PG_DIAG_SQLSTATE) == "01000" &&
            field_of(notice, PG_DIAG_SOURCE_FUNCTION) == "SyncRepWaitForLSN")
            static_cast<State*>(state)->is_unreplicated = true;
    }
};

Connection::Connection(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

Reply<Connection> Connection::open(const Target& target) {
    const std::string wait = std::to_string(target.connect_wait.count());
    // A parameter after the address replaces the address's own; one before it is a default.
    const std::array<const char*, 8> names{"connect_timeout",
                                           "application_name",
                                           "tcp_user_timeout",
                                           "dbname",
                                           "target_session_attrs",
                                           "client_encoding",
                                           nullptr,
                                           nullptr};
    const std::array<const char*, 8> values{wait.c_str(),
                                            "iam",
                                            "10000",
                                            target.address.c_str(),
                                            target.writable ? "read-write" : "any",
                                            "UTF8",
                                            nullptr,
                                            nullptr};
    auto state = std::make_unique<State>();
    state->connection.reset(PQconnectdbParams(names.data(), values.data(), 1));
    PGconn* connection = state->connection.get();
    if (PQstatus(connection) != CONNECTION_OK) {
        const std::string why = one_line(PQerrorMessage(connection));
        return tl::unexpected(Fault{state_of_refusal(why), why, false, {}, {}});
    }
    PQsetNoticeReceiver(connection, &State::take_notice, state.get());
    if (PQsetnonblocking(connection, 1) != 0 || PQenterPipelineMode(connection) != 1) {
        return tl::unexpected(Fault{"08001", one_line(PQerrorMessage(connection)), false, {}, {}});
    }
    state->prefix = prefix_of(target.schema);
    state->answer_wait = target.answer_wait;
    return Connection(std::move(state));
}

bool Connection::is_alive() const noexcept {
    return !state_->is_lost && ::getpid() == state_->process &&
           PQstatus(state_->connection.get()) == CONNECTION_OK;
}

bool Connection::is_unreplicated() const noexcept {
    return state_->is_unreplicated;
}

int Connection::backend() const noexcept {
    return PQbackendPID(state_->connection.get());
}

int Connection::socket() const noexcept {
    return PQsocket(state_->connection.get());
}

void Connection::take_announcements() noexcept {
    PGconn* connection = state_->connection.get();
    if (PQconsumeInput(connection) != 1) state_->is_lost = true;
    while (PGnotify* heard = PQnotifies(connection)) PQfreemem(heard);
}

std::string Connection::named(const std::string& sql) const {
    std::string named;
    named.reserve(sql.size() + 64);
    for (const char c : sql) {
        if (c == '@') {
            named += state_->prefix;
        } else {
            named += c;
        }
    }
    return named;
}

Fault Connection::lost(bool was_sent) const {
    state_->is_lost = true;
    return {"", one_line(PQerrorMessage(state_->connection.get())), was_sent, {}, {}};
}

/// Puts all statements into libpq's buffer and sends it, reading meanwhile: the server may wait for
/// us to read.
Reply<void> Connection::send_all(std::span<const Statement> statements) {
    PGconn* connection = state_->connection.get();
    std::vector<Oid> types;
    std::vector<const char*> values;
    std::vector<int> sizes;
    std::vector<int> formats;
    for (const Statement& statement : statements) {
        const std::size_t count = statement.parameters.size();
        types.clear(), values.clear(), sizes.clear();
        formats.assign(count, 1);
        for (const Parameter& parameter : statement.parameters) {
            types.push_back(static_cast<Oid>(parameter.type));
            values.push_back(parameter.is_null ? nullptr : parameter.bytes.data());
            sizes.push_back(static_cast<int>(parameter.bytes.size()));
        }
        if (PQsendQueryParams(connection, named(statement.sql).c_str(), static_cast<int>(count),
                              types.data(), values.data(), sizes.data(), formats.data(), 1) != 1)
            return tl::unexpected(lost(true));
    }
    if (PQpipelineSync(connection) != 1) return tl::unexpected(lost(true));
    for (;;) {
        const int left = PQflush(connection);
        if (left == 0) return {};
        if (left < 0 || !wait_for(connection, true, state_->deadline) ||
            PQconsumeInput(connection) != 1)
            return tl::unexpected(lost(true));
    }
}

/// Takes the answers up to the end of the pipeline.
Reply<std::vector<Rows>> Connection::take_all(std::size_t count) {
    PGconn* connection = state_->connection.get();
    std::vector<Rows> answers;
    answers.reserve(count);
    std::optional<Fault> fault;
    for (;;) {
        while (PQisBusy(connection) != 0) {
            if (!wait_for(connection, false, state_->deadline) || PQconsumeInput(connection) != 1)
                return tl::unexpected(lost(true));
        }
        ResultHandle result(PQgetResult(connection));
        if (!result) {
            // It ends the answer of one statement. After a broken connection it goes on for ever.
            if (PQstatus(connection) != CONNECTION_OK) return tl::unexpected(lost(true));
            continue;
        }
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_PIPELINE_SYNC) break;
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
            answers.emplace_back(std::move(result));
        } else if (status == PGRES_FATAL_ERROR && !fault) {
            fault = Fault{field_of(result.get(), PG_DIAG_SQLSTATE),
                          one_line(field_of(result.get(), PG_DIAG_MESSAGE_PRIMARY).c_str()),
                          true,
                          field_of(result.get(), PG_DIAG_TABLE_NAME),
                          {}};
            // libpq makes such a result itself if the server goes away.
            if (fault->is_lost()) return tl::unexpected(lost(true));
        }
    }
    if (fault) return tl::unexpected(*std::move(fault));
    return answers;
}

Reply<std::vector<Rows>> Connection::exchange(std::span<const Statement> statements) {
    state_->deadline = SteadyClock::now() + state_->answer_wait;
    if (auto sent = send_all(statements); !sent) return tl::unexpected(sent.error());
    return take_all(statements.size());
}

Reply<std::vector<Rows>> Connection::run(std::span<const Statement> statements) {
    if (!is_alive())
        return tl::unexpected(Fault{"08003", "the connection is closed", false, {}, {}});
    state_->is_unreplicated = false;
    Reply<std::vector<Rows>> answers = exchange(statements);
    if (!answers && !answers.error().is_lost() &&
        PQtransactionStatus(state_->connection.get()) != PQTRANS_IDLE) {
        const Statement back("ROLLBACK");
        if (!exchange(std::span(&back, 1))) state_->is_lost = true;
    }
    // The server ends a session of its own accord with these states. The connection is then gone.
    if (!answers && answers.error().state.substr(0, 3) == "57P") state_->is_lost = true;
    return answers;
}

Reply<Rows> Connection::ask(const Statement& statement) {
    auto answers = run(std::span(&statement, 1));
    if (!answers) return tl::unexpected(std::move(answers).error());
    return std::move(answers->front());
}

}  // namespace iam::store_postgres
