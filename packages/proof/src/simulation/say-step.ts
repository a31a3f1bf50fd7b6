import { SWITCHES, settingsToSet } from '@cardwright/contract';
import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';
import type { ModelAccount } from '../world/model/model-account.ts';
import type { ModelAuthorization } from '../world/model/model-authorization.ts';
import type { ModelCard } from '../world/model/model-card.ts';
import type { ModelDecision } from '../world/model/model-decision.ts';
import { updateFaults } from '../world/model/model-faults.ts';
import type { Step } from '../world/operation.ts';
import { expectedSettings } from './compare-settings.ts';
import { APPROVAL_CODE } from './engine/engine-account.ts';
import { reportRestrictions } from './report-checks.ts';

/** The approval code of a decline: blanks. */
export const NO_CODE = '      ';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export function reportExpected(
  { code, reason }: ModelDecision,
  { message, atMs }: Of<'authorize'>,
  { days, bank }: ModelAccount,
): string {
  const isApproved = code === '00';
  const date = days.businessDate(atMs, bank.cutOff);
  return decisionText(code, reason, isApproved ? APPROVAL_CODE : NO_CODE, isApproved ? message.minor : 0, date);
}

export function reportDecision({ actionCode, reason, approvalCode, reserveMinor, settlementDate }: Decision): string {
  return decisionText(actionCode, reason, approvalCode, reserveMinor, settlementDate);
}

function decisionText(code: string, reason: string, approval: string, minor: number | bigint, date: string): string {
  return `${code} ${reason}, code "${approval}", reserves ${minor}, settled ${date}`;
}

export const outcomeWord = (isDone: boolean) => (isDone ? 'done' : 'refused');

/**
 * Describes an update.
 *
 * @param isClose whether to include the changed fields
 */
export function describeUpdate(model: ModelAccount, { patch, atMs }: Of<'update'>, isClose: boolean): string {
  const before = isClose ? expectedSettings(model, atMs) : {};
  const { settings } = model;
  if (!model.update(patch, atMs))
    return updateFaults(settings, patch, atMs, model.bank, model.program(atMs)).join(', ');
  const after = isClose ? expectedSettings(model, atMs) : {};
  const changedNames = isClose ? PATCH_FIELDS.filter((field) => before[field] !== after[field]) : [];
  return ['done', changedNames, ...warnedOf(model, patch)].join(' ');
}

/** The fields that an update can have, in the order of the table. */
const PATCH_FIELDS = Object.keys(settingsToSet.properties);

export function describeRestriction(card: ModelCard, { request, atMs }: Of<'restrict'>): string {
  const faults = card.orderFaults(request, atMs);
  if (card.restrict(request, atMs)) return reportRestrictions(card.restrictionsLeft(atMs));
  return faults.join(', ') || 'refused';
}

/** The fields of an update that are stored without effect, because the bank has not configured them. */
function warnedOf({ bank }: ModelAccount, patch: Of<'update'>['patch']): string[] {
  const unused = SWITCHES.filter((name) => {
    const number = /^function(\d)$/.exec(name)?.[1];
    return number !== undefined && bank.functions[Number(number) - 1] === undefined;
  });
  const hasGroups = Object.keys(bank.groups).length > 0;
  const fields = [
    ...unused.map((name) => `${name}Status`),
    ...unused.map((name) => `${name}OnUntil`),
    ...(hasGroups ? [] : ['merchantGroupProfileId', 'merchantGroupProfileName']),
  ];
  return fields
    .filter((field) => patch[field] !== undefined && patch[field] !== '')
    .map((field) => `${field} control-not-configured`);
}

const LETTERS = { DECLINED: 'D', RESERVED: 'A', REVERSED: 'R', COMPLETED: 'C', EXPIRED: 'E' } as const;
const WORDS = {
  DECLINED: 'declined',
  RESERVED: 'open',
  REVERSED: 'reversed',
  COMPLETED: 'completed',
  EXPIRED: 'expired',
} as const;

/** Describes an authorization after a step that moved an amount. */
export function endingWords({ state, reservedMinor }: ModelAuthorization, minor: number): string {
  return `${LETTERS[state]} ${minor}, ${reservedMinor} left`;
}

/** Returns the reason why an authorization cannot be reversed or completed. */
export function reportRefusedEnding(step: Of<'reverse' | 'complete'>, state: ModelAuthorization['state']): string {
  const isReversal = step.kind === 'reverse';
  if (isReversal && state === 'RESERVED') return 'The amount is more than what is still reserved';
  if (!isReversal && state === 'EXPIRED') return 'The reservation has expired: the completion must name its amount';
  return `A reservation that is ${WORDS[state]} cannot be ${isReversal ? 'reversed' : 'completed'}`;
}

/** Describes a decision about a request for a token, with all facts that its rules evaluated. */
export function describeVerdict({ outcome, reason, rule, trace }: DescribedVerdict): string {
  return `token ${outcome} by ${rule}, ${reason}: ${JSON.stringify(trace)}`;
}

interface DescribedVerdict {
  readonly outcome: string;
  readonly reason: string | undefined;
  readonly rule: string;
  readonly trace: readonly object[];
}
