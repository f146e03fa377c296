// A llama.cpp server as a process of this program: started when it is needed, asked for its health,
// ended with its owner.
#pragma once

#include <iam/chat/http_model.hpp>
#include <iam/chat/llama_model.hpp>
#include <iam/net/http_client.hpp>
#include <iam/process/bounded_log.hpp>
#include <iam/process/child.hpp>
#include <iam/process/descriptor.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace iam::chat {

/// "llama.cpp/" and the name of the file.
std::string llama_model_name(const std::string& model_file);

/// Thread-safe. Everything about the process happens on one thread, which starts with the first
/// request and lives as long as this object: the kernel ends a process with the thread that has
/// started it.
class LlamaServer {
 public:
    /// The model behind the server, for the time of the call only.
    using Use = std::function<void(Result<Model*>)>;
    using Hear = std::function<void(const std::string& end)>;

    /// `settings` are checked: the program is a path.
    LlamaServer(LlamaSettings settings, Entropy& entropy, std::unique_ptr<net::HttpClient> client);
    LlamaServer(const LlamaServer&) = delete;
    LlamaServer& operator=(const LlamaServer&) = delete;
    /// Ends the process. Functions that have not been called are dropped.
    ~LlamaServer();

    /// Starts the server if it does not run, and calls `use` on the thread of the server once it is
    /// ready, or with the reason why it is not. The function must not block.
    void when_ready(Use use);
    /// Calls `hear` on the thread of the server with the end of the process, a sentence; empty if
    /// the process goes on. For a connection that broke: the process ends a moment later.
    void after_failure(Hear hear);

 private:
    using Time = std::chrono::steady_clock::time_point;

    struct Running {
        process::Child child;
        std::string url{};
        std::uint16_t port = 0;
        std::string key{};
        Time deadline{};
        bool has_out = true;
        bool has_err = true;
        std::unique_ptr<Model> model{};  // once it is healthy
    };
    struct Waiting {
        Hear hear;
        Time deadline;
    };

    void wake() const;
    void run();
    void take_work();
    void wait_for_news() const;
    void read_output();
    void read_pipe(int pipe, bool& is_open);
    void note_end();
    void make_ready();
    Result<void> start();
    void probe();
    Result<bool> is_healthy();
    Result<void> use_model();
    void answer_all(const Result<Model*>& ready);
    void tell_ends();
    std::string with_last_lines(std::string sentence) const;

    const LlamaSettings settings_;
    Entropy& entropy_;
    process::Descriptor news_;
    std::stop_source stop_;

    std::mutex mutex_;
    std::vector<Use> new_uses_;       // under mutex_
    std::vector<Hear> new_hears_;     // under mutex_
    std::uint16_t healthy_port_ = 0;  // under mutex_
    bool is_probing_ = false;         // under mutex_
    std::thread thread_;              // under mutex_ until it is joined

    // Of the thread:
    std::vector<Use> uses_;
    std::vector<Waiting> hears_;
    std::optional<Running> running_;
    process::BoundedLog log_;
    std::string last_end_;
    std::unique_ptr<Model> last_model_;  // of the process before
    Time next_probe_{};

    const std::unique_ptr<net::HttpClient> client_;  // ends first: its events use the others
};

}  // namespace iam::chat
