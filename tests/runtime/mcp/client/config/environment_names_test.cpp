#include "mcp/client/config/environment_names.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam::mcp;

TEST_CASE("an environment can hold every name without an equals sign and NUL") {
    for (const char* name : {"A", "a b", "1", "PATH"}) CHECK(is_variable_name(name));
    for (const std::string& name : {std::string(), std::string("A=B"), std::string("A\0B", 3)})
        CHECK_FALSE(is_variable_name(name));
}

TEST_CASE("variables of the loader are known, and names like keys as well") {
    for (const char* name :
         {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "GLIBC_TUNABLES", "GCONV_PATH"})
        CHECK(is_loader_variable(name));
    for (const char* name : {"PATH", "ld_preload", "OLD_PATH", "HOME"})
        CHECK_FALSE(is_loader_variable(name));
    for (const char* name :
         {"PATH", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "NODE_PATH", "PYTHONPATH",
          "PYTHONSTARTUP", "PYTHONHOME", "PERL5LIB", "PERL5OPT", "RUBYOPT", "RUBYLIB",
          "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH", "BASH_ENV", "ENV", "GCONV_PATH"})
        CHECK(chooses_code(name));
    for (const char* name : {"LOG", "API_KEY", "MY_PATH", "ENVIRONMENT"})
        CHECK_FALSE(chooses_code(name));
    for (const char* name : {"API_KEY", "x-api-key", "apiKey", "apikey", "GITHUB_TOKEN", "token",
                             "dbPassword", "GH_PAT", "CLIENT_SECRET"})
        CHECK(sounds_secret(name));
    for (const char* name : {"PATH", "MONKEY", "LOG", "COMPASS", "KEYS_FILE", ""})
        CHECK_FALSE(sounds_secret(name));
}
