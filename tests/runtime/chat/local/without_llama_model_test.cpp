#include <iam/chat/llama_model.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

TEST_CASE("a library without models of its own says so, and names the way out (H41)") {
    iam::test::FakeEntropy entropy;
    const auto model = iam::chat::make_llama_model({.model_file = "/m.gguf"}, entropy);
    REQUIRE_FALSE(model.has_value());
    CHECK_THAT(model.error().message,
               Catch::Contains("IAM_LOCAL_MODELS") && Catch::Contains("/m.gguf"));
}
