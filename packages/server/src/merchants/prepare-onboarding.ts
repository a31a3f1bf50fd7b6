import { createHash } from 'node:crypto';
import {
  type Finding,
  type JsonObject,
  type JsonValue,
  Merchant,
  readOnboardingRequest,
  replaceTexts,
  type SentChain,
  type SentMerchant,
  type Warning,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import { maskValidCardNumbers } from '../kernel/masked-text.ts';
import { ok, type Result } from '../kernel/result.ts';
import { readBody } from '../operation/index.ts';
import { findUnlistedValues } from './catalogue.ts';
import type {
  MerchantFacts,
  OnboardingRules,
  PreparedChain,
  PreparedMerchant,
  PreparedOnboarding,
} from './prepared-onboarding.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/**
 * A request read, held against the interface and the acquirer's catalogues, and cut into what is stored. Pure, as it runs
 * beside the server's own thread for large requests: 10 MiB take longer than an authorization may wait.
 */
export function prepareOnboarding(
  contentType: string | undefined,
  raw: unknown,
  rules: OnboardingRules,
): Result<PreparedOnboarding, '101'> {
  const body = readBody(contentType, raw);
  if (!body.ok) return body;
  const sent = readOnboardingRequest(
    body.value,
    rules.majorSchemes === undefined ? {} : { majorSchemes: new Set(rules.majorSchemes) },
  );
  const chains = sent.chains.map(prepareChain);
  const hide = cardNumberHider(rules.ownNumberRanges);
  const unlisted = sent.merchants.flatMap((merchant) =>
    findUnlistedValues(merchant.value, merchant.path, schemesPath(merchant), rules),
  );
  return ok({
    requestId: sent.requestId,
    contentDigest: createHash('sha256').update(writeCanonicalJson(body.value)).digest('hex'),
    applications: sent.applications,
    merchantCount: sent.merchants.length,
    chains,
    findings: [...sent.findings, ...unlisted, ...findDoubles(sent.merchants)],
    unlisted: sent.unlisted,
    warnings: sent.warnings,
    merchants: sent.merchants.map((merchant) =>
      prepareMerchant(merchant, namingChain(sent.chains, merchant), rules, hide),
    ),
  });
}

function prepareMerchant(
  sent: SentMerchant,
  chain: SentChain | undefined,
  rules: OnboardingRules,
  hide: ReturnType<typeof cardNumberHider>,
): PreparedMerchant {
  const { application, path, kind, types } = sent;
  const { value, record, warnings } = hide(sent.value, path);
  const names = chain && {
    organizationName: textOrUndefined(chain.value.organizationName),
    chainName: textOrUndefined(chain.value.chainName),
  };
  return {
    application,
    path,
    kind,
    types,
    merchantId: textOf(value.merchantId),
    record,
    resolved: kind === 'BOARDING' ? writeJson(resolveMerchant(value, names, rules)) : '{}',
    facts: factsOf(value),
    terminals: terminalsOf(value.terminals, path),
    warnings: [...sent.warnings, ...warnings],
  };
}

function prepareChain({ application, path, value, isReference }: SentChain): PreparedChain {
  return {
    application,
    path,
    chainId: textOf(value.chainId),
    record: writeJson(value),
    organizationName: textOrUndefined(value.organizationName),
    alreadyExist: value.alreadyExist === true,
    isReference,
  };
}

/** A merchant's own chain goes before its application's. */
function namingChain(chains: readonly SentChain[], { application, path }: SentMerchant): SentChain | undefined {
  const own = chains.find((chain) => chain.path === `${path}.chain`);
  return own ?? chains.find((chain) => chain.application === application && !chain.path.includes('.merchants['));
}

function factsOf(merchant: JsonObject): MerchantFacts {
  return {
    merchantName: textOf(merchant.merchantName),
    legalName: textOf(merchant.legalName),
    mcc: textOf(merchant.mcc),
    trn: textOf(merchant.trn),
    debitAccount: textOf(merchant.debitAccountNumOrIban),
    creditAccount: textOf(merchant.creditAccountNumOrIban),
    kyc: merchant.kyc === true,
  };
}

function terminalsOf(terminals: JsonValue | undefined, path: string): PreparedMerchant['terminals'] {
  if (!Array.isArray(terminals)) return [];
  return terminals.flatMap((terminal, index) => {
    const terminalId = (terminal as JsonObject | null)?.terminalId;
    return typeof terminalId === 'string' ? [{ terminalId, path: `${path}.terminals[${index}].terminalId` }] : [];
  });
}

/** The same merchant or terminal twice in one request: the second is told. */
function findDoubles(merchants: readonly SentMerchant[]): Finding[] {
  const ids = merchants.map(({ value, path }) => ({ id: textOf(value.merchantId), path: `${path}.merchantId` }));
  const terminals = merchants.flatMap(({ value, path }) =>
    terminalsOf(value.terminals, path).map(({ terminalId, path: at }) => ({ id: terminalId, path: at })),
  );
  return [...doubled(ids, '404', 'merchantId'), ...doubled(terminals, '406', 'terminalId')];
}

function doubled(named: readonly { id: string; path: string }[], code: '404' | '406', field: string): Finding[] {
  const first = new Map<string, string>();
  return named.flatMap(({ id, path }) => {
    const before = first.get(id);
    if (id !== '' && before === undefined) first.set(id, path);
    if (before === undefined) return [];
    return [
      {
        path,
        code,
        message: `stands in this request already, at ${before}`,
        action: `give ${path} another ${field}, or take it out`,
      },
    ];
  });
}

/** Where the caller wrote the schemes: amendments may have them beside the merchant's id. */
function schemesPath({ path, warnings }: SentMerchant): string {
  const short = `${path}.acceptedCardSchemes`;
  const isShort = warnings.some((warning) => warning.rule === 'other-place' && warning.path === short);
  return isShort ? short : `${path}.configurations.acceptedCardSchemes`;
}

/** Masks numbers of our banks' cards, which are kept in the vault and nowhere else (decisions §6). */
function cardNumberHider(ranges: readonly string[]) {
  const isOurs = (digits: string) => ranges.some((range) => digits.startsWith(range));
  const mask = (text: string) => maskValidCardNumbers(text, 'X', isOurs);
  return (value: JsonObject, path: string): { value: JsonObject; record: string; warnings: Warning[] } => {
    // most requests hold none: one look at the whole text is cheaper than one at each of its parts
    const text = writeJson(value);
    if (mask(text) === text) return { value, record: text, warnings: [] };
    const warnings: Warning[] = [];
    const hidden = replaceTexts(
      Merchant,
      value,
      (part, at) => {
        const masked = mask(part);
        if (masked !== part) warnings.push({ path: at, rule: 'card-number-masked' });
        return masked;
      },
      path,
    );
    return { value: hidden as JsonObject, record: writeJson(hidden), warnings };
  };
}

function textOf(value: JsonValue | undefined): string {
  return textOrUndefined(value) ?? '';
}

/** Categories may be JSON numbers. */
function textOrUndefined(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
