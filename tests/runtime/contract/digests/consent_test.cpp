// What moves the digest that consent is bound to.
#include <runtime/contract/support.hpp>

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace iam::contract::test {
namespace {

using Change = std::pair<const char*, std::function<void(ConsentTerms&)>>;

const std::vector<Change>& changes() {
    static const std::vector<Change> k_changes{
        {"read_only", [](ConsentTerms& t) { t.read_only = true; }},
        {"read_only false", [](ConsentTerms& t) { t.read_only = false; }},
        {"destructive", [](ConsentTerms& t) { t.destructive = true; }},
        {"idempotent", [](ConsentTerms& t) { t.idempotent = true; }},
        {"open_world", [](ConsentTerms& t) { t.open_world = false; }},
        {"policy allow", [](ConsentTerms& t) { t.policy = "allow"; }},
        {"policy deny", [](ConsentTerms& t) { t.policy = "deny"; }},
        {"preview", [](ConsentTerms& t) { t.preview = true; }},
        {"undo compensating", [](ConsentTerms& t) { t.undo_grade = "compensating"; }},
        {"undo exact", [](ConsentTerms& t) { t.undo_grade = "exact"; }},
        {"undo window",
         [](ConsentTerms& t) {
             t.undo_grade = "exact";
             t.undo_window_s = 60;
         }},
        {"reconcile", [](ConsentTerms& t) { t.reconcile = true; }},
        {"consent keys", [](ConsentTerms& t) { t.consent_keys = {"/a"}; }},
        {"units",
         [](ConsentTerms& t) {
             t.units = {{"/a", "mm"}};
         }},
        {"another unit",
         [](ConsentTerms& t) {
             t.units = {{"/a", "inch"}};
         }},
        {"secrets", [](ConsentTerms& t) { t.secrets = {"/a"}; }},
        {"texts", [](ConsentTerms& t) { t.texts = {"deletes everything"}; }},
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
        change(parts.terms);
        const ContractDigests moved = digests_of(parts);
        CHECK(seen.insert(moved.consent).second);
        CHECK(moved.wire == plain.wire);
        CHECK(moved.behaviour == plain.behaviour);
    }
}

TEST_CASE("the order of keys, units and secrets does not move the consent digest") {
    Parts a;
    a.terms.consent_keys = {"/a", "/b"};
    a.terms.secrets = {"/c", "/d"};
    a.terms.units = {{"/a", "mm"}, {"/b", "s"}};
    Parts b;
    b.terms.consent_keys = {"/b", "/a"};
    b.terms.secrets = {"/d", "/c"};
    b.terms.units = {{"/b", "s"}, {"/a", "mm"}};
    CHECK(digests_of(a).consent == digests_of(b).consent);
}

TEST_CASE("an undo that is not stated is none") {
    Parts stated;
    stated.terms.undo_grade = "none";
    CHECK(digests_of(stated) == digests_of({}));
}

TEST_CASE("a change of the wire moves consent as well") {
    CHECK(of_input(R"({"type":"object"})").consent != of_input(R"({"type":"array"})").consent);
}

}  // namespace iam::contract::test
