// Spells broken records in words and in JSON.
#include "host/output/broken_records.hpp"

#include "host/output/json_member.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace iam::host {
namespace {

std::string what_to_do(const Session& session, const consent::BrokenRecord& record) {
    switch (record.kind) {
        case RecordKind::policy:
            return "It counts as deny; set the policy anew, or end it: " +
                   session.command("policy revoke TOOL");
        case RecordKind::permission:
            return "It counts as a denial; end it: " + session.command("permissions revoke ID");
        case RecordKind::grant:
            return "It allows nothing; end it: " + session.command("grants revoke ID");
        case RecordKind::trust:
            return "Its hints only raise the risk; trust the server anew, or end it: " +
                   session.command("servers distrust NAME");
        case RecordKind::approval:
            break;
    }
    return "It is no answer; have the call proposed anew.";
}

}  // namespace

Result<BrokenRecords> broken_records(ledger::Store& store,
                                     std::initializer_list<RecordKind> kinds) {
    IAM_TRY(all, store.broken());
    std::erase_if(all, [&](const consent::BrokenRecord& one) {
        return std::find(kinds.begin(), kinds.end(), one.kind) == kinds.end();
    });
    return std::move(all);
}

void put_broken(JsonWriter& out, const BrokenRecords& records) {
    if (records.empty()) return;
    put_list(out, "broken", records, [](JsonWriter& to, const consent::BrokenRecord& record) {
        to.begin_object();
        put_unless_empty(to, "id", record.id);
        put(to, "kind", to_string(record.kind));
        put(to, "tool", display_name(record.tool));
        to.end_object();
    });
}

void say_broken(const Session& session, const BrokenRecords& records) {
    for (const consent::BrokenRecord& record : records) {
        session.say(sentence_about(record) + ". " + what_to_do(session, record));
    }
}

}  // namespace iam::host
