// What a program does to its process so that a write that fails is an error, and not the end of the program or another file's content.
#pragma once

namespace iam::host {

/// A write to a pipe that nobody reads, or beyond RLIMIT_FSIZE, fails with an error: SIGPIPE and SIGXFSZ, where they would end the process,
/// get a handler that does nothing. It is no SIG_IGN: programs that a tool starts would inherit that. A signal that somebody handles or
/// ignores stays as it is. For the rest of the process: the streams are flushed at its end.
void outlive_failed_writes() noexcept;

/// Opens descriptors 0 to 2, where they are closed, so that every read and write of them fails: else the next file that is opened, of the
/// state perhaps, would get what is printed.
void hold_standard_descriptors() noexcept;

/// True if standard output is a pipe whose reader is gone, as that of `| head`.
bool reader_is_gone() noexcept;

}  // namespace iam::host
