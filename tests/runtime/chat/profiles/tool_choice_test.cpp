// Tests of runtime/src/chat/profiles/{budgets,tool_choice,use_profile}.cpp.
#include <iam/chat/budgets.hpp>
#include <iam/chat/tool_choice.hpp>

#include <catch2/catch.hpp>

using iam::ToolId;
using iam::chat::money_text;
using iam::chat::permits;
using iam::chat::ToolChoice;

TEST_CASE("a choice of nothing leaves every tool in (B78)") {
    CHECK(permits(ToolChoice{}, ToolId{"", "add"}));
    CHECK(permits(ToolChoice{}, ToolId{"files", "read"}));
}

TEST_CASE("a list of servers leaves out the tools of others, and keeps the program's own (B78)") {
    const ToolChoice choice{.servers = {{"files"}}};
    CHECK(permits(choice, ToolId{"", "add"}));
    CHECK(permits(choice, ToolId{"files", "read"}));
    CHECK_FALSE(permits(choice, ToolId{"file", "read"}));
    CHECK_FALSE(permits(choice, ToolId{"web", "read"}));
    CHECK_FALSE(permits(ToolChoice{.servers = {{}}}, ToolId{"web", "read"}));
}

TEST_CASE("patterns meet the names that people see, and deny counts before allow (B78)") {
    const ToolChoice choice{.allow = {{"add", "files/*"}}, .deny = {"*/delete_?"}};
    CHECK(permits(choice, ToolId{"", "add"}));
    CHECK_FALSE(permits(choice, ToolId{"", "adds"}));
    CHECK(permits(choice, ToolId{"files", "read"}));
    CHECK_FALSE(permits(choice, ToolId{"files", "delete_x"}));
    CHECK_FALSE(permits(choice, ToolId{"web", "add"}));
    CHECK_FALSE(permits(ToolChoice{.allow = {{}}}, ToolId{"", "add"}));
    CHECK_FALSE(permits(ToolChoice{.deny = {"*"}}, ToolId{"files", "read"}));
}

TEST_CASE("money is written with as many decimals as it has (H25)") {
    CHECK(money_text(0, "USD") == "0 USD");
    CHECK(money_text(1, "USD") == "0.000001 USD");
    CHECK(money_text(2'500'000, "") == "2.5");
    CHECK(money_text(12'000'000, "EUR") == "12 EUR");
}
