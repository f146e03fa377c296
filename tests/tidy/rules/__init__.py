"""Every rule by its name. A rule takes a Tree and returns its Findings."""
from rules import banned, features, format, headers, layers, listings, rooms, sizes

RULES = {
    "include_arrows": layers.include_arrows,
    "link_arrows": layers.link_arrows,
    "file_length": sizes.file_length,
    "function_length": sizes.function_length,
    "comment_width": sizes.comment_width,
    "banned_calls": banned.banned_calls,
    "compiler_floor": banned.compiler_floor,
    "json_equality": banned.json_equality,
    "global_state": banned.global_state,
    "foreign_places": banned.foreign_places,
    "orphan_tests": listings.orphan_tests,
    "listed_headers": listings.listed_headers,
    "listed_sources": listings.listed_sources,
    "cited_tests": listings.cited_tests,
    "consent_features": features.consent_features,
    "folder_size": rooms.folder_size,
    "mirrored_tests": rooms.mirrored_tests,
    "named_files": rooms.named_files,
    "header_guards": headers.header_guards,
    "own_header_first": headers.own_header_first,
    "file_names": headers.file_names,
    "format": format.formatted,
}
