// Tests of runtime/src/mcp/server/consent/form_clients.cpp.
#include <iam/mcp/form_clients.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace iam;
using namespace iam::mcp;

namespace {

/// A file in a folder of its own.
class ClientFile {
 public:
    explicit ClientFile(const std::string& text, mode_t mode = 0600) {
        std::string folder = (std::filesystem::temp_directory_path() / "clients-XXXXXX").string();
        REQUIRE(::mkdtemp(folder.data()) != nullptr);
        folder_ = folder;
        std::ofstream(path()) << text;
        REQUIRE(::chmod(path().c_str(), mode) == 0);
    }
    ~ClientFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ClientFile(const ClientFile&) = delete;
    ClientFile& operator=(const ClientFile&) = delete;
    std::string path() const { return (folder_ / "clients.json").string(); }

 private:
    std::filesystem::path folder_{};
};

std::string message_about(const std::string& text, mode_t mode = 0600) {
    const ClientFile file(text, mode);
    const auto read = read_form_clients(file.path());
    REQUIRE_FALSE(read);
    return read.error().message;
}

constexpr const char* k_list = R"({"iam": 1, "clients": [
    {"name": "claude-ai", "credential": "stdio"}, {"name": "ci", "credential": "token ci"}]})";

}  // namespace

TEST_CASE("a list names clients and their credentials") {
    const ClientFile file(k_list);
    const auto clients = read_form_clients(file.path());
    REQUIRE(clients);
    CHECK(*clients == std::vector<FormClient>{{"claude-ai", "stdio"}, {"ci", "token ci"}});
    const ClientFile none(R"({"iam":1,"clients":[]})");
    CHECK(read_form_clients(none.path())->empty());
}

TEST_CASE("XM50 a list that others can read or write names no client") {
    CHECK(message_about(k_list, 0644).find("chmod 600") != std::string::npos);
    CHECK(message_about(k_list, 0660).find("chmod 600") != std::string::npos);
    CHECK_FALSE(read_form_clients("/nowhere/clients.json"));
}

TEST_CASE("a list of another form is refused with the place") {
    CHECK(message_about("{").find("clients.json") != std::string::npos);
    for (const char* other : {"[]", R"({"clients":[]})", R"({"iam":2,"clients":[]})",
                              R"({"iam":1,"clients":{}})", R"({"iam":1,"clients":[],"more":1})"})
        CHECK(message_about(other).find("a file of clients is") != std::string::npos);
    for (const char* client : {R"({"name":"a"})", R"({"name":"","credential":"stdio"})",
                               R"({"name":"a","credential":""})", R"({"name":1,"credential":"b"})",
                               R"({"name":"a","credential":"b","user":"c"})", R"("a")"}) {
        const std::string text =
            std::string(R"({"iam":1,"clients":[{"name":"a","credential":"b"},)") + client + "]}";
        CHECK(message_about(text).find("/clients/1") != std::string::npos);
    }
}
