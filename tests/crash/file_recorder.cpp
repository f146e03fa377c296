// Stands between the program and the C library: a definition in the program is found before those
// of the libraries, also by them.
#include "file_recorder.hpp"

#include <catch2/catch.hpp>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <map>
#include <string_view>
#include <utility>

namespace iam::test {

using Kind = FileEvent::Kind;

struct FileRecorder::State {
    std::string folder{};
    std::optional<std::size_t> end_before{};
    std::optional<FileFault> fault{};
    std::vector<FileEvent> events{};
    std::map<std::string, int> files{};  // by the name in the folder
    std::map<int, int> opened{};         // file by descriptor
    int next = 0;
    // What is to become of the call whose event was added last.
    int refused_with = 0;
    bool is_cut_short = false;

    void add(FileEvent event) {
        if (end_before && events.size() == *end_before) ::kill(::getpid(), SIGKILL);
        if (hits(event)) {
            refused_with = fault->error;
            is_cut_short = fault->error == 0;
            if (!fault->lasts) fault.reset();
            if (!is_cut_short) return;
        }
        events.push_back(std::move(event));
    }
    bool hits(const FileEvent& event) const {
        const bool fits = fault && (fault->error != 0 || event.bytes.size() > 1);
        return fits && !event.is_scratch && events.size() >= fault->at;
    }
    std::optional<std::string> name_in_folder(std::string_view path) const;
    void on_open(std::string_view path, int flags, bool was_there, int descriptor);
    void on_data(int descriptor, Kind kind, std::uint64_t at, std::string_view bytes);
};

namespace {

constexpr int k_the_folder = -2;

// Found by functions that are handed nothing of ours.
FileRecorder::State* g_state = nullptr;  // NOLINT

template <class Function>
Function* next_of(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool is_scratch(std::string_view name) {
    return name.ends_with("-shm") || name.ends_with(".lock") || name == k_last_commit;
}

bool exists(const char* path) {
    struct stat facts {};
    return ::lstat(path, &facts) == 0;
}

/// `mode` is given where a file may be made.
mode_t mode_of(int flags, va_list arguments) {
    const bool may_make = (flags & (O_CREAT | O_TMPFILE)) != 0;
    return may_make ? static_cast<mode_t>(va_arg(arguments, unsigned)) : mode_t{0};
}

bool is_refused() {
    if (g_state == nullptr || g_state->refused_with == 0) return false;
    errno = std::exchange(g_state->refused_with, 0);
    return true;
}

std::size_t cut(std::size_t count) {
    const bool is_short = g_state != nullptr && std::exchange(g_state->is_cut_short, false);
    return is_short ? count / 2 : count;
}

int open_next(const char* function, const char* path, int flags, mode_t mode) {
    auto* const next = next_of<int(const char*, int, ...)>(function);
    if (g_state == nullptr) return next(path, flags, mode);
    const bool was_there = exists(path);
    const bool makes = !was_there && (flags & O_CREAT) != 0;
    if (makes) {
        g_state->on_open(path, flags, false, -1);
        if (is_refused()) return -1;
    }
    const int descriptor = next(path, flags, mode);
    if (descriptor >= 0) g_state->on_open(path, flags, true, descriptor);
    return descriptor;
}

void record_data(int descriptor, Kind kind, std::uint64_t at, const void* bytes = nullptr,
                 std::size_t count = 0) {
    if (g_state == nullptr) return;
    g_state->on_data(descriptor, kind, at, {static_cast<const char*>(bytes), count});
}

}  // namespace

std::optional<std::string> FileRecorder::State::name_in_folder(std::string_view path) const {
    if (path == folder) return "";
    if (!path.starts_with(folder) || path[folder.size()] != '/') return std::nullopt;
    return std::string(path.substr(folder.size() + 1));
}

/// Once before a file is made, once when it is open.
void FileRecorder::State::on_open(std::string_view path, int flags, bool was_there,
                                  int descriptor) {
    const auto name = name_in_folder(path);
    if (!name) return;
    if (name->empty()) {
        opened[descriptor] = k_the_folder;
        return;
    }
    if (!was_there) {
        files[*name] = next++;
        add({Kind::create, files[*name], 0, {}, *name, {}, is_scratch(*name)});
        return;
    }
    if (!files.contains(*name)) files[*name] = next++;  // of before the recording
    opened[descriptor] = files[*name];
    if ((flags & O_TRUNC) != 0) on_data(descriptor, Kind::truncate, 0, {});
}

void FileRecorder::State::on_data(int descriptor, Kind kind, std::uint64_t at,
                                  std::string_view bytes) {
    const auto found = opened.find(descriptor);
    if (found == opened.end()) return;
    if (found->second == k_the_folder) return add({Kind::sync_names, -1, 0, {}, {}, {}, false});
    std::string name;
    for (const auto& [other, file] : files)
        if (file == found->second) name = other;
    const bool scratch = is_scratch(name);
    add({kind, found->second, at, std::string(bytes), std::move(name), {}, scratch});
}

FileRecorder::FileRecorder(std::filesystem::path folder, std::optional<std::size_t> end_before,
                           std::optional<FileFault> fault)
    : state_(std::make_unique<State>()) {
    REQUIRE(g_state == nullptr);
    state_->folder = std::filesystem::canonical(folder).string();
    state_->end_before = end_before;
    state_->fault = fault;
    g_state = state_.get();
}

FileRecorder::~FileRecorder() {
    g_state = nullptr;
}

const std::vector<FileEvent>& FileRecorder::events() const noexcept {
    return state_->events;
}

}  // namespace iam::test

// The C library declares them so.
// NOLINTBEGIN
extern "C" {

using namespace iam::test;

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_next("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_next("open64", path, flags, mode);
}

int close(int descriptor) {
    if (g_state != nullptr) g_state->opened.erase(descriptor);
    return next_of<int(int)>("close")(descriptor);
}

// Only to a file that was just made does anything here write without saying where.
ssize_t write(int descriptor, const void* bytes, size_t count) {
    record_data(descriptor, FileEvent::Kind::write, 0, bytes, count);
    if (is_refused()) return -1;
    return next_of<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, cut(count));
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
    record_data(descriptor, FileEvent::Kind::write, static_cast<std::uint64_t>(at), bytes, count);
    if (is_refused()) return -1;
    return next_of<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes,
                                                                       cut(count), at);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t at) {
    record_data(descriptor, FileEvent::Kind::write, static_cast<std::uint64_t>(at), bytes, count);
    if (is_refused()) return -1;
    return next_of<ssize_t(int, const void*, size_t, off64_t)>("pwrite64")(descriptor, bytes,
                                                                           cut(count), at);
}

int ftruncate(int descriptor, off_t size) noexcept {
    record_data(descriptor, FileEvent::Kind::truncate, static_cast<std::uint64_t>(size));
    if (is_refused()) return -1;
    return next_of<int(int, off_t)>("ftruncate")(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) noexcept {
    record_data(descriptor, FileEvent::Kind::truncate, static_cast<std::uint64_t>(size));
    if (is_refused()) return -1;
    return next_of<int(int, off64_t)>("ftruncate64")(descriptor, size);
}

int fsync(int descriptor) {
    record_data(descriptor, FileEvent::Kind::sync, 0);
    if (is_refused()) return -1;
    return next_of<int(int)>("fsync")(descriptor);
}

int fdatasync(int descriptor) {
    record_data(descriptor, FileEvent::Kind::sync, 0);
    if (is_refused()) return -1;
    return next_of<int(int)>("fdatasync")(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    if (g_state != nullptr) {
        const auto name = g_state->name_in_folder(from);
        const auto new_name = g_state->name_in_folder(to);
        if (name && new_name && g_state->files.contains(*name)) {
            const int file = g_state->files.at(*name);
            g_state->add({FileEvent::Kind::rename, file, 0, {}, *name, *new_name, false});
            if (is_refused()) return -1;
            g_state->files.erase(*name);
            g_state->files[*new_name] = file;
        }
    }
    return next_of<int(const char*, const char*)>("rename")(from, to);
}

int unlink(const char* path) noexcept {
    if (g_state != nullptr && exists(path)) {
        const auto name = g_state->name_in_folder(path);
        if (name && g_state->files.contains(*name)) {
            const int file = g_state->files.at(*name);
            g_state->add({FileEvent::Kind::remove, file, 0, {}, *name, {}, is_scratch(*name)});
            if (is_refused()) return -1;
            g_state->files.erase(*name);
        }
    }
    return next_of<int(const char*)>("unlink")(path);
}

}  // extern "C"
// NOLINTEND
