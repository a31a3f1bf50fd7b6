import { createHash } from 'node:crypto';
import {
  eachCanonicalPart,
  type Finding,
  type JsonObject,
  type JsonValue,
  listLimitsOf,
  Merchant,
  MerchantChain,
  type Overlong,
  onboardMerchants,
  readOnboardingRequest,
  type SentChain,
  type SentMerchant,
  trimJson,
  writeJson,
} from '@cardwright/contract';
import { ok, type Result } from '../../platform/kernel/result.ts';
import { collectFindings } from '../../platform/kernel/text/finding-list.ts';
import { utf8Of } from '../../platform/kernel/text/utf8.ts';
import { collectWarnings } from '../../platform/kernel/text/warning-list.ts';
import { readBody } from '../../platform/operation/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import {
  findCardNumberIds,
  isCardNumber,
  type MaskedRecord,
  maskMerchantNumbers,
} from '../records/mask-merchant-numbers.ts';
import type { MerchantFacts } from '../records/merchant-facts.ts';
import { wordsOfMerchant } from '../records/merchant-words.ts';
import { findRecordTooLarge } from '../records/record-size.ts';
import { terminalPath } from './find-conflicts.ts';
import { findUnknownValues } from './model/catalogue.ts';
import { isOfApplication } from './model/chains-of-request.ts';
import { type CheckedChain, type CheckedMerchant, type CheckedOnboarding, NOTHING } from './model/onboarding-parts.ts';
import { resolveMerchant } from './model/resolve-merchant.ts';

const LIMITS = listLimitsOf(onboardMerchants.request!);
/** The depth of a merchant in a request: payload, applications, application, merchants, merchant. */
const OF_MERCHANT = 5;

/**
 * Decodes a request, checks it against the interface and the acquirer's catalogues, and splits it into the parts that
 * are stored. The function is pure, because large requests run on a worker thread: 10 MiB take longer than an
 * authorization may wait. It calls `pause` regularly, which may throw to cancel the request.
 */
export function checkOnboarding(
  contentType: string | undefined,
  raw: unknown,
  rules: OnboardingRules,
  pause: () => void = () => {},
): Result<CheckedOnboarding, 'body_unreadable'> {
  let overlong: readonly Overlong[] = [];
  let overlongCount = 0;
  const body = readBody(contentType, raw, (text) => {
    const trimmed = trimJson(text, LIMITS, pause);
    ({ overlong, overlongCount } = trimmed);
    return trimmed.text;
  });
  if (!body.ok) return body;
  const submitted = readOnboardingRequest(
    body.value,
    rules.majorSchemes === undefined ? {} : { majorSchemes: new Set(rules.majorSchemes) },
    pause,
  );
  const ranges = rules.cardNumberRanges;
  const chains = submitted.chains.map((chain) => ({
    ...chain,
    ...maskMerchantNumbers(MerchantChain, chain.value, chain.path, ranges),
  }));
  const findings = collectFindings();
  findings.add(overlong.map(tooLong));
  for (const merchant of submitted.merchants) {
    pause();
    findings.add(findUnknownValues(merchant.value, merchant.path, schemesPath(merchant), rules));
  }
  findings.add(findDuplicates(submitted.merchants));
  findings.add(findCardNumberIds(submitted, ranges));
  const warningList = collectWarnings();
  const warnings = warningList.take([...submitted.warnings, ...chains.flatMap((chain) => chain.warnings)]);
  const chainOf = new Map(chains.filter(isOfApplication).map((chain) => [chain.application, chain]));
  const merchants = submitted.merchants.map((merchant) => {
    pause();
    const checked = checkedMerchant(merchant, chainOf.get(merchant.application), rules);
    return { ...checked, warnings: warningList.take(checked.warnings) };
  });
  findings.add(merchants.flatMap(({ record, path }) => findRecordTooLarge(record.length, path)));
  return ok({
    // A request id that is a card number is refused, and the answer does not repeat it.
    requestId: isCardNumber(submitted.requestId, ranges) ? undefined : submitted.requestId,
    // The digest includes the number of trimmed lists, because the trimmed content is not all that was sent.
    contentDigest: digestOf(body.value, `${overlongCount || ''}`, pause),
    applications: submitted.applications,
    merchantCount: submitted.merchants.length,
    chains: chains.map(checkedChain),
    findings: [...submitted.findings, ...findings.items],
    omittedCount: submitted.omittedCount + findings.count - findings.items.length + overlongCount - overlong.length,
    warnings,
    merchants,
    omittedWarnings: warningList.omittedCount,
  });
}

function digestOf(request: JsonObject, cutOut: string, pause: () => void): string {
  const hash = createHash('sha256');
  eachCanonicalPart(request, OF_MERCHANT, (part) => {
    pause();
    hash.update(part);
  });
  return hash.update(cutOut).digest('hex');
}

function tooLong({ path, most }: Overlong): Finding {
  const message = `must contain at most ${most}`;
  return { path, error: 'wrong_length', message, action: `take entries out of ${path}: at most ${most}` };
}

function checkedMerchant(
  submitted: SentMerchant,
  chain: SentChain | undefined,
  rules: OnboardingRules,
): CheckedMerchant {
  const { application, path, kind, types } = submitted;
  const { value, record, warnings } = maskMerchantNumbers(Merchant, submitted.value, path, rules.cardNumberRanges);
  const names = chain && {
    organizationName: textOrUndefined(chain.value.organizationName),
    chainName: textOrUndefined(chain.value.chainName),
  };
  const merchantId = textOf(value.merchantId);
  const facts = factsOf(value);
  return {
    application,
    path,
    kind,
    types,
    merchantId,
    record: utf8Of(record),
    resolved: kind === 'BOARDING' ? utf8Of(writeJson(resolveMerchant(value, names, rules))) : NOTHING,
    facts,
    words: kind === 'BOARDING' ? wordsOfMerchant({ merchantId, ...facts }) : '',
    terminals: terminalsOf(value.terminals),
    warnings: [...submitted.warnings, ...warnings],
    shortFields: shortFieldsOf(submitted),
  };
}

function checkedChain({ application, path, value, record, isReference }: SentChain & MaskedRecord): CheckedChain {
  return {
    application,
    path,
    chainId: textOf(value.chainId),
    record,
    organizationName: textOrUndefined(value.organizationName),
    alreadyExist: value.alreadyExist === true,
    isReference,
  };
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

function terminalsOf(terminals: JsonValue | undefined): CheckedMerchant['terminals'] {
  if (!Array.isArray(terminals)) return [];
  return terminals.flatMap((terminal, position) => {
    const terminalId = (terminal as JsonObject | null)?.terminalId;
    return typeof terminalId === 'string' ? [{ terminalId, position }] : [];
  });
}

/** Finds merchants and terminals that appear twice in one request. The second one gets the finding. */
function findDuplicates(merchants: readonly SentMerchant[]): Finding[] {
  const ids = merchants.map(({ value, path }) => ({ id: textOf(value.merchantId), path: `${path}.merchantId` }));
  const terminals = merchants.flatMap(({ value, path }) =>
    terminalsOf(value.terminals).map(({ terminalId, position }) => ({
      id: terminalId,
      path: terminalPath(path, position),
    })),
  );
  return [
    ...duplicates(ids, 'merchant_exists', 'merchantId'),
    ...duplicates(terminals, 'terminal_exists', 'terminalId'),
  ];
}

function duplicates(
  identified: readonly { id: string; path: string }[],
  error: 'merchant_exists' | 'terminal_exists',
  field: string,
): Finding[] {
  const first = new Map<string, string>();
  return identified.flatMap(({ id, path }) => {
    const before = first.get(id);
    if (id !== '' && before === undefined) first.set(id, path);
    if (before === undefined) return [];
    return [
      {
        path,
        error,
        message: `already appears in this request, at ${before}`,
        action: `set ${path} to another ${field}, or remove it`,
      },
    ];
  });
}

/** Returns the path at which the caller sent the schemes. Amendments may have them next to the merchant's id. */
function schemesPath(submitted: SentMerchant): string {
  const isShort = shortFieldsOf(submitted).includes('acceptedCardSchemes');
  return `${submitted.path}.${isShort ? 'acceptedCardSchemes' : 'configurations.acceptedCardSchemes'}`;
}

function shortFieldsOf({ path, warnings }: SentMerchant): string[] {
  return warnings.filter(({ rule }) => rule === 'other-place').map((warning) => warning.path.slice(path.length + 1));
}

function textOf(value: JsonValue | undefined): string {
  return textOrUndefined(value) ?? '';
}

/** Accepts numbers, because categories may be JSON numbers. */
function textOrUndefined(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
