// What Ctrl-C does: unfinished files are removed and the program ends, unless it asked to be told
// first. POSIX signals; one per process.
#pragma once

namespace rfm::host {

// Ctrl-C, a closed terminal or pipe, a limit of time or a request to end then remove the file being
// written, and end the program. A limit on the size of files is told as any failure to write.
void watch_signals();

// While one exists the first Ctrl-C only makes interrupted() true; the second ends the program.
class GentleInterrupt {
 public:
  GentleInterrupt();
  ~GentleInterrupt();
  GentleInterrupt(const GentleInterrupt&) = delete;
  GentleInterrupt& operator=(const GentleInterrupt&) = delete;
};

bool interrupted();

// Where memory runs out in a function that may not throw, such as a destructor of the JSON library,
// the program ends as it does elsewhere: unfinished files are removed, these words are said, and
// the exit code is 1.
void end_in_words(const char* out_of_memory);

// mkstemp (the name ends in XXXXXX): a new file that goes when the program is ended, until it is
// called finished. One at a time; names of more than 4095 bytes are not remembered.
int create_unfinished(char* name);
void call_finished();

}  // namespace rfm::host
