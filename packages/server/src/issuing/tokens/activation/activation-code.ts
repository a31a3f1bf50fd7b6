import { ACTIVATION_CODE_MINUTES } from '@cardwright/contract';

/** The number of wrong tries for a code (docs/interface/tokens.md#activation-code). */
export const ACTIVATION_CODE_TRIES = 3;

/** An issued code, of which only a hash is stored. */
export interface IssuedCode {
  readonly expires_at: Date;
  readonly tries_left: number;
}

/**
 * The result of a try. Only WRONG is counted. A code that can no longer be used gives the same result for any try, so
 * that the result does not reveal a correct guess.
 */
export type Verdict =
  | { kind: 'RIGHT' }
  | { kind: 'WRONG'; triesRemaining: number; message: string }
  | { kind: 'UNUSABLE'; message: string };

export function judgeTry(code: IssuedCode, isRight: boolean, now: Date): Verdict {
  if (code.tries_left === 0) {
    return { kind: 'UNUSABLE', message: 'The activation code is used up: issue a new one' };
  }
  if (now.getTime() >= code.expires_at.getTime()) {
    return { kind: 'UNUSABLE', message: 'The activation code has expired: issue a new one' };
  }
  if (isRight) return { kind: 'RIGHT' };
  const triesRemaining = code.tries_left - 1;
  return {
    kind: 'WRONG',
    triesRemaining,
    message: `is wrong: ${TRIES_REMAINING[triesRemaining] ?? `${triesRemaining} tries are left`}`,
  };
}

const TRIES_REMAINING: Partial<Record<number, string>> = {
  0: 'no try is left, issue a new code',
  1: '1 try is left',
};

/** The most codes for one token within an hour, because each code allows three guesses. */
export const MAX_CODES_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Seconds until another code may be issued, or 0. `issued` are the times of the newest codes, newest first. */
export function secondsUntilNextCode(issueTimes: readonly Date[], now: Date): number {
  const oldest = issueTimes[MAX_CODES_AN_HOUR - 1];
  if (oldest === undefined) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000));
}

export function codeExpiry(now: Date): Date {
  return new Date(now.getTime() + ACTIVATION_CODE_MINUTES * 60_000);
}
