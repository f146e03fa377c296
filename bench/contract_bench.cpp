// What a comparison of two catalogues costs, beside reading the two.
//   contract_bench              times and ratios, by Google Benchmark
//   contract_bench CASE TIMES   does one case so many times, to count instructions
#include "cases.hpp"
#include <iam/contract/tool_findings.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using iam::OrderedJson;

constexpr int k_tools = 1000;

/// Keeps the optimiser from dropping what is measured.
volatile std::size_t sink = 0;

void stop(const char* why) {
    std::fprintf(stderr, "contract_bench: %s\n", why);
    std::exit(1);
}

/// A tool as iam-gen publishes one, of five parameters.
std::string tool(int number, int copies_max) {
    return R"({"name":"send_mail_)" + std::to_string(number) +
           R"(","title":"E-mail","description":"Sends a message to everybody who is named, now or later.","inputSchema":{"type":"object","properties":{)"
           R"("to":{"type":"array","items":{"type":"string","minLength":1,"maxLength":200},"minItems":1,"maxItems":50,"description":"addresses of the recipients"},)"
           R"("subject":{"type":"string","maxLength":200,"description":"subject line"},)"
           R"("priority":{"type":"string","enum":["low","normal","high"],"description":"how soon it is sent","default":"normal"},)"
           R"("copies":{"type":"integer","minimum":1,"maximum":)" +
           std::to_string(copies_max) +
           R"(,"description":"how often","default":1},)"
           R"("label":{"anyOf":[{"type":"string","pattern":"^[a-z]+(-[a-z]+)*$"},{"type":"null"}],"description":"for the archive"}},)"
           R"("required":["to","subject"],"additionalProperties":false},)"
           R"("outputSchema":{"type":"object","properties":{"id":{"type":"integer"},"file":{"type":"string","description":"where it is kept"}},"required":["id","file"],"additionalProperties":false},)"
           R"("annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true},)"
           R"("_meta":{"iam/contract":{"policy":"confirm","preview":true,"undo":{"grade":"compensating"},"symbol":"desk::send_mail"}}})";
}

std::string catalogue(int copies_max) {
    std::string text = R"({"iam":1,"tools":[)";
    for (int i = 0; i < k_tools; ++i) text += (i == 0 ? "" : ",") + tool(i, copies_max);
    return text + "]}";
}

std::vector<OrderedJson> read(const std::string& text) {
    auto document = iam::parse_ordered_json(text);
    if (!document) stop("a catalogue cannot be read");
    return document->at("tools").get<std::vector<OrderedJson>>();
}

void compare(const std::string& before, const std::string& after, std::size_t expected) {
    const auto found = iam::contract::compare_catalogues(read(before), read(after),
                                                         iam::contract::Trust::first_party);
    if (found.size() != expected) stop("the findings are others");
    for (const auto& one : found)
        if (!one.finding.witness) stop("a finding has no value");
    sink = sink + found.size();
}

/// A schema of many alternatives against the same with other bounds: each change depends on all of
/// them.
std::string adversary(int most) {
    std::string alternatives;
    for (int i = 0; i < 200; ++i)
        alternatives += std::string(i == 0 ? "" : ",") + R"({"properties":{"m)" +
                        std::to_string(i) + R"(":{"maximum":)" + std::to_string(most + i) +
                        R"(}},"required":["m)" + std::to_string((i * 7) % 200) + R"("]})";
    return R"({"name":"t","inputSchema":{"type":"object","oneOf":[)" + alternatives + "]}}";
}

void compare_adversaries(const std::string& before, const std::string& after) {
    const auto found = iam::contract::compare_tools(iam::parse_ordered_json(before).value(),
                                                    iam::parse_ordered_json(after).value(),
                                                    iam::contract::Trust::untrusted);
    bool is_spent = false;
    for (const auto& one : found) is_spent = is_spent || one.rule->id == "S10";
    if (!is_spent) stop("the steps suffice");
    sink = sink + found.size();
}

std::vector<bench::Case> cases() {
    const auto before = std::make_shared<const std::string>(catalogue(10));
    const auto after = std::make_shared<const std::string>(catalogue(20));
    const auto hostile =
        std::make_shared<const std::pair<std::string, std::string>>(adversary(1), adversary(2));
    return {
        {"read", nullptr, 0, [=] { sink = sink + read(*before).size() + read(*after).size(); }},
        {"unchanged", "read", 1.5, [=] { compare(*before, *before, 0); }},
        {"all_changed", "read", 20, [=] { compare(*before, *after, k_tools); }},
        {"adversary", nullptr, 0, [=] { compare_adversaries(hostile->first, hostile->second); }},
    };
}

}  // namespace

int main(int argc, char** argv) {
    return bench::run("contract_bench", cases(), argc, argv);
}
