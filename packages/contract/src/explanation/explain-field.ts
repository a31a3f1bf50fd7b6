import { MESSAGE_MEANINGS, type MessageField } from '../authorization/message-meanings.ts';
import { MESSAGE_FIELDS_IN_ARABIC } from './arabic/message-fields.ts';
import type { LanguageCode } from './explainable-decision.ts';

/** Returns the meaning of a field of the authorization message, or undefined if its table does not have the field. */
export function explainField(name: string, language: LanguageCode): string | undefined {
  const meanings = language === 'ar' ? MESSAGE_FIELDS_IN_ARABIC : MESSAGE_MEANINGS;
  return Object.hasOwn(meanings, name) ? meanings[name as MessageField] : undefined;
}
