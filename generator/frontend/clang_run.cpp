// One parse by clang: a main file in memory that includes the headers, the consumer that collects our attributes, and clang's
// own errors as diagnostics of ours.
#include <generator/frontend/clang_run.hpp>
#include <generator/frontend/collect.hpp>
#include <generator/frontend/compile_flags.hpp>
#include <generator/frontend/reader.hpp>
#include <generator/frontend/skipped_tags.hpp>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>

namespace iam::gen {
namespace {

constexpr const char* k_main_file = "iam-gen-headers.cpp";

/// Keeps clang's errors and the notes that belong to them; warnings are the business of the target's compiler.
class ErrorCollector final : public clang::DiagnosticConsumer {
 public:
    /// `headers`: what the lines of the main file include.
    ErrorCollector(Diagnostics& diagnostics, std::vector<std::string> headers)
        : diagnostics_(diagnostics), headers_(std::move(headers)) {}

    void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor*) override {
        language_ = language;
    }

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        llvm::SmallString<128> message;
        info.FormatDiagnostic(message);
        if (level >= clang::DiagnosticsEngine::Error) {
            if (clang::DiagnosticIDs::isBuiltinWarningOrExtension(info.getID()))
                has_controllable_ = true;
            diagnostics_.push_back(
                diagnose(DiagnosticId::does_not_compile, place(info), message.str().str()));
            last_is_error_ = true;
        } else if (level == clang::DiagnosticsEngine::Note && last_is_error_) {
            diagnostics_.back().notes.push_back({message.str().str(), place(info)});
        } else {
            last_is_error_ = false;
        }
    }

    /// True if one of the errors has a flag, so that a pragma could have turned it off.
    bool has_controllable() const noexcept { return has_controllable_; }

 private:
    SourceSpan place(const clang::Diagnostic& info) const {
        if (!info.hasSourceManager() || info.getLocation().isInvalid()) return {};
        SourceSpan span = Places(info.getSourceManager(), language_).token(info.getLocation());
        return span.file == k_main_file ? at_header(span.line) : span;
    }

    /// Nobody has seen the main file: what is wrong in one of its lines is that the header is not there, and what is wrong at
    /// its end is that a header ends too early.
    SourceSpan at_header(unsigned line) const {
        SourceSpan span;
        const std::size_t index = std::min<std::size_t>(line, headers_.size());
        if (index > 0) span.file = headers_[index - 1];
        return span;
    }

    Diagnostics& diagnostics_;
    std::vector<std::string> headers_;
    clang::LangOptions language_;
    bool last_is_error_ = false;
    bool has_controllable_ = false;
};

enum class DiagnosticPragmas { ignored, heeded };

/// Takes "#pragma GCC diagnostic" for any other unknown pragma: where there is one, clang looks up the state at the place of every
/// diagnostic that it weighs, which costs a hundredth of the whole parse.
void ignore_diagnostic_pragmas(clang::Preprocessor& preprocessor) {
    for (const char* space : {"GCC", "clang"}) {
        auto ignored = std::make_unique<clang::EmptyPragmaHandler>("diagnostic");
        preprocessor.RemovePragmaHandler(space, ignored.get());  // goes by the name
        preprocessor.AddPragmaHandler(space, ignored.release());
    }
}

/// Collects uses while clang parses, reads the declarations once it is done.
class Consumer final : public AttributeListener {
 public:
    Consumer(const ParseJob& job, clang::CompilerInstance& compiler, RunResult& result,
             Diagnostics& errors)
        : job_(job), compiler_(compiler), result_(result), errors_(errors) {}

    void on_attribute(AttributeUse use) override { uses_.push_back(std::move(use)); }

    void Initialize(clang::ASTContext&) override {
        record_skipped(compiler_.getPreprocessor(), skipped_);
        compiler_.getPreprocessor().setTokenWatcher([this](const clang::Token& token) {
            if (log_.ignores(token)) return;
            const bool was_foreign = log_.inside_foreign_namesake();
            log_.on_token(token);
            if (log_.inside_foreign_namesake() != was_foreign) enable_bare_spellings(was_foreign);
        });
    }

    void HandleTranslationUnit(clang::ASTContext& ast) override {
        result_.compiles = !compiler_.getDiagnostics().hasErrorOccurred();
        const Places places(ast.getSourceManager(), ast.getLangOpts());
        Reader reader{job_, compiler_.getSema(), ast, log_, places};
        if (!result_.compiles) {
            // Brackets that do not match are the reason for whatever clang says besides.
            report_unbalanced(reader);
            if (reader.diagnostics.empty()) {
                report_arguments(reader, errors_);
                std::move(errors_.begin(), errors_.end(), std::back_inserter(reader.diagnostics));
            }
            errors_.clear();
            result_.diagnostics = std::move(reader.diagnostics);
            return;
        }
        for (const AttributeUse& use : uses_) reader.uses[use.decl].push_back(&use);
        collect(reader, uses_);
        report_skipped_tags(reader, skipped_);
        result_.model = std::move(reader.model);
        result_.diagnostics = std::move(reader.diagnostics);
    }

 private:
    const ParseJob& job_;
    clang::CompilerInstance& compiler_;
    RunResult& result_;
    Diagnostics& errors_;
    AttributeLog log_;
    std::deque<AttributeUse> uses_;
    std::vector<clang::SourceRange> skipped_;
};

class Action final : public clang::ASTFrontendAction {
 public:
    Action(const ParseJob& job, DiagnosticPragmas pragmas, RunResult& result, Diagnostics& errors)
        : job_(job), pragmas_(pragmas), result_(result), errors_(errors) {}

 protected:
    bool BeginInvocation(clang::CompilerInstance& compiler) override {
        compiler.getFrontendOpts().SkipFunctionBodies = true;
        compiler.getFrontendOpts().DisableFree = job_.leave_memory;
        compiler.getLangOpts().CommentOpts.ParseAllComments = false;
        return true;
    }

    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        if (pragmas_ == DiagnosticPragmas::ignored)
            ignore_diagnostic_pragmas(compiler.getPreprocessor());
        return true;
    }

    /// Nobody links what is parsed here: without this clang would instantiate, at the end, every inline template function
    /// that the headers use.
    clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef) override {
        enable_bare_spellings(true);
        return std::make_unique<Consumer>(job_, compiler, result_, errors_);
    }

 private:
    const ParseJob& job_;
    DiagnosticPragmas pragmas_;
    RunResult& result_;
    Diagnostics& errors_;
};

std::string quoted_include(const std::string& path) {
    return "#include \"" + path + "\"\n";
}

std::set<std::string> files_read(clang::FileManager& files) {
    llvm::SmallVector<clang::OptionalFileEntryRef, 0> entries;
    files.GetUniqueIDMapping(entries);
    std::set<std::string> names;
    for (const clang::OptionalFileEntryRef& entry : entries) {
        if (!entry) continue;
        llvm::StringRef name = entry->getName();
        name.consume_front("./");
        if (name != k_main_file) names.insert(name.str());
    }
    return names;
}

struct Attempt {
    RunResult result{};
    bool may_hang_on_pragmas =
        false;  ///< it has an error that one that was ignored could have turned off
};

Attempt attempt(const ParseJob& job, const std::vector<std::size_t>& headers,
                DiagnosticPragmas pragmas) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto overlay =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    overlay->pushOverlay(memory);
    if (auto folder = overlay->getCurrentWorkingDirectory())
        memory->setCurrentWorkingDirectory(*folder);

    std::string main_text;
    std::vector<std::string> paths;
    for (const std::size_t index : headers) {
        main_text += quoted_include(job.headers[index].path);
        paths.push_back(job.headers[index].path);
    }
    memory->addFile(k_main_file, 0, llvm::MemoryBuffer::getMemBufferCopy(main_text, k_main_file));
    for (const auto& [path, text] : job.virtual_files) {
        memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
    }

    Attempt made;
    RunResult& result = made.result;
    Diagnostics errors;
    ErrorCollector collector(errors, std::move(paths));
    auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), overlay);
    clang::tooling::ToolInvocation invocation(
        clang_command_line(job.compile_flags, k_main_file),
        std::make_unique<Action>(job, pragmas, result, errors), files.get());
    invocation.setDiagnosticConsumer(&collector);
    const bool has_run = invocation.run();
    made.may_hang_on_pragmas =
        pragmas == DiagnosticPragmas::ignored && collector.has_controllable();
    result.compiles = has_run && errors.empty() && result.compiles;
    if (!result.compiles && errors.empty() && result.diagnostics.empty()) {
        errors.push_back(diagnose(
            DiagnosticId::does_not_compile, {},
            "clang could not run on these headers; look at the flags that the target passes"));
    }
    std::move(errors.begin(), errors.end(), std::back_inserter(result.diagnostics));
    result.model.target = job.target;
    result.model.headers = job.headers;
    for (const std::string& name : files_read(*files)) result.model.included_files.push_back(name);
    return made;
}

}  // namespace

RunResult run_clang(const ParseJob& job, const std::vector<std::size_t>& headers) {
    Attempt made = attempt(job, headers, DiagnosticPragmas::ignored);
    if (made.may_hang_on_pragmas) made = attempt(job, headers, DiagnosticPragmas::heeded);
    return std::move(made.result);
}

}  // namespace iam::gen
