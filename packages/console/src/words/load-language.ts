import type { Word, WordKey } from './en.ts';
import { type Language, registerWords } from './translate.ts';

type Load = () => Promise<Readonly<Partial<Record<WordKey, Word>>>>;

const START: Readonly<Record<Language, Load>> = {
  en: async () => (await import('./en/start.ts')).START_WORDS,
  ar: async () => (await import('./ar/start.ts')).START_WORDS_AR,
};
const ALL: Readonly<Record<Language, Load>> = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
};

/** The addresses of screens that need only the start words, with or without the base path. */
const START_PATH = /^(\/console)?\/?(find)?$/;

let isAllNeeded = false;
const spoken = new Set<Language>();

/** Loads a language when it is first chosen, so that nobody waits for the words of another one. */
export async function loadLanguage(language: Language): Promise<void> {
  registerWords(language, await (isAllNeeded ? ALL : START)[language]());
  spoken.add(language);
  // A screen that needs all words can open while the start words load.
  if (isAllNeeded) registerWords(language, await ALL[language]());
}

/** Loads the remaining words of every chosen language, unless this screen needs only the start words. */
export async function loadWordsOf(path: string): Promise<void> {
  if (START_PATH.test(path)) return;
  isAllNeeded = true;
  for (const language of spoken) registerWords(language, await ALL[language]());
}
