import { createHash } from 'node:crypto';
import { COUNTER_FIELDS, getSettings, INTERVAL_END_FIELDS, writeCanonicalJson } from '@cardwright/contract';
import { inColumn, type Shown } from './show-settings.ts';

/** Change with every approval and every midnight, which is nobody's change of a setting. */
const LEFT_OUT: ReadonlySet<string> = new Set([...COUNTER_FIELDS, ...INTERVAL_END_FIELDS]);

/** Of features and settings as an enquiry answers them, so that it is another exactly when they are. */
export function checksumOf(features: string, shown: Shown): string {
  const answered = Object.entries(inColumn(getSettings.responseBody.properties.cardSettings, shown));
  const settings = Object.fromEntries(answered.filter(([field]) => !LEFT_OUT.has(field)));
  return createHash('sha256').update(writeCanonicalJson({ features, settings })).digest('hex');
}
