import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import { MAX_ENTRIES } from '../schema/fields.ts';
import type { Finding } from '../schema/finding.ts';
import {
  APPLICATIONS,
  type CollectedOnboarding,
  listFindings,
  noteUnknown,
  withNearAction,
  wrongType,
} from './collected-onboarding.ts';
import { missing, notAllowed, objectOf } from './conditions/condition-findings.ts';
import type { SchemeRules } from './conditions/scheme-conditions.ts';
import { sentRequestId } from './merchant-fields.ts';
import { AMENDMENT_TYPES, MAX_MERCHANTS } from './merchant-values.ts';
import { chainKey, readChain } from './read-sent-chain.ts';
import { type ApplicationContext, readAmendment, readBoarding } from './read-sent-merchant.ts';
import type { SentOnboarding } from './sent-onboarding.ts';

/** After this many findings, no further merchant is checked: millions of them would take minutes to count. */
const MAX_COUNTED = 10_000;
const KNOWN_TYPES: ReadonlySet<string> = new Set(AMENDMENT_TYPES);

const checkRequestId = compile(sentRequestId());

/**
 * Reads a whole request and finds all of its faults, except for those that need the database
 * (docs/interface/merchant-onboarding.md#findings). `pause` may throw to abort the request.
 */
export function readOnboardingRequest(
  request: JsonObject,
  rules: SchemeRules,
  pause: () => void = () => {},
): SentOnboarding {
  const out: CollectedOnboarding = { findings: [], omittedCount: 0, warnings: [], merchants: [], chains: [] };
  const requestId = readRequestId(request, out);
  noteUnknown(request, ['requestId', 'payload'], '', out);
  const entries = withinLimits(readApplications(request, out), out);
  const amendmentNames = new Set(entries.filter((entry) => typeof entry === 'string'));
  refuseUnknownTypes(entries, out);
  let applications = 0;
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === 'string') continue;
    readApplication(
      entry,
      { application: applications, path: `${APPLICATIONS}[${index}]`, named: amendmentNames, rules, pause },
      out,
    );
    applications += 1;
  }
  if (entries.length > 0 && applications === 0) {
    const action = `add an application with merchants to ${APPLICATIONS}`;
    listFindings(out, [{ ...missing(APPLICATIONS, 'must contain an application with merchants'), action }]);
  }
  noteRequestId(requestId, request, out);
  const { merchants, chains, omittedCount, warnings } = out;
  return {
    requestId,
    applications,
    merchants,
    chains,
    findings: out.findings.map(withNearAction),
    omittedCount,
    warnings,
  };
}

function readRequestId(request: JsonObject, out: CollectedOnboarding): string | undefined {
  const sentId = request.requestId;
  if (sentId === undefined || sentId === '') return undefined;
  const { value, findings, warnings } = checkRequestId(sentId, 'requestId');
  listFindings(out, findings);
  out.warnings.push(...warnings);
  return findings.length === 0 ? value : undefined;
}

/** Published samples of amendments have no requestId. Requests that board a merchant need one. */
function noteRequestId(
  requestId: string | undefined,
  { requestId: sentId }: JsonObject,
  out: CollectedOnboarding,
): void {
  if (requestId !== undefined || (sentId !== undefined && sentId !== '')) return;
  const onlyAmends = out.merchants.length > 0 && out.merchants.every(({ kind }) => kind === 'AMENDMENT');
  if (onlyAmends) out.warnings.push({ path: 'requestId', rule: 'request-id-made' });
  else out.findings.unshift(missing('requestId', 'is mandatory'));
}

function readApplications({ payload }: JsonObject, out: CollectedOnboarding): readonly JsonValue[] {
  const refuse = (finding: Finding) => {
    listFindings(out, [finding]);
    return [];
  };
  if (payload === undefined) return refuse(missing(APPLICATIONS, 'is mandatory'));
  if (!isJsonObject(payload)) return refuse(wrongType('payload', 'an object'));
  const { applications } = payload;
  noteUnknown(payload, ['applications'], 'payload.', out);
  if (applications === undefined) return refuse(missing(APPLICATIONS, 'is mandatory'));
  if (!Array.isArray(applications)) return refuse(wrongType(APPLICATIONS, 'an array'));
  if (applications.length > 0) return applications;
  return refuse({
    ...missing(APPLICATIONS, 'must contain at least 1'),
    action: `add an application to ${APPLICATIONS}`,
  });
}

/** A request with too many entries is refused without further checks (docs/interface/merchant-onboarding.md#lists). */
function withinLimits(entries: readonly JsonValue[], out: CollectedOnboarding): readonly JsonValue[] {
  const refuse = (message: string, action: string) => {
    listFindings(out, [{ path: APPLICATIONS, error: 'wrong_length', message, action }]);
    return [];
  };
  if (entries.length > MAX_ENTRIES) {
    return refuse(`must contain at most ${MAX_ENTRIES}`, `take entries out of ${APPLICATIONS}: at most ${MAX_ENTRIES}`);
  }
  const merchants = entries.reduce<number>((count, entry) => {
    const list = objectOf(entry).merchants;
    return count + (Array.isArray(list) ? list.length : 0);
  }, 0);
  if (merchants <= MAX_MERCHANTS) return entries;
  return refuse(`must contain at most ${MAX_MERCHANTS} merchants`, 'send the merchants in several requests');
}

function refuseUnknownTypes(entries: readonly JsonValue[], out: CollectedOnboarding): void {
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'string' || KNOWN_TYPES.has(entry)) continue;
    const path = `${APPLICATIONS}[${index}]`;
    const action = `use one of ${AMENDMENT_TYPES.join(', ')} for ${path}`;
    listFindings(out, [notAllowed(path, `must be ${AMENDMENT_TYPES.join(' or ')}`, action)]);
  }
}

function readApplication(entry: JsonValue, context: ApplicationContext, out: CollectedOnboarding): void {
  const { application, path } = context;
  if (!isJsonObject(entry)) {
    listFindings(out, [wrongType(path, 'an application or the name of an amendment')]);
    return;
  }
  const merchants = readMerchants(entry, path, out);
  const kinds = merchants.map((merchant) => isAmendment(merchant, context.named));
  const onlyAmends = kinds.length > 0 && kinds.every(Boolean);
  const chain = readChain(entry, { application, path }, onlyAmends, out);
  for (const [index, merchant] of merchants.entries()) {
    if (out.findings.length + out.omittedCount >= MAX_COUNTED) return;
    context.pause();
    const at = `${path}.merchants[${index}]`;
    if (kinds[index]) readAmendment(merchant, at, context, chain, out);
    else readBoarding(merchant, at, context, out);
  }
  noteUnknown(entry, ['merchants', chainKey(entry) ?? 'chain'], `${path}.`, out);
}

function readMerchants({ merchants }: JsonObject, path: string, out: CollectedOnboarding): readonly JsonValue[] {
  const at = `${path}.merchants`;
  if (Array.isArray(merchants) && merchants.length > 0) return merchants;
  if (merchants === undefined) listFindings(out, [missing(at, 'is mandatory')]);
  else if (!Array.isArray(merchants)) listFindings(out, [wrongType(at, 'an array')]);
  else listFindings(out, [{ ...missing(at, 'must contain at least 1'), action: `add a merchant to ${at}` }]);
  return [];
}

function isAmendment(merchant: JsonValue, amendmentNames: ReadonlySet<string>): boolean {
  return amendmentNames.size > 0 || (isJsonObject(merchant) && Object.hasOwn(merchant, 'amendmentList'));
}
