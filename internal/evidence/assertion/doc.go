// Package assertion reads what a model writes about its work (a final answer, a
// summary, a message) and tells whether it says that something succeeded, and
// whether it says that something did not.
//
// Whoever says "all tests pass" about a run that was killed says something
// false; whoever says that the run was killed, or that it will pass, or asks
// whether it passed, does not. To take honest words for a claim is the worse
// mistake of the two. So a word of success counts only as the verdict of a
// clause that states it: not behind a negation, in a plan, a condition, a
// question, a guess, a quotation, a block of code, or about an earlier run.
package assertion
