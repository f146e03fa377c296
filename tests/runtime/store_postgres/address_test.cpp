// The parameters of an address.
#include <catch2/catch.hpp>
#include <store_postgres/address.hpp>

#include <string>

using iam::Errc;
using iam::store_postgres::is_address;
using iam::store_postgres::parse_address;

TEST_CASE("an address gives its schema and its folder, and libpq gets the rest") {
    const auto place = parse_address(
        "postgresql://ann@db.example:5433/"
        "iam?sslmode=verify-full&schema=team_1&keys=%2Fvar%2Fa%20b");
    REQUIRE(place.has_value());
    CHECK(place->for_libpq == "postgresql://ann@db.example:5433/iam?sslmode=verify-full");
    CHECK(place->schema == "team_1");
    CHECK(place->folder == "/var/a b");
    CHECK(place->key() == "/var/a b/store.key");
    CHECK_FALSE(place->backups.has_value());
    CHECK(parse_address("postgres:///db?keys=/k&backup_days=36500")->backups ==
          std::chrono::days(36'500));
    CHECK(parse_address("postgres:///db?keys=/k")->schema == "iam");
    CHECK(parse_address("postgres:///db?keys=/k")->for_libpq == "postgres:///db");
}

TEST_CASE("an address may name the guard of a new ledger, and an unknown one is refused (P08)") {
    using iam::store_postgres::Guard;
    const auto place = parse_address("postgresql://h/d?keys=/k&guard=serializable&sslmode=require");
    REQUIRE(place.has_value());
    CHECK(place->guard == Guard::serializable);
    CHECK(place->for_libpq == "postgresql://h/d?sslmode=require");
    CHECK(parse_address("postgresql://h/d?keys=/k&guard=table")->guard == Guard::table);
    CHECK_FALSE(parse_address("postgresql://h/d?keys=/k")->guard.has_value());
    for (const char* text : {"postgresql://h/d?keys=/k&guard=", "postgresql://h/d?keys=/k&guard=x",
                             "postgresql://h/d?keys=/k&guard", "postgresql://h/d?guard=TABLE"}) {
        INFO(text);
        const auto refused = parse_address(text);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::invalid_argument);
        CHECK(refused.error().message.find("guard=table") != std::string::npos);
    }
}

TEST_CASE("only a text that begins with the scheme is an address") {
    CHECK(is_address("postgresql://"));
    CHECK(is_address("postgres://x"));
    CHECK_FALSE(is_address("/var/postgresql://"));
    CHECK_FALSE(is_address("postgresql:/x"));
    CHECK_FALSE(is_address(""));
}

TEST_CASE("an address with a password is refused, and the message names libpq's file") {
    for (const char* text :
         {"postgresql://ann:secret@h/d?keys=/k", "postgresql://h/d?password=secret&keys=/k",
          "postgresql://h/d?keys=/k&password=secret", "postgresql://a:b:c@h/d?keys=/k"}) {
        INFO(text);
        const auto place = parse_address(text);
        REQUIRE_FALSE(place.has_value());
        CHECK(place.error().code == Errc::invalid_argument);
        CHECK(place.error().message.find(".pgpass") != std::string::npos);
        CHECK(place.error().message.find("secret") == std::string::npos);
    }
    CHECK(parse_address("postgresql://h:5432/d?keys=/k").has_value());
}

TEST_CASE("an address without a folder or with an unfit schema is refused") {
    for (const std::string& text :
         {std::string("postgresql://h/d"), std::string("postgresql://h/d?keys=relative"),
          std::string("postgresql://h/d?keys=/k&schema="),
          std::string("postgresql://h/d?keys=/k&schema=A"),
          std::string("postgresql://h/d?keys=/k&schema=1a"),
          std::string("postgresql://h/d?keys=/k&schema=pg_x"),
          std::string("postgresql://h/d?keys=/k&schema=a%22b"),
          std::string("postgresql://h/d?keys=/k&backup_days="),
          std::string("postgresql://h/d?keys=/k&backup_days=-1"),
          std::string("postgresql://h/d?keys=/k&backup_days=30d"),
          std::string("postgresql://h/d?keys=/k&backup_days=36501"),
          std::string("postgresql://h/d?keys=/k%2"), std::string("postgresql://h/d?keys=/k%00"),
          "postgresql://h/d?keys=/k&schema=" + std::string(64, 'a'),
          "postgresql://h/d?keys=/" + std::string(5000, 'k'), std::string("/folder")}) {
        INFO(text.substr(0, 80));
        CHECK(parse_address(text).error().code == Errc::invalid_argument);
    }
    CHECK(parse_address("postgresql://h/d?keys=/k&schema=" + std::string(63, 'a')).has_value());
}
