import { CONSOLE_WORDS_AR } from './ar/console.ts';
import { SCREEN_WORDS_AR } from './ar/screens.ts';
import type { Word, WordKey } from './en.ts';

export const ar: Readonly<Record<WordKey, Word>> = { ...CONSOLE_WORDS_AR, ...SCREEN_WORDS_AR };
