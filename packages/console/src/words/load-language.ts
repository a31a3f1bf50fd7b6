import type { Word, WordKey } from './en.ts';
import { type Language, registerWords } from './translate.ts';

const WORDS_OF: Readonly<Record<Language, () => Promise<Readonly<Record<WordKey, Word>>>>> = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
};

/** A language comes when it is first spoken: nobody waits for the words of another one. */
export async function loadLanguage(language: Language): Promise<void> {
  registerWords(language, await WORDS_OF[language]());
}
