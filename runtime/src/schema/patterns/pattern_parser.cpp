// Parses the grammar of ECMA-262 §22.2.1 with the flag u, from text to tree, by recursive
// descent.
//
// The parser also reads constructs without a place in the tree to their end. A mistake after
// one gives the better message, and the format `regex` judges the grammar alone.
#include "schema/patterns/pattern_source.hpp"
#include "schema/unicode/unicode.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <map>

namespace iam::schema {
namespace {

using Kind = PatternNode::Kind;

PatternNode leaf(Kind kind) {
    PatternNode node;
    node.kind = kind;
    return node;
}

PatternNode one_of(CodePointSet set) {
    PatternNode node = leaf(Kind::set);
    node.set = std::move(set);
    return node;
}

// A single child needs no node around it.
PatternNode joined(Kind kind, std::vector<PatternNode> children) {
    if (children.size() == 1) return std::move(children.front());
    PatternNode node = leaf(kind);
    node.children = std::move(children);
    return node;
}

std::size_t saturated(std::size_t positions) noexcept {
    return std::min(positions, k_pattern_positions_max + 1);
}

// Counts positions for k_pattern_positions_max.
std::size_t positions_of(const PatternNode& node) noexcept {
    if (node.kind != Kind::sequence && node.kind != Kind::choice && node.kind != Kind::repeat)
        return 1;
    std::size_t sum = 0;
    for (const PatternNode& child : node.children) sum = saturated(sum + positions_of(child));
    if (node.kind != Kind::repeat) return sum;
    const std::size_t times =
        node.most == k_unbounded ? std::max<std::size_t>(node.least, 1) : node.most;
    return saturated(sum * saturated(times));
}

std::string too_many(const std::string& what) {
    return what + " compares with more than " + std::to_string(k_pattern_positions_max) +
           " characters when its repetitions are written out; use '*' or '+' and bound the length "
           "with maxLength";
}

struct Counts {
    std::uint32_t least = 0;
    std::uint32_t most = 0;
};

/// Reads one pattern. depth_ counts the open groups.
class Parser {
 public:
    Parser(std::string_view text, Dot dot) noexcept : source_(text), dot_(dot) {}

    Result<PatternNode> parse() {
        IAM_TRY(tree, read_disjunction());
        if (!source_.over())
            return source_.wrong(source_.offset(),
                                 "a ')' closes no group; write '\\)' for the character");
        IAM_CHECK(check_references());
        if (positions_of(tree) > k_pattern_positions_max) source_.cannot(too_many("the pattern"));
        return std::move(tree);
    }
    const std::optional<Error>& untranslatable() const noexcept { return source_.untranslatable(); }

 private:
    struct Reference {
        std::size_t start = 0;
        std::size_t number = 0;  // 0: by name
        std::u32string name{};
    };

    Result<PatternNode> read_disjunction();
    Result<PatternNode> read_alternative();
    Result<PatternNode> read_term();
    Result<PatternNode> read_atom();
    Result<PatternNode> read_group(std::size_t start);
    Result<PatternNode> read_inside(std::size_t start);
    Result<PatternNode> read_backslash(std::size_t start);
    Result<PatternNode> read_number(std::size_t start);
    Result<PatternNode> read_quantifier(std::size_t start, PatternNode atom);
    Result<Counts> read_counts(std::size_t start);
    std::uint32_t read_count();
    Result<std::u32string> read_group_name(std::size_t start);
    Result<char32_t> read_name_character(std::size_t start);
    Result<void> check_references();
    std::optional<std::string_view> take_look_around();
    std::optional<PatternNode> take_assertion();

    PatternSource source_;
    Dot dot_;
    std::size_t depth_ = 0;
    std::size_t groups_ = 0;
    std::map<std::u32string, std::size_t> names_;
    std::vector<Reference> references_;
};

Result<PatternNode> Parser::read_disjunction() {
    std::vector<PatternNode> alternatives;
    do {
        IAM_TRY(alternative, read_alternative());
        alternatives.push_back(std::move(alternative));
    } while (source_.take('|'));
    return joined(Kind::choice, std::move(alternatives));
}

Result<PatternNode> Parser::read_alternative() {
    std::vector<PatternNode> terms;
    while (!source_.over() && source_.front() != '|' && source_.front() != ')') {
        IAM_TRY(term, read_term());
        terms.push_back(std::move(term));
    }
    return joined(Kind::sequence, std::move(terms));
}

// Takes the opening of a look-around, if one begins here.
std::optional<std::string_view> Parser::take_look_around() {
    for (const std::string_view word : {"(?=", "(?!", "(?<=", "(?<!"})
        if (source_.take(word)) return word;
    return std::nullopt;
}

std::optional<PatternNode> Parser::take_assertion() {
    if (source_.take('^')) return leaf(Kind::text_start);
    if (source_.take('$')) return leaf(Kind::text_end);
    if (source_.take("\\b")) return leaf(Kind::word_boundary);
    if (source_.take("\\B")) return leaf(Kind::no_word_boundary);
    return std::nullopt;
}

Result<PatternNode> Parser::read_term() {
    const std::size_t start = source_.offset();
    std::optional<PatternNode> assertion = take_assertion();
    if (!assertion) {
        if (const auto word = take_look_around()) {
            source_.cannot(
                start, "'" + std::string(*word) +
                           "' looks around, which a search that reads its text once cannot; say it "
                           "with two patterns in allOf, or with not");
            IAM_TRY(inside, read_inside(start));
            assertion = std::move(inside);
        }
    }
    if (!assertion) {
        IAM_TRY(atom, read_atom());
        return read_quantifier(start, std::move(atom));
    }
    const char next = source_.front();
    if (next == '*' || next == '+' || next == '?' || next == '{')
        return source_.wrong(
            source_.offset(),
            std::string("'") + next +
                "' repeats an assertion; put the assertion into a group, '(?:\\b)'" +
                ", or leave the repetition out");
    return std::move(*assertion);
}

Result<PatternNode> Parser::read_atom() {
    const std::size_t start = source_.offset();
    if (source_.take('.')) {
        CodePointSet set = dot_ == Dot::any_character ? any_character() : any_but_line_ends();
        IAM_CHECK(source_.spend_ranges(start, set.size()));
        return one_of(std::move(set));
    }
    if (source_.take('\\')) return read_backslash(start);
    if (source_.take('(')) return read_group(start);
    if (source_.take('[')) {
        IAM_TRY(set, read_class(source_, start));
        return one_of(std::move(set));
    }
    const char front = source_.front();
    if (front == '*' || front == '+' || front == '?')
        return source_.wrong(start, std::string("'") + front +
                                        "' has nothing in front of it to repeat; write '\\" +
                                        front + "' for the character");
    if (front == '{' || front == '}' || front == ']')
        return source_.wrong(start, std::string("'") + front + "' stands alone; write '\\" + front +
                                        "' for the character");
    const char32_t code = source_.take_code_point();
    return one_of(normalised({{code, code}}));
}

// Reads the rest after '('. A '?' begins a named group, a group without a number, or a construct of
// another dialect.
Result<PatternNode> Parser::read_group(std::size_t start) {
    if (source_.take("?:")) return read_inside(start);
    ++groups_;
    if (source_.take("?<")) {
        IAM_TRY(name, read_group_name(start));
        if (!names_.emplace(std::move(name), groups_).second)
            return source_.wrong(start, quoted_name(source_.from(start)) +
                                            " gives a name a second time; choose another one");
    } else if (source_.front() == '?') {
        source_.take('?');
        if (!source_.over()) source_.take_code_point();
        return source_.wrong(start,
                             quoted_name(source_.from(start)) +
                                 " is no group of ECMA-262; use '(…)', '(?:…)' or '(?<name>…)'");
    }
    return read_inside(start);
}

// Reads up to and including the ')'.
Result<PatternNode> Parser::read_inside(std::size_t start) {
    if (depth_ == k_pattern_depth_max)
        return source_.wrong(start, "groups are nested deeper than " +
                                        std::to_string(k_pattern_depth_max) + "; flatten them");
    ++depth_;
    IAM_TRY(inside, read_disjunction());
    --depth_;
    if (!source_.take(')'))
        return source_.wrong(start, "a '(' has no ')'; write '\\(' for the character");
    return std::move(inside);
}

// Reads the rest after a '\' outside a class.
Result<PatternNode> Parser::read_backslash(std::size_t start) {
    const char front = source_.front();
    if (front >= '1' && front <= '9') return read_number(start);
    if (source_.take('k')) {
        if (!source_.take('<'))
            return source_.wrong(start, "'\\k' needs the name of a group, '\\k<name>'");
        IAM_TRY(name, read_group_name(start));
        references_.push_back({start, 0, std::move(name)});
        source_.cannot(start,
                       quoted_name(source_.from(start)) +
                           " wants the text of a group again, which a search that reads its text "
                           "once cannot; spell the alternatives out");
        return leaf(Kind::sequence);
    }
    IAM_TRY(escape, read_escape(source_, start, false));
    if (escape.character) escape.set = normalised({{*escape.character, *escape.character}});
    return one_of(std::move(escape.set));
}

Result<PatternNode> Parser::read_number(std::size_t start) {
    const std::size_t number = read_count();
    references_.push_back({start, number, {}});
    source_.cannot(start,
                   quoted_name(source_.from(start)) +
                       " wants the text of a group again, which a search that reads its text "
                       "once cannot; spell the alternatives out");
    return leaf(Kind::sequence);
}

// Reads digits. If a number does not fit, it counts as the largest number below "unbounded".
std::uint32_t Parser::read_count() {
    constexpr std::uint64_t k_most = k_unbounded - 1;
    std::uint64_t count = 0;
    while (source_.front() >= '0' && source_.front() <= '9') {
        count = std::min(k_most, count * 10 + static_cast<std::uint64_t>(source_.front() - '0'));
        source_.take(source_.front());
    }
    return static_cast<std::uint32_t>(count);
}

// Reads the rest after '{'.
Result<Counts> Parser::read_counts(std::size_t start) {
    const auto is_digit = [this] { return source_.front() >= '0' && source_.front() <= '9'; };
    const bool begins = is_digit();
    Counts counts;
    counts.least = counts.most = read_count();
    if (source_.take(',')) counts.most = is_digit() ? read_count() : k_unbounded;
    if (!begins || !source_.take('}'))
        return source_.wrong(start,
                             "'{' begins no repetition; write '{2}', '{2,}' or '{2,5}', or '\\{' "
                             "for the character");
    if (counts.least > counts.most)
        return source_.wrong(start, quoted_name(source_.from(start)) +
                                        " has its numbers in the wrong order; exchange them");
    return counts;
}

Result<PatternNode> Parser::read_quantifier(std::size_t start, PatternNode atom) {
    const std::size_t at = source_.offset();
    Counts counts{0, k_unbounded};
    if (source_.take('+'))
        counts.least = 1;
    else if (source_.take('?'))
        counts.most = 1;
    else if (source_.take('{')) {
        IAM_TRY(read, read_counts(at));
        counts = read;
    } else if (!source_.take('*')) {
        return atom;
    }
    source_.take('?');  // lazy: changes the match found first, not its existence
    if (counts.most == 0 || positions_of(atom) == 0) return leaf(Kind::sequence);
    PatternNode node = leaf(Kind::repeat);
    node.least = counts.least;
    node.most = counts.most;
    node.children.push_back(std::move(atom));
    if (positions_of(node) > k_pattern_positions_max)
        source_.cannot(start, too_many("what " + quoted_name(source_.from(at)) + " repeats"));
    return node;
}

Result<char32_t> Parser::read_name_character(std::size_t start) {
    if (source_.over()) return source_.wrong(start, "the name of a group is not closed by '>'");
    if (!source_.take("\\u")) return source_.take_code_point();
    return read_unicode_escape(source_, start);
}

// Reads the rest after '<', up to and including the '>'.
Result<std::u32string> Parser::read_group_name(std::size_t start) {
    std::u32string name;
    while (!source_.take('>')) {
        IAM_TRY(code, read_name_character(start));
        const bool sign = code == U'$' || code == U'_';
        const bool joiner = code == 0x200C || code == 0x200D;
        if (!sign && !(name.empty() ? unicode::starts_identifier(code)
                                    : joiner || unicode::continues_identifier(code)))
            return source_.wrong(start,
                                 quoted_name(source_.from(start)) +
                                     " has a character that names of groups must not have; use "
                                     "letters, digits and '_', a digit not first");
        name += code;
    }
    if (name.empty())
        return source_.wrong(start,
                             quoted_name(source_.from(start)) + " has no name; write '(?<name>…)'");
    return name;
}

// A reference may stand before its group, so all references are judged at the end.
Result<void> Parser::check_references() {
    for (const Reference& reference : references_) {
        const bool good =
            reference.number > 0 ? reference.number <= groups_ : names_.count(reference.name) > 0;
        if (!good)
            return source_.wrong(reference.start,
                                 "a '\\' refers to a group that is not there; write "
                                 "'\\x31' for a character by its number");
    }
    return {};
}

Result<void> check_text(std::string_view text) {
    if (text.size() > k_pattern_bytes_max)
        return fail(Errc::invalid_argument,
                    "the pattern has " + std::to_string(text.size()) + " bytes, more than the " +
                        std::to_string(k_pattern_bytes_max) + " that are taken; shorten it");
    if (!is_valid_utf8(text))
        return fail(
            Errc::invalid_argument,
            "the pattern is not well-formed UTF-8; write it in UTF-8 or with '\\u' escapes");
    return {};
}

}  // namespace

Result<PatternNode> parse_pattern(std::string_view ecma, Dot dot) {
    IAM_CHECK(check_text(ecma));
    Parser parser(ecma, dot);
    Result<PatternNode> tree = parser.parse();
    if (tree && parser.untranslatable()) return tl::unexpected(*parser.untranslatable());
    return tree;
}

Result<void> check_pattern_syntax(std::string_view ecma) {
    IAM_CHECK(check_text(ecma));
    IAM_CHECK(Parser(ecma, Dot::no_line_end).parse());
    return {};
}

}  // namespace iam::schema
