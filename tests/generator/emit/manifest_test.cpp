// Tool objects and digests.
#include "models.hpp"
#include <generator/emit/emit.hpp>
#include <generator/emit/manifest.hpp>
#include <generator/emit/schema.hpp>

#include <catch2/catch.hpp>

#include <functional>

namespace iam::gen::test {
namespace {

Model plain() {
    return model({member("hour", integer())}, string());
}

Published publish(const Model& made, const Tool& tool, Profile profile = Profile::portable) {
    return Publisher(made, profile).publish(tool);
}

std::string manifest_of(const std::vector<Published>& tools) {
    std::vector<std::string> entries;
    for (const Published& tool : tools) entries.push_back(manifest_entry(tool));
    return manifest_text(tools, entries);
}

ContractDigests digests(const std::function<void(Model&)>& change) {
    Model made = plain();
    change(made);
    return publish(made, made.tools[0]).digests;
}

const auto k_nothing = [](Model&) {};

}  // namespace

TEST_CASE("a tool object holds what models need, and the rest under _meta") {
    Model made = plain();
    Tool& tool = made.tools[0];
    tool.title = "Act";
    tool.options.idempotent = true;
    tool.options.destructive = false;
    tool.options.policy = Policy::confirm;
    tool.options.timeout_ms = 500;
    tool.options.since = "1.2";
    tool.options.tags = {"a", "b"};
    tool.undo = Companion{};
    const Published published = publish(made, tool);
    const OrderedJson object = OrderedJson::parse(published.document);
    CHECK(compact(object.at("annotations")) ==
          R"({"destructiveHint":false,"idempotentHint":true})");
    CHECK(
        compact(object.at("_meta").at("iam/contract")) ==
        R"({"policy":"confirm","hints_stated":["destructive","idempotent"],"preview":false,"undo":{"grade":"compensating"},)"
        R"("timeout_ms":500,"tags":["a","b"],"since":"1.2","symbol":"desk::act","source":{"file":"src/acts.hpp","line":7},"result_member":"result"})");
    CHECK(compact(object).find("/anywhere") == std::string::npos);
    tool.options.undo_exact = true;
    tool.options.undo_window_s = 60;
    const Published exact = publish(made, tool);
    CHECK(compact(OrderedJson::parse(exact.document).at("_meta").at("iam/contract").at("undo")) ==
          R"({"grade":"exact","window":60})");
    CHECK(exact.digests.consent != published.digests.consent);
}

TEST_CASE(
    "a manifest has the full schemas beside those of another profile, and only where they differ") {
    const auto facts = [](const Model& made, Profile profile) {
        const auto manifest =
            parse_ordered_json(manifest_of({publish(made, made.tools[0], profile)}));
        return manifest->at("tools")[0].at("_meta").at("iam/contract");
    };
    Type counts = vector(integer());
    counts.kind = TypeKind::set;
    const Model made = model({member("counts", counts)}, string());
    const OrderedJson beside = facts(made, Profile::portable);
    REQUIRE(beside.contains("full"));
    CHECK(beside["full"].size() == 1);
    CHECK(compact(beside["full"]).find(R"("uniqueItems":true)") != std::string::npos);
    CHECK_FALSE(facts(made, Profile::full).contains("full"));
    CHECK_FALSE(facts(plain(), Profile::portable).contains("full"));
    // Models are not told of it, so it is no part of what the program holds.
    CHECK(publish(made, made.tools[0]).document.find("\"full\"") == std::string::npos);
    CHECK(publish(made, made.tools[0]).digests.wire ==
          publish(made, made.tools[0], Profile::full).digests.wire);
}

namespace {

// A value of each kind of option.
void state(std::optional<std::string>& text) {
    text = "words";
}
void state(std::vector<std::string>& texts) {
    texts = {"words"};
}
void state(std::optional<bool>& flag) {
    flag = true;
}
void state(std::optional<std::int64_t>& number) {
    number = 3;
}
void state(std::optional<Policy>& policy) {
    policy = Policy::deny;
}

}  // namespace

TEST_CASE("every option that is stated is published, if it is a fact, and is a constant") {
    Model made = plain();
    Tool& tool = made.tools[0];
#define IAM_OPTION(name, member, kind) state(tool.options.name);
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) state(tool.options.name);
#include <iam/contract/facts.def>
    const OrderedJson object = OrderedJson::parse(publish(made, tool).document);
    const OrderedJson& facts = object.at("_meta").at("iam/contract");
#define IAM_STATED_FACT(name, member, kind, digest, added, removed, changed) \
    CHECK(facts.contains(#name));
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    CHECK(object.at("annotations").contains(#mcp));
#include <iam/contract/facts.def>
    std::string glue;
    for (const OutputFile& file : emit(made)) glue += file.text;
#define IAM_OPTION(name, member, kind) \
    CHECK(glue.find("\n        ." #name " = ") != std::string::npos);
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) IAM_OPTION(name, name, flag)
#include <iam/contract/facts.def>
}

TEST_CASE("hints that nobody stated are not published") {
    const Model made = plain();
    CHECK_FALSE(OrderedJson::parse(publish(made, made.tools[0]).document).contains("annotations"));
}

TEST_CASE("descriptions move behaviour and nothing else, places move nothing") {
    const ContractDigests before = digests(k_nothing);
    const ContractDigests described = digests([](Model& made) {
        made.tools[0].description = "Acts differently.";
        made.tools[0].function.parameters[0].description = "when";
    });
    CHECK(described.wire == before.wire);
    CHECK(described.consent == before.consent);
    CHECK(described.behaviour != before.behaviour);
    CHECK(digests([](Model& made) { made.tools[0].function.span.line = 99; }) == before);
}

TEST_CASE("each consent fact moves the consent digest") {
    const ContractDigests before = digests(k_nothing);
    const std::vector<std::function<void(Model&)>> changes{
        [](Model& made) { made.tools[0].options.read_only = false; },
        [](Model& made) { made.tools[0].options.destructive = false; },
        [](Model& made) { made.tools[0].options.idempotent = false; },
        [](Model& made) { made.tools[0].options.open_world = false; },
        [](Model& made) { made.tools[0].options.policy = Policy::allow; },
        [](Model& made) { made.tools[0].preview = Companion{}; },
        [](Model& made) { made.tools[0].undo = Companion{}; },
        [](Model& made) {
            made.tools[0].function.parameters[0].constraints.unit = Stated<std::string>{"h", {}};
        },
        [](Model& made) { made.tools[0].function.parameters[0].constraints.secret = SourceSpan{}; },
    };
    for (const auto& change : changes) {
        CHECK(digests(change).consent != before.consent);
        CHECK(digests(change).wire == before.wire);
    }
}

TEST_CASE("every width moves the wire digest, also where the published schema is the same") {
    const auto of = [](Type type) {
        Model made = model({member("p", std::move(type))});
        return publish(made, made.tools[0]).digests.wire;
    };
    CHECK(of(integer(64)) != of(integer(32)));
    CHECK(of(floating(32)) != of(floating(64)));
}

TEST_CASE("tools that take and return the same are published as if each were alone") {
    Model made = model({member("hour", integer())}, string());
    made.tools.push_back(made.tools[0]);
    made.tools.back().name = "other";
    made.tools.push_back(model({member("hour", vector(integer(64)))}, integer(64)).tools[0]);
    made.tools.push_back(model({member("hour", integer())}).tools[0]);
    for (const Profile profile : {Profile::portable, Profile::full}) {
        Publisher publisher(made, profile);
        for (const Tool& tool : made.tools) {
            const Published beside = publisher.publish(tool);
            const Published alone = publish(made, tool, profile);
            CHECK(beside.document == alone.document);
            CHECK(beside.full == alone.full);
            CHECK(beside.digests == alone.digests);
        }
    }
}

TEST_CASE("the manifest is sorted by name and ends with a line break") {
    Model made = plain();
    made.tools.push_back(made.tools[0]);
    made.tools[0].name = "b";
    made.tools[1].name = "a";
    const std::string text =
        manifest_of({publish(made, made.tools[0]), publish(made, made.tools[1])});
    CHECK(text.find("\"name\": \"a\"") < text.find("\"name\": \"b\""));
    CHECK(text.rfind("{\n  \"iam\": 1,\n", 0) == 0);
    CHECK(text.back() == '\n');
    // It is what one would write of its value.
    CHECK(pretty(OrderedJson::parse(text)) + "\n" == text);
    CHECK(manifest_of({}) == "{\n  \"iam\": 1,\n  \"tools\": []\n}\n");
}

}  // namespace iam::gen::test
