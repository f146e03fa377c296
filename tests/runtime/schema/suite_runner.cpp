// Runs files of the JSON Schema Test Suite (json-schema.org) and counts. Exit codes: 0 every case
// is as the suite says, 1 one is not, 77 the suite is not on this machine.
//
//   iam_schema_suite <draft folder> <expected number or ""> <files, with commas, or ""> <suite>...
//
// Every suite that exists is run. Without files all required ones are run. The number holds for
// the first suite only, which is the newest.
// Tests of runtime/src/schema/compile/local_form.cpp.
#include <iam/core/json.hpp>
#include <iam/schema/local_form.hpp>
#include <iam/schema/schema.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using iam::Json;

std::string read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

iam::Result<Json> read_json(const fs::path& path) {
    iam::Limits limits;
    limits.allow_nul = true;
    return iam::parse_json(read_text(path), limits);
}

/// The suite serves its folder `remotes` there.
iam::schema::Documents remotes_of(const fs::path& suite) {
    iam::schema::Documents documents;
    const fs::path folder = suite / "remotes";
    if (!fs::exists(folder)) return documents;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        auto document = read_json(entry.path());
        if (!document) continue;
        documents.emplace(
            "http://localhost:1234/" + fs::relative(entry.path(), folder).generic_string(),
            *std::move(document));
    }
    return documents;
}

struct Counts {
    std::size_t good = 0;
    std::size_t all = 0;
    std::size_t rewritten = 0;        // schemas whose local form is another one
    std::size_t wrong_rewritten = 0;  // cases that those judge in another way
};

/// The schema with the dialect that its folder stands for, which the suite leaves out in draft 7.
Json with_dialect(Json schema, iam::schema::Draft draft) {
    if (draft == iam::schema::Draft::draft7 && schema.is_object() && !schema.contains("$schema"))
        schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    return schema;
}

/// The local form of a schema accepts the same values.
void run_local_form(const Json& group, iam::schema::Draft draft, const std::string& file,
                    Counts& counts) {
    const Json schema = with_dialect(group["schema"], draft);
    if (!iam::schema::Schema::compile(schema)) return;  // of those with other documents
    const auto form = iam::schema::local_form(schema);
    if (form && iam::json_equal(*form, schema)) return;
    ++counts.rewritten;
    const auto compiled = form ? iam::schema::Schema::compile(*form)
                               : iam::Result<iam::schema::Schema>(tl::unexpected(form.error()));
    for (const Json& test : group["tests"]) {
        if (compiled && compiled->accepts(test["data"]).value_or(!test["valid"].get<bool>()) ==
                            test["valid"].get<bool>())
            continue;
        ++counts.wrong_rewritten;
        std::printf("%s: %s: %s\n    the local form judges otherwise%s\n", file.c_str(),
                    group["description"].get<std::string>().c_str(),
                    test["description"].get<std::string>().c_str(),
                    compiled ? "" : (": " + compiled.error().message).c_str());
    }
}

void run_group(const Json& group, const iam::schema::CompileOptions& options,
               const std::string& file, Counts& counts) {
    const auto schema = iam::schema::Schema::compile(group["schema"], options);
    for (const Json& test : group["tests"]) {
        ++counts.all;
        const std::string name = file + ": " + group["description"].get<std::string>() + ": " +
                                 test["description"].get<std::string>();
        if (!schema) {
            std::printf("%s\n    the schema is refused: %s\n", name.c_str(),
                        schema.error().message.c_str());
            continue;
        }
        const auto report = schema->validate(test["data"]);
        const bool expected = test["valid"].get<bool>();
        if (report && report->valid == expected && report->valid == report->errors.empty()) {
            ++counts.good;
            continue;
        }
        std::printf(
            "%s\n    %s\n", name.c_str(),
            report ? (report->valid ? "accepted" : "refused") : report.error().message.c_str());
    }
}

iam::schema::CompileOptions options_for(const std::string& draft, const std::string& file) {
    iam::schema::CompileOptions options;
    options.draft =
        draft == "draft7" ? iam::schema::Draft::draft7 : iam::schema::Draft::draft2020_12;
    // An older suite has a case about the format `regex` in the second file.
    options.assert_format =
        file.rfind("optional/format/", 0) == 0 || file == "optional/ecmascript-regex.json";
    return options;
}

bool run_file(const fs::path& suite, const std::string& draft, const std::string& file,
              const iam::schema::Documents& documents, Counts& counts) {
    const fs::path path = suite / "tests" / draft / file;
    const auto groups = read_json(path);
    if (!groups) {
        std::printf("%s: %s\n", file.c_str(), groups.error().message.c_str());
        return false;
    }
    iam::schema::CompileOptions options = options_for(draft, file);
    options.documents = &documents;
    for (const Json& group : *groups) {
        run_group(group, options, file, counts);
        if (!options.assert_format) run_local_form(group, options.draft, file, counts);
    }
    return true;
}

/// Of the files that are asked for those which this suite has; all required ones where none is
/// named.
std::vector<std::string> files_of(const fs::path& folder, const std::string& named) {
    std::vector<std::string> files;
    if (!fs::exists(folder)) return files;
    std::istringstream names(named);
    for (std::string name; std::getline(names, name, ',');)
        if (fs::exists(folder / name)) files.push_back(name);
    if (!named.empty()) return files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path().filename().string());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 4) return 2;
    const std::string& draft = arguments[0];
    bool good = true;
    bool any = false;
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const fs::path suite = arguments[i];
        const fs::path folder = suite / "tests" / draft;
        const std::vector<std::string> files = files_of(folder, arguments[2]);
        if (files.empty()) continue;
        any = true;
        const iam::schema::Documents documents = remotes_of(suite);
        Counts counts;
        for (const std::string& file : files)
            good = run_file(suite, draft, file, documents, counts) && good;
        std::printf("%s %s: %zu of %zu; %zu schemas in local form, %zu cases wrong\n",
                    draft.c_str(), arguments[2].c_str(), counts.good, counts.all, counts.rewritten,
                    counts.wrong_rewritten);
        good = good && counts.good == counts.all && counts.all > 0 && counts.wrong_rewritten == 0;
        const bool counted = i == 3 && !arguments[1].empty();
        if (counted && std::to_string(counts.all) != arguments[1]) {
            std::printf("%s cases were expected\n", arguments[1].c_str());
            good = false;
        }
    }
    if (any) return good ? 0 : 1;
    std::puts("skipped: the JSON Schema Test Suite is not here");
    return 77;
}
