import { createHash } from 'node:crypto';
import { COUNTER_FIELDS, INTERVAL_END_FIELDS, writeCanonicalJson } from '@cardwright/contract';
import type { StoredSettings } from './card-settings.ts';
import type { Shown } from './show-settings.ts';

/** Change with every approval and every midnight, which is nobody's change of a setting. */
const LEFT_OUT: ReadonlySet<string> = new Set([...COUNTER_FIELDS, ...INTERVAL_END_FIELDS]);

/**
 * Changes exactly when features or settings do. What is stored belongs to it beside what is shown: a status under a time
 * that is still to come is not shown, but tells what the switch will say when the time is cleared.
 */
export function checksumOf(features: string, shown: Shown, stored: StoredSettings): string {
  const settings = Object.fromEntries(Object.entries(shown).filter(([field]) => !LEFT_OUT.has(field)));
  return createHash('sha256')
    .update(writeCanonicalJson({ features, shown: settings, stored: { ...stored } }))
    .digest('hex');
}
