import { hasPromises } from '../../issuing/rules/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { ConfigurationUpdate } from './configuration-audit.ts';

/**
 * A change of the configuration that can change the decisions of a bank with promises
 * (docs/interface/promises.md#changes-by-the-operator).
 */
export interface UncheckedChange {
  readonly bankId: string;
  /** The changed members of the bank in the configuration file. */
  readonly members: readonly string[];
}

const MEMBERS = ['country', 'currency', 'time_zone', 'cut_off', 'decision_partner', 'second_person'] as const;
const CONTROLS = ['unreadable_country', 'limit_windows', 'functions', 'merchant_groups', 'payment_exceptions'] as const;

/** Finds the changes of banks that have promises. */
export async function findUncheckedChanges(
  tx: Tx,
  updates: readonly ConfigurationUpdate[],
): Promise<UncheckedChange[]> {
  const changes: UncheckedChange[] = [];
  for (const update of updates) {
    const { log: bankId, subject } = update;
    const members = subject === `bank:${bankId}` ? changedMembers(update) : [];
    if (members.length > 0 && (await hasPromises(tx, bankId))) changes.push({ bankId, members });
  }
  return changes;
}

function changedMembers({ before, after }: ConfigurationUpdate): string[] {
  const controlsOf = ({ card_control: controls }: ConfigurationUpdate['after']) => controls as typeof after;
  const changesOf = (names: readonly string[], was: typeof after, is: typeof after) =>
    names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return [...changesOf(MEMBERS, before, after), ...changesOf(CONTROLS, controlsOf(before), controlsOf(after))];
}
