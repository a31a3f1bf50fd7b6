/** Prints a result to standard output, where scripts read it. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message for a person to standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
