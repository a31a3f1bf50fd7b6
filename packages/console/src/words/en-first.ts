import { CONSOLE_WORDS } from './en/console.ts';
import { FIND_WORDS } from './en/find.ts';
import { STATUS_WORDS } from './en/status.ts';
import type { Word } from './word.ts';

/**
 * The English texts of the frame, the search and the Find screen. A test reports texts of these that are missing here.
 */
export const EN_FIRST = {
  ...CONSOLE_WORDS,
  ...FIND_WORDS,
  ...STATUS_WORDS,
} as const satisfies Readonly<Record<string, Word>>;
