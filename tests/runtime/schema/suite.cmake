# The required files of the JSON Schema Test Suite, one CTest case each. The suite lies beside the
# project, or comes from Debian (json-schema-test-suite: an older one, without draft 2020-12). A
# case whose file is nowhere says "skipped".
set(IAM_SHARED_DIR ${PROJECT_SOURCE_DIR}/../shared CACHE PATH "Where reference data of the project lies, if anywhere")

set(both_drafts
  additionalProperties allOf anyOf boolean_schema const contains default enum exclusiveMaximum exclusiveMinimum format
  if-then-else infinite-loop-detection items maxItems maxLength maxProperties maximum minItems minLength minProperties
  minimum multipleOf not oneOf pattern patternProperties properties propertyNames ref refRemote required type uniqueItems)
set(files_of_draft2020-12 ${both_drafts}
  anchor content defs dependentRequired dependentSchemas dynamicRef maxContains minContains prefixItems unevaluatedItems
  unevaluatedProperties vocabulary)
set(files_of_draft7 ${both_drafts}
  additionalItems definitions dependencies)
# Optional files of what we do. Left out are: bignum, whose integers beyond 64 bits the reader
# refuses to round; cross-draft, which asks for draft 2019-09; and of draft 7 content, since
# content* are annotations.
set(formats
  date date-time ecmascript-regex email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex
  relative-json-pointer time unknown uri uri-reference uri-template)
list(TRANSFORM formats PREPEND optional/format/)
set(both_optional
  optional/ecmascript-regex optional/float-overflow optional/id optional/non-bmp-regex optional/unknownKeyword ${formats})
set(optional_of_draft2020-12 ${both_optional}
  optional/anchor optional/dependencies-compatibility optional/dynamicRef optional/format-assertion optional/format/duration
  optional/format/uuid optional/no-schema optional/refOfUnknownKeyword)
set(optional_of_draft7 ${both_optional})
# How many cases the suite beside the project has.
set(cases_of_draft2020-12 1299)
set(cases_of_draft7 927)
set(optional_cases_of_draft2020-12 916)
set(optional_cases_of_draft7 773)

set(suites ${IAM_SHARED_DIR}/data/json-schema-test-suite /usr/share/json-schema-test-suite)
foreach(draft draft2020-12 draft7)
  foreach(file IN LISTS files_of_${draft} optional_of_${draft})
    add_test(NAME schema/${draft}/${file} COMMAND iam_schema_suite ${draft} "" ${file}.json ${suites})
    list(APPEND suite_tests schema/${draft}/${file})
  endforeach()
  add_test(NAME "schema/${draft}: all required cases" COMMAND iam_schema_suite ${draft} ${cases_of_${draft}} "" ${suites})
  list(TRANSFORM optional_of_${draft} APPEND .json OUTPUT_VARIABLE optional_files)
  list(JOIN optional_files "," optional_files)
  add_test(NAME "schema/${draft}: all optional cases that are ours"
    COMMAND iam_schema_suite ${draft} ${optional_cases_of_${draft}} ${optional_files} ${suites})
  list(APPEND suite_tests "schema/${draft}: all required cases" "schema/${draft}: all optional cases that are ours")
endforeach()
set_tests_properties(${suite_tests} PROPERTIES SKIP_RETURN_CODE 77)
