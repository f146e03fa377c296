// Makes precompiled files of standard headers, finds them again, and notices when they are out of
// date.
#include "generator/frontend/precompiled/prefix.hpp"

#include <generator/frontend/clang/clang_invocation.hpp>
#include <generator/frontend/clang/compile_flags.hpp>
#include <generator/io/sink.hpp>

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/SHA256.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace iam::gen {
namespace {

/// A key for all influences on the meaning of a standard header, except the headers themselves.
std::string key_of(const ParseJob& job) {
    llvm::SHA256 hash;
    const auto add = [&](llvm::StringRef text) {
        hash.update(text);
        hash.update(llvm::StringRef("\0", 1));
    };
    const std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
    const FileState state = state_of(program).value_or(FileState());
    add(program + " " + std::to_string(state.size) + " " + std::to_string(state.modified));
    add(clang::getClangFullVersion());
    for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
        add(llvm::sys::Process::GetEnv(name).value_or(std::string()));
    llvm::SmallString<128> folder;
    if (!llvm::sys::fs::current_path(folder)) add(folder);
    for (const std::string& word : clang_command_line(job.compile_flags, k_main_file)) add(word);
    return llvm::toHex(hash.final(), true);
}

bool can_have_prefix(const ParseJob& job) {
    return !job.prefix_dir.empty() && job.virtual_files.empty() &&
           !includes_files_first(job.compile_flags);
}

/// Records the included names of the prefix's files, and the folders where they were found.
class NameRecorder final : public clang::PPCallbacks {
 public:
    explicit NameRecorder(PrecompiledFile& out) : out_(out) {}

    void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool,
                            clang::CharSourceRange, clang::OptionalFileEntryRef,
                            llvm::StringRef folder, llvm::StringRef name, const clang::Module*,
                            bool, clang::SrcMgr::CharacteristicKind) override {
        // A file beside the including one is found there first, regardless of the folders.
        const auto at = std::find(out_.folders.begin(), out_.folders.end(), folder);
        if (at == out_.folders.end()) return;
        const auto index = static_cast<std::size_t>(at - out_.folders.begin());
        if (seen_.emplace(index, name.str()).second)
            out_.found.push_back(
                {first_without(out_.folders, index, name.str()), index, name.str()});
    }

    void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                    clang::SrcMgr::CharacteristicKind) override {
        out_.asked.emplace_back(name.str(), has_header(out_.folders, name.str()));
    }

 private:
    PrecompiledFile& out_;
    std::set<std::pair<std::size_t, std::string>> seen_;
};

class PrefixAction final : public clang::GeneratePCHAction {
 public:
    explicit PrefixAction(PrecompiledFile& out) : out_(out) {}

 protected:
    bool BeginInvocation(clang::CompilerInstance& compiler) override {
        read_declarations_only(compiler);
        // If a header instantiates templates of another header, this is done once, here.
        compiler.getLangOpts().PCHInstantiateTemplates = true;
        return true;
    }

    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        ignore_diagnostic_pragmas(compiler.getPreprocessor());
        out_.folders = header_folders(compiler.getPreprocessor());
        compiler.getPreprocessor().addPPCallbacks(std::make_unique<NameRecorder>(out_));
        return GeneratePCHAction::BeginSourceFileAction(compiler);
    }

 private:
    PrecompiledFile& out_;
};

/// True if the path is free or a regular file. A writer to a pipe would wait for its other end.
bool is_free(const std::string& path) {
    llvm::sys::fs::file_status there;
    return llvm::sys::fs::status(path, there) || llvm::sys::fs::is_regular_file(there);
}

std::string includes_of(const LeadingHeaders& headers) {
    std::string text;
    for (const std::string& header : headers) text += "#include <" + header + ">\n";
    return text;
}

/// Nearly every header of tools holds a std::string, and takes an optional one. The prefix also
/// keeps clang's instantiations for both: they are half of the work behind a prefix. The name is
/// reserved, so no user's name can clash with it.
constexpr const char* k_usual_uses =
    "namespace __iam_gen_prefix {\n"
    "struct Holder { std::string text; };\n"
    "void take(const std::string& text = \"\");\n"
    "}\n";

bool begins_with(const LeadingHeaders& whole, const LeadingHeaders& part) {
    return whole.size() >= part.size() && std::equal(part.begin(), part.end(), whole.begin());
}

}  // namespace

Prefix::Prefix(const ParseJob& job) : job_(job) {
    if (can_have_prefix(job)) key_ = key_of(job);
}

std::optional<PrefixRecord> Prefix::open() {
    if (key_.empty()) return std::nullopt;
    current_ = read();
    if (!current_ || current_->headers.empty()) return std::nullopt;
    if (!current_->built || !is_fresh(*current_->built)) {
        current_->built.reset();
        current_->built = build(current_->headers);
        if (!current_->built) return std::nullopt;
        write(*current_);
        remove_others(current_->built->file);
    }
    return current_;
}

void Prefix::remember(LeadingHeaders headers, std::size_t most) {
    if (key_.empty()) return;
    if (current_ && current_->is_cut && begins_with(headers, current_->headers))
        most = std::min(most, current_->headers.size());
    const bool is_cut = headers.size() > most;
    if (is_cut) headers.resize(most);
    if (current_ && current_->headers == headers) return;
    write({key_, std::move(headers), is_cut, std::nullopt});
}

std::optional<PrefixRecord> Prefix::read() const {
    if (!state_of(record_path())) return std::nullopt;
    const auto text = llvm::MemoryBuffer::getFile(record_path());
    if (!text) return std::nullopt;
    auto record = prefix_record_from(text.get()->getBuffer().str());
    if (!record || record->key != key_) return std::nullopt;
    if (record->built && record->built->file.path != built_path(record->headers))
        record->built.reset();
    return record;
}

std::optional<PrecompiledFile> Prefix::build(const LeadingHeaders& headers) const {
    // The record is written now: its time is the beginning of the build by the clock of the disk.
    write(*current_);
    const auto begin = state_of(record_path());
    if (!begin) return std::nullopt;
    Invocation invocation;
    invocation.output = built_path(headers);
    if (!is_free(invocation.output)) return std::nullopt;
    PrecompiledFile built;
    const auto precompile = [&](const std::string& text) {
        invocation.main_text = text;
        built = {};
        clang::DiagnosticConsumer errors;  // counts errors and prints nothing
        return run_action(job_, invocation, std::make_unique<PrefixAction>(built), errors);
    };
    Ran ran = precompile(includes_of(headers) + k_usual_uses);
    // Without <string> among the headers, std::string is not declared.
    if (!ran.has_run) ran = precompile(includes_of(headers));
    if (!ran.has_run) return std::nullopt;
    for (const std::string& path : ran.files) {
        const auto state = state_of(path);
        // If a file changes during the build, it may have been read before or after its change.
        if (!state || state->modified >= begin->modified) return std::nullopt;
        built.inputs.push_back(*state);
    }
    const auto file = state_of(invocation.output);
    if (!file) return std::nullopt;
    built.file = *file;
    return built;
}

void Prefix::write(const PrefixRecord& record) const {
    const auto text = to_text(record);
    if (text && is_free(record_path())) (void)write_always(record_path(), *text);
}

void Prefix::remove_others(const FileState& but) const {
    const std::string kept = llvm::sys::path::filename(but.path).str();
    // A file half written by a killed clang. A younger one may be another run's.
    const auto is_left_over = [&](const std::string& path) {
        constexpr std::int64_t k_hour = 3600LL * 1'000'000'000;
        const auto state = state_of(path);
        return state && state->modified < but.modified - k_hour;
    };
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(job_.prefix_dir, error), end; at != end && !error;
         at.increment(error)) {
        llvm::StringRef name = llvm::sys::path::filename(at->path());
        if (name == kept || !name.consume_front(job_.target + ".")) continue;
        const bool is_unfinished = name.consume_back(".pch.tmp");
        if ((!is_unfinished && !name.consume_back(".pch")) || name.contains('.')) continue;
        if (!is_unfinished || is_left_over(at->path())) (void)llvm::sys::fs::remove(at->path());
    }
}

std::string Prefix::record_path() const {
    llvm::SmallString<256> path(job_.prefix_dir);
    llvm::sys::path::append(path, job_.target + ".prefix");
    return path.str().str();
}

std::string Prefix::built_path(const LeadingHeaders& headers) const {
    llvm::SHA256 hash;
    hash.update(key_);
    for (const std::string& header : headers) hash.update("\n" + header);
    constexpr std::size_t k_digits = 16;
    llvm::SmallString<256> path(job_.prefix_dir);
    llvm::sys::path::append(
        path, job_.target + "." + llvm::toHex(hash.final(), true).substr(0, k_digits) + ".pch");
    return path.str().str();
}

}  // namespace iam::gen
