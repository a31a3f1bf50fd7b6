import type { BankRow } from '../../issuing/banks/index.ts';
import { hasPromises } from '../../issuing/rules/index.ts';
import type { Tx } from '../../platform/storage/index.ts';

/** A change of the configuration that can change what a bank with promises decides (docs/interface/promises.md#changes-by-the-operator). */
export interface UncheckedChange {
  readonly bankId: string;
  /** The changed members of the bank in the configuration file. */
  readonly members: readonly string[];
}

const MEMBERS = ['country', 'currency', 'time_zone', 'cut_off', 'decision_partner', 'second_person'] as const;
const CONTROLS = ['unreadable_country', 'limit_windows', 'functions', 'merchant_groups', 'payment_exceptions'] as const;

/** The changes of stored banks that have promises. A new bank has none. */
export async function findUncheckedChanges(
  tx: Tx,
  before: readonly BankRow[],
  after: readonly BankRow[],
): Promise<UncheckedChange[]> {
  const changes: UncheckedChange[] = [];
  for (const is of after) {
    const was = before.find(({ bank_id: bankId }) => bankId === is.bank_id);
    const members = was === undefined ? [] : changedMembers(was, is);
    if (members.length > 0 && (await hasPromises(tx, is.bank_id))) changes.push({ bankId: is.bank_id, members });
  }
  return changes;
}

function changedMembers(was: BankRow, is: BankRow): string[] {
  const isChanged = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...MEMBERS.filter((name) => isChanged(was[name], is[name])),
    ...CONTROLS.filter((name) => isChanged(was.card_control[name], is.card_control[name])),
  ];
}
