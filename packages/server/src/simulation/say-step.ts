import { SWITCHES } from '@cardwright/contract';
import type { Decision } from '../authorization/decide.ts';
import { APPROVAL_CODE } from './engine-account.ts';
import type { ModelAccount, ModelAuthorization } from './model-account.ts';
import type { ModelDecision } from './model-decision.ts';
import { updateFaults } from './model-faults.ts';
import type { Step } from './operation.ts';

/** What the model says to a step, in the words of the engine's side. */
export const NO_CODE = '      ';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export function tellExpected(
  { code, reason }: ModelDecision,
  { message, atMs }: Of<'authorize'>,
  { days, bank }: ModelAccount,
): string {
  const isApproved = code === '00';
  const date = days.businessDate(atMs, bank.cutOff);
  return told(code, reason, isApproved ? APPROVAL_CODE : NO_CODE, isApproved ? message.minor : 0, date);
}

export function tellDecision({ actionCode, reason, approvalCode, reserveMinor, settlementDate }: Decision): string {
  return told(actionCode, reason, approvalCode, reserveMinor, settlementDate);
}

function told(code: string, reason: string, approval: string, minor: number | bigint, date: string): string {
  return `${code} ${reason}, code "${approval}", reserves ${minor}, settled ${date}`;
}

export const done = (isDone: boolean) => (isDone ? 'done' : 'refused');

export function sayUpdate(model: ModelAccount, { patch, atMs }: Of<'update'>): string {
  const faults = updateFaults(model.settings, patch, atMs, model.bank);
  if (model.update(patch, atMs) !== (faults.length === 0)) throw new Error('the model contradicts itself');
  return faults.length > 0 ? faults.join(', ') : ['done', ...warnedOf(model, patch)].join(' ');
}

/** What is kept without effect, because the bank has not configured it. */
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
  return fields.filter((field) => patch[field] !== undefined && patch[field] !== '');
}

const LETTERS = { DECLINED: 'D', RESERVED: 'A', REVERSED: 'R', COMPLETED: 'C', EXPIRED: 'E' } as const;
const WORDS = {
  DECLINED: 'declined',
  RESERVED: 'open',
  REVERSED: 'reversed',
  COMPLETED: 'completed',
  EXPIRED: 'expired',
} as const;

/** An authorization after a step that moved an amount. */
export function ended({ state, reservedMinor }: ModelAuthorization, minor: number): string {
  return `${LETTERS[state]} ${minor}, ${reservedMinor} left`;
}

/** Why it cannot be ended. */
export function tellRefusedEnding(step: Of<'reverse' | 'complete'>, state: ModelAuthorization['state']): string {
  const isReversal = step.kind === 'reverse';
  if (isReversal && state === 'RESERVED') return 'The amount is more than what is still reserved';
  if (!isReversal && state === 'EXPIRED') return 'The reservation has expired: the completion must name its amount';
  return `A reservation that is ${WORDS[state]} cannot be ${isReversal ? 'reversed' : 'completed'}`;
}
