import { createHash } from 'node:crypto';
import { COUNTER_FIELDS, getSettings, INTERVAL_END_FIELDS, writeCanonicalJson } from '@cardwright/contract';
import { inColumn, type SettingsResponse } from './settings-response.ts';

/** Excluded from the checksum: approvals and the end of each day change these fields, although nobody changes a setting. */
const LEFT_OUT: ReadonlySet<string> = new Set([...COUNTER_FIELDS, ...INTERVAL_END_FIELDS]);

/** The checksum of features and settings as an enquiry shows them: it changes exactly when they change. */
export function checksumOf(features: string, shown: SettingsResponse): string {
  const answered = Object.entries(inColumn(getSettings.responseBody.properties.cardSettings, shown));
  const settings = Object.fromEntries(answered.filter(([field]) => !LEFT_OUT.has(field)));
  return createHash('sha256').update(writeCanonicalJson({ features, settings })).digest('hex');
}
