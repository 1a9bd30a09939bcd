// Package summary reads structured records of calls: JSON, or maps, in which somebody
// says how one call or several went. It tells what such a record states about each
// ending, what it claims and where the claim stands, and compares that with what is
// known of the call.
//
// Much JSON has a name and a status. An object is an entry only if it has
//
//   - a call ID (call_id, tool_call_id, tool_use_id or, weaker, id) or a tool (tool,
//     tool_name or, weaker, name);
//   - a status that is a word or a boolean, a termination, or a member of one beside it
//     (exit_code, signal, timed_out and their spellings); and
//   - a mark that it is about a call: a termination, must_rerun, observed markers or an
//     observed tail, or a call ID. An id is one beside a tool alone, since every job of a
//     CI has an id, a name and a status. Beside a tool, notes or confirmed, verified or
//     user_approved are marks too. Beside a name or an id alone, a termination is a
//     mark only if it is of this contract: it has a code, signal or timed_out, or a
//     kind that is one.
//
// Entries stand in an object, in lists and objects within it, in blocks of code and in
// lines of a text. Several that name one tool and no call are left out unless all claim success:
// nobody can tell which is about which call.
//
// An object that carries what a call was given or gave (arguments, input, content,
// output, stdout), or that says what sort of message it is (role, type, event), is the
// call itself or a message about it, whose status says that it came back. It is an
// entry only by a termination, must_rerun or what was observed.
package summary
