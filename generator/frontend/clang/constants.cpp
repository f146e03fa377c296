// Evaluates constant expressions in headers. clang evaluates scalars. Strings, optionals, vectors
// and aggregates are taken apart here, since clang does not evaluate std::string.
#include <generator/frontend/clang/constants.hpp>
#include <generator/frontend/clang/json_text.hpp>
#include <generator/frontend/types/type_parts.hpp>
#include <generator/model/limits.hpp>

#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

namespace iam::gen {
namespace {

using clang::Expr;
using llvm::dyn_cast;

struct Constant {
    bool absent = false;  // an empty optional
    std::string json;
};

/// The expression without clang's wrapper nodes around a written expression.
const Expr* unwrapped(const Expr* expression) {
    while (true) {
        const Expr* inner = expression;
        if (const auto* full = dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
        if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(inner))
            inner = temporary->getSubExpr();
        if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner))
            inner = bound->getSubExpr();
        if (const auto* parenthesised = dyn_cast<clang::ParenExpr>(inner))
            inner = parenthesised->getSubExpr();
        if (const auto* initialiser = dyn_cast<clang::CXXDefaultInitExpr>(inner))
            inner = initialiser->getExpr();
        if (inner == expression) return inner;
        expression = inner;
    }
}

/// The same, also through conversions and constexpr names. It is for values of classes: clang's
/// evaluation does not give them.
const Expr* spelled(const Expr* expression) {
    while (true) {
        const Expr* inner = unwrapped(expression);
        if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(inner)) inner = cast->getSubExpr();
        if (const auto* cast = dyn_cast<clang::CXXFunctionalCastExpr>(inner))
            inner = cast->getSubExpr();
        if (const auto* name = dyn_cast<clang::DeclRefExpr>(inner)) {
            const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
            const bool constant = variable != nullptr && variable->isConstexpr();
            const Expr* initialiser = constant ? variable->getAnyInitializer() : nullptr;
            if (initialiser != nullptr) inner = initialiser;
        }
        if (inner == expression) return inner;
        expression = inner;
    }
}

std::vector<const Expr*> given_arguments(const clang::CXXConstructExpr& construction) {
    std::vector<const Expr*> arguments;
    for (const Expr* argument : construction.arguments()) {
        if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) arguments.push_back(argument);
    }
    return arguments;
}

/// True for `T()` of a class without constructors: its fields have the values given in the class.
bool is_initial(const Expr& expression) {
    const auto* construction = dyn_cast<clang::CXXConstructExpr>(&expression);
    return llvm::isa<clang::ImplicitValueInitExpr>(expression) ||
           (construction != nullptr && given_arguments(*construction).empty());
}

/// Macros with a text dependent on the folder, the time or a change elsewhere in the file.
bool is_place_macro(llvm::StringRef name) {
    return name == "__FILE__" || name == "__BASE_FILE__" || name == "__FILE_NAME__" ||
           name == "__LINE__" || name == "__DATE__" || name == "__TIME__" ||
           name == "__TIMESTAMP__" || name == "__COUNTER__" || name == "__INCLUDE_LEVEL__";
}

bool comes_from_place_macro(const Reader& reader, clang::SourceLocation location) {
    const clang::SourceManager& sources = reader.places.sources();
    for (; location.isMacroID(); location = sources.getImmediateMacroCallerLoc(location)) {
        const llvm::StringRef name =
            clang::Lexer::getImmediateMacroName(location, sources, reader.ast.getLangOpts());
        if (is_place_macro(name)) return true;
    }
    return false;
}

/// Finds parts of an expression dependent on the place or time of compilation. It searches the
/// expression, the initialisers of its constants, and the bodies of called functions.
class PlaceFinder {
 public:
    explicit PlaceFinder(const Reader& reader) : reader_(reader) {}

    bool finds_in(const clang::Stmt* statement) {
        if (statement == nullptr) return false;
        if (llvm::isa<clang::SourceLocExpr>(statement) || is_made_by_macro(*statement)) return true;
        if (const auto* field = dyn_cast<clang::CXXDefaultInitExpr>(statement))
            return finds_in(field->getExpr());
        if (const auto* argument = dyn_cast<clang::CXXDefaultArgExpr>(statement))
            return finds_in(argument->getExpr());
        if (const auto* name = dyn_cast<clang::DeclRefExpr>(statement))
            return finds_behind(*name->getDecl());
        const auto children = statement->children();
        return std::any_of(children.begin(), children.end(),
                           [this](const clang::Stmt* child) { return finds_in(child); });
    }

 private:
    bool is_made_by_macro(const clang::Stmt& statement) const {
        if (const auto* number = dyn_cast<clang::IntegerLiteral>(&statement))
            return comes_from_place_macro(reader_, number->getLocation());
        const auto* text = dyn_cast<clang::StringLiteral>(&statement);
        for (unsigned i = 0; text != nullptr && i < text->getNumConcatenated(); ++i)
            if (comes_from_place_macro(reader_, text->getStrTokenLoc(i))) return true;
        return false;
    }

    bool finds_behind(const clang::ValueDecl& decl) {
        if (!seen_.insert(&decl).second) return false;
        if (const auto* variable = dyn_cast<clang::VarDecl>(&decl))
            return finds_in(variable->getAnyInitializer());
        const auto* function = dyn_cast<clang::FunctionDecl>(&decl);
        return function != nullptr && finds_in(function->getBody());
    }

    const Reader& reader_;
    llvm::DenseSet<const clang::ValueDecl*> seen_{};
};

bool depends_on_place(const Reader& reader, const Expr* expression) {
    return PlaceFinder(reader).finds_in(expression);
}

std::optional<clang::APValue> evaluated(const Reader& reader, const Expr* expression) {
    const Expr* inner = unwrapped(expression);
    if (inner->isValueDependent() || inner->isTypeDependent()) return std::nullopt;
    if (depends_on_place(reader, inner)) return std::nullopt;
    Expr::EvalResult result;
    if (!inner->EvaluateAsRValue(result, reader.ast, true) || result.HasSideEffects)
        return std::nullopt;
    return result.Val;
}

std::string integer_text(const llvm::APSInt& value) {
    llvm::SmallString<32> text;
    value.toString(text, 10);
    return text.str().str();
}

std::optional<std::string> floating_json(const llvm::APFloat& value, int bits) {
    bool inexact = false;
    llvm::APFloat wide = value;
    if (bits == 32) {
        wide.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &inexact);
        return json_number(wide.convertToFloat());
    }
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    return json_number(wide.convertToDouble());
}

std::optional<std::string> scalar_json(const clang::APValue& value, const Type& type) {
    if (type.kind == TypeKind::floating) {
        if (value.isFloat()) return floating_json(value.getFloat(), type.bits);
        if (!value.isInt()) return std::nullopt;
        llvm::APFloat converted(llvm::APFloat::IEEEdouble());
        converted.convertFromAPInt(value.getInt(), value.getInt().isSigned(),
                                   llvm::APFloat::rmNearestTiesToEven);
        return floating_json(converted, type.bits);
    }
    if (!value.isInt()) return std::nullopt;
    if (type.kind == TypeKind::boolean) return value.getInt() == 0 ? "false" : "true";
    return integer_text(value.getInt());
}

/// The names of a combination, as JSON; nothing if a bit has no name.
std::optional<std::vector<std::string>> flag_names(const clang::EnumDecl& definition,
                                                   const llvm::APSInt& value, const Enum& known) {
    llvm::APInt left = value;
    std::vector<std::string> names;
    for (const clang::EnumConstantDecl* enumerator : definition.enumerators()) {
        const llvm::APInt bits = enumerator->getInitVal().zextOrTrunc(left.getBitWidth());
        if (!bits.isSubsetOf(value) || !bits.intersects(left)) continue;
        names.push_back(*json_string(enumerator->getName().str()));
        left &= ~bits;
    }
    if (!left.isZero() || known.enumerators.empty()) return std::nullopt;
    return names;
}

/// Reads one value of a type. Fields of records are looked up by name.
class Evaluation {
 public:
    explicit Evaluation(Reader& reader) : reader_(reader) {}

    std::optional<Constant> value(const Expr* expression, const Type& type) {
        if (--values_left_ < 0) return std::nullopt;
        switch (type.kind) {
            case TypeKind::boolean:
            case TypeKind::integer:
            case TypeKind::floating:
                return scalar(expression, type);
            case TypeKind::character:
                return character(expression);
            case TypeKind::enumeration:
                return reader_.model.enums.at(type.name).is_flags ? flags(expression, type)
                                                                  : enumerator(expression);
            case TypeKind::string:
            case TypeKind::string_view:
            case TypeKind::c_string:
            case TypeKind::char_array:
            case TypeKind::path:
                return string(expression);
            case TypeKind::optional:
                return optional(expression, type);
            case TypeKind::pointer:
                return pointer(expression);
            case TypeKind::sequence:
            case TypeKind::set:
                return sequence(expression, type);
            case TypeKind::array:
                return array(expression, type);
            case TypeKind::map:
                return map(expression);
            case TypeKind::record:
                return record(expression, type);
            default:  // left to the program
                return std::nullopt;
        }
    }

    /// The value of `T{}`.
    std::optional<Constant> zero(const Type& type) {
        if (--values_left_ < 0) return std::nullopt;
        switch (type.kind) {
            case TypeKind::boolean:
                return Constant{false, "false"};
            case TypeKind::integer:
            case TypeKind::floating:
                return Constant{false, type.is_decimal ? "\"0\"" : "0"};
            case TypeKind::string:
            case TypeKind::string_view:
            case TypeKind::char_array:
            case TypeKind::path:
                return Constant{false, "\"\""};
            case TypeKind::optional:
            case TypeKind::pointer:
                return Constant{true, {}};
            case TypeKind::sequence:
            case TypeKind::set:
                return Constant{false, "[]"};
            case TypeKind::array:
                return elements({}, type);
            case TypeKind::map:
                return Constant{false, "{}"};
            case TypeKind::record:
                return aggregate(nullptr, type);
            case TypeKind::enumeration:  // zero may have no name: left to the program
                if (!reader_.model.enums.at(type.name).is_flags) return std::nullopt;
                return Constant{false, "[]"};
            default:  // left to the program
                return std::nullopt;
        }
    }

 private:
    using Members = std::vector<std::pair<std::string, std::string>>;

    std::optional<Constant> scalar(const Expr* expression, const Type& type) {
        const auto result = evaluated(reader_, expression);
        if (!result) return std::nullopt;
        const auto json = type.form == NumberForm::duration
                              ? duration_json(*result, *expression, type)
                              : scalar_json(*result, type);
        if (!json) return std::nullopt;
        return Constant{false, type.is_decimal ? '"' + *json + '"' : *json};
    }

    /// The number inside a duration. If a duration still needs a conversion, it counts in another
    /// unit and gives nothing.
    std::optional<std::string> duration_json(const clang::APValue& value, const Expr& expression,
                                             const Type& type) {
        const bool is_held = value.isStruct() && value.getStructNumBases() == 0 &&
                             value.getStructNumFields() == 1 &&
                             is_same_duration(reader_, expression.getType(), type);
        return is_held ? scalar_json(value.getStructField(0), type) : std::nullopt;
    }

    std::optional<Constant> enumerator(const Expr* expression) {
        const clang::EnumConstantDecl* found = constant_enumerator(reader_, *expression);
        const auto json = found == nullptr ? std::nullopt : json_string(found->getName().str());
        if (!json) return std::nullopt;
        return Constant{false, *json};
    }

    std::optional<Constant> character(const Expr* expression) {
        const auto result = evaluated(reader_, expression);
        if (!result || !result->isInt() || result->getInt() <= 0 || result->getInt() > 0x7F)
            return std::nullopt;
        const auto json =
            json_string(std::string(1, static_cast<char>(result->getInt().getExtValue())));
        return Constant{false, *json};
    }

    std::optional<Constant> flags(const Expr* expression, const Type& type) {
        const auto* enumeration =
            unwrapped(expression)->getType().getNonReferenceType()->getAs<clang::EnumType>();
        const auto result = enumeration == nullptr ? std::nullopt : evaluated(reader_, expression);
        if (!result || !result->isInt()) return std::nullopt;
        const auto names = flag_names(*enumeration->getDecl()->getDefinition(), result->getInt(),
                                      reader_.model.enums.at(type.name));
        if (!names) return std::nullopt;
        return Constant{false, json_array(*names)};
    }

    std::optional<Constant> string(const Expr* expression) {
        const auto text = constant_string(reader_, *expression);
        const auto json = text ? json_string(*text) : std::nullopt;
        if (!json) return std::nullopt;
        return Constant{false, *json};
    }

    std::optional<Constant> optional(const Expr* expression, const Type& type) {
        const Expr* inner = spelled(expression);
        if (is_std_class(inner->getType(), "nullopt_t")) return Constant{true, {}};
        if (const auto* list = dyn_cast<clang::InitListExpr>(inner);
            list != nullptr && list->getNumInits() == 0) {
            return Constant{true, {}};
        }
        const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
        if (construction == nullptr || !is_std_class(inner->getType(), "optional"))
            return value(inner, *type.element);
        const auto arguments = given_arguments(*construction);
        if (arguments.empty()) return Constant{true, {}};
        if (arguments.size() != 1) return std::nullopt;
        const clang::QualType given = arguments[0]->getType();
        if (is_std_class(given, "nullopt_t")) return Constant{true, {}};
        if (is_std_class(given, "optional")) return optional(arguments[0], type);
        return value(arguments[0], *type.element);
    }

    /// A null pointer is an absent value. Any other pointer is left to the program.
    std::optional<Constant> pointer(const Expr* expression) {
        const Expr* inner = spelled(expression);
        if (llvm::isa<clang::CXXNullPtrLiteralExpr>(inner)) return Constant{true, {}};
        const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
        if (construction == nullptr) return std::nullopt;
        const auto arguments = given_arguments(*construction);
        if (arguments.empty()) return Constant{true, {}};
        return arguments.size() == 1 ? pointer(arguments[0]) : std::nullopt;
    }

    std::optional<Constant> sequence(const Expr* expression, const Type& type) {
        const Expr* inner = spelled(expression);
        const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
        if (construction == nullptr) return std::nullopt;
        const auto arguments = given_arguments(*construction);
        if (arguments.empty()) return Constant{false, "[]"};
        if (arguments.size() != 1) return std::nullopt;
        if (construction->getConstructor()->isCopyOrMoveConstructor())
            return sequence(arguments[0], type);
        const auto* braces = dyn_cast<clang::CXXStdInitializerListExpr>(spelled(arguments[0]));
        const auto* list = braces == nullptr
                               ? nullptr
                               : dyn_cast<clang::InitListExpr>(spelled(braces->getSubExpr()));
        return list == nullptr ? std::nullopt : elements(list->inits(), type);
    }

    // The braces of a std::array stand around the braces of its inner array.
    std::optional<Constant> array(const Expr* expression, const Type& type) {
        const Expr* inner = spelled(expression);
        if (llvm::isa<clang::ImplicitValueInitExpr>(inner)) return elements({}, type);
        const auto* list = dyn_cast<clang::InitListExpr>(inner);
        if (list == nullptr) return std::nullopt;
        const bool is_inside = list->getType()->isRecordType() && list->getNumInits() == 1;
        return is_inside ? array(list->getInit(0), type) : elements(list->inits(), type);
    }

    /// If the number of elements is fixed, elements without a written value are zero.
    std::optional<Constant> elements(llvm::ArrayRef<const Expr*> inits, const Type& type) {
        const std::size_t count = type.extent ? *type.extent : inits.size();
        if (count > static_cast<std::size_t>(k_default_values_max)) return std::nullopt;
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_written =
                i < inits.size() && !llvm::isa<clang::ImplicitValueInitExpr>(inits[i]);
            const auto constant = is_written ? value(inits[i], *type.element) : zero(*type.element);
            if (!constant) return std::nullopt;
            std::string text = constant->absent ? "null" : constant->json;
            // A set drops repeated elements.
            const bool is_known = type.kind == TypeKind::set &&
                                  std::find(texts.begin(), texts.end(), text) != texts.end();
            if (!is_known) texts.push_back(std::move(text));
        }
        return Constant{false, json_array(texts)};
    }

    std::optional<Constant> map(const Expr* expression) {
        const Expr* inner = spelled(expression);
        const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
        if (construction == nullptr) return std::nullopt;
        const auto arguments = given_arguments(*construction);
        if (arguments.empty()) return Constant{false, "{}"};
        if (arguments.size() == 1 && is_std_class(arguments[0]->getType(), "map"))
            return map(arguments[0]);
        return std::nullopt;
    }

    std::optional<Constant> record(const Expr* expression, const Type& type) {
        const Expr* inner = spelled(expression);
        if (const auto* list = dyn_cast<clang::InitListExpr>(inner)) return aggregate(list, type);
        if (llvm::isa<clang::ImplicitValueInitExpr>(inner)) return aggregate(nullptr, type);
        const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
        if (construction == nullptr) return std::nullopt;
        const auto arguments = given_arguments(*construction);
        // `T()` sets fields without initialisers to zero, and `T` alone does not. If every field
        // has an initialiser, both are the same.
        if (arguments.empty()) return aggregate(nullptr, type);
        const bool copy =
            arguments.size() == 1 && construction->getConstructor()->isCopyOrMoveConstructor();
        return copy ? record(arguments[0], type) : std::nullopt;
    }

    std::optional<Constant> aggregate(const clang::InitListExpr* list, const Type& type) {
        const auto decl = reader_.record_decls.find(type.name);
        const auto known = reader_.model.records.find(type.name);
        if (decl == reader_.record_decls.end() || known == reader_.model.records.end())
            return std::nullopt;
        Members members;
        if (!append_members(*decl->second, list, known->second, members)) return std::nullopt;
        return Constant{false, json_object(std::move(members))};
    }

    bool append_members(const clang::CXXRecordDecl& decl, const clang::InitListExpr* list,
                        const Record& record, Members& out) {
        if (list != nullptr && list->isSyntacticForm() && list->getSemanticForm() != nullptr) {
            list = list->getSemanticForm();
        }
        unsigned index = 0;
        const auto next = [&]() -> const Expr* {
            return list != nullptr && index < list->getNumInits() ? list->getInit(index++)
                                                                  : nullptr;
        };
        for (const clang::CXXBaseSpecifier& base : decl.bases()) {
            if (!append_part(*base.getType()->getAsCXXRecordDecl(), next(), record, out))
                return false;
        }
        for (const clang::FieldDecl* field : decl.fields()) {
            if (field->isUnnamedBitField()) continue;  // initialiser lists skip it
            const Expr* initialiser = next();
            const bool good =
                field->isAnonymousStructOrUnion()
                    ? append_part(*field->getType()->getAsCXXRecordDecl(), initialiser, record, out)
                    : append_field(*field, initialiser, record, out);
            if (!good) return false;
        }
        return true;
    }

    /// Appends the fields of a base or an unnamed struct. They are fields of the class.
    bool append_part(const clang::CXXRecordDecl& part, const Expr* initialiser,
                     const Record& record, Members& out) {
        const Expr* inner = initialiser == nullptr ? nullptr : spelled(initialiser);
        const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(inner);
        if (inner != nullptr && list == nullptr && !is_initial(*inner)) return false;
        return append_members(part, list, record, out);
    }

    bool append_field(const clang::FieldDecl& field, const Expr* initialiser, const Record& record,
                      Members& out) {
        const auto member =
            std::find_if(record.fields.begin(), record.fields.end(),
                         [&](const Member& m) { return m.name == field.getName(); });
        if (member == record.fields.end()) return false;
        const bool implicit =
            initialiser == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(initialiser);
        if (initialiser == nullptr && field.hasInClassInitializer())
            initialiser = field.getInClassInitializer();
        const bool zeroed = implicit && (initialiser == nullptr ||
                                         llvm::isa<clang::ImplicitValueInitExpr>(initialiser));
        const auto constant = zeroed ? zero(member->type) : value(initialiser, member->type);
        if (!constant) return false;
        if (!constant->absent) out.emplace_back(effective_name(*member), constant->json);
        return true;
    }

    Reader& reader_;
    int values_left_ = k_default_values_max;
};

}  // namespace

const std::string& effective_name(const Member& member) {
    return member.constraints.name ? member.constraints.name->value : member.name;
}

Default read_default(Reader& reader, const Expr& expression, const Type& type) {
    Default out;
    out.span = reader.places.range(expression.getSourceRange());
    const auto constant = Evaluation(reader).value(&expression, type);
    if (!constant) {
        out.kind = Default::Kind::computed;
    } else if (!constant->absent) {
        out.kind = Default::Kind::value;
        out.json = constant->json;
    }
    return out;
}

std::optional<std::string> constant_string(const Reader& reader, const Expr& expression) {
    const Expr* inner = spelled(&expression);
    if (const auto* literal = dyn_cast<clang::StringLiteral>(inner)) {
        if (literal->getCharByteWidth() != 1 || depends_on_place(reader, literal))
            return std::nullopt;
        // A literal becomes text through a pointer. The text ends at the first zero byte.
        const llvm::StringRef text = literal->getString();
        return text.substr(0, text.find('\0')).str();
    }
    if (const auto* list = dyn_cast<clang::InitListExpr>(inner)) {
        if (list->getNumInits() == 0) return std::string();
        return list->getNumInits() == 1 ? constant_string(reader, *list->getInit(0)) : std::nullopt;
    }
    const auto* construction = dyn_cast<clang::CXXConstructExpr>(inner);
    if (construction == nullptr) return std::nullopt;
    const auto arguments = given_arguments(*construction);
    if (arguments.empty()) return std::string();
    if (arguments.size() != 1) return std::nullopt;
    return constant_string(reader, *arguments[0]);
}

std::optional<Number> constant_number(const Reader& reader, const Expr& expression) {
    const clang::QualType type = expression.getType().getCanonicalType().getNonReferenceType();
    if (!type->isArithmeticType() || type->isBooleanType() || type->isAnyCharacterType())
        return std::nullopt;
    const auto value = evaluated(reader, &expression);
    if (!value) return std::nullopt;
    if (value->isFloat()) {
        llvm::APFloat wide = value->getFloat();
        bool inexact = false;
        wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
        return Number(wide.convertToDouble());
    }
    if (!value->isInt() || value->getInt().getBitWidth() > 64) return std::nullopt;
    const llvm::APSInt& integer = value->getInt();
    if (integer.isSigned() || integer.getActiveBits() < 64)
        return Number(std::int64_t{integer.getExtValue()});
    return Number(std::uint64_t{integer.getZExtValue()});
}

std::optional<bool> constant_bool(const Reader& reader, const Expr& expression) {
    if (!expression.getType().getNonReferenceType()->isBooleanType()) return std::nullopt;
    const auto value = evaluated(reader, &expression);
    if (!value || !value->isInt()) return std::nullopt;
    return value->getInt() != 0;
}

const clang::EnumConstantDecl* constant_enumerator(const Reader& reader, const Expr& expression) {
    const auto* type =
        unwrapped(&expression)->getType().getNonReferenceType()->getAs<clang::EnumType>();
    const auto value = type == nullptr ? std::nullopt : evaluated(reader, &expression);
    if (!value || !value->isInt()) return nullptr;
    const clang::EnumDecl* definition = type->getDecl()->getDefinition();
    if (definition == nullptr) return nullptr;
    for (const clang::EnumConstantDecl* enumerator : definition->enumerators()) {
        if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value->getInt())) return enumerator;
    }
    return nullptr;
}

}  // namespace iam::gen
