import { createContext, useContext } from 'react';
import type { WordKey } from './en.ts';
import { LANGUAGES, type Language, say, type Values } from './say.ts';

export interface Speech {
  readonly language: Language;
  readonly locale: string;
  speak(language: Language): void;
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

const KEPT_AS = 'cardwright.language';

/** What was chosen here before, or what the browser asks for. */
export function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT_AS), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

function isLanguage(tag: string | null): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT_AS, language);
}

/** The language of the page, and `t`, which says a text in it. */
export function useWords() {
  const speech = useContext(SpeechContext);
  if (speech === undefined) throw new Error('words need the LanguageProvider');
  const { language } = speech;
  return { ...speech, t: (key: WordKey, values?: Values) => say(language, key, values) };
}
