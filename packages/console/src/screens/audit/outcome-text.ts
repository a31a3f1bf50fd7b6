import { STATUSES } from '../../parts/value/statuses.ts';
import type { WordKey } from '../../words/en.ts';
import type { Language } from '../../words/translate.ts';
import { ARABIC_OUTCOMES } from './arabic-outcomes.ts';

interface Words {
  readonly t: (key: WordKey) => string;
  readonly language: Language;
}

/** The outcome of an audit row in the language of the page. Returns undefined for one that has no Arabic text. */
export function outcomeText(outcome: string, { t, language }: Words): string | undefined {
  const word = STATUSES[outcome]?.word;
  if (word !== undefined) return t(word);
  return language === 'ar' ? ARABIC_OUTCOMES[outcome] : outcome;
}
