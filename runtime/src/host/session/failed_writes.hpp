// Makes a failed write an error, instead of the end of the program or another file's content.
#pragma once

namespace iam::host {

/// Makes a write fail with an error if nobody reads the pipe, or beyond RLIMIT_FSIZE. If SIGPIPE
/// and SIGXFSZ would end the process, they get an empty handler. SIG_IGN would be inherited by
/// programs started by a tool. A signal already handled or ignored stays as it is. Holds until the
/// process ends, since the streams are flushed then.
void outlive_failed_writes() noexcept;

/// Opens descriptors 0 to 2, if they are closed, so every read and write of them fails. Else the
/// next opened file, of the state perhaps, would get the printed text.
void hold_standard_descriptors() noexcept;

/// True if standard output is a pipe without a reader, as after `| head` has ended.
bool reader_is_gone() noexcept;

}  // namespace iam::host
