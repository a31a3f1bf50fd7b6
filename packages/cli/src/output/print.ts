/**
 * Matches control characters other than newline and tab. The colors of paint.ts are matched too, so that they can stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const CONTROLS = /\u001b\[(?:[012]|22|3[0-9])m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes control characters as JSON does. Text from others, such as the name of a member, could otherwise move the
 * cursor of a terminal or rename its window.
 */
function withoutControls(text: string): string {
  return text.replace(CONTROLS, (character) =>
    character.length > 1 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints a result to standard output, where scripts read it. */
export function print(line: string): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Prints a message for a person to standard error. */
export function printMessage(line: string): void {
  process.stderr.write(`${withoutControls(line)}\n`);
}
