import type { Caller } from '../../platform/access/index.ts';
import { type EndpointRow, readOwnEndpoints } from '../../platform/outbox/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { listProgramsOfBank, type Program } from '../banks/index.ts';
import { type ListRow, lockEdition, readAllLists } from '../merchant-lists/index.ts';
import { readAllRules } from '../rules/index.ts';
import type { StoredRule } from './rule-steps.ts';

/** The present objects of the bank that a configuration describes. */
export interface ConfigurationState {
  readonly lists: readonly ListRow[];
  readonly programs: ReadonlyMap<string, readonly Program[]>;
  readonly rules: readonly StoredRule[];
  /** In order of their registration, without the endpoint of the configuration file. */
  readonly endpoints: readonly EndpointRow[];
}

export async function readConfigurationState(tx: Tx, bankId: string, caller: Caller): Promise<ConfigurationState> {
  return {
    lists: await readAllLists(tx, bankId),
    programs: await listProgramsOfBank(tx, bankId),
    rules: await readAllRules(tx, bankId),
    endpoints: await readOwnEndpoints(tx, caller),
  };
}

/** Reads the state, and locks lists, programs and rules against changes until the transaction ends. */
export async function lockConfigurationState(tx: Tx, bankId: string, caller: Caller): Promise<ConfigurationState> {
  await lockEdition(tx, bankId);
  return await readConfigurationState(tx, bankId, caller);
}
