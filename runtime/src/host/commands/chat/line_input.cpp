#include "host/commands/chat/line_input.hpp"

#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <istream>
#include <ostream>
#include <utility>

namespace iam::host {
namespace {

class EditedInput final : public LineInput {
 public:
    EditedInput(std::string prompt, const std::filesystem::path& file)
        : prompt_(std::move(prompt)), file_(file.string()) {}
    EditedInput(const EditedInput&) = delete;
    EditedInput& operator=(const EditedInput&) = delete;
    ~EditedInput() override = default;

    bool open(const std::string& program) {
        editor_.reset(el_init(program.c_str(), stdin, stdout, stderr));
        history_.reset(history_init());
        if (!editor_ || !history_) return false;
        el_set(editor_.get(), EL_CLIENTDATA, this);
        el_set(editor_.get(), EL_PROMPT, &EditedInput::prompt_of);
        el_set(editor_.get(), EL_EDITOR, "emacs");
        el_set(editor_.get(), EL_BIND, "^R", "em-inc-search-prev", nullptr);
        HistEvent event{};
        history(history_.get(), &event, H_SETSIZE, k_history_lines_max);
        history(history_.get(), &event, H_SETUNIQUE, 1);
        if (!file_.empty()) history(history_.get(), &event, H_LOAD, file_.c_str());
        el_set(editor_.get(), EL_HIST, history, history_.get());
        return true;
    }

    std::optional<std::string> next() override {
        // libedit prints the prompt before it asks the terminal for single keys. Until then the
        // terminal gathers lines, and Ctrl+D is lost there.
        el_set(editor_.get(), EL_PREP_TERM, 1);
        // Keys of the time of a turn were meant for nothing that is asked now.
        ::tcflush(STDIN_FILENO, TCIFLUSH);
        int count = 0;
        const char* const text = el_gets(editor_.get(), &count);
        if (text == nullptr || count <= 0) return std::nullopt;
        std::string line(text, static_cast<std::size_t>(count));
        if (line.find_first_not_of(" \t\r\n") != std::string::npos) {
            HistEvent event{};
            history(history_.get(), &event, H_ENTER, line.c_str());
            save();
        }
        line += pasted_lines();
        while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
        return line;
    }

 private:
    struct EndEditor {
        void operator()(EditLine* editor) const noexcept { el_end(editor); }
    };
    struct EndHistory {
        void operator()(History* history) const noexcept { history_end(history); }
    };

    /// Lines that are there at once were pasted behind the first one: they are its text, and none
    /// of them is a command.
    static std::string pasted_lines() {
        constexpr int k_quiet_ms = 20;
        std::string lines;
        pollfd input{STDIN_FILENO, POLLIN, 0};
        while (lines.size() < k_chat_line_bytes_max && ::poll(&input, 1, k_quiet_ms) > 0) {
            std::array<char, 4096> bytes{};
            const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
            if (size <= 0) break;
            lines.append(bytes.data(), static_cast<std::size_t>(size));
        }
        return lines;
    }

    static char* prompt_of(EditLine* editor) {
        void* data = nullptr;
        el_get(editor, EL_CLIENTDATA, &data);
        return static_cast<EditedInput*>(data)->prompt_.data();
    }

    /// What a person writes to a model is nobody else's business, so the file is made before
    /// libedit opens it.
    void save() {
        if (file_.empty()) return;
        const int file =
            ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
        if (file < 0) return;
        ::close(file);
        HistEvent event{};
        history(history_.get(), &event, H_SAVE, file_.c_str());
    }

    std::string prompt_;
    const std::string file_;
    std::unique_ptr<History, EndHistory> history_;
    std::unique_ptr<EditLine, EndEditor> editor_;  // uses the history
};

class PlainInput final : public LineInput {
 public:
    PlainInput(const Environment& environment, std::string prompt)
        : in_(environment.in), out_(environment.out), prompt_(std::move(prompt)) {}

    std::optional<std::string> next() override {
        out_ << prompt_ << std::flush;
        std::string line;
        if (!std::getline(in_, line)) return std::nullopt;
        return line;
    }

 private:
    std::istream& in_;
    std::ostream& out_;
    std::string prompt_;
};

}  // namespace

std::unique_ptr<LineInput> make_edited_input(const std::string& program, const std::string& prompt,
                                             const std::filesystem::path& history) {
    auto input = std::make_unique<EditedInput>(prompt, history);
    if (!input->open(program)) return nullptr;
    return input;
}

std::unique_ptr<LineInput> make_plain_input(const Environment& environment, std::string prompt) {
    return std::make_unique<PlainInput>(environment, std::move(prompt));
}

}  // namespace iam::host
