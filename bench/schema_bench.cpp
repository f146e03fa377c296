// Judging a call of five arguments by its schema: iam::schema, checks written by hand, and valijson
// (Debian's libvalijson-dev, where it is installed).
//
//   schema_bench [options of Google Benchmark]     times
//   schema_bench CASE TIMES                        one case so many times, to count instructions
#include <iam/core/json.hpp>
#include <iam/schema/schema.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#if __has_include(<valijson/validator.hpp>)
#define BENCH_HAS_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

using iam::Json;

constexpr std::string_view k_schema = R"({
  "type": "object",
  "properties": {
    "days": {"type": "array", "items": {"enum": ["mon", "tue", "wed", "thu", "fri"]}, "minItems": 1, "maxItems": 5},
    "hour": {"type": "integer", "minimum": 0, "maximum": 23},
    "label": {"type": "string", "minLength": 1, "maxLength": 80},
    "minute": {"type": "integer", "minimum": 0, "maximum": 59},
    "volume": {"type": "number", "minimum": 0, "maximum": 1}
  },
  "required": ["days", "hour", "label", "minute", "volume"],
  "additionalProperties": false
})";
constexpr std::string_view k_value =
    R"({"days":["mon","wed","fri"],"hour":7,"label":"Take the early train","minute":30,"volume":0.8})";

bool is_integer_between(const Json& value, std::int64_t low, std::int64_t high) {
    return value.is_number_integer() && value.get<std::int64_t>() >= low &&
           value.get<std::int64_t>() <= high;
}

bool is_day(const Json& value) {
    static constexpr std::array<std::string_view, 5> k_days{"mon", "tue", "wed", "thu", "fri"};
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    for (const std::string_view day : k_days)
        if (day == text) return true;
    return false;
}

bool are_days(const Json& value) {
    if (!value.is_array() || value.empty() || value.size() > 5) return false;
    for (const Json& day : value)
        if (!is_day(day)) return false;
    return true;
}

bool is_label(const Json& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    return !text.empty() && text.size() <= 80;
}

/// What a careful person writes: each member is looked up, no other one may be there.
bool check_by_hand(const Json& value) {
    if (!value.is_object() || value.size() != 5) return false;
    const auto days = value.find("days");
    const auto hour = value.find("hour");
    const auto label = value.find("label");
    const auto minute = value.find("minute");
    const auto volume = value.find("volume");
    const auto end = value.end();
    if (days == end || hour == end || label == end || minute == end || volume == end) return false;
    return are_days(*days) && is_integer_between(*hour, 0, 23) && is_label(*label) &&
           is_integer_between(*minute, 0, 59) && volume->is_number() &&
           volume->get<double>() >= 0 && volume->get<double>() <= 1;
}

struct Case {
    std::string name;
    std::function<bool()> once;
};

std::vector<Case> cases() {
    const auto value = std::make_shared<const Json>(*iam::parse_json(k_value));
    const auto schema = iam::schema::Schema::compile(*iam::parse_json(k_schema));
    std::vector<Case> all;
    all.push_back({"by_hand", [value] { return check_by_hand(*value); }});
    all.push_back({"iam", [value, schema] { return schema->accepts(*value).value_or(false); }});
#ifdef BENCH_HAS_VALIJSON
    const auto other = std::make_shared<valijson::Schema>();
    const Json text = *iam::parse_json(k_schema);
    const valijson::adapters::NlohmannJsonAdapter adapter(text);
    valijson::SchemaParser().populateSchema(adapter, *other);
    all.push_back({"valijson", [value, other] {
                       valijson::Validator validator;
                       const valijson::adapters::NlohmannJsonAdapter target(*value);
                       return validator.validate(*other, target, nullptr);
                   }});
#endif
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    for (const Case& one : cases()) {
        if (!one.once()) {
            std::cerr << one.name << " refuses the value\n";
            return 1;
        }
        if (argc == 3 && one.name == argv[1]) {
            for (long left = std::strtol(argv[2], nullptr, 10); left > 0; --left) one.once();
            return 0;
        }
        benchmark::RegisterBenchmark(one.name.c_str(), [once = one.once](benchmark::State& state) {
            for (auto _ : state) benchmark::DoNotOptimize(once());
        });
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
