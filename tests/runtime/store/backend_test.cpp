#include <iam/store/backend.hpp>

#include <catch2/catch.hpp>

using namespace iam;

TEST_CASE("a back end is complete once it has all of its functions") {
    store::Backend backend;
    CHECK_FALSE(is_complete(backend));
    backend.open = [](const std::string&, store::Mode,
                      Entropy&) -> Result<std::unique_ptr<ledger::Store>> { return nullptr; };
    CHECK_FALSE(is_complete(backend));
    backend.has_state = [](const std::string&) { return false; };
    CHECK_FALSE(is_complete(backend));
    backend.back_up = [](const std::string&,
                         const std::filesystem::path&) -> Result<store::Copied> {
        return store::Copied{};
    };
    CHECK_FALSE(is_complete(backend));
    backend.signing_key = [](const std::string&) -> Result<std::filesystem::path> { return {}; };
    CHECK(is_complete(backend));
}
