// The thread waits for work, for output of the process, and for a moment at which to look at its
// health or its end.
#include "chat/local/llama_server.hpp"

#include "chat/http/http_failure.hpp"
#include "chat/local/loopback_port.hpp"
#include <iam/core/json.hpp>
#include <iam/core/signals_blocked.hpp>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace iam::chat {
namespace {

using std::chrono::milliseconds;
using LlamaTime = std::chrono::steady_clock;

// How often a process that starts or ends is looked at.
constexpr milliseconds k_llama_look{20};
// How long a process may take to end after its connection broke.
constexpr milliseconds k_llama_end_wait{500};
constexpr std::size_t k_last_lines = 5;
constexpr std::size_t k_last_lines_bytes_max = 1000;

constexpr std::array<std::string_view, 6> k_passed_variables = {"HOME", "LANG",   "LD_LIBRARY_PATH",
                                                                "PATH", "TMPDIR", "USER"};
constexpr std::array<std::string_view, 9> k_passed_prefixes = {
    "LLAMA_ARG_", "GGML_", "CUDA_", "HIP_", "HSA_", "OMP_", "ROCR_", "SYCL_", "VK_"};

bool is_passed(std::string_view name) {
    return std::find(k_passed_variables.begin(), k_passed_variables.end(), name) !=
               k_passed_variables.end() ||
           std::any_of(k_passed_prefixes.begin(), k_passed_prefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

process::Command command_of(const LlamaSettings& settings, std::uint16_t port,
                            const std::string& key) {
    process::Command command;
    command.arguments = {settings.program, "--model", settings.model_file,  "--host",
                         "127.0.0.1",      "--port",  std::to_string(port), "--jinja"};
    command.arguments.insert(command.arguments.end(), settings.arguments.begin(),
                             settings.arguments.end());
    for (const auto& [name, value] : settings.environment)
        if (is_passed(name)) command.environment.push_back(name + "=" + value);
    // Other users can read the arguments of a process, and not its environment.
    command.environment.push_back("LLAMA_API_KEY=" + key);
    return command;
}

std::string_view last_lines(std::string_view text) {
    while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    std::size_t begin = text.size();
    for (std::size_t line = 0; line < k_last_lines && begin != 0; ++line) {
        begin = text.rfind('\n', begin - 1);
        if (begin == std::string_view::npos) begin = 0;
    }
    text.remove_prefix(begin);
    if (text.size() > k_last_lines_bytes_max)
        text.remove_prefix(text.size() - k_last_lines_bytes_max);
    while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
    return text;
}

/// The port was free a moment ago. Nobody else may have taken it: the chat would go there.
bool has_other_owner(std::uint16_t port) {
    std::ifstream file("/proc/net/tcp");
    const std::string table{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return has_foreign_listener(table, port, ::geteuid());
}

}  // namespace

std::string llama_model_name(const std::string& model_file) {
    return "llama.cpp/" + model_file.substr(model_file.rfind('/') + 1);
}

LlamaServer::LlamaServer(LlamaSettings settings, Entropy& entropy,
                         std::unique_ptr<net::HttpClient> client)
    : settings_(std::move(settings)),
      entropy_(entropy),
      news_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      client_(std::move(client)) {}

LlamaServer::~LlamaServer() {
    stop_.request_stop();
    wake();
    if (thread_.joinable()) thread_.join();
}

void LlamaServer::wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(news_.number(), &one, sizeof one);
}

void LlamaServer::when_ready(Use use) {
    const std::lock_guard lock(mutex_);
    new_uses_.push_back(std::move(use));
    if (!thread_.joinable()) {
        const SignalsBlocked blocked;
        thread_ = std::thread([this] { run(); });
    }
    wake();
}

void LlamaServer::after_failure(Hear hear) {
    const std::lock_guard lock(mutex_);
    new_hears_.push_back(std::move(hear));
    wake();
}

void LlamaServer::run() {
    while (!stop_.stop_requested()) {
        wait_for_news();
        take_work();
        read_output();
        note_end();
        make_ready();
        tell_ends();
    }
    running_.reset();  // on this thread, as its start
}

void LlamaServer::take_work() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto size = ::read(news_.number(), &count, sizeof count);
    const std::lock_guard lock(mutex_);
    std::move(new_uses_.begin(), new_uses_.end(), std::back_inserter(uses_));
    new_uses_.clear();
    for (Hear& hear : new_hears_)
        hears_.push_back({std::move(hear), LlamaTime::now() + k_llama_end_wait});
    new_hears_.clear();
}

void LlamaServer::wait_for_news() const {
    const bool reads_out = running_ && running_->has_out;
    const bool reads_err = running_ && running_->has_err;
    // poll() passes over negative numbers.
    std::array<pollfd, 3> waits{{{news_.number(), POLLIN, 0},
                                 {reads_out ? running_->child.out() : -1, POLLIN, 0},
                                 {reads_err ? running_->child.err() : -1, POLLIN, 0}}};
    const bool looks = !uses_.empty() || !hears_.empty();
    ::poll(waits.data(), waits.size(), looks ? static_cast<int>(k_llama_look.count()) : -1);
}

void LlamaServer::read_output() {
    if (!running_) return;
    if (running_->has_out) read_pipe(running_->child.out(), running_->has_out);
    if (running_->has_err) read_pipe(running_->child.err(), running_->has_err);
}

void LlamaServer::read_pipe(int pipe, bool& is_open) {
    std::array<char, 4096> bytes{};
    for (;;) {
        const ssize_t size = ::read(pipe, bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0 && errno == EAGAIN) return;
        is_open = size > 0;
        if (!is_open) return;
        log_.add({bytes.data(), static_cast<std::size_t>(size)});
    }
}

void LlamaServer::note_end() {
    if (!running_ || !running_->child.has_ended()) return;
    read_output();
    last_end_ = with_last_lines("The llama.cpp server has ended (" + running_->child.exit_text() +
                                "); the next message starts it again.");
    // Before it was ready its next start would end alike.
    const bool was_ready = running_->model != nullptr;
    // Its last words may wait in a socket: a stream ends by itself once it has read them.
    last_model_ = std::move(running_->model);
    running_.reset();
    if (!was_ready) answer_all(fail(Errc::unavailable, last_end_));
}

void LlamaServer::make_ready() {
    if (uses_.empty()) return;
    if (!running_) {
        if (const auto started = start(); !started)
            return answer_all(tl::unexpected(started.error()));
    }
    if (!running_->model) {
        const auto healthy = is_healthy();
        if (!healthy) {
            running_.reset();
            return answer_all(tl::unexpected(healthy.error()));
        }
        if (!*healthy) return;
    }
    answer_all(running_->model.get());
}

Result<void> LlamaServer::start() {
    IAM_TRY(port, free_loopback_port());
    const std::string key = random_id(entropy_);
    auto child = process::Child::start(command_of(settings_, port, key));
    if (!child) return tl::unexpected(std::move(child).error());
    log_ = {};
    last_model_.reset();
    last_end_.clear();
    running_.emplace(Running{.child = *std::move(child),
                             .url = "http://127.0.0.1:" + std::to_string(port),
                             .port = port,
                             .key = key,
                             .deadline = LlamaTime::now() + settings_.start_time});
    running_->child.close_in();
    return {};
}

Result<bool> LlamaServer::is_healthy() {
    if (LlamaTime::now() > running_->deadline) {
        return fail(Errc::unavailable,
                    with_last_lines("The llama.cpp server was not ready within " +
                                    std::to_string(settings_.start_time.count()) +
                                    " ms, so it was ended; try a smaller model."));
    }
    probe();
    {
        const std::lock_guard lock(mutex_);
        if (healthy_port_ != running_->port) return false;
    }
    IAM_CHECK(use_model());
    return true;
}

/// Asks for the health, unless a question is under way. The output of the process is read
/// meanwhile: a full pipe would keep it from its work.
void LlamaServer::probe() {
    {
        const std::lock_guard lock(mutex_);
        if (is_probing_ || LlamaTime::now() < next_probe_) return;
        is_probing_ = true;
    }
    next_probe_ = LlamaTime::now() + k_llama_look;
    net::ResponseEvents events;
    events.on_head = [this, port = running_->port](const net::Response& head) {
        const std::lock_guard lock(mutex_);
        if (head.status == 200) healthy_port_ = port;
    };
    events.on_end = [this](const Result<void>&) {
        const std::lock_guard lock(mutex_);
        is_probing_ = false;
        wake();
    };
    if (!client_->start({.url = running_->url + "/health"}, std::move(events))) {
        const std::lock_guard lock(mutex_);
        is_probing_ = false;
    }
}

Result<void> LlamaServer::use_model() {
    if (has_other_owner(running_->port)) {
        return fail(
            Errc::unavailable,
            "Another user's program has taken the port of the llama.cpp server; try again.");
    }
    IAM_TRY(model, make_http_model({.form = WireForm::chat_completions,
                                    .url = running_->url + "/v1",
                                    .model = "local",
                                    .name = llama_model_name(settings_.model_file),
                                    .key = running_->key}));
    running_->model = std::move(model);
    return {};
}

void LlamaServer::answer_all(const Result<Model*>& ready) {
    for (const Use& use : std::exchange(uses_, {})) use(ready);
}

void LlamaServer::tell_ends() {
    const auto due = std::stable_partition(hears_.begin(), hears_.end(), [&](const Waiting& one) {
        return running_ && LlamaTime::now() < one.deadline;
    });
    std::vector<Waiting> told(std::make_move_iterator(due), std::make_move_iterator(hears_.end()));
    hears_.erase(due, hears_.end());
    for (const Waiting& one : told) one.hear(running_ ? std::string() : last_end_);
}

std::string LlamaServer::with_last_lines(std::string sentence) const {
    std::string lines(last_lines(log_.text()));
    // The output may be any bytes.
    const auto is_foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    if (!is_valid_utf8(lines))
        lines.erase(std::remove_if(lines.begin(), lines.end(), is_foreign), lines.end());
    if (lines.empty()) return sentence;
    return sentence + " Its last lines:\n" + without_key(std::move(lines), running_->key);
}

}  // namespace iam::chat
