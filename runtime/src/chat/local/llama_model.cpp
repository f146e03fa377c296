#include "iam/chat/llama_model.hpp"

#include "chat/local/llama_server.hpp"
#include <iam/process/find_program.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <mutex>
#include <utility>

namespace iam::chat {
namespace {

using OnEvent = std::function<void(const Event&)>;

/// One answer: it waits for the server, then for the stream. Events and the end of the stream
/// exclude each other; within an event the same thread may end it.
class LlamaAnswer : public std::enable_shared_from_this<LlamaAnswer> {
 public:
    LlamaAnswer(LlamaServer& server, ModelRequest request, OnEvent on_event)
        : server_(server), request_(std::move(request)), on_event_(std::move(on_event)) {}

    void begin() {
        server_.when_ready([self = shared_from_this()](const Result<Model*>& model) {
            if (model) return self->ask(**model);
            self->give(StreamError{StreamError::Kind::provider, model.error().message, {}});
        });
    }

    void close() {
        {
            const std::lock_guard lock(mutex_);
            is_open_ = false;
        }
        close_stream();
    }

 private:
    void close_stream() {
        std::unique_ptr<ModelStream> stream;
        {
            const std::lock_guard lock(mutex_);
            stream = std::move(stream_);
        }
        // Outside of the lock: it waits for an event under way, which may wait for the lock.
        stream.reset();
    }

    void ask(Model& model) {
        {
            const std::lock_guard lock(mutex_);
            if (!is_open_) return;
        }
        auto stream =
            model.start(std::move(request_), [weak = weak_from_this()](const Event& event) {
                if (const auto self = weak.lock()) self->take(event);
            });
        const std::lock_guard lock(mutex_);
        if (is_open_) stream_ = std::move(stream);
    }

    void take(const Event& event) {
        const auto* const error = std::get_if<StreamError>(&event);
        if (error == nullptr) return give(event);
        server_.after_failure([self = shared_from_this(), error = *error](const std::string& end) {
            // Before the error: its receiver closes the answer under the lock.
            self->close_stream();
            if (end.empty()) return self->give(error);
            self->give(StreamError{StreamError::Kind::provider, end, {}});
        });
    }

    void give(const Event& event) {
        const std::lock_guard lock(mutex_);
        if (is_open_) on_event_(event);
    }

    LlamaServer& server_;
    ModelRequest request_;
    const OnEvent on_event_;
    std::recursive_mutex mutex_;
    bool is_open_ = true;                    // under mutex_
    std::unique_ptr<ModelStream> stream_{};  // under mutex_
};

class LlamaStream final : public ModelStream {
 public:
    explicit LlamaStream(std::shared_ptr<LlamaAnswer> answer) : answer_(std::move(answer)) {}
    LlamaStream(const LlamaStream&) = delete;
    LlamaStream& operator=(const LlamaStream&) = delete;
    ~LlamaStream() override { answer_->close(); }

 private:
    const std::shared_ptr<LlamaAnswer> answer_;
};

class LlamaModel final : public Model {
 public:
    LlamaModel(LlamaSettings settings, Entropy& entropy, std::unique_ptr<net::HttpClient> client)
        : name_(llama_model_name(settings.model_file)),
          context_tokens_(settings.context_tokens),
          server_(std::move(settings), entropy, std::move(client)) {}

    std::string name() const override { return name_; }
    std::optional<std::uint64_t> context_tokens() const override { return context_tokens_; }
    std::unique_ptr<ModelStream> start(ModelRequest request, OnEvent on_event) override {
        auto answer =
            std::make_shared<LlamaAnswer>(server_, std::move(request), std::move(on_event));
        answer->begin();
        return std::make_unique<LlamaStream>(std::move(answer));
    }

 private:
    const std::string name_;
    const std::optional<std::uint64_t> context_tokens_;
    LlamaServer server_;
};

Result<void> check_model_file(const std::string& path) {
    if (!path.starts_with('/')) {
        return fail(Errc::invalid_argument,
                    "The file of a model is named by its absolute path, and " + path +
                        " is none; write the whole path.");
    }
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode) ||
        ::access(path.c_str(), R_OK) != 0) {
        return fail(Errc::not_found,
                    "The model " + path + " is no file that can be read; name a GGUF file.");
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<Model>> make_llama_model(LlamaSettings settings, Entropy& entropy) {
    IAM_CHECK(check_model_file(settings.model_file));
    const auto path = settings.environment.find("PATH");
    auto program = process::find_program(settings.program, path == settings.environment.end()
                                                               ? "/usr/local/bin:/usr/bin:/bin"
                                                               : path->second);
    if (!program) {
        return fail(Errc::invalid_argument,
                    "The model's server cannot start: " + program.error().message);
    }
    settings.program = *std::move(program);
    if (settings.context_tokens) {
        settings.arguments.insert(settings.arguments.end(),
                                  {"--ctx-size", std::to_string(*settings.context_tokens)});
    }
    net::ClientSettings http;
    http.tls.uses_system_roots = false;
    http.limits.connect_time = std::chrono::seconds{2};
    http.limits.first_byte_time = std::chrono::seconds{2};
    http.limits.total_time = std::chrono::seconds{2};
    http.limits.kept_connections_max = 0;
    IAM_TRY(client, net::HttpClient::make(std::move(http)));
    return std::make_unique<LlamaModel>(std::move(settings), entropy, std::move(client));
}

}  // namespace iam::chat
