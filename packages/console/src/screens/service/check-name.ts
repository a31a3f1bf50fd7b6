import type { Language } from '../../words/translate.ts';
import { ARABIC_CHECKS } from './arabic-checks.ts';

/**
 * The name of a check of the doctor in the language of the page, with the object that it checks. A check of another version
 * keeps its name.
 */
export function checkName(name: string, language: Language): string {
  if (language === 'en') return name;
  const exact = ARABIC_CHECKS[name];
  if (exact !== undefined) return exact;
  const start = Object.keys(ARABIC_CHECKS).find((known) => name.startsWith(`${known} `));
  return start === undefined ? name : `${ARABIC_CHECKS[start]} \u2068${name.slice(start.length + 1)}\u2069`;
}
