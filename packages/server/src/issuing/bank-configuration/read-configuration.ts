import { type Configuration, MAX_ENTRIES_READ, readConfiguration } from '@cardwright/contract';
import { readClientsOfBank } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { type ListRow, readEntries } from '../merchant-lists/index.ts';
import { readConfigurationState } from './configuration-state.ts';
import { toConfiguredEndpoint } from './endpoint-steps.ts';
import { toConfiguredProgram } from './program-steps.ts';
import { toConfiguredRule } from './rule-steps.ts';

/** Returns the configuration of the bank (docs/interface/configuration.md#read). */
export function readConfigurationOperation(banks: BankDirectory) {
  return implementBankRest(readConfiguration, banks, async ({ tx, bankId, caller, now, audit }) => {
    const state = await readConfigurationState(tx, bankId, caller);
    const rules = state.rules.map(toConfiguredRule).filter((rule) => rule !== undefined);
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    const configuration: Configuration = {
      merchant_lists: await toConfiguredLists(tx, bankId, [...state.lists].sort(byName)),
      programs: [...state.programs].flatMap(([code, [newest]]) =>
        newest === undefined ? [] : [toConfiguredProgram(code, newest, now)],
      ),
      rules: rules.sort(byName),
      ...(caller.scopes.has('webhooks:read') && { webhook_endpoints: state.endpoints.map(toConfiguredEndpoint) }),
    };
    const callers = caller.scopes.has('people:read') ? { callers: await readClientsOfBank(tx, bankId) } : {};
    audit(bankId, `bank:${bankId}`, 'configuration read');
    return ok({ body: { bank_id: bankId, configuration, ...callers } });
  });
}

async function toConfiguredLists(tx: Tx, bankId: string, lists: readonly ListRow[]) {
  const configured: NonNullable<Configuration['merchant_lists']> = [];
  for (const { name, kind, entry_count: count } of lists) {
    const entries = count > MAX_ENTRIES_READ ? undefined : await readEntries(tx, bankId, name);
    configured.push({ name, kind, ...(entries && { entries }) });
  }
  return configured;
}
