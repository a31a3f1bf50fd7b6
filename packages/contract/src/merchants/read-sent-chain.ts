import type { JsonObject, JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import { isSameText, refuseRivals } from '../schema/rival-spellings.ts';
import { type CollectedOnboarding, listFindings } from './collected-onboarding.ts';
import { objectOf } from './conditions/condition-findings.ts';
import { explainMissing } from './conditions/explain-missing.ts';
import { LinkedChain, MerchantChain } from './merchant.ts';
import type { SentChain } from './sent-onboarding.ts';

const checkChain = compile(MerchantChain);
const checkLinkedChain = compile(LinkedChain);

/** If a request has both spellings, the table's applies, and the other one counts as unknown. */
export function chainKey(entry: JsonObject): 'chain' | 'Chain' | undefined {
  if (Object.hasOwn(entry, 'chain')) return 'chain';
  return Object.hasOwn(entry, 'Chain') ? 'Chain' : undefined;
}

/** Reads the chain in either spelling. If the application only amends, the id of an existing chain is sufficient. */
export function readChain(
  entry: JsonObject,
  { application, path }: { application: number; path: string },
  onlyAmends: boolean,
  out: CollectedOnboarding,
): SentChain | undefined {
  const spelling = chainKey(entry);
  if (spelling === undefined) return undefined;
  const at = `${path}.${spelling}`;
  if (spelling === 'Chain') out.warnings.push({ path: at, rule: 'other-key' });
  const isReference = onlyAmends && refersOnly(objectOf(entry[spelling]));
  if (spelling === 'chain' && entry.Chain !== undefined && !isSameText(entry.Chain, entry.chain!)) {
    const rivals = { findings: [], count: 0 };
    refuseRivals(rivals, `${path}.chain`, `${path}.Chain`);
    listFindings(out, rivals.findings);
  }
  const { value, findings, omittedCount, warnings } = (isReference ? checkLinkedChain : checkChain)(
    entry[spelling]!,
    at,
  );
  listFindings(out, explainMissing(MerchantChain, at, findings));
  out.omittedCount += omittedCount;
  out.warnings.push(...warnings);
  const chain = { application, path: at, value: objectOf(value as unknown as JsonValue), isReference };
  if (chain.value.chainId !== undefined && chain.value.chainId !== null) out.chains.push(chain);
  return chain;
}

/**
 * Returns whether the chain has a single member, which refers to it. `alreadyExist` with the value true does not count.
 */
function refersOnly({ alreadyExist, ...others }: JsonObject): boolean {
  return Object.keys(others).length + (alreadyExist === undefined || alreadyExist === true ? 0 : 1) === 1;
}
