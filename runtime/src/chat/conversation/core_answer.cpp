// From the request to the end of the answer.
#include "chat/conversation/core.hpp"
#include "chat/conversation/for_models/read_result.hpp"
#include <iam/gate/redaction.hpp>

#include <utility>

namespace iam::chat {
namespace {

AnswerEnd answer_end_of(Finish finish) noexcept {
    switch (finish) {
        case Finish::stop:
        case Finish::calls:
            return AnswerEnd::whole;
        case Finish::length:
            return AnswerEnd::length;
        case Finish::filter:
            return AnswerEnd::filter;
        case Finish::refusal:
            return AnswerEnd::refusal;
        case Finish::other:
            break;
    }
    return AnswerEnd::other;
}

/// `has_begun`: a piece of the answer had come.
std::string why_ended(AnswerEnd end, const std::string& why, bool has_begun) {
    if (end == AnswerEnd::broken && !has_begun && !why.empty())
        return "There is no answer. The model's side says: " + why;
    std::string words = "The answer did not end as a whole answer (" + std::string(to_string(end)) +
                        "); none of its calls were run.";
    if (!why.empty()) words += " The model's side says: " + why;
    return words;
}

/// The servers without trust among those of the offered tools, sorted.
std::vector<std::string> described_servers(const ToolNames& names,
                                           const ConversationOptions& options) {
    std::set<std::string> servers;
    for (const auto& [name, contract] : names.all()) {
        const std::string& origin = contract->id.origin;
        if (!origin.empty() && !(options.trusts && options.trusts(origin))) servers.insert(origin);
    }
    return {servers.begin(), servers.end()};
}

}  // namespace

void Conversation::Core::prepare() {
    if (!may_request()) return;
    names_ = make_names();
    answering_ = log_.leaf().value_or(0);
    const std::uint64_t turn = log_.turn().turn;
    const std::uint64_t generation = log_.turn().generation + 1;
    FittedRequest fitted = make_request();
    if (!fitted.why_not.empty())
        return end_turn(TurnEvent::too_large, TurnEnd::failed, std::move(fitted.why_not));
    sent_size_ = fitted.size;
    count_request();
    if (!keep({RequestSent{turn, generation, parts_.model.name(),
                           described_servers(*names_, options_), fitted.size, fitted.cut,
                           request_counted_}}))
        return;
    text_.clear();
    written_.clear();
    secret_arguments_.clear();
    usage_ = {};
    answer_bytes_ = 0;
    has_piece_ = false;
    open_.emplace(turn, generation);
    if (!move(TurnEvent::requested)) return;
    // Events that come before start() returns wait in the strand, so they find the stream.
    stream_ = parts_.model.start(
        std::move(fitted.request), [weak = weak_from_this(), turn, generation](const Event& event) {
            if (const auto core = weak.lock())
                core->post([self = core.get(), turn, generation, event]() mutable {
                    self->on_event(turn, generation, std::move(event));
                });
        });
}

FittedRequest Conversation::Core::make_request() const {
    ModelRequest request;
    for (const auto& [name, contract] : names_->all()) request.tools.push_back({name, contract});
    request.output_tokens_max = options_.output_tokens_max;
    request.temperature = options_.temperature;
    const auto known = parts_.model.context_tokens();
    const ContextRoom room{.model = parts_.model.name(),
                           .context_tokens = known ? known : options_.context_tokens,
                           .output_tokens = options_.output_tokens_max};
    return fit_request(log_, log_.leaf().value_or(0), std::move(request), room,
                       offers_read_result(*names_));
}

void Conversation::Core::on_event(std::uint64_t turn, std::uint64_t generation, Event event) {
    // A stream that was closed may still have had an event on its way.
    if (open_ != std::pair(turn, generation)) return;
    std::visit([this](auto& each) { take(std::move(each)); }, event);
}

bool Conversation::Core::has_room(std::size_t bytes) {
    if (!move(TurnEvent::piece)) return false;
    has_piece_ = true;
    answer_bytes_ += bytes;
    const TurnLimits& limits = options_.limits;
    if (answer_bytes_ <= limits.answer_bytes_max && written_.size() < limits.calls_per_answer_max)
        return true;
    end_answer(AnswerEnd::broken,
               "the answer is longer than " + std::to_string(limits.answer_bytes_max) +
                   " bytes, or has more than " + std::to_string(limits.calls_per_answer_max) +
                   " calls",
               {});
    return false;
}

void Conversation::Core::take(const TextPiece& piece) {
    if (!has_room(piece.text.size())) return;
    text_.add(piece.text);
    tell(notice::Text{piece.text});
}

void Conversation::Core::take(const ThinkingPiece& piece) {
    if (has_room(piece.text.size())) tell(notice::Thinking{piece.text});
}

void Conversation::Core::take(const CallPiece& piece) {
    if (!move(TurnEvent::piece)) return;
    has_piece_ = true;
    tell(notice::CallDraft{piece});
}

void Conversation::Core::take(WholeCall call) {
    if (has_room(call.id.size() + call.name.size() + call.arguments.size()))
        written_.push_back(std::move(call));
}

void Conversation::Core::take(const Usage& usage) {
    if (!move(TurnEvent::piece)) return;
    if (usage.input) usage_.input = usage.input;
    if (usage.cached) usage_.cached = usage.cached;
    if (usage.output) usage_.output = usage.output;
}

void Conversation::Core::take(const TakenBack& back) {
    if (!move(TurnEvent::piece)) return;
    text_.clear();
    written_.clear();
    answer_bytes_ = 0;
    has_piece_ = false;
    tell(notice::TakenBack{back.why});
}

void Conversation::Core::take(End end) {
    end_answer(answer_end_of(end.finish), std::move(end.reason), std::move(end.items));
}

void Conversation::Core::take(const StreamError& error) {
    end_answer(AnswerEnd::broken, error.message, {});
}

std::vector<ProposedCall> Conversation::Core::proposed_calls(bool& keeps_items) {
    std::vector<WholeCall> all = std::exchange(written_, {});
    std::set<std::string> given;
    for (const WholeCall& call : all) given.insert(call.id);
    std::set<std::string> used;
    std::vector<ProposedCall> calls;
    const std::string place =
        std::to_string(log_.turn().turn) + "." + std::to_string(log_.turn().generation) + ".";
    for (std::size_t i = 0; i < all.size(); ++i) {
        WholeCall& written = all[i];
        ProposedCall call{.id = options_.chat + "." + place + std::to_string(i),
                          .request_id = written.id,
                          .name = written.name,
                          .tool = ToolId{"", written.name},
                          .arguments = std::move(written.arguments)};
        const bool is_first = used.insert(call.request_id).second;
        if (call.request_id.empty() || !is_first) {
            // Items would name the results of two calls by one id.
            keeps_items = keeps_items && call.request_id.empty();
            call.request_id = "call_" + std::to_string(log_.turn().turn) + "_" +
                              std::to_string(log_.turn().generation) + "_" + std::to_string(i);
            while (given.count(call.request_id) > 0) call.request_id += "x";
        }
        if (const Contract* contract = names_->find(call.name)) {
            call.tool = contract->id;
            call.is_known = true;
            if (!contract->secret_arguments.empty()) {
                secret_arguments_[call.id] = call.arguments;
                call.arguments = gate::without_secrets(*contract, call.arguments);
                keeps_items = false;  // they have the secrets
            }
        }
        calls.push_back(std::move(call));
    }
    return calls;
}

Answered Conversation::Core::make_answer(AnswerEnd end, std::string why, std::string items) {
    bool keeps_items = end == AnswerEnd::whole;
    Answered answer{.turn = log_.turn().turn,
                    .generation = log_.turn().generation,
                    .after = answering_,
                    .end = end,
                    .why = std::move(why),
                    .text = text_.take(),
                    .calls = proposed_calls(keeps_items),
                    .model = parts_.model.name(),
                    .usage = usage_,
                    .counted = count_answer()};
    if (keeps_items) answer.items = std::move(items);
    return answer;
}

void Conversation::Core::end_answer(AnswerEnd end, std::string why, std::string items) {
    if (!move(TurnEvent::answer_ended)) return;
    if (is_prompt_cut(sent_size_, usage_))
        tell(notice::PromptCut{sent_size_.tokens, usage_.input.value_or(0)});
    Answered answer = make_answer(end, why, std::move(items));
    const bool is_whole = end == AnswerEnd::whole;
    const bool has_calls = !answer.calls.empty();
    std::vector<Step> steps;
    steps.emplace_back(std::move(answer));
    if (!is_whole || !has_calls) {
        const std::vector<ProposedCall> calls = std::get<Answered>(steps.front()).calls;
        for (const ProposedCall& call : calls)
            steps.emplace_back(end_by_chat(
                call, k_not_run,
                "Not run: your answer was not whole (" + std::string(to_string(end)) + ")."));
        close_stream();
        if (is_whole) return end_turn(TurnEvent::closed_done, TurnEnd::done, {}, std::move(steps));
        return end_turn(TurnEvent::closed_broken, TurnEnd::failed, why_ended(end, why, has_piece_),
                        std::move(steps));
    }
    if (!keep(std::move(steps))) return;
    close_stream();
    if (move(TurnEvent::closed_calls)) gate_calls();
}

void Conversation::Core::close_stream() {
    open_.reset();
    stream_.reset();
}

}  // namespace iam::chat
