#include "host/commands/chat/model_options.hpp"

#include <cstdint>

namespace iam::host {
namespace {

constexpr std::uint64_t k_context_tokens_min = 256;
constexpr std::uint64_t k_context_tokens_max = 100'000'000;

}  // namespace

void add_model_options(CLI::App& command, ModelWords& words) {
    command.add_option("--model", words.model, model_help())->type_name("PROVIDER/NAME");
    command
        .add_option("--model-url", words.url,
                    "Where the model's API begins, e.g. http://127.0.0.1:8080/v1 for a server of\n"
                    "llama.cpp; without it the provider's own place")
        ->type_name("URL");
    command
        .add_option("--key-file", words.key_file,
                    "A file of mode 0600 with the key, in the place of the variable")
        ->type_name("FILE");
    command
        .add_option("--llama-server", words.llama_server,
                    "The program of llama.cpp that serves a model's file; without it\n"
                    "llama-server in PATH")
        ->type_name("PROGRAM");
    command.add_flag(
        "--text-tools", words.text_tools,
        "For a model without tools: they stand in its instructions, and it calls them\n"
        "by lines of text");
    command
        .add_option("--context-tokens", words.context_tokens,
                    "How many tokens the model takes with its answer; without it its server is\n"
                    "asked (Ollama, llama.cpp). Older parts of a chat are left out to fit")
        ->type_name("NUMBER")
        ->check(CLI::Range(k_context_tokens_min, k_context_tokens_max));
}

}  // namespace iam::host
