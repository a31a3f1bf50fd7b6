import type { HistoryEntry } from '@cardwright/contract';
import { type Difference, differencesOf, type SettingValues } from './settings-draft.ts';

export interface SettingsChange {
  readonly at: string;
  /** The person's name, or the caller's. */
  readonly by: string;
  readonly differences: readonly Difference[];
}

/**
 * What each change of settings made different, newest first. A change has what it set, so what was set before is that of the
 * changes before it. What is older than the entries is not known, and taken for never set only where they go back to the opening.
 */
export function settingsChanges(
  entries: readonly HistoryEntry[],
  goesBackToOpening: boolean,
): readonly SettingsChange[] {
  const found: SettingsChange[] = [];
  let before: SettingValues = {};
  for (const { kind, at, person, actor, change } of entries.toReversed()) {
    if (kind !== 'SETTINGS') continue;
    const patch = (change?.patch ?? {}) as SettingValues;
    const isKnown = ({ field }: Difference) => goesBackToOpening || field in before;
    const differences = differencesOf(before, patch).map((each) =>
      isKnown(each) ? each : { ...each, was: undefined },
    );
    before = { ...before, ...patch };
    if (differences.length > 0) found.push({ at, by: person ?? actor ?? '', differences });
  }
  return found.reverse();
}
