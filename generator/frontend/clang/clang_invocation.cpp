// Runs clang in this process, on the disk and on files in memory. Files in memory take precedence
// over the disk.
#include <generator/frontend/clang/clang_invocation.hpp>
#include <generator/frontend/clang/compile_flags.hpp>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::gen {
namespace {

/// Gives clang the text of the main file as a buffer. With a file system in memory, clang would ask
/// it for every other file first.
class ActionFactory final : public clang::tooling::FrontendActionFactory {
 public:
    ActionFactory(std::unique_ptr<clang::FrontendAction> action, const Invocation& invocation)
        : action_(std::move(action)), invocation_(invocation) {}

    std::unique_ptr<clang::FrontendAction> create() override { return std::move(action_); }

    bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation,
                       clang::FileManager* files,
                       std::shared_ptr<clang::PCHContainerOperations> containers,
                       clang::DiagnosticConsumer* consumer) override {
        // The options take ownership of the buffer.
        invocation->getPreprocessorOpts().addRemappedFile(
            k_main_file,
            llvm::MemoryBuffer::getMemBufferCopy(invocation_.main_text, k_main_file).release());
        invocation->getPreprocessorOpts().ImplicitPCHInclude = invocation_.prefix;
        invocation->getFrontendOpts().OutputFile = invocation_.output;
        return FrontendActionFactory::runInvocation(std::move(invocation), files,
                                                    std::move(containers), consumer);
    }

 private:
    std::unique_ptr<clang::FrontendAction> action_;
    const Invocation& invocation_;
};

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// The disk without pipes and sockets: opening one could wait for its other end.
class DiskOfFiles final : public llvm::vfs::ProxyFileSystem {
 public:
    DiskOfFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
        const llvm::Twine& path) override {
        llvm::sys::fs::file_status status;
        const bool is_pipe = !llvm::sys::fs::status(path, status) &&
                             (status.type() == llvm::sys::fs::file_type::fifo_file ||
                              status.type() == llvm::sys::fs::file_type::socket_file);
        if (is_pipe) return std::make_error_code(std::errc::not_supported);
        return ProxyFileSystem::openFileForRead(path);
    }
};

/// The disk, with these files over it.
FileSystem file_system(const std::vector<std::pair<std::string, std::string>>& virtual_files) {
    if (virtual_files.empty()) return llvm::makeIntrusiveRefCnt<DiskOfFiles>();
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto overlay =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    overlay->pushOverlay(memory);
    if (auto folder = overlay->getCurrentWorkingDirectory())
        memory->setCurrentWorkingDirectory(*folder);
    for (const auto& [path, text] : virtual_files) {
        memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
    }
    return overlay;
}

std::set<std::string> files_read(clang::FileManager& files, const Invocation& invocation) {
    llvm::SmallVector<clang::OptionalFileEntryRef, 0> entries;
    files.GetUniqueIDMapping(entries);
    std::set<std::string> names;
    for (const clang::OptionalFileEntryRef& entry : entries) {
        // The main file is not on disk. Neither is the main file of a prefix.
        if (!entry || llvm::sys::path::filename(entry->getName()) == k_main_file) continue;
        names.insert(build_path(std::string_view(entry->getName())));
    }
    names.erase(build_path(invocation.prefix));
    return names;
}

}  // namespace

Ran run_action(const ParseJob& job, const Invocation& invocation,
               std::unique_ptr<clang::FrontendAction> action, clang::DiagnosticConsumer& errors) {
    const FileSystem disk = file_system(job.virtual_files);
    clang::FileSystemOptions options;
    // If a working folder is given, clang does not ask whether the main file exists.
    options.WorkingDir = disk->getCurrentWorkingDirectory().get();
    auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(options, disk);
    ActionFactory factory(std::move(action), invocation);
    clang::tooling::ToolInvocation tool(clang_command_line(job.compile_flags, k_main_file),
                                        &factory, files.get(),
                                        std::make_shared<clang::PCHContainerOperations>());
    tool.setDiagnosticConsumer(&errors);
    Ran ran;
    ran.has_run = tool.run();
    ran.files = files_read(*files, invocation);
    return ran;
}

std::string build_path(std::string_view path) {
    llvm::StringRef name(path);
    name.consume_front("./");
    llvm::SmallString<256> real;
    if (!name.contains("/../") || llvm::sys::fs::real_path(name, real)) return name.str();
    return real.str().str();
}

void read_declarations_only(clang::CompilerInstance& compiler) {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.getLangOpts().CommentOpts.ParseAllComments = false;
    // A listed header may lie in a folder of system headers, or declare itself one.
    compiler.getLangOpts().RetainCommentsFromSystemHeaders = true;
    compiler.getLangOpts().CPlusPlusModules = false;  // this run has no built modules
}

void ignore_diagnostic_pragmas(clang::Preprocessor& preprocessor) {
    for (const char* space : {"GCC", "clang"}) {
        auto ignored = std::make_unique<clang::EmptyPragmaHandler>("diagnostic");
        preprocessor.RemovePragmaHandler(space, ignored.get());  // clang finds it by name
        preprocessor.AddPragmaHandler(space, ignored.release());
    }
}

}  // namespace iam::gen
