import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colors the text on a terminal, unless NO_COLOR or the terminal forbids colors. Node.js checks both. */
export function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout, validateStream: true });
}

export const bold = (text: string) => paint('bold', text);
export const faint = (text: string) => paint('dim', text);
