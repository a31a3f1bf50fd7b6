/** Something was not begun, and nothing of it is stored. Its code is PostgreSQL's for insufficient resources. */
export class Overloaded extends Error {
  readonly code = '53000';

  /** Without a stack: there are thousands of them when the least time is left to find out where they were made. */
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
