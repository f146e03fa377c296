// Parses a main file in memory with includes of the headers. A consumer collects our attributes,
// and clang's errors become our diagnostics.
#include "generator/frontend/clang/clang_run.hpp"

#include <generator/frontend/clang/clang_invocation.hpp>
#include <generator/frontend/clang/macro_notes.hpp>
#include <generator/frontend/collect.hpp>
#include <generator/frontend/compilers/compiler_watch.hpp>
#include <generator/frontend/reader.hpp>
#include <generator/frontend/tags/hidden_tags.hpp>
#include <generator/frontend/tags/skipped_tags.hpp>
#include <generator/frontend/tags/swallowed_tags.hpp>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>

namespace iam::gen {
namespace {

/// Keeps clang's errors with their notes. Warnings are left to the target's compiler.
class ErrorCollector final : public clang::DiagnosticConsumer {
 public:
    /// `headers`: the headers included by the lines of the main file, in order.
    ErrorCollector(Diagnostics& diagnostics, std::vector<std::string> headers)
        : diagnostics_(diagnostics), headers_(std::move(headers)) {}

    void BeginSourceFile(const clang::LangOptions& language,
                         const clang::Preprocessor* preprocessor) override {
        language_ = language;
        preprocessor_ = preprocessor;
    }
    void EndSourceFile() override { preprocessor_ = nullptr; }

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        llvm::SmallString<128> message;
        info.FormatDiagnostic(message);
        if (level >= clang::DiagnosticsEngine::Error) {
            if (clang::DiagnosticIDs::isBuiltinWarningOrExtension(info.getID()))
                has_controllable_ = true;
            diagnostics_.push_back(diagnose(DiagnosticId::does_not_compile, place(info),
                                            message.str().str(), macros(info)));
            last_is_error_ = true;
        } else if (level == clang::DiagnosticsEngine::Note && last_is_error_) {
            diagnostics_.back().notes.push_back({message.str().str(), place(info)});
        } else {
            last_is_error_ = false;
        }
    }

    /// True if one of the errors has a flag, so a pragma could have turned it off.
    bool has_controllable() const noexcept { return has_controllable_; }

 private:
    std::vector<Note> macros(const clang::Diagnostic& info) const {
        if (preprocessor_ == nullptr || info.getLocation().isInvalid()) return {};
        return macro_notes(*preprocessor_, info.getLocation());
    }

    SourceSpan place(const clang::Diagnostic& info) const {
        if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
        SourceSpan span = Places(info.getSourceManager(), language_).token(info.getLocation());
        return span.file == k_main_file ? at_header(span.line) : span;
    }

    /// Moves a place in the main file to a header, since no user sees the main file. If the error
    /// is in a line, its header is missing. If the error is at the end, the last header ends too
    /// early.
    SourceSpan at_header(unsigned line) const {
        SourceSpan span;
        const std::size_t index = std::min<std::size_t>(line, headers_.size());
        if (index > 0) span.file = headers_[index - 1];
        return span;
    }

    Diagnostics& diagnostics_;
    std::vector<std::string> headers_;
    clang::LangOptions language_;
    const clang::Preprocessor* preprocessor_ = nullptr;
    bool last_is_error_ = false;
    bool has_controllable_ = false;
};

enum class DiagnosticPragmas { ignored, heeded };

/// Settings of one parse.
struct Manner {
    DiagnosticPragmas pragmas = DiagnosticPragmas::ignored;
    const PrecompiledFile* prefix = nullptr;
};

/// True for text of the standard library. Nearly all tokens of a parse are the standard library's,
/// and it has no attributes of ours, so they are not watched. A user's folder may have such a name
/// too, but no compiler finds it by itself.
bool is_of_the_standard_library(llvm::StringRef path, clang::SrcMgr::CharacteristicKind kind) {
    return clang::SrcMgr::isSystem(kind) && path.contains("/include/c++/");
}

/// Calls `on_change` whenever clang enters text of the standard library from other text, or leaves
/// it.
class StandardLibraryWatch final : public clang::PPCallbacks {
 public:
    using OnChange = std::function<void(bool inside)>;

    StandardLibraryWatch(const clang::SourceManager& sources, OnChange on_change)
        : sources_(sources), on_change_(std::move(on_change)) {}

    void FileChanged(clang::SourceLocation place, FileChangeReason reason,
                     clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
        if (reason != EnterFile && reason != ExitFile) return;
        const bool inside = is_of_the_standard_library(sources_.getFilename(place), kind);
        if (inside == inside_) return;
        inside_ = inside;
        on_change_(inside);
    }

 private:
    const clang::SourceManager& sources_;
    OnChange on_change_;
    bool inside_ = false;
};

/// Collects uses of attributes while clang parses, and reads the declarations afterwards.
class Consumer final : public AttributeListener {
 public:
    Consumer(const ParseJob& job, clang::CompilerInstance& compiler, RunResult& result,
             Diagnostics& errors)
        : job_(job), compiler_(compiler), result_(result), errors_(errors) {}

    void on_attribute(AttributeUse use) override { uses_.push_back(std::move(use)); }

    void Initialize(clang::ASTContext&) override {
        clang::Preprocessor& preprocessor = compiler_.getPreprocessor();
        record_skipped(preprocessor, skipped_);
        record_hidden_tags(preprocessor, hidden_);
        watch_leading_headers(preprocessor, result_.leading_headers);
        if (!job_.compiler.empty()) watch_compiler_questions(job_, preprocessor, questions_);
        preprocessor.addPPCallbacks(std::make_unique<StandardLibraryWatch>(
            compiler_.getSourceManager(), [this](bool inside) { watch_tokens(!inside); }));
        watch_tokens(true);
    }

    void HandleTranslationUnit(clang::ASTContext& ast) override {
        result_.compiles = !compiler_.getDiagnostics().hasErrorOccurred();
        const Places places(ast.getSourceManager(), ast.getLangOpts());
        Reader reader{
            .job = job_, .sema = compiler_.getSema(), .ast = ast, .log = log_, .places = places};
        if (!result_.compiles) {
            // Unmatched brackets and tags hidden by macros cause clang's other errors. They are
            // reported alone.
            report_unbalanced(reader);
            report_hidden_tags(reader, hidden_);
            if (reader.diagnostics.empty()) {
                report_arguments(reader, errors_);
                report_misplaced_lists(reader, errors_);
                std::move(errors_.begin(), errors_.end(), std::back_inserter(reader.diagnostics));
            }
            errors_.clear();
            result_.diagnostics = std::move(reader.diagnostics);
            return;
        }
        for (const AttributeUse& use : uses_) reader.uses[use.decl].push_back(&use);
        collect(reader, uses_);
        report_hidden_tags(reader, hidden_);
        report_skipped_tags(reader, skipped_);
        report_swallowed_tags(reader, skipped_);
        report_near_scopes(reader);
        if (!job_.compiler.empty()) result_.to_compare = texts_of_compiler(reader, questions_);
        result_.model = std::move(reader.model);
        result_.diagnostics = std::move(reader.diagnostics);
    }

 private:
    /// Starts or stops the watch over tokens. Outside of it, a name of ours without a scope can
    /// only be another vendor's.
    void watch_tokens(bool watched) {
        enable_bare_spellings(watched);
        compiler_.getLangOpts().RetainCommentsFromSystemHeaders = watched;  // and comments
        if (!watched) return compiler_.getPreprocessor().setTokenWatcher(nullptr);
        compiler_.getPreprocessor().setTokenWatcher([this](const clang::Token& token) {
            if (log_.ignores(token)) return;
            const bool was_foreign = log_.inside_foreign_namesake();
            log_.on_token(token);
            if (log_.inside_foreign_namesake() != was_foreign) enable_bare_spellings(was_foreign);
        });
    }

    const ParseJob& job_;
    clang::CompilerInstance& compiler_;
    RunResult& result_;
    Diagnostics& errors_;
    AttributeLog log_;
    std::deque<AttributeUse> uses_;
    std::vector<clang::SourceRange> skipped_;
    std::vector<HiddenTag> hidden_;
    CompilerQuestions questions_;
};

class Action final : public clang::ASTFrontendAction {
 public:
    Action(const ParseJob& job, const Manner& how, RunResult& result, Diagnostics& errors)
        : job_(job), how_(how), result_(result), errors_(errors) {}

 protected:
    bool BeginInvocation(clang::CompilerInstance& compiler) override {
        read_declarations_only(compiler);
        compiler.getFrontendOpts().DisableFree = job_.leave_memory;
        return true;
    }

    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        if (how_.pragmas == DiagnosticPragmas::ignored)
            ignore_diagnostic_pragmas(compiler.getPreprocessor());
        // If the include folders differ from the prefix's, the standard library may differ too.
        return how_.prefix == nullptr ||
               how_.prefix->folders == header_folders(compiler.getPreprocessor());
    }

    /// The parsed text is never linked. As a complete unit, clang would instantiate every inline
    /// template function used by the headers.
    clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef) override {
        return std::make_unique<Consumer>(job_, compiler, result_, errors_);
    }

 private:
    const ParseJob& job_;
    const Manner& how_;
    RunResult& result_;
    Diagnostics& errors_;
};

struct Attempt {
    RunResult result{};
    /// An ignored pragma could have turned off one of its errors.
    bool may_hang_on_pragmas = false;
};

Attempt attempt(const ParseJob& job, const std::vector<std::size_t>& headers, const Manner& how) {
    Invocation invocation;
    if (how.prefix != nullptr) invocation.prefix = how.prefix->file.path;
    invocation.main_text = main_text(job, headers);
    std::vector<std::string> paths;
    for (const std::size_t index : headers) paths.push_back(job.headers[index].path);

    Attempt made;
    RunResult& result = made.result;
    Diagnostics errors;
    ErrorCollector collector(errors, std::move(paths));
    const Ran ran =
        run_action(job, invocation, std::make_unique<Action>(job, how, result, errors), collector);
    made.may_hang_on_pragmas =
        how.pragmas == DiagnosticPragmas::ignored && collector.has_controllable();
    result.compiles = ran.has_run && errors.empty() && result.compiles;
    if (!result.compiles && errors.empty() && result.diagnostics.empty()) {
        errors.push_back(diagnose(
            DiagnosticId::does_not_compile, {},
            "clang could not run on these headers; look at the flags that the target passes"));
    }
    std::move(errors.begin(), errors.end(), std::back_inserter(result.diagnostics));
    result.model.target = job.target;
    result.model.headers = job.headers;
    result.model.included_files.assign(ran.files.begin(), ran.files.end());
    return made;
}

}  // namespace

std::string main_text(const ParseJob& job, const std::vector<std::size_t>& headers) {
    std::string text;
    for (const std::size_t index : headers)
        text += "#include \"" + job.headers[index].path + "\"\n";
    return text;
}

RunResult run_clang(const ParseJob& job, const std::vector<std::size_t>& headers) {
    Attempt made = attempt(job, headers, {DiagnosticPragmas::ignored});
    if (made.may_hang_on_pragmas) made = attempt(job, headers, {DiagnosticPragmas::heeded});
    return std::move(made.result);
}

RunResult run_clang_behind(const PrecompiledFile& prefix, const ParseJob& job,
                           const std::vector<std::size_t>& headers) {
    Attempt made = attempt(job, headers, {DiagnosticPragmas::ignored, &prefix});
    for (const FileState& input : prefix.inputs)
        made.result.model.included_files.push_back(input.path);
    return std::move(made.result);
}

}  // namespace iam::gen
