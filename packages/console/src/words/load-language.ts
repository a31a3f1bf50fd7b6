import { type Language, registerWords } from './translate.ts';

/** Whether a screen has opened that needs more than the first words. */
let areScreensOpen = false;
const loaded = new Set<Language>();

/**
 * Loads the words of a language when it is first used. English comes in two parts, because most of its words belong to
 * screens that a person has not opened yet.
 */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'ar') registerWords(language, (await import('./ar.ts')).ar);
  else {
    const [{ EN_FIRST }] = await Promise.all([import('./en-first.ts'), areScreensOpen && registerScreens()]);
    registerWords(language, EN_FIRST);
  }
  loaded.add(language);
}

/** Loads the words that only screens have. A screen waits for them before it renders. */
export async function loadScreenWords(): Promise<void> {
  areScreensOpen = true;
  if (loaded.has('en')) await registerScreens();
}

async function registerScreens(): Promise<void> {
  registerWords('en', (await import('./en-screens.ts')).EN_SCREENS);
}
