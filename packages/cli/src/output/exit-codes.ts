/** The exit codes of commands (docs/cli.md#exit-codes). A declined authorization is a successful response: 0. */
export const EXIT_FAILED = 1;
/** The command line is invalid. */
export const EXIT_USAGE = 2;
/** The gateway responded with an error code. */
export const EXIT_REFUSED = 3;
/** The gateway did not respond. */
export const EXIT_UNREACHABLE = 4;
/** No one is logged in, or the credentials were refused. */
export const EXIT_CREDENTIALS = 5;
