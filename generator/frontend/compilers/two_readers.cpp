// Runs the target's own preprocessor on the headers, and compares its tokens with clang's.
#include "generator/frontend/compilers/two_readers.hpp"

#include <generator/frontend/clang/clang_invocation.hpp>
#include <generator/frontend/clang/compile_flags.hpp>
#include <generator/frontend/clang/places.hpp>
#include <generator/frontend/compilers/preprocessed.hpp>
#include <generator/io/child.hpp>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace iam::gen {
namespace {

std::string command(const ParseJob& job) {
    std::string text;
    for (const std::string& word : job.compiler) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string first_line_of_error(const std::string& output) {
    const std::size_t error = std::min(output.find("error:"), output.size());
    const std::size_t begin = output.rfind('\n', error);
    const std::string rest = output.substr(begin == std::string::npos ? 0 : begin + 1);
    return rest.substr(0, rest.find('\n'));
}

/// The output of the target's preprocessor, or a sentence with the reason why there is none.
tl::expected<std::string, std::string> preprocess(const ParseJob& job,
                                                  const std::vector<std::size_t>& headers) {
    std::vector<std::string> words = job.compiler;
    for (const std::string& flag : preprocessor_flags(job.compiler_flags)) words.push_back(flag);
    for (const char* word : {"-w", "-E", "-x", "c++", "-"}) words.emplace_back(word);
    ChildSetting setting;
    setting.input = main_text(job, headers);
    auto ran = run_child(words, setting);
    if (!ran) return tl::unexpected(ran.error());
    if (ran->exit_code == 0) return std::move(ran->output);
    setting.errors_too = true;
    words.insert(words.end(), {"-o", "/dev/null"});
    const auto told = run_child(words, setting);
    return tl::unexpected("'" + command(job) + " -E' ends with code " +
                          std::to_string(ran->exit_code) +
                          (told ? ": " + first_line_of_error(told->output) : std::string()));
}

/// Reads the same text with clang's preprocessor and compares.
class Comparison final : public clang::PreprocessorFrontendAction {
 public:
    Comparison(const ParseJob& job, const std::string& output, RunResult& result)
        : job_(job), output_(output), result_(result) {
        for (const DeclaredText& text : result.to_compare) wanted_.insert(text.file);
    }

 protected:
    void ExecuteAction() override {
        clang::CompilerInstance& compiler = getCompilerInstance();
        read(compiler.getPreprocessor());
        const clang::LangOptions& language = compiler.getLangOpts();
        const Preprocessed theirs = tokens_of_output(output_, wanted_, language);
        const Places places(compiler.getSourceManager(), language);
        for (const DeclaredText& text : result_.to_compare)
            compare(text, tokens_in(ours_, text), tokens_in(theirs.tokens, text), places);
        for (const std::string& file : theirs.files)
            if (llvm::sys::fs::is_regular_file(file))
                result_.model.included_files.push_back(build_path(file));
    }

 private:
    void read(clang::Preprocessor& preprocessor) {
        const clang::SourceManager& sources = preprocessor.getSourceManager();
        preprocessor.IgnorePragmas();
        preprocessor.EnterMainSourceFile();
        std::map<std::string, std::string> keys;  // by file name
        clang::Token token;
        for (preprocessor.Lex(token); token.isNot(clang::tok::eof); preprocessor.Lex(token)) {
            if (token.isAnnotation()) continue;
            const clang::SourceLocation spot = sources.getExpansionLoc(token.getLocation());
            const clang::PresumedLoc presumed = sources.getPresumedLoc(spot);
            if (presumed.isInvalid()) continue;
            const auto [key, is_new] = keys.try_emplace(presumed.getFilename());
            if (is_new) key->second = file_key(presumed.getFilename());
            if (wanted_.count(key->second) == 0) continue;
            ours_[key->second].push_back(
                {preprocessor.getSpelling(token), presumed.getLine(), token.getLocation()});
        }
    }

    static std::vector<TextToken> tokens_in(const TokensOfFiles& files, const DeclaredText& text) {
        std::vector<TextToken> tokens;
        const auto file = files.find(text.file);
        if (file == files.end()) return tokens;
        for (const TextToken& token : file->second)
            if (text.lines.count(token.line) != 0) tokens.push_back(token);
        return essential_tokens(std::move(tokens));
    }

    void compare(const DeclaredText& text, const std::vector<TextToken>& ours,
                 const std::vector<TextToken>& theirs, const Places& places) {
        const auto [own, other] = std::mismatch(
            ours.begin(), ours.end(), theirs.begin(), theirs.end(),
            [](const TextToken& left, const TextToken& right) { return left.text == right.text; });
        if (own == ours.end() && other == theirs.end()) return;
        const auto shown = [](auto at, const auto& tokens) {
            return at == tokens.end() ? std::string("nothing more") : "'" + at->text + "'";
        };
        const std::string difference =
            theirs.empty()
                ? "does not see '" + text.name + "', which iam-gen, as clang, does"
                : "reads '" + text.name + "' differently: it sees " + shown(other, theirs) +
                      " where iam-gen, as clang, sees " + shown(own, ours);
        std::string message = "the target's compiler, '" + command(job_) + "', " + difference +
                              "; declare it in the same words for every compiler, with its "
                              "attributes, which need no condition";
        result_.diagnostics.push_back(
            diagnose(DiagnosticId::read_differently,
                     own == ours.end() ? text.span : places.token(own->place), std::move(message)));
    }

    const ParseJob& job_;
    const std::string& output_;
    RunResult& result_;
    std::set<std::string> wanted_;
    TokensOfFiles ours_;
};

}  // namespace

void compare_readers(const ParseJob& job, const std::vector<std::size_t>& headers,
                     RunResult& result) {
    if (result.to_compare.empty() || has_errors(result.diagnostics)) return;
    const auto output = preprocess(job, headers);
    if (!output) {
        result.diagnostics.push_back(
            diagnose(DiagnosticId::not_compared, result.to_compare.front().span,
                     "these headers depend on the compiler, and what the target's compiler makes "
                     "of them cannot be compared: " +
                         output.error() + "; let it preprocess them with the target's flags"));
        return;
    }
    Invocation invocation;
    invocation.main_text = main_text(job, headers);
    clang::DiagnosticConsumer errors;  // the parse had none
    (void)run_action(job, invocation, std::make_unique<Comparison>(job, *output, result), errors);
}

}  // namespace iam::gen
