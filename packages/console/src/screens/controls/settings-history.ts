import type { HistoryEntry } from '@cardwright/contract';
import { type Difference, differencesOf, type SettingValues } from './settings-draft.ts';

export interface SettingsChange {
  readonly at: string;
  /** The name of the person, or of the caller. */
  readonly by: string;
  readonly differences: readonly Difference[];
}

/**
 * The differences that each change of settings made, newest first. A change contains only the new values, so the old
 * values come from earlier changes. An old value that is not in the entries is unknown. It counts as never set only if
 * the entries go back to the opening of the account.
 */
export function settingsChanges(
  entries: readonly HistoryEntry[],
  goesBackToOpening: boolean,
): readonly SettingsChange[] {
  const changes: SettingsChange[] = [];
  let before: SettingValues = {};
  for (const { kind, at, person, actor, change } of entries.toReversed()) {
    if (kind !== 'SETTINGS') continue;
    const patch = (change?.patch ?? {}) as SettingValues;
    const isKnown = ({ field }: Difference) => goesBackToOpening || field in before;
    const differences = differencesOf(before, patch).map((each) =>
      isKnown(each) ? each : { ...each, was: undefined },
    );
    before = { ...before, ...patch };
    if (differences.length > 0) changes.push({ at, by: person ?? actor ?? '', differences });
  }
  return changes.reverse();
}
