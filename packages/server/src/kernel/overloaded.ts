/** Something was not begun, and nothing of it is stored. Its code is PostgreSQL's for insufficient resources. */
export class Overloaded extends Error {
  readonly code = '53000';
}
