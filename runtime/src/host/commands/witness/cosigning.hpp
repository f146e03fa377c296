// Asks a witness to cosign the last tree of a ledger, and keeps the cosignature with the note.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/signed_note.hpp>
#include <iam/ledger/store.hpp>
#include <iam/net/http_message.hpp>

#include <functional>
#include <string>

namespace iam::host {

/// Sends a body by POST and waits for the answer.
using Poster = std::function<Result<net::Response>(const std::string& url, std::string body)>;

/// `prefix`: the URL of the witness, with or without a slash at its end. Errors: not_found (the
/// ledger has no tree), corrupt (the witness saw another ledger, or more of this one; or its answer
/// is not signed with `witness`), unavailable (the witness does not answer, or does not know the
/// ledger).
Result<void> ask_for_cosignature(ledger::Store& store, const std::string& prefix,
                                 const ledger::NoteKey& witness, const Poster& post);

/// The same over HTTP.
Result<void> ask_for_cosignature(ledger::Store& store, const std::string& prefix,
                                 const ledger::NoteKey& witness);

}  // namespace iam::host
