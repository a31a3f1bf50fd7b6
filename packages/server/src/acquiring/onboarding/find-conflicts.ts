import { type ErrorName, type Finding, isJsonObject } from '@cardwright/contract';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { isEqual } from '../records/difference.ts';
import type { ExistingRecords } from './model/existing-records.ts';
import type { CheckedChain, CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';

/** Finds the conflicts of a boarding: the merchant exists or was rejected, or its terminals are already in use. */
export function findBoardingConflicts(merchant: CheckedMerchant, existing: ExistingRecords): Finding[] {
  return [...findStatusConflict(merchant, existing), ...findTerminalConflicts(merchant, existing)];
}

function findStatusConflict({ merchantId, path }: CheckedMerchant, existing: ExistingRecords): Finding[] {
  const at = `${path}.merchantId`;
  const status = merchantId === '' ? undefined : existing.merchants.get(merchantId)?.status;
  if (status === undefined || status === 'INFORMATION_REQUIRED') return [];
  if (status === 'REJECTED') {
    return [finding('state_forbids', at, 'was rejected, which is final', `set ${at} to another id, or remove ${path}`)];
  }
  return [
    finding(
      'merchant_exists',
      at,
      'already exists as a merchant',
      `set ${at} to another id, or add amendmentList to ${path}`,
    ),
  ];
}

/**
 * Whether a request adds its terminals. Without ADDING_TERMINALS, those of an amendment are only compared with the
 * boarded ones.
 */
export function addsTerminals({ kind, types }: Pick<CheckedMerchant, 'kind' | 'types'>): boolean {
  return kind === 'BOARDING' || types.includes('ADDING_TERMINALS');
}

export function findTerminalConflicts(merchant: CheckedMerchant, existing: ExistingRecords): Finding[] {
  if (!addsTerminals(merchant)) return [];
  return merchant.terminals.flatMap(({ terminalId, position }) => {
    const owner = existing.terminals.get(terminalId);
    // A resubmitted boarding has its own terminals again.
    const isOwn = merchant.kind === 'BOARDING' && owner === merchant.merchantId;
    if (owner === undefined || isOwn) return [];
    const path = terminalPath(merchant.path, position);
    return [
      finding('terminal_exists', path, 'already exists as a terminal', `set ${path} to another id, or remove it`),
    ];
  });
}

/** Returns the path of a terminal's id in the caller's JSON. */
export function terminalPath(merchantPath: string, position: number): string {
  return `${merchantPath}.terminals[${position}].terminalId`;
}

export interface ChainConflicts {
  readonly findings: readonly Finding[];
  /** The chains that the request creates or replaces, each once. */
  readonly toWrite: readonly CheckedChain[];
}

/**
 * Finds conflicts of chains. The first merchants of a chain create it; later requests set alreadyExist. Merchants that
 * are sent again after information was required may repeat their chain. They may change it while no other merchant
 * belongs to it.
 */
export function findChainConflicts(
  { chains, merchants }: CheckedOnboarding,
  existing: ExistingRecords,
): ChainConflicts {
  const toWrite = new Map<string, CheckedChain>();
  const submitted = new Map<string, CheckedChain>();
  const findings: Finding[] = [];
  for (const chain of chains.filter(definesChain)) {
    const at = `${chain.path}.chainId`;
    const first = submitted.get(chain.chainId);
    const stored = existing.chains.get(chain.chainId);
    if (first !== undefined) {
      if (!isSameChain(first.record, chain.record)) {
        findings.push(
          finding(
            'value_not_allowed',
            at,
            'is used for two different chains in this request',
            `set ${at} to another id`,
          ),
        );
      }
      continue;
    }
    submitted.set(chain.chainId, chain);
    if (stored === undefined || !stored.has_other_merchants) toWrite.set(chain.chainId, chain);
    else if (!(continues(chain, merchants, existing) && isSameChain(stored.record, chain.record))) {
      const action = `set ${chain.path}.alreadyExist to true, or set ${at} to another id`;
      findings.push(finding('chain_exists', at, 'already exists as a chain', action));
    }
  }
  for (const chain of chains) {
    if (definesChain(chain) || submitted.has(chain.chainId) || existing.chains.has(chain.chainId)) continue;
    const at = `${chain.path}.chainId`;
    findings.push(
      finding('chain_not_found', at, 'is not a known chain', `correct ${at}, or bring the chain with its merchants`),
    );
  }
  return { findings, toWrite: [...toWrite.values()] };
}

function definesChain({ alreadyExist, isReference }: CheckedChain): boolean {
  return !alreadyExist && !isReference;
}

function continues(
  { application, chainId }: CheckedChain,
  merchants: readonly CheckedMerchant[],
  existing: ExistingRecords,
) {
  return merchants.some((merchant) => {
    const earlier = merchant.application === application ? existing.merchants.get(merchant.merchantId) : undefined;
    return earlier?.status === 'INFORMATION_REQUIRED' && earlier.chain_id === chainId;
  });
}

/** Compares two chains without alreadyExist. */
function isSameChain(one: string, other: string): boolean {
  const [first, second] = [one, other].map((record) => ({ ...readStoredJson(record), alreadyExist: false }));
  return isJsonObject(first) && isEqual(first, second);
}

function finding(error: ErrorName, path: string, message: string, action: string): Finding {
  return { path, error, message, action };
}
