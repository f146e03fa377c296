// The seals of rows are tested in tests/runtime/store_sqlite/rows/seal_test.cpp.
#include <iam/store/record_seal.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <set>
#include <string>
#include <vector>

using namespace iam;
using store::ColumnKind;
using store::RecordKind;

namespace {

struct Column {
    ColumnKind kind = ColumnKind::null;
    std::string bytes{};
};

SecretKey key_of(std::uint8_t byte) {
    std::array<std::uint8_t, 32> bytes{};
    bytes.fill(byte);
    return SecretKey(bytes);
}

Digest seal_over(const std::vector<Column>& columns, RecordKind kind = RecordKind::grant,
                 std::uint8_t key = 1) {
    Hasher hasher = store::RecordSeal(key_of(key)).begin(kind);
    for (const Column& column : columns) add_column(hasher, column.kind, column.bytes);
    return hasher.finish();
}

}  // namespace

TEST_CASE("records that differ in kind, key, column or the border of columns have other seals") {
    const std::vector<Column> columns{{ColumnKind::text, "ab"}, {ColumnKind::blob, "c"}};
    std::set<std::string> seals;
    for (const RecordKind kind : {RecordKind::policy, RecordKind::grant, RecordKind::permission,
                                  RecordKind::approval, RecordKind::trust})
        seals.insert(seal_over(columns, kind).hex());
    seals.insert(seal_over(columns, RecordKind::grant, 2).hex());
    seals.insert(seal_over({{ColumnKind::text, "a"}, {ColumnKind::blob, "bc"}}).hex());
    seals.insert(seal_over({{ColumnKind::blob, "ab"}, {ColumnKind::blob, "c"}}).hex());
    seals.insert(seal_over({{ColumnKind::text, "ab"}, {ColumnKind::null, {}}}).hex());
    seals.insert(seal_over({{ColumnKind::text, "ab"}, {ColumnKind::blob, {}}}).hex());
    seals.insert(seal_over({{ColumnKind::text, "ab"}}).hex());
    CHECK(seals.size() == 11);
    CHECK(seal_over(columns) == seal_over(columns));
}

TEST_CASE("a stored seal counts if all of its bytes are those of the seal that is made") {
    const Digest made = seal_over({{ColumnKind::integer, "5"}});
    std::string stored(made.bytes.begin(), made.bytes.end());
    CHECK(store::is_seal(stored, made));
    CHECK_FALSE(store::is_seal(stored.substr(1), made));
    CHECK_FALSE(store::is_seal({}, made));
    stored.back() = static_cast<char>(stored.back() ^ 1);
    CHECK_FALSE(store::is_seal(stored, made));
}

TEST_CASE("the newest key seals, and each key of the ring proves its own seals") {
    store::KeyRing keys(key_of(1));
    const store::RecordSeal old(keys);
    keys.add(key_of(2));
    const store::RecordSeal both(keys);
    const auto made = [](Hasher hasher) { return hasher.update("record").finish(); };
    const Digest by_first = made(old.begin(RecordKind::grant));
    const Digest by_second = made(both.begin(RecordKind::grant));
    CHECK(old.newest_id() == 1);
    CHECK(both.newest_id() == 2);
    CHECK(by_first != by_second);
    CHECK(made(both.begin(RecordKind::grant, 1).value()) == by_first);
    CHECK(made(both.begin(RecordKind::grant, 2).value()) == by_second);
    CHECK(made(store::RecordSeal(key_of(1)).begin(RecordKind::grant)) == by_first);
    CHECK_FALSE(both.begin(RecordKind::grant, 3));
    CHECK_FALSE(old.begin(RecordKind::grant, 2));
    CHECK_FALSE(old.begin(RecordKind::grant, 0));
}
