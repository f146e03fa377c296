// The words of consent.
#include <iam/consent/prompter.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <string_view>

using namespace iam::consent;

namespace {

/// The words of the first `count` values.
template <class Enum>
std::set<std::string_view> words(int count) {
    std::set<std::string_view> all;
    for (int i = 0; i < count; ++i) all.insert(to_string(static_cast<Enum>(i)));
    return all;
}

using Words = std::set<std::string_view>;

}  // namespace

TEST_CASE("each value has the word of its enumerator") {
    CHECK(words<Risk>(3) == Words{"low", "medium", "high"});
    CHECK(words<Answer>(6) ==
          Words{"allow_once", "allow_always", "deny_once", "deny_always", "edit", "none"});
    CHECK(words<ApprovalState>(6) ==
          Words{"pending", "given", "refused", "withdrawn", "expired", "consumed"});
    CHECK(words<ApproverKind>(4) ==
          Words{"person", "host_assertion", "program", "client_asserted"});
    CHECK(words<Source>(11) == Words{"default_policy", "compiled_policy", "stored_policy", "rule",
                                     "permission", "grant", "approval", "host_assertion",
                                     "interceptor", "freeze", "nobody"});
}
