// Here a writer gets what a group needs: a connection, no doubt about earlier groups, an intact end
// of the ledger, and a chain.
#include "store_postgres/records/records.hpp"
#include "store_postgres/schema/migrations.hpp"
#include "store_postgres/write/chain_writer.hpp"
#include <iam/core/json_writer.hpp>

#include <poll.h>
#include <unistd.h>

#include <array>

namespace iam::store_postgres {
namespace {

constexpr int k_ready_tries_max = 8;
// Another writer succeeds for each time that the note of a term is refused.
constexpr int k_note_tries_max = 64;
constexpr int k_pause_ms = 50;  // between two attempts to reach a lost server
constexpr char k_last_hash_sql[] = "SELECT hash FROM @entries WHERE chain = $1 AND seq = $2";

ledger::EntryDraft note_of(std::string code, const Options& options, ledger::Payload value) {
    ledger::EntryDraft draft;
    draft.entry.kind = ledger::EntryKind::note;
    draft.entry.code = std::move(code);
    draft.entry.time = std::chrono::floor<std::chrono::milliseconds>(options.now());
    if (!value.bytes.empty()) draft.payloads.push_back(std::move(value));
    return draft;
}

/// A value of a note. It is no secret, so its salt may be a constant.
ledger::Payload value_of(std::string name, std::string bytes) {
    ledger::Payload value;
    value.name = std::move(name);
    value.bytes = std::move(bytes);
    return value;
}

std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    return name.data();
}

std::string text_of_head(const ledger::Head& head) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("entry");
    out.string(to_string(head.entry));
    out.plain_key("hash");
    out.string(head.hash.hex());
    out.end_object();
    return out.take();
}

}  // namespace

ChainWriter::ChainWriter(Parts parts, const Options& options)
    : target_(std::move(parts.target)),
      seal_(parts.keys),
      values_(std::move(parts.value_keys)),
      instance_(std::move(parts.instance)),
      last_(std::move(parts.last)),
      options_(options),
      process_(::getpid()) {}

ChainWriter::~ChainWriter() {
    if (::getpid() == process_ && is_connected() && chain_ && !doubt_)
        static_cast<void>(connection_->ask(give_back(*chain_, instance_)));
}

Result<void> ChainWriter::get_ready() {
    if (::getpid() != process_) {
        return fail(Errc::unavailable,
                    "this process is a copy of the one that opened the ledger; open the ledger "
                    "again in each process");
    }
    for (int tries = 0;; ++tries) {
        Result<void> done;
        const bool was_connected = is_connected();
        if (!was_connected) done = connect();
        if (done && doubt_ && !settle()) {
            return fail(Errc::unavailable,
                        "an earlier commit could not be settled; try again once the PostgreSQL "
                        "server answers");
        }
        if (done && !chain_) done = take_new_chain();
        if (done && chain_) return {};
        // A connection that broke while nobody used it is replaced.
        const bool may_try =
            tries < k_ready_tries_max && (done || (was_connected && !is_connected()));
        if (!may_try) return done ? fail(Errc::unavailable, "no chain could be begun") : done;
    }
}

Result<void> ChainWriter::connect() {
    connection_.reset();
    IAM_ASK(opened, Connection::open(target_));
    connection_.emplace(std::move(opened));
    IAM_TRY(facts, read_facts(*connection_));
    if (!facts) return fail(Errc::corrupt, "the ledger's tables are gone; restore a backup");
    if (is_recovering_) return {};
    Result<void> checked = check_tail();
    // A ledger whose end was not looked at is not written.
    if (!checked) {
        connection_.reset();
        chain_.reset();
    }
    return checked;
}

Result<void> ChainWriter::take_new_chain() {
    IAM_TRY(facts, read_server_facts(*connection_, options_));
    IAM_TRY(chain, take_chain(*connection_, instance_, options_));
    chain_ = chain;
    if (!options_.tells_terms) return {};
    clock_checked_ = std::chrono::steady_clock::now();
    Result<void> started = start_term(facts);
    if (started && chain_) return {};
    chain_.reset();
    // The term has not begun, so nobody need wait for its end.
    if (is_connected()) static_cast<void>(connection_->ask(give_back(chain, instance_)));
    return started;
}

/// Begins the term with a note about its writer.
Result<void> ChainWriter::start_term(const ServerFacts& facts) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("clock_offset_ms");
    out.integer(std::int64_t{facts.clock_offset.count()});
    out.plain_key("host");
    out.string(host_name());
    if (!left_.empty()) {
        out.plain_key("left");
        out.string(left_);
    }
    out.plain_key("system_identifier");
    out.string(facts.system_identifier);
    out.plain_key("term");
    out.integer(chain_->term);
    out.plain_key("timeline");
    out.integer(facts.timeline);
    out.end_object();
    ledger::Batch batch;
    batch.entries.push_back(note_of("writer", options_, value_of("message", out.take())));
    batch.entries.back().entry.instance = instance_;
    std::array<Task, 1> tasks{};
    tasks[0].batch = &batch;
    for (int tries = 0; chain_ && is_connected() && tries < k_note_tries_max; ++tries) {
        IAM_TRY(end, try_group(tasks));
        if (end != End::done) continue;
        left_.clear();
        return {};
    }
    // Without its note the term has not begun; the next chain has one of its own.
    chain_.reset();
    return {};
}

void ChainWriter::leave_chain() {
    if (chain_) left_ = std::to_string(chain_->number) + " after " + to_string(chain_->end.entry);
    chain_.reset();
}

/// Asks until the server answers, at most Options::settle_wait. Nothing: it did not.
std::optional<Settled> ChainWriter::settle() {
    ledger::Head end = doubt_->before;
    if (doubt_->note.empty()) {
        ledger::Batch batch;
        batch.entries.push_back(
            note_of("settled", options_, value_of("message", text_of_head(doubt_->after))));
        KnownRecords none;
        Plan plan(seal_, values_, none, end);
        if (!plan.add(batch)) return std::nullopt;
        // Another writer may have the chain by now. So the note does not renew the lease.
        doubt_->note = frame(plan, false, false);
        doubt_->settled = end;
    }
    const auto deadline = std::chrono::steady_clock::now() + options_.settle_wait;
    while (std::chrono::steady_clock::now() < deadline) {
        if (!connection_ || !connection_->is_alive()) {
            connection_.reset();
            if (auto opened = Connection::open(target_)) {
                connection_.emplace(std::move(*opened));
            } else {
                ::poll(nullptr, 0, k_pause_ms);
                continue;
            }
        }
        const Reply<Settled> answer = ask_about(*connection_, *doubt_);
        if (!answer) {
            if (!answer.error().is_lost()) ::poll(nullptr, 0, k_pause_ms);
            continue;
        }
        const Doubt doubt = *std::exchange(doubt_, std::nullopt);
        if (*answer == Settled::chain_taken) {
            leave_chain();
            // Another server may answer by now. The next connection looks for the end of the
            // ledger.
            connection_.reset();
        } else if (chain_) {
            const bool is_in = *answer == Settled::committed;
            if (doubt.has_entries()) chain_->end = is_in ? doubt.after : doubt.settled;
            if (is_in && doubt.adds_change) chain_->changes = doubt.changes + 1;
            if (!is_in && !doubt.has_entries()) chain_->changes = doubt.changes + 2;
        }
        return *answer;
    }
    return std::nullopt;
}

Result<bool> ChainWriter::is_there(const ledger::Head& entry) {
    IAM_ASK(rows, connection_->ask(Statement(k_last_hash_sql, entry.entry.chain, entry.entry.seq)));
    if (rows.size() == 0) return false;
    IAM_TRY(hash, rows.digest(0, 0));
    return hash == entry.hash;
}

/// Looks for the entries that this host and this program know to be durable.
Result<void> ChainWriter::check_tail() {
    std::vector<ledger::Head> lost;
    for (const std::optional<ledger::Head>& known : {last_.read(), durable_end_}) {
        if (!known || (!lost.empty() && lost.front() == *known)) continue;
        IAM_TRY(found, is_there(*known));
        if (!found) lost.push_back(*known);
    }
    return lost.empty() ? Result<void>() : recover(lost);
}

/// The server has lost entries that it had acknowledged. Their chains are never continued, so no id
/// is used again. Grants that they spent and approvals that they consumed may be back. Until all of
/// that is committed, the file goes on naming what was lost.
Result<void> ChainWriter::recover(const std::vector<ledger::Head>& lost) {
    chain_.reset();
    doubt_.reset();
    IAM_TRY(batch, ending_of_counted_consent());
    for (const ledger::Head& each : lost) {
        IAM_ASK(done, connection_->ask(retire(each.entry.chain, instance_)));
        static_cast<void>(done);
        batch.entries.push_back(note_of("lost", options_, value_of("message", text_of_head(each))));
    }
    std::array<Task, 1> tasks{};
    tasks[0].batch = &batch;
    is_recovering_ = true;
    write(tasks);
    is_recovering_ = false;
    if (!tasks[0].result) return tl::unexpected(tasks[0].result.error());
    remember_end();
    return {};
}

/// Removes the grants with a number of uses and ends the open approvals.
Result<ledger::Batch> ChainWriter::ending_of_counted_consent() {
    ledger::Batch batch;
    const RecordTable& grants = table_of(RecordKind::grant);
    IAM_ASK(counted, connection_->ask(Statement("SELECT " + column_list(grants) +
                                                " FROM @grants WHERE uses IS NOT NULL")));
    for (int row = 0; row < counted.size(); ++row) {
        batch.mutations.emplace_back(
            ledger::RemoveGrant{read_row(grants, counted, row).cells.front().bytes});
    }
    const RecordTable& approvals = table_of(RecordKind::approval);
    IAM_ASK(open,
            connection_->ask(Statement("SELECT " + column_list(approvals) +
                                       " FROM @approvals WHERE state IN ('pending', 'given')")));
    for (int row = 0; row < open.size(); ++row) {
        const RecordRow read = read_row(approvals, open, row);
        if (!fits(seal_, approvals, read)) continue;
        IAM_TRY(approval, approval_in(read));
        approval.state = consent::ApprovalState::expired;
        batch.mutations.emplace_back(ledger::PutApproval{std::move(approval)});
    }
    return batch;
}

}  // namespace iam::store_postgres
