import { createContext, useCallback, useContext } from 'react';
import type { WordKey } from './en.ts';
import { LANGUAGES, type Language, translate, type Values } from './translate.ts';

export interface LanguageState {
  readonly language: Language;
  readonly locale: string;
  speak(language: Language): void;
}

export const LanguageContext = createContext<LanguageState | undefined>(undefined);

const STORAGE_KEY = 'cardwright.language';

/** Returns the language that was selected before, or the one that the browser prefers. */
export function initialLanguage(): Language {
  const preferences = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferences.find(isLanguage) ?? 'en';
}

function isLanguage(tag: string | null): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

/** Returns the language of the page, and `t`, which translates a text. */
export function useWords() {
  const speech = useContext(LanguageContext);
  if (speech === undefined) throw new Error('words need the LanguageProvider');
  const { language } = speech;
  // The same function until the language changes, so that the columns of a table can depend on it.
  const t = useCallback((key: WordKey, values?: Values) => translate(language, key, values), [language]);
  return { ...speech, t };
}
