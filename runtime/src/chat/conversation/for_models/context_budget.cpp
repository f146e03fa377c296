// Estimates tokens by bytes, and finds the smallest cut that leaves a request enough room.
#include "chat/conversation/for_models/context_budget.hpp"

#include "chat/conversation/for_models/model_messages.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace iam::chat {
namespace {

/// Roles, marks and names of a template; of a message, a call, a result or a tool.
constexpr std::uint64_t k_bytes_of_part = 16;

/// A rate: `tokens` tokens for `bytes` bytes.
struct TokenScale {
    std::uint64_t tokens = 1;
    std::uint64_t bytes = k_bytes_a_token;

    std::uint64_t tokens_of(std::uint64_t size) const noexcept {
        // No request has 2^31 bytes, and a believed usage has at most twice as many tokens.
        return (size * tokens + bytes - 1) / bytes;
    }
};

std::uint64_t bytes_of_tool(const ModelRequest::Offer& offer) {
    const auto document = parse_ordered_json(
        offer.contract->document, Limits{.depth_max = k_depth_ceiling, .allow_nul = true});
    std::uint64_t bytes = k_bytes_of_part + offer.name.size() + offer.contract->description.size();
    if (document && document->is_object() && document->contains("inputSchema"))
        bytes += document->at("inputSchema")
                     .dump(-1, ' ', false, OrderedJson::error_handler_t::replace)
                     .size();
    return bytes;
}

std::uint64_t bytes_of_message(const Message& message, const std::string& model) {
    if (const auto* system = std::get_if<SystemText>(&message))
        return k_bytes_of_part + system->text.size();
    if (const auto* person = std::get_if<PersonText>(&message))
        return k_bytes_of_part + person->text.size();
    std::uint64_t bytes = k_bytes_of_part;
    if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
        if (!turn->items.empty() && turn->model == model) return bytes + turn->items.size();
        bytes += turn->text.size();
        for (const PastCall& call : turn->calls)
            bytes += k_bytes_of_part + call.name.size() + call.arguments.size();
        return bytes;
    }
    for (const CallResults::Each& each : std::get<CallResults>(message).results)
        bytes += k_bytes_of_part + each.name.size() + each.text.size();
    return bytes;
}

bool is_believed(const RequestSize& sent, const Usage& usage) noexcept {
    return usage.input && *usage.input > 0 && sent.bytes > 0 && *usage.input / 2 <= sent.bytes &&
           *usage.input * 2 >= sent.tokens;
}

/// The scale of the last usage of the same model on the branch.
TokenScale scale_of(const std::vector<const LoggedMessage*>& path, const std::string& model) {
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
        const auto& answer = (*each)->answer;
        const auto& request = (*each)->request;
        if (!answer || !request || answer->model != model) continue;
        if (is_believed(request->size, answer->usage))
            return {*answer->usage.input, request->size.bytes};
    }
    return {};
}

/// The cut of the last request of the branch. Another model, or a larger context, begins anew.
ContextCut last_cut(const std::vector<const LoggedMessage*>& path, const ContextRoom& room) {
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
        const auto& asked = (*each)->asked;
        if (!asked) continue;
        const bool is_alike = asked->model == room.model && room.context_tokens &&
                              asked->size.context_tokens >= *room.context_tokens;
        return is_alike ? asked->cut : ContextCut{};
    }
    return {};
}

/// The cuts beyond `first`, each giving up more than the one before it.
std::vector<ContextCut> cuts_beyond(const ContextCut& first,
                                    const std::vector<const LoggedMessage*>& path) {
    StepNumber present_turn = 0;
    std::optional<StepNumber> last_calls;
    for (const LoggedMessage* each : path) {
        if (!each->answer) present_turn = each->id;
        if (each->answer && !each->answer->calls.empty()) last_calls = each->id;
    }
    std::vector<ContextCut> cuts;
    ContextCut cut = first;
    const auto stub_answers = [&](StepNumber begin, StepNumber end) {
        for (const LoggedMessage* each : path) {
            const bool has_results = each->answer && !each->answer->calls.empty();
            if (!has_results || each->id < std::max(begin, cut.stubs_before) || each->id >= end)
                continue;
            cut.stubs_before = each->id + 1;
            cuts.push_back(cut);
        }
    };
    stub_answers(0, present_turn);
    for (const LoggedMessage* each : path) {
        if (each->answer || each == path.front() || each->id <= cut.left_out_before) continue;
        cut.left_out_before = each->id;
        cuts.push_back(cut);
    }
    stub_answers(present_turn, last_calls.value_or(0));
    return cuts;
}

/// Makes requests of one branch, with one cut or another.
class RequestMaker {
 public:
    RequestMaker(const ChatLog& log, StepNumber leaf, ModelRequest request, ContextRoom room,
                 bool reads_results)
        : log_(log),
          leaf_(leaf),
          request_(std::move(request)),
          room_(std::move(room)),
          reads_results_(reads_results),
          path_(log.path(leaf)),
          scale_(scale_of(path_, room_.model)) {
        fixed_bytes_ = bytes_of(request_, room_.model) + k_bytes_of_part + log.system_text().size();
    }

    const std::vector<const LoggedMessage*>& path() const noexcept { return path_; }
    FittedRequest make(const ContextCut& cut) const {
        FittedRequest made{.request = request_, .cut = cut};
        made.request.messages = messages_for_model(log_, leaf_, cut, reads_results_);
        made.size.bytes = bytes_of(made.request, room_.model);
        made.size.tokens = scale_.tokens_of(made.size.bytes);
        made.size.context_tokens = room_.context_tokens.value_or(0);
        return made;
    }
    std::uint64_t tokens(const ContextCut& cut) const { return make(cut).size.tokens; }
    std::uint64_t fixed_tokens() const { return scale_.tokens_of(fixed_bytes_); }

 private:
    const ChatLog& log_;
    const StepNumber leaf_;
    const ModelRequest request_;
    const ContextRoom room_;
    const bool reads_results_;
    const std::vector<const LoggedMessage*> path_;
    const TokenScale scale_;
    std::uint64_t fixed_bytes_ = 0;  // of instructions and tools
};

std::string why_too_large(const RequestMaker& maker, const FittedRequest& least,
                          const ContextRoom& room, std::uint64_t kept) {
    return "The request has about " + std::to_string(least.size.tokens) +
           " tokens without all that can be left out, " + std::to_string(maker.fixed_tokens()) +
           " of them instructions and tools, but " + room.model + " takes " +
           std::to_string(*room.context_tokens) + " with its answer, for which " +
           std::to_string(kept) +
           " are kept. Nothing was sent: write a shorter message, offer fewer tools, or use a "
           "larger context.";
}

}  // namespace

std::uint64_t bytes_of(const ModelRequest& request, const std::string& model) {
    std::uint64_t bytes = 0;
    for (const ModelRequest::Offer& offer : request.tools) bytes += bytes_of_tool(offer);
    for (const Message& message : request.messages) bytes += bytes_of_message(message, model);
    return bytes;
}

bool is_prompt_cut(const RequestSize& sent, const Usage& usage) noexcept {
    return usage.input && *usage.input >= k_cut_prompt_tokens_min && *usage.input < sent.tokens / 2;
}

FittedRequest fit_request(const ChatLog& log, StepNumber leaf, ModelRequest request,
                          const ContextRoom& room, bool reads_results) {
    const RequestMaker maker(log, leaf, std::move(request), room, reads_results);
    FittedRequest made = maker.make(last_cut(maker.path(), room));
    if (!room.context_tokens) return made;
    const std::uint64_t context = *room.context_tokens;
    const std::uint64_t kept =
        room.output_tokens.value_or(std::min(context / 4, k_output_tokens_kept_max));
    const std::uint64_t fits = context - std::min(kept, context);
    if (made.size.tokens <= fits) return made;
    const std::vector<ContextCut> cuts = cuts_beyond(made.cut, maker.path());
    // Coarse steps: a cut changes the beginning of the prompt, which caches of providers hold.
    const auto enough = std::partition_point(cuts.begin(), cuts.end(), [&](const ContextCut& cut) {
        return maker.tokens(cut) > fits / 4 * 3;
    });
    if (!cuts.empty()) made = maker.make(enough == cuts.end() ? cuts.back() : *enough);
    if (made.size.tokens > fits) made.why_not = why_too_large(maker, made, room, kept);
    return made;
}

}  // namespace iam::chat
