#include "undo_fixture.hpp"
#include <iam/gate/records.hpp>
#include <support/tampered_store.hpp>

using namespace iam;
using test::UndoFixture;

namespace {

struct LongLedger : UndoFixture {
    explicit LongLedger(int calls) {
        for (int i = 0; i < calls; ++i) call_set("alarm");
    }
    Json state(const std::string& query = {}) const { return get("/api/ledger" + query).json(); }
};

}  // namespace

TEST_CASE("the ledger is checked in parts, from the newest entry to the first (W36)") {
    LongLedger fixture(600);
    fixture.start().log_in();
    Json state = fixture.state();
    const Json newest = state["chains"][0];
    CHECK(newest["entries"] == 1000);
    CHECK(newest["newest"] == "0.1200");
    CHECK(newest["is_at_start"] == false);
    CHECK_FALSE(newest.contains("bad"));
    const Json rest = fixture.state("?before=" + newest["oldest"].get<std::string>())["chains"][0];
    CHECK(rest["entries"] == 200);
    CHECK(rest["oldest"] == "0.1");
    CHECK(rest["is_at_start"] == true);
    CHECK(fixture.get("/api/ledger?before=evil").status == 400);
}

TEST_CASE("an empty ledger has nothing to check") {
    LongLedger fixture(0);
    fixture.start().log_in();
    CHECK_FALSE(fixture.state().contains("checkpoint"));
}

TEST_CASE("a changed entry is named, with the reason (W36)") {
    LongLedger fixture(3);
    const auto tampered = std::make_shared<test::TamperedStore>(fixture.store);
    tampered->rows()[3].text.back() = ' ';
    fixture.console_store = tampered;
    fixture.start().log_in();
    const Json chain = fixture.state()["chains"][0];
    CHECK(chain["bad"] == "0.4");
    CHECK(chain["reason"].get<std::string>().find("hash") != std::string::npos);
}

TEST_CASE("the newest checkpoint is told with its key and the entries that it seals (W36)") {
    LongLedger fixture(2);
    const SigningKey key(SecretKey(std::array<std::uint8_t, 32>{}));
    REQUIRE(fixture.runtime->records().checkpoint(key, {}));
    fixture.call_set("alarm");
    fixture.start().log_in();
    const Json checkpoint = fixture.state()["checkpoint"];
    CHECK(checkpoint["entry"] == "0.5");
    CHECK(checkpoint["sealed"] == Json::array({"0.4"}));
    CHECK(checkpoint["key"] == key.public_key().hex());
    CHECK(checkpoint["time"].get<std::string>().starts_with("20"));
}
