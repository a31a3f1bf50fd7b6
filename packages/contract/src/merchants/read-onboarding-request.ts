import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { compile, isSameText, printableKey, refuseRivals } from '../schema/compile.ts';
import type { Finding, Warning } from '../schema/finding.ts';
import { findUnmetNeeds } from './amendment-conditions.ts';
import { explainMissing, NEVER_EMPTY_LISTS } from './explain-missing.ts';
import { gatherConfigurations } from './gather-configurations.ts';
import { LinkedChain, Merchant, MerchantAmendment, MerchantChain, sentRequestId } from './merchant.ts';
import { findUnmetConditions, missing, notAllowed, objectOf, type SchemeRules } from './merchant-conditions.ts';
import { findDoubleEntries } from './merchant-doubles.ts';
import { AMENDMENT_TYPES, type AmendmentType, MOST_MERCHANTS } from './merchant-values.ts';

/** A merchant of a request, in the table's spelling; unknown fields are kept. */
export interface SentMerchant {
  /** Index of its application structure in the request, from 0. */
  readonly application: number;
  /** Path in the caller's own JSON: `payload.applications[0].merchants[3]`. */
  readonly path: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  /** Each type once, in the order of the interface's list. Empty for a boarding. */
  readonly types: readonly AmendmentType[];
  readonly value: JsonObject;
  readonly warnings: readonly Warning[];
}

export interface SentChain {
  readonly application: number;
  readonly path: string;
  readonly value: JsonObject;
  /** The chain is only referred to, to link merchants to it: its other fields may be missing. */
  readonly isReference: boolean;
}

/** Everything in the request, valid or not. */
export interface SentOnboarding {
  readonly requestId: string | undefined;
  readonly applications: number;
  readonly merchants: readonly SentMerchant[];
  readonly chains: readonly SentChain[];
  /** In reading order. Actions name places within the merchant or application at `path`. */
  readonly findings: readonly Finding[];
  /** Number of findings beyond those that are listed. */
  readonly unlisted: number;
  readonly warnings: readonly Warning[];
}

interface Gathered {
  readonly findings: Finding[];
  unlisted: number;
  readonly warnings: Warning[];
  readonly merchants: SentMerchant[];
  readonly chains: SentChain[];
}

const APPLICATIONS = 'payload.applications';
/** At most so many findings are listed in an answer. The others are counted. */
const MOST_FINDINGS = 200;
/** After so many findings, no further merchant is looked into: millions of them would take minutes to count. */
const MOST_COUNTED = 10_000;
/**
 * At most so many unknown fields around the merchants are listed; those inside a merchant are counted by its schema.
 */
const MOST_WARNINGS = 50;
const KNOWN_TYPES: ReadonlySet<string> = new Set(AMENDMENT_TYPES);

const checkRequestId = compile(sentRequestId());
const checkMerchant = compile(Merchant);
const checkAmendment = compile(MerchantAmendment);
const checkChain = compile(MerchantChain);
const checkLinkedChain = compile(LinkedChain);

/**
 * Reads a whole request and finds everything that is wrong with it, except what needs the database
 * (docs/interface/merchant-onboarding.md#findings). `pause` may throw, to give the request up.
 */
export function readOnboardingRequest(
  request: JsonObject,
  rules: SchemeRules,
  pause: () => void = () => {},
): SentOnboarding {
  const out: Gathered = { findings: [], unlisted: 0, warnings: [], merchants: [], chains: [] };
  const requestId = readRequestId(request, out);
  noteUnknown(request, ['requestId', 'payload'], '', out);
  const entries = withinLimits(readApplications(request, out), out);
  const named = new Set(entries.filter((entry) => typeof entry === 'string'));
  refuseUnknownTypes(entries, out);
  let applications = 0;
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === 'string') continue;
    readApplication(entry, { application: applications, path: `${APPLICATIONS}[${index}]`, named, rules, pause }, out);
    applications += 1;
  }
  if (entries.length > 0 && applications === 0) {
    const action = `add an application with merchants to ${APPLICATIONS}`;
    tell(out, [{ ...missing(APPLICATIONS, 'must hold an application with merchants'), action }]);
  }
  noteRequestId(requestId, request, out);
  const { merchants, chains, unlisted, warnings } = out;
  return { requestId, applications, merchants, chains, findings: out.findings.map(withNearAction), unlisted, warnings };
}

function tell(out: Gathered, findings: readonly Finding[]): void {
  const listed = findings.slice(0, MOST_FINDINGS - out.findings.length);
  out.findings.push(...listed);
  out.unlisted += findings.length - listed.length;
}

const PLACE = /payload\.applications\[\d+\]\.(?:merchants\[\d+\]\.)?(?=\w)(?!merchants\b)/g;

/** `path` is exact. The action, which a person reads, names the place within the merchant, or beside the merchants. */
export function withNearAction(finding: Finding): Finding {
  return finding.action === undefined ? finding : { ...finding, action: finding.action.replace(PLACE, '') };
}

function readRequestId(request: JsonObject, out: Gathered): string | undefined {
  const given = request.requestId;
  if (given === undefined || given === '') return undefined;
  const { value, findings, warnings } = checkRequestId(given, 'requestId');
  tell(out, findings);
  out.warnings.push(...warnings);
  return findings.length === 0 ? value : undefined;
}

/** Published samples of amendments have none; anything that boards a merchant needs one. */
function noteRequestId(requestId: string | undefined, { requestId: given }: JsonObject, out: Gathered): void {
  if (requestId !== undefined || (given !== undefined && given !== '')) return;
  const onlyAmends = out.merchants.length > 0 && out.merchants.every(({ kind }) => kind === 'AMENDMENT');
  if (onlyAmends) out.warnings.push({ path: 'requestId', rule: 'request-id-made' });
  else out.findings.unshift(missing('requestId', 'is mandatory'));
}

function readApplications({ payload }: JsonObject, out: Gathered): readonly JsonValue[] {
  const refuse = (finding: Finding) => {
    tell(out, [finding]);
    return [];
  };
  if (payload === undefined) return refuse(missing(APPLICATIONS, 'is mandatory'));
  if (!isJsonObject(payload)) return refuse(wrongType('payload', 'an object'));
  const { applications } = payload;
  noteUnknown(payload, ['applications'], 'payload.', out);
  if (applications === undefined) return refuse(missing(APPLICATIONS, 'is mandatory'));
  if (!Array.isArray(applications)) return refuse(wrongType(APPLICATIONS, 'an array'));
  if (applications.length > 0) return applications;
  return refuse({ ...missing(APPLICATIONS, 'must hold at least 1'), action: `add an application to ${APPLICATIONS}` });
}

/** A request with too many entries is refused without further checks. */
function withinLimits(entries: readonly JsonValue[], out: Gathered): readonly JsonValue[] {
  const merchants = entries.reduce<number>((count, entry) => {
    const list = objectOf(entry).merchants;
    return count + (Array.isArray(list) ? list.length : 0);
  }, 0);
  if (Math.max(entries.length, merchants) <= MOST_MERCHANTS) return entries;
  const message = `must hold at most ${MOST_MERCHANTS} merchants`;
  tell(out, [{ path: APPLICATIONS, error: 'wrong_length', message, action: 'send the merchants in several requests' }]);
  return [];
}

function refuseUnknownTypes(entries: readonly JsonValue[], out: Gathered): void {
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'string' || KNOWN_TYPES.has(entry)) continue;
    const path = `${APPLICATIONS}[${index}]`;
    const action = `use one of ${AMENDMENT_TYPES.join(', ')} for ${path}`;
    tell(out, [notAllowed(path, `must be ${AMENDMENT_TYPES.join(' or ')}`, action)]);
  }
}

interface ApplicationContext {
  readonly application: number;
  readonly path: string;
  /** Amendment types given as plain texts beside the structures, for all of their merchants. */
  readonly named: ReadonlySet<string>;
  readonly rules: SchemeRules;
  /** Called before each merchant. */
  readonly pause: () => void;
}

function readApplication(entry: JsonValue, context: ApplicationContext, out: Gathered): void {
  const { application, path } = context;
  if (!isJsonObject(entry)) {
    tell(out, [wrongType(path, 'an application or the name of an amendment')]);
    return;
  }
  const merchants = readMerchants(entry, path, out);
  const kinds = merchants.map((merchant) => isAmendment(merchant, context.named));
  const onlyAmends = kinds.length > 0 && kinds.every(Boolean);
  const chain = readChain(entry, { application, path }, onlyAmends, out);
  for (const [index, merchant] of merchants.entries()) {
    if (out.findings.length + out.unlisted >= MOST_COUNTED) return;
    context.pause();
    const at = `${path}.merchants[${index}]`;
    if (kinds[index]) readAmendment(merchant, at, context, chain, out);
    else readBoarding(merchant, at, context, out);
  }
  noteUnknown(entry, ['merchants', chainSpelling(entry) ?? 'chain'], `${path}.`, out);
}

function noteUnknown(sent: JsonObject, known: readonly string[], prefix: string, out: Gathered): void {
  for (const key of Object.keys(sent)) {
    if (known.includes(key) || out.warnings.length >= MOST_WARNINGS) continue;
    out.warnings.push({ path: `${prefix}${printableKey(key)}`, rule: 'unknown-field' });
  }
}

function readMerchants({ merchants }: JsonObject, path: string, out: Gathered): readonly JsonValue[] {
  const at = `${path}.merchants`;
  if (Array.isArray(merchants) && merchants.length > 0) return merchants;
  if (merchants === undefined) tell(out, [missing(at, 'is mandatory')]);
  else if (!Array.isArray(merchants)) tell(out, [wrongType(at, 'an array')]);
  else tell(out, [{ ...missing(at, 'must hold at least 1'), action: `add a merchant to ${at}` }]);
  return [];
}

function isAmendment(merchant: JsonValue, named: ReadonlySet<string>): boolean {
  return named.size > 0 || (isJsonObject(merchant) && Object.hasOwn(merchant, 'amendmentList'));
}

/** Where both spellings are sent, the table's wins, and the other one counts as unknown. */
function chainSpelling(entry: JsonObject): 'chain' | 'Chain' | undefined {
  if (Object.hasOwn(entry, 'chain')) return 'chain';
  return Object.hasOwn(entry, 'Chain') ? 'Chain' : undefined;
}

/** The chain under either spelling. With amendments only, it may be just the id of an existing chain. */
function readChain(
  entry: JsonObject,
  { application, path }: { application: number; path: string },
  onlyAmends: boolean,
  out: Gathered,
): SentChain | undefined {
  const spelling = chainSpelling(entry);
  if (spelling === undefined) return undefined;
  const at = `${path}.${spelling}`;
  if (spelling === 'Chain') out.warnings.push({ path: at, rule: 'other-key' });
  const isReference = onlyAmends && refersOnly(objectOf(entry[spelling]));
  if (spelling === 'chain' && entry.Chain !== undefined && !isSameText(entry.Chain, entry.chain!)) {
    const rivals = { findings: [], count: 0 };
    refuseRivals(rivals, `${path}.chain`, `${path}.Chain`);
    tell(out, rivals.findings);
  }
  const { value, findings, unlisted, warnings } = (isReference ? checkLinkedChain : checkChain)(entry[spelling]!, at);
  tell(out, explainMissing(MerchantChain, at, findings));
  out.unlisted += unlisted;
  out.warnings.push(...warnings);
  const chain = { application, path: at, value: objectOf(value as unknown as JsonValue), isReference };
  if (chain.value.chainId !== undefined && chain.value.chainId !== null) out.chains.push(chain);
  return chain;
}

/** One member alone names the chain, or tries to; that it exists already says nothing more. */
function refersOnly({ alreadyExist, ...others }: JsonObject): boolean {
  return Object.keys(others).length + (alreadyExist === undefined || alreadyExist === true ? 0 : 1) === 1;
}

function readBoarding(sent: JsonValue, path: string, { application, rules }: ApplicationContext, out: Gathered): void {
  const { value, findings, unlisted, warnings } = checkMerchant(sent, path);
  const merchant = objectOf(value as unknown as JsonValue);
  const at = {
    merchant: path,
    schemes: `${path}.configurations.acceptedCardSchemes`,
    fees: `${path}.configurations.fees`,
  };
  const all = [...findings, ...findUnmetConditions(merchant, path, rules), ...findDoubleEntries(merchant, at)];
  tell(out, explainMissing(Merchant, path, all));
  out.unlisted += unlisted;
  out.merchants.push({ application, path, kind: 'BOARDING', types: [], value: merchant, warnings });
}

function readAmendment(
  sent: JsonValue,
  path: string,
  { application, named, rules }: ApplicationContext,
  applicationChain: SentChain | undefined,
  out: Gathered,
): void {
  const { value, findings, unlisted, warnings } = checkAmendment(sent, path);
  const accepted = objectOf(value as unknown as JsonValue);
  const { amendment, moved, places } = gatherConfigurations(accepted, path);
  const own = Array.isArray(amendment.amendmentList) ? amendment.amendmentList : [];
  const types = AMENDMENT_TYPES.filter((type) => own.includes(type) || named.has(type));
  const chain = readOwnChain(amendment, sent, { application, path }, out) ?? applicationChain;
  const at = {
    ...places,
    types: own.length > 0 ? `${path}.amendmentList` : APPLICATIONS,
    chainId: `${path}.chain.chainId`,
  };
  // findings inside a chain that was sent are reported already
  const chainId = chain === undefined ? undefined : (chain.value.chainId ?? null);
  const unmet = isJsonObject(sent)
    ? [...findUnmetNeeds(amendment, types, chainId, at, rules), ...findDoubleEntries(amendment, at)]
    : [];
  tell(out, explainMissing(MerchantAmendment, path, [...findings, ...unmet], NEVER_EMPTY_LISTS));
  out.unlisted += unlisted;
  out.merchants.push({
    application,
    path,
    kind: 'AMENDMENT',
    types,
    value: amendment,
    warnings: [...warnings, ...moved],
  });
}

/** A chain given within the merchant itself; the schema has checked it. */
function readOwnChain(
  amendment: JsonObject,
  sent: JsonValue,
  { application, path }: { application: number; path: string },
  out: Gathered,
): SentChain | undefined {
  if (amendment.chain === undefined) return undefined;
  const at = `${path}.${chainSpelling(objectOf(sent)) ?? 'chain'}`;
  const chain = { application, path: at, value: objectOf(amendment.chain), isReference: true };
  if (typeof chain.value.chainId === 'string') out.chains.push(chain);
  return chain;
}

function wrongType(path: string, expected: string): Finding {
  return { path, error: 'wrong_format', message: `must be ${expected}`, action: `give ${path} as ${expected}` };
}
