// Any lines at one side of a conversation: each is a message, or a step of the side itself. Every
// text that the side sends is one line and one message; each message that wants an answer gets one
// or is reported as unanswered; each own request ends once.
#include <iam/core/json.hpp>
#include <iam/rpc/peer.hpp>
#include <support/fake_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace iam::rpc;

void must(bool holds) {
    if (!holds) std::abort();
}

void check_message(const iam::Json& message) {
    must(message.is_object() && message.at("jsonrpc") == "2.0");
    must(message.count("method") + message.count("result") + message.count("error") == 1);
}

struct Subject {
    iam::test::FakeClock clock{};
    Protocol protocol{};
    bool takes_output = true;
    std::size_t promised = 0;  // answers
    std::size_t answered = 0;
    std::size_t unanswered = 0;
    std::vector<int> outcomes{};  // of each own request, by its number
    std::vector<Id> ids{};
    std::deque<Reply> kept{};
    std::unique_ptr<Peer> peer{};

    Subject() {
        protocol.cancel = {"cancel", "id", "why"};
        protocol.progress = {"progress", "_meta", "token"};
        auto methods = std::make_shared<Methods>();
        methods->requests["keep"].run = [this](Request, Reply reply) {
            kept.push_back(std::move(reply));
        };
        methods->requests["fixed"] = {methods->requests["keep"].run, false, false};
        methods->other_requests.run = [](Request request, Reply reply) {
            must(value_of(request.params).has_value());
            reply.result(request.params.empty() ? "null" : request.params);
        };
        Parts parts;
        parts.clock = &clock;
        parts.methods = std::move(methods);
        parts.protocol = protocol;
        parts.send = [this](Output& output) { return takes_output && take(output); };
        parts.on_report = [this](const Report& report) {
            must(report.kind != Report::Kind::failed_function);
            unanswered += report.kind == Report::Kind::unanswered ? 1U : 0U;
        };
        parts.limits.json.bytes_max = 1000;
        parts.limits.json.depth_max = 5;
        parts.limits.batch_max = 4;
        parts.limits.id_bytes_max = 8;
        parts.limits.running_max = 2;
        parts.limits.waiting_max = 2;
        parts.limits.own_max = 3;
        parts.limits.output_bytes_max = 300;
        parts.limits.kept_bytes_max = 200;
        parts.limits.remembered_ids = 3;
        peer = std::make_unique<Peer>(std::move(parts));
    }

    bool take(const Output& output) {
        must(output.text.size() <= 1000);
        must(output.text.find_first_of("\r\n") == std::string::npos);
        const auto value =
            iam::parse_json(output.text, iam::limits_of_own_text(output.text.size()));
        must(value.has_value());
        if (value->is_array()) {
            must(!value->empty());
            for (const iam::Json& message : *value) check_message(message);
        } else {
            check_message(*value);
        }
        answered += output.is_answer ? 1U : 0U;
        return true;
    }

    void call() {
        const std::size_t number = outcomes.size();
        CallOptions options;
        options.timeout = std::chrono::milliseconds(10);
        options.timeout_total = std::chrono::milliseconds(25);
        if (number % 2 == 0) options.on_progress = [](const Progress&) {};
        const auto id = peer->call(
            "ask", number % 3 == 0 ? "" : R"({"_meta":{"token":0}})",
            [this, number](Outcome) { ++outcomes.at(number); }, options);
        if (!id) return;
        ids.push_back(*id);
        outcomes.push_back(0);
    }

    void line(std::string_view text) {
        switch (text.empty() ? ' ' : text.front()) {
            case 'A':
                if (!kept.empty()) kept.front().result(text.substr(1));
                return;
            case 'B':
                protocol.has_batches = !protocol.has_batches;
                return peer->set_protocol(protocol);
            case 'C':
                return call();
            case 'D':
                if (!kept.empty()) kept.pop_front();
                return;
            case 'P':
                if (!kept.empty()) kept.back().progress({static_cast<double>(text.size()), {}, {}});
                return;
            case 'S':
                takes_output = !takes_output;
                return peer->writable();
            case 'T':
                clock.advance(std::chrono::milliseconds(text.size()));
                return peer->poll();
            case 'X':
                if (!ids.empty()) peer->cancel(ids[text.size() % ids.size()], text.substr(1));
                return;
            default:
                promised += peer->receive(text) == Taken::answered ? 1U : 0U;
        }
    }

    void settle() {
        takes_output = true;
        peer->writable();
        for (int i = 0; i < 10; ++i) {
            peer->poll();
            kept.clear();
        }
        const Load load = peer->load();
        must(load.running + load.waiting + load.output_bytes + load.kept_bytes == 0);
        must(answered + unanswered == promised);
        peer->close();
        for (const int count : outcomes) must(count == 1);
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    Subject subject;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        subject.line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    subject.settle();
    return 0;
}
