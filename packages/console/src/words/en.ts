import type { EN_FIRST } from './en-first.ts';
import type { EN_SCREENS } from './en-screens.ts';

/** English has every word; each other language has the same ones. */
export type WordKey = keyof typeof EN_FIRST | keyof typeof EN_SCREENS;
