import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours, on a terminal only and where neither NO_COLOR nor the terminal forbids them: Node looks at both. */
export function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout, validateStream: true });
}

export const bold = (text: string) => paint('bold', text);
export const faint = (text: string) => paint('dim', text);
