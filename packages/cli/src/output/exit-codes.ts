/** What a command ends with (docs/cli.md#exit-codes). A declined authorization is an answer: 0. */
export const EXIT_FAILED = 1;
/** The command line is invalid. */
export const EXIT_USAGE = 2;
/** The gateway answered an error code. */
export const EXIT_REFUSED = 3;
/** No answer of a gateway came. */
export const EXIT_UNREACHABLE = 4;
/** Nobody is logged in, or who is was refused. */
export const EXIT_CREDENTIALS = 5;
