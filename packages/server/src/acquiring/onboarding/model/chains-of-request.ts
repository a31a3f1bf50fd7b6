import type { JsonObject } from '@cardwright/contract';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import type { ExistingRecords } from './existing-records.ts';
import type { CheckedChain, CheckedMerchant } from './onboarding-parts.ts';
import { type ChainNames, isName } from './resolve-merchant.ts';

/** Finds the chain of each merchant of a request, and the names of chains. */
export interface ChainsOfRequest {
  /** Returns the merchant's own chain, or else the chain of its application. */
  chainOf(merchant: CheckedMerchant): CheckedChain | undefined;
  ofApplication(application: number): CheckedChain | undefined;
  namesOf(chainId: string | null): ChainNames | undefined;
}

/** Looks up the chains of a request. For a chain that the request creates or replaces, it ignores the stored names. */
export function chainsOfRequest(
  chains: readonly CheckedChain[],
  existing: ExistingRecords,
  setUp: readonly CheckedChain[],
): ChainsOfRequest {
  const byPath = new Map(chains.map((chain) => [chain.path, chain]));
  const byApplication = new Map(chains.filter(isOfApplication).map((chain) => [chain.application, chain]));
  const isSetUp = new Set(setUp.map(({ chainId }) => chainId));
  const submitted = new Map<string, CheckedChain[]>();
  for (const chain of chains) {
    const others = submitted.get(chain.chainId);
    if (others === undefined) submitted.set(chain.chainId, [chain]);
    else others.push(chain);
  }
  const names = new Map<string, ChainNames | undefined>();
  return {
    chainOf: ({ path, application }) =>
      byPath.get(`${path}.chain`) ?? byPath.get(`${path}.Chain`) ?? byApplication.get(application),
    ofApplication: (application) => byApplication.get(application),
    namesOf(chainId) {
      if (chainId === null) return undefined;
      if (!names.has(chainId)) {
        const stored = isSetUp.has(chainId) ? undefined : existing.chains.get(chainId)?.record;
        names.set(chainId, namesFrom(submitted.get(chainId) ?? [], stored));
      }
      return names.get(chainId);
    },
  };
}

/** Whether a chain belongs to an application. A chain inside a merchant links only that merchant. */
export function isOfApplication({ path }: { readonly path: string }): boolean {
  return !path.includes('.merchants[');
}

/** Returns the names that the request sends, or else the stored names. */
function namesFrom(submitted: readonly CheckedChain[], stored: string | undefined): ChainNames | undefined {
  const texts = [...submitted.map(({ record }) => record), ...(stored === undefined ? [] : [stored])];
  if (texts.length === 0) return undefined;
  const records = texts.map(readStoredJson);
  return { organizationName: firstText(records, 'organizationName'), chainName: firstText(records, 'chainName') };
}

function firstText(records: readonly JsonObject[], name: string): string | undefined {
  return records.map((record) => record[name]).find(isName);
}
