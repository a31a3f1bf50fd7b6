import { ACTIVATION_CODE_MINUTES } from '@cardwright/contract';

/** How many wrong tries a code allows (docs/interface/tokens.md#activation-code). */
export const ACTIVATION_CODE_TRIES = 3;

/** An issued code: only a hash of it is stored. */
export interface IssuedCode {
  readonly expires_at: Date;
  readonly tries_left: number;
}

/**
 * The result of a try. Only WRONG is counted. A code that can no longer be used gives the same answer to any try, so
 * that the answer does not reveal a correct guess.
 */
export type Verdict =
  | { kind: 'RIGHT' }
  | { kind: 'WRONG'; triesLeft: number; message: string }
  | { kind: 'UNUSABLE'; message: string };

export function judgeTry(code: IssuedCode, isRight: boolean, now: Date): Verdict {
  if (code.tries_left === 0) {
    return { kind: 'UNUSABLE', message: 'The activation code is used up: issue a new one' };
  }
  if (now.getTime() >= code.expires_at.getTime()) {
    return { kind: 'UNUSABLE', message: 'The activation code has expired: issue a new one' };
  }
  if (isRight) return { kind: 'RIGHT' };
  const triesLeft = code.tries_left - 1;
  return { kind: 'WRONG', triesLeft, message: `is wrong: ${LEFT[triesLeft] ?? `${triesLeft} tries are left`}` };
}

const LEFT: Partial<Record<number, string>> = {
  0: 'no try is left, issue a new code',
  1: '1 try is left',
};

/** How often codes are issued for one token: guessing gets three tries for each of them. */
export const MOST_CODES_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

/**
 * How many seconds it takes until a further code may be issued, or 0. `issued` are the times of the newest codes,
 * newest first.
 */
export function secondsUntilNextCode(issued: readonly Date[], now: Date): number {
  const oldest = issued[MOST_CODES_AN_HOUR - 1];
  if (oldest === undefined) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000));
}

export function codeExpiry(now: Date): Date {
  return new Date(now.getTime() + ACTIVATION_CODE_MINUTES * 60_000);
}
