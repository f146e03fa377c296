// Requests about consent while the store fails, or has records without its seal.
// Tests of runtime/src/console/api/consent/{consent_views,grant_requests,policy_requests}.cpp.
#include "consent_fixture.hpp"
#include <support/forwarding_store.hpp>

#include <atomic>

using namespace iam;
using test::ConsentFixture;

namespace {

/// Fails while it is down, and tells of broken records.
class FaultyConsent final : public test::ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    std::atomic<bool> is_down{false};
    std::vector<consent::BrokenRecord> records{};

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        if (is_down) return down();
        return ForwardingStore::commit(std::move(batch));
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        if (is_down) return down();
        return ForwardingStore::standing(tool, subject);
    }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        if (is_down) return down();
        return ForwardingStore::policies();
    }
    Result<std::vector<consent::Grant>> grants() override {
        if (is_down) return down();
        return ForwardingStore::grants();
    }
    Result<std::vector<consent::Permission>> permissions() override {
        if (is_down) return down();
        return ForwardingStore::permissions();
    }
    Result<std::optional<consent::Freeze>> freeze() override {
        if (is_down) return down();
        return ForwardingStore::freeze();
    }
    Result<std::vector<consent::BrokenRecord>> broken() override {
        if (is_down) return down();
        return records;
    }

 private:
    static tl::unexpected<Error> down() {
        return fail(Errc::unavailable, "The disk is full; make room.");
    }
};

consent::BrokenRecord broken_record(consent::BrokenRecord::Kind kind, const std::string& id) {
    consent::BrokenRecord record;
    record.kind = kind;
    record.id = id;
    record.tool = {"", "echo"};
    record.user = "ann";
    return record;
}

struct Faulty : ConsentFixture {
    std::shared_ptr<FaultyConsent> faulty = std::make_shared<FaultyConsent>(store);
    Faulty() {
        store = faulty;
        console_store = faulty;
        begin();
    }
};

}  // namespace

TEST_CASE("a store that fails is told by each request about consent, and nothing changes (W37)") {
    const Faulty fixture;
    fixture.faulty->is_down = true;
    for (const char* path : {"/api/policies", "/api/grants", "/api/permissions", "/api/freeze",
                             "/api/tools", "/api/tool?name=echo"}) {
        CAPTURE(path);
        const auto answered = fixture.get(path);
        CHECK(answered.status == 503);
        CHECK(answered.json()["message"] == "The disk is full; make room.");
    }
    const std::vector<std::pair<const char*, Json>> changes{
        {"/api/policies", {{"name", "echo"}, {"policy", "deny"}, {"was", "unset"}}},
        {"/api/grants",
         {{"name", "echo"}, {"for", "15m"}, {"contract", fixture.contract_of("echo")}}},
        {"/api/permissions/end", {{"id", "ff"}, {"for", "1d"}, {"was", "never"}}},
        {"/api/revoke", {{"id", "ff"}}},
        {"/api/revoke-all", Json::object()},
        {"/api/freeze", {{"reason", "stop"}}},
        {"/api/thaw", {{"reason", "go"}, {"since", ""}}}};
    for (const auto& [path, body] : changes) {
        CAPTURE(path);
        CHECK(fixture.send(path, body).status == 503);
    }
    fixture.faulty->is_down = false;
    CHECK(fixture.policy_of("echo")["stored"] == "unset");
    CHECK(fixture.get("/api/freeze").json()["frozen"] == false);
    CHECK(fixture.get("/api/grants").json()["grants"].empty());
}

TEST_CASE("an explanation without a store is a refusal, not a decision (W37)") {
    const Faulty fixture;
    fixture.faulty->is_down = true;
    const Json why =
        fixture.send("/api/explain", {{"name", "echo"}, {"arguments", R"({"text":"a"})"}}).json();
    CHECK(why["refused"]["code"] == code::ledger_unavailable);
    CHECK_FALSE(why.contains("effect"));
}

TEST_CASE("records without the seal of the state are listed apart, and can be ended (W37)") {
    using Kind = consent::BrokenRecord::Kind;
    const Faulty fixture;
    fixture.faulty->records = {broken_record(Kind::grant, "g1"),
                               broken_record(Kind::permission, "p1"),
                               broken_record(Kind::policy, "")};
    const auto broken = [&](const char* path) {
        Json all = fixture.get(path).json()["broken"];
        REQUIRE(all.size() == 1);
        return all[0];
    };
    CHECK(broken("/api/grants")["id"] == "g1");
    CHECK(broken("/api/permissions")["id"] == "p1");
    CHECK(broken("/api/policies")["tool"] == "echo");
    CHECK(broken("/api/grants")["about"].get<std::string>().find("g1") != std::string::npos);
    const auto ended = fixture.send("/api/revoke", {{"id", "g1"}});
    CHECK(ended.json()["broken"].size() == 1);
    CHECK(ended.json()["revoked"] == 1);
    CHECK(fixture.set_policy("echo", "unset").status == 200);
    fixture.faulty->records.clear();
    CHECK(fixture.set_policy("echo", "unset").status == 404);
}
