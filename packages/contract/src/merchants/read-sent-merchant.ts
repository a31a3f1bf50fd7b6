import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import { APPLICATIONS, type CollectedOnboarding, listFindings } from './collected-onboarding.ts';
import { findUnmetNeeds } from './conditions/amendment-conditions.ts';
import { objectOf } from './conditions/condition-findings.ts';
import { explainMissing, NEVER_EMPTY_LISTS } from './conditions/explain-missing.ts';
import { findUnmetConditions } from './conditions/merchant-conditions.ts';
import type { SchemeRules } from './conditions/scheme-conditions.ts';
import { gatherConfigurations } from './gather-configurations.ts';
import { Merchant, MerchantAmendment } from './merchant.ts';
import { findDoubleEntries } from './merchant-doubles.ts';
import { AMENDMENT_TYPES } from './merchant-values.ts';
import { chainKey } from './read-sent-chain.ts';
import type { SentChain } from './sent-onboarding.ts';

const checkMerchant = compile(Merchant);
const checkAmendment = compile(MerchantAmendment);

export interface ApplicationContext {
  readonly application: number;
  readonly path: string;
  /** Amendment types given as plain texts next to the application structures. They apply to all merchants of these. */
  readonly named: ReadonlySet<string>;
  readonly rules: SchemeRules;
  /** Called before each merchant. */
  readonly pause: () => void;
}

export function readBoarding(
  submitted: JsonValue,
  path: string,
  { application, rules }: ApplicationContext,
  out: CollectedOnboarding,
): void {
  const { value, findings, omittedCount, warnings } = checkMerchant(submitted, path);
  const merchant = objectOf(value as unknown as JsonValue);
  const at = {
    merchant: path,
    schemes: `${path}.configurations.acceptedCardSchemes`,
    fees: `${path}.configurations.fees`,
  };
  const all = [...findings, ...findUnmetConditions(merchant, path, rules), ...findDoubleEntries(merchant, at)];
  listFindings(out, explainMissing(Merchant, path, all));
  out.omittedCount += omittedCount;
  out.merchants.push({ application, path, kind: 'BOARDING', types: [], value: merchant, warnings });
}

export function readAmendment(
  submitted: JsonValue,
  path: string,
  { application, named, rules }: ApplicationContext,
  applicationChain: SentChain | undefined,
  out: CollectedOnboarding,
): void {
  const { value, findings, omittedCount, warnings } = checkAmendment(submitted, path);
  const accepted = objectOf(value as unknown as JsonValue);
  const { amendment, moved, places } = gatherConfigurations(accepted, path);
  const own = Array.isArray(amendment.amendmentList) ? amendment.amendmentList : [];
  const types = AMENDMENT_TYPES.filter((type) => own.includes(type) || named.has(type));
  const chain = readOwnChain(amendment, submitted, { application, path }, out) ?? applicationChain;
  const at = {
    ...places,
    types: own.length > 0 ? `${path}.amendmentList` : APPLICATIONS,
    chainId: `${path}.chain.chainId`,
  };
  // Findings inside a chain of the request have been reported before.
  const chainId = chain === undefined ? undefined : (chain.value.chainId ?? null);
  const unmet = isJsonObject(submitted)
    ? [...findUnmetNeeds(amendment, types, chainId, at, rules), ...findDoubleEntries(amendment, at)]
    : [];
  listFindings(out, explainMissing(MerchantAmendment, path, [...findings, ...unmet], NEVER_EMPTY_LISTS));
  out.omittedCount += omittedCount;
  out.merchants.push({
    application,
    path,
    kind: 'AMENDMENT',
    types,
    value: amendment,
    warnings: [...warnings, ...moved],
  });
}

/** Reads a chain inside of the merchant. The schema has already checked it. */
function readOwnChain(
  amendment: JsonObject,
  submitted: JsonValue,
  { application, path }: { application: number; path: string },
  out: CollectedOnboarding,
): SentChain | undefined {
  if (amendment.chain === undefined) return undefined;
  const at = `${path}.${chainKey(objectOf(submitted)) ?? 'chain'}`;
  const chain = { application, path: at, value: objectOf(amendment.chain), isReference: true };
  if (typeof chain.value.chainId === 'string') out.chains.push(chain);
  return chain;
}
