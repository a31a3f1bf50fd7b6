/** The work was not started, and nothing of it is stored. The code is PostgreSQL's for insufficient resources. */
export class Overloaded extends Error {
  readonly code = '53000';

  /** Has no stack trace: under overload there are thousands of these errors, and traces take time. */
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
