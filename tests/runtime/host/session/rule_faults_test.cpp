// Faults of a file of rules, and of the way to it, in another language.
// Tests of runtime/src/host/session/rule_files.cpp and runtime/src/core/system/file_owner.cpp.
#include <iam/core/file_owner.hpp>
#include <iam/host/rule_files.hpp>
#include <support/fake_clock.hpp>
#include <support/named_registry.hpp>
#include <support/phrases.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <string>

namespace iam::test {
namespace {

namespace fs = std::filesystem;
using consent::RuleScope;

constexpr unsigned k_stranger = 12345;

/// Root reads everything, so that a test of a closed file needs another user.
class WithoutRights {
 public:
    WithoutRights() {
        if (is_root_) REQUIRE(::seteuid(k_stranger) == 0);
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;
    ~WithoutRights() {
        if (is_root_) static_cast<void>(::seteuid(0));
    }

 private:
    bool is_root_ = ::geteuid() == 0;
};

/// The system's reason in brackets stays in the system's language.
std::string without_reason(std::string message) {
    const std::size_t begin = message.find(" (");
    const std::size_t end = message.find(')', begin);
    if (begin != std::string::npos && end != std::string::npos)
        message.replace(begin, end - begin, " (x");
    return message;
}

/// `part`: the fault that is meant.
void check_fault(const std::string& fault, const std::string& part) {
    const std::string message = without_reason(fault);
    const std::string said = words::phrase_text(message, words::Locale::pt_br);
    INFO(message << " -> " << said);
    CHECK(message.find(part) != std::string::npos);
    CHECK(said.find(part) == std::string::npos);
    CHECK(english_left_in(message).empty());
}

struct BrokenClock final : Clock {
    bool works = true;
    FakeClock clock{};
    Moment now() const override { return works ? clock.now() : throw std::bad_alloc(); }
};

/// A file of rules in a folder of its own.
struct Place {
    TempDir folder{};
    BrokenClock clock{};
    NamedRegistry registry{};
    fs::path path = folder / "rules.json";

    Place() { ::chmod(folder.path().c_str(), 0755); }
    void write(const std::string& text) const {
        std::ofstream(path) << text;
        REQUIRE(::chmod(path.c_str(), 0644) == 0);
    }
    void check(const std::string& part, RuleScope scope = RuleScope::user,
               unsigned managed_owner = ::geteuid()) {
        host::RuleFiles files{registry, clock, {{scope, path}}, managed_owner};
        const auto book = files.current();
        REQUIRE(book->failures().size() == 1);
        check_fault(book->failures()[0].message, part);
    }
    void check_way_of(const fs::path& to, const std::string& part,
                      unsigned owner = ::geteuid()) const {
        const auto found = check_way(to, owner);
        REQUIRE(found);
        check_fault(found->fault + "; " + found->way_out, part);
    }
};

}  // namespace

TEST_CASE("A7 each fault of a file of rules has a phrase") {
    Place place;
    fs::create_directory(place.path);
    place.check("it is no file");
    fs::remove(place.path);
    place.write(std::string((std::size_t{4} << 20U) + 1, ' '));
    place.check("it is longer than 4 MiB");
    place.write("{}");
    place.clock.works = false;
    place.check("lack of memory");
    place.clock.works = true;
    REQUIRE(::chmod(place.path.c_str(), 0666) == 0);
    place.check("another user can write it");
    place.check("others than the administrator can write it; make it its", RuleScope::managed);
    REQUIRE(::chmod(place.path.c_str(), 0) == 0);
    {
        const WithoutRights rights;
        place.check("let the program's user read it");
    }
    fs::remove(place.path);
    fs::create_symlink(place.path.filename(), place.path);
    place.check("it cannot be read (x); put it right");
}

TEST_CASE("A7 a file of rules of another owner has a phrase") {
    Place place;
    place.write("{}");
    if (::geteuid() != 0) {
        return place.check("others than the administrator can write it; make it root's",
                           RuleScope::managed, ::geteuid() + 1);
    }
    REQUIRE(::chown(place.path.c_str(), k_stranger, ::getegid()) == 0);
    place.check("have it given to you");
    place.check("others than the administrator can write it; make it root's", RuleScope::managed);
}

TEST_CASE("A7 each fault of the way to a file has a phrase") {
    const Place place;
    const fs::path open = place.folder / "open";
    fs::create_directory(open);
    REQUIRE(::chmod(open.c_str(), 0777) == 0);
    place.check_way_of(open / "f", "others can write its folder");
    const fs::path loop = place.folder / "loop";
    fs::create_symlink("loop", loop);
    place.check_way_of(loop / "f", "on its way leads nowhere");
    const fs::path link = place.folder / "link";
    fs::create_symlink("/", link);
    if (::geteuid() == 0) {
        REQUIRE(::lchown(link.c_str(), k_stranger, ::getegid()) == 0);
        place.check_way_of(link / "f", "others can replace the link");
    }
    const fs::path shut = place.folder / "shut";
    fs::create_directory(shut);
    REQUIRE(::chmod(shut.c_str(), 0) == 0);
    {
        const WithoutRights rights;
        place.check_way_of(shut / "f", "let the program's user enter its folder");
    }
    REQUIRE(::chmod(shut.c_str(), 0700) == 0);
}

TEST_CASE("A7 a folder that is gone has a phrase") {
    const Place place;
    const fs::path before = fs::current_path();
    const fs::path gone = place.folder / "gone";
    fs::create_directory(gone);
    fs::current_path(gone);
    fs::remove(gone);
    const auto found = check_way("f", ::geteuid());
    fs::current_path(before);
    REQUIRE(found);
    check_fault(found->fault + "; " + found->way_out, "its folder cannot be found");
}

}  // namespace iam::test
