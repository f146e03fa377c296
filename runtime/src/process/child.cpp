#include "iam/process/child.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace iam::process {
namespace {

struct Pipe {
    Descriptor reader;
    Descriptor writer;
};

tl::unexpected<Error> start_failed(const std::string& action) {
    return fail(Errc::unavailable, "The program was not started: " + action + " failed (" +
                                       std::strerror(errno) + ").");
}

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return start_failed("pipe2");
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/// All that the new process needs, prepared before fork(): behind it only functions that are safe
/// in a signal handler may run.
struct Image {
    std::string path;
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    std::string folder;
    std::vector<char*> argument_pointers{};
    std::vector<char*> environment_pointers{};
};

void reset_signals() {
    sigset_t none{};
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
}

/// Tells the parent the failed step, and ends.
[[noreturn]] void give_up(int report) {
    const int error = errno;
    [[maybe_unused]] const auto written = ::write(report, &error, sizeof error);
    ::_exit(127);
}

[[noreturn]] void become(Image& image, const std::array<int, 3>& streams, int report,
                         pid_t parent) {
    // The report moves above the standard streams, and everything behind it is closed.
    constexpr int k_report = STDERR_FILENO + 1;
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    for (std::size_t at = 0; at < streams.size(); ++at)
        if (::dup2(streams.at(at), static_cast<int>(at)) < 0) give_up(report);
    if (::dup3(report, k_report, O_CLOEXEC) < 0) give_up(report);
    ::close_range(k_report + 1, ~0U, 0);
    reset_signals();
    if (!image.folder.empty() && ::chdir(image.folder.c_str()) != 0) give_up(k_report);
    ::execve(image.path.c_str(), image.argument_pointers.data(), image.environment_pointers.data());
    give_up(k_report);
}

/// Lives as long as this program, and then kills the group. It is a member of the group, so the
/// number of the group is nobody else's while it lives.
[[noreturn]] void guard(pid_t group, int life) {
    constexpr int k_life = STDERR_FILENO + 1;
    ::setpgid(0, group);
    ::prctl(PR_SET_NAME, "iam-guard");  // whoever kills programs by name means another one
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_IGN);
    ::dup2(life, k_life);
    ::close_range(k_life + 1, ~0U, 0);
    for (int stream = 0; stream < k_life; ++stream) ::close(stream);
    char byte = 0;
    while (::read(k_life, &byte, 1) < 0 && errno == EINTR) {
    }
    ::kill(-group, SIGKILL);
    ::_exit(0);
}

std::string exit_of(int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
    }
    return "exit code " + std::to_string(WEXITSTATUS(status));
}

void wait_for(pid_t process) {
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
}

/// Descriptors of fork() must not be the standard streams themselves: dup2() would cut them off.
Result<void> lift(Descriptor& descriptor) {
    if (descriptor.number() > STDERR_FILENO + 1) return {};
    const int lifted = ::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 2);
    if (lifted < 0) return start_failed("fcntl");
    descriptor = Descriptor(lifted);
    return {};
}

}  // namespace

Result<Child> Child::start(const Command& command) {
    Image image{command.arguments.front(), command.arguments, command.environment, command.folder};
    image.argument_pointers = pointers(image.arguments);
    image.environment_pointers = pointers(image.environment);
    IAM_TRY(in, make_pipe());
    IAM_TRY(out, make_pipe());
    IAM_TRY(err, make_pipe());
    IAM_TRY(report, make_pipe());
    IAM_TRY(life, make_pipe());
    for (Descriptor* of_child :
         {&in.reader, &out.writer, &err.writer, &report.writer, &life.reader})
        IAM_CHECK(lift(*of_child));
    ::fcntl(out.reader.number(), F_SETFL, O_NONBLOCK);
    ::fcntl(err.reader.number(), F_SETFL, O_NONBLOCK);

    Child child;
    const pid_t parent = ::getpid();
    child.process_ = ::fork();
    if (child.process_ < 0) return start_failed("fork");
    if (child.process_ == 0)
        become(image, {in.reader.number(), out.writer.number(), err.writer.number()},
               report.writer.number(), parent);
    ::setpgid(child.process_, child.process_);
    child.guard_ = ::fork();
    if (child.guard_ == 0) guard(child.process_, life.reader.number());
    if (child.guard_ > 0) ::setpgid(child.guard_, child.process_);
    child.in_ = std::move(in.writer);
    child.out_ = std::move(out.reader);
    child.err_ = std::move(err.reader);
    child.life_ = std::move(life.writer);

    report.writer.close();
    int error = 0;
    ssize_t size = 0;
    while ((size = ::read(report.reader.number(), &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (size == sizeof error) {
        errno = error;
        const std::string place = image.folder.empty() ? "" : " in folder " + image.folder;
        return fail(Errc::not_found, "The program was not started: " + image.path + place + " (" +
                                         std::strerror(error) + ").");
    }
    if (child.guard_ < 0) return start_failed("fork");
    return child;
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      guard_(std::exchange(other.guard_, -1)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)),
      life_(std::move(other.life_)),
      exit_(std::move(other.exit_)) {}

Child::~Child() {
    if (process_ < 0) return;
    signal(SIGKILL);
    if (exit_.empty()) wait_for(process_);
    if (guard_ >= 0) wait_for(guard_);
}

void Child::signal(int number) const noexcept {
    if (process_ >= 0) ::kill(-process_, number);
}

bool Child::has_ended() {
    if (process_ < 0 || !exit_.empty()) return true;
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) != process_) return false;
    exit_ = exit_of(status);
    return true;
}

}  // namespace iam::process
