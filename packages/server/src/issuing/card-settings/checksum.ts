import { createHash } from 'node:crypto';
import { COUNTER_FIELDS, getSettings, INTERVAL_END_FIELDS, writeCanonicalJson } from '@cardwright/contract';
import { inColumn, type SettingsResponse } from './settings-response.ts';

/** Excluded from the checksum: approvals and the end of each day change these fields, although no setting changes. */
const EXCLUDED: ReadonlySet<string> = new Set([...COUNTER_FIELDS, ...INTERVAL_END_FIELDS]);

/** Returns the checksum of features and settings as an enquiry shows them. It changes exactly when they change. */
export function checksumOf(features: string, response: SettingsResponse): string {
  const entries = Object.entries(inColumn(getSettings.responseBody.properties.cardSettings, response));
  const settings = Object.fromEntries(entries.filter(([field]) => !EXCLUDED.has(field)));
  return createHash('sha256').update(writeCanonicalJson({ features, settings })).digest('hex');
}
