// What moves the digest that consent is bound to.
#include <runtime/contract/support.hpp>

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace iam::contract::test {
namespace {

using Change = std::pair<const char*, std::function<void(Facts&)>>;

const std::vector<Change>& changes() {
    static const std::vector<Change> k_changes{
        {"read_only", [](Facts& f) { f.hints_stated.read_only = true; }},
        {"read_only false", [](Facts& f) { f.hints_stated.read_only = false; }},
        {"destructive", [](Facts& f) { f.hints_stated.destructive = true; }},
        {"idempotent", [](Facts& f) { f.hints_stated.idempotent = true; }},
        {"open_world", [](Facts& f) { f.hints_stated.open_world = false; }},
        {"policy allow", [](Facts& f) { f.policy = "allow"; }},
        {"policy deny", [](Facts& f) { f.policy = "deny"; }},
        {"preview", [](Facts& f) { f.preview = true; }},
        {"undo compensating", [](Facts& f) { f.undo.grade = "compensating"; }},
        {"undo exact", [](Facts& f) { f.undo.grade = "exact"; }},
        {"undo window",
         [](Facts& f) {
             f.undo.grade = "exact";
             f.undo.window_s = 60;
         }},
        {"reconcile", [](Facts& f) { f.reconcile = true; }},
        {"consent keys", [](Facts& f) { f.consent_keys = {"/a"}; }},
        {"units",
         [](Facts& f) {
             f.units = {{"/a", "mm"}};
         }},
        {"another unit",
         [](Facts& f) {
             f.units = {{"/a", "inch"}};
         }},
        {"secrets", [](Facts& f) { f.secrets = {"/a"}; }},
        {"texts", [](Facts& f) { f.texts = {"deletes everything"}; }},
    };
    return k_changes;
}

}  // namespace

TEST_CASE("each consent fact moves the consent digest, each to a place of its own") {
    const ContractDigests plain = digests_of({});
    std::set<Digest> seen{plain.consent};
    for (const auto& [name, change] : changes()) {
        INFO(name);
        Parts parts;
        change(parts.facts);
        const ContractDigests moved = digests_of(parts);
        CHECK(seen.insert(moved.consent).second);
        CHECK(moved.wire == plain.wire);
        CHECK(moved.behaviour == plain.behaviour);
    }
}

TEST_CASE("the order of keys, units and secrets does not move the consent digest") {
    Parts a;
    a.facts.consent_keys = {"/a", "/b"};
    a.facts.secrets = {"/c", "/d"};
    a.facts.units = {{"/a", "mm"}, {"/b", "s"}};
    Parts b;
    b.facts.consent_keys = {"/b", "/a"};
    b.facts.secrets = {"/d", "/c"};
    b.facts.units = {{"/b", "s"}, {"/a", "mm"}};
    CHECK(digests_of(a).consent == digests_of(b).consent);
}

TEST_CASE("an undo that is not stated is none") {
    Parts stated;
    stated.facts.undo.grade = "none";
    CHECK(digests_of(stated) == digests_of({}));
}

TEST_CASE("a change of the wire moves consent as well") {
    CHECK(of_input(R"({"type":"object"})").consent != of_input(R"({"type":"array"})").consent);
}

}  // namespace iam::contract::test
