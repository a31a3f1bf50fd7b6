import { createHash } from 'node:crypto';
import { COUNTER_FIELDS, getSettings, INTERVAL_END_FIELDS, writeCanonicalJson } from '@cardwright/contract';
import { inColumn, type Shown } from './settings-response.ts';

/** Left out: they change with every approval and at every midnight, without anybody changing a setting. */
const LEFT_OUT: ReadonlySet<string> = new Set([...COUNTER_FIELDS, ...INTERVAL_END_FIELDS]);

/** The checksum of features and settings as an enquiry answers them: it changes exactly when they change. */
export function checksumOf(features: string, shown: Shown): string {
  const answered = Object.entries(inColumn(getSettings.responseBody.properties.cardSettings, shown));
  const settings = Object.fromEntries(answered.filter(([field]) => !LEFT_OUT.has(field)));
  return createHash('sha256').update(writeCanonicalJson({ features, settings })).digest('hex');
}
