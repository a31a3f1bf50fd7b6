import type { ProposedLists, ProposedProvisioning } from '@cardwright/contract';
import type { Tx } from '../../../platform/storage/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { type NamedLists, readAssumedLists } from '../../limits/index.ts';
import { entryFaults, toListOverrides } from '../../merchant-lists/index.ts';
import {
  type RuleFinding,
  type RuleInSet,
  readProposedProvisioningRules,
  readProposedRules,
} from '../../rules/index.ts';
import type { ProvisioningProposal } from '../../tokens/index.ts';
import type { ProposedControl } from './proposal.ts';

/** The bank's own rules, lists and product that a proposal names. */
export interface ProposalRecords {
  readonly findings: readonly RuleFinding[];
  readonly rules: readonly RuleInSet[];
  readonly assumedLists: NamedLists | undefined;
  readonly provisioningRules: ProvisioningProposal['rules'];
}

/**
 * Reads the rules, merchant lists and product that a proposal names, and reports everything that is wrong with them
 * (docs/interface/decision.md#what-if). `checkProposal` checks what depends on one account. The path of each finding begins
 * with `prefix`.
 *
 * @example
 * const read = await readProposalRecords(tx, banks, bankId, { program: { product_code: 'NONE' } }, 'proposal.');
 * // read.findings[0].path is 'proposal.program.product_code'
 */
export async function readProposalRecords(
  tx: Tx,
  banks: Pick<BankDirectory, 'product'>,
  bankId: string,
  {
    rules: proposedRules = [],
    limits = [],
    program,
    provisioning,
    merchantLists = [],
  }: ProposedControl & { provisioning?: ProposedProvisioning; merchantLists?: ProposedLists },
  prefix = '',
): Promise<ProposalRecords> {
  const overrides = toListOverrides(merchantLists);
  const rules = await readProposedRules(tx, bankId, proposedRules, `${prefix}rules`, { overrides });
  const ofProvisioning = await readProposedProvisioningRules(
    tx,
    bankId,
    provisioning?.rules ?? [],
    `${prefix}provisioning.rules`,
  );
  const limitParts = [
    { path: `${prefix}limits`, limits },
    { path: `${prefix}program.limits`, limits: program?.limits ?? [] },
  ];
  const lists = await readAssumedLists(tx, bankId, limitParts, overrides);
  const entries = merchantLists.flatMap((one, at) =>
    entryFaults(one.kind, one.entries, `${prefix}merchantLists[${at}].entries`),
  );
  const product: RuleFinding[] =
    program === undefined || banks.product(bankId, program.product_code) !== undefined
      ? []
      : [{ path: `${prefix}program.product_code`, error: 'value_not_allowed', message: 'is no product of the bank' }];
  const findings = [...entries, ...rules.findings, ...ofProvisioning.findings, ...lists.findings, ...product];
  return { findings, rules: rules.rules, assumedLists: lists.lists, provisioningRules: ofProvisioning.rules };
}
