/** Rules of activation codes (docs/interface/tokens.md#activation-code). */
export const ACTIVATION_CODE_MINUTES = 10;
export const ACTIVATION_CODE_TRIES = 3;

/** A code that was issued, as it is kept: hashed. */
export interface IssuedCode {
  readonly code_hash: Buffer;
  readonly expires_at: Date;
  readonly tries_left: number;
}

/**
 * What becomes of a try. Only a WRONG one is counted: a code that can no longer be used says so whatever is sent, so
 * that nobody learns from the answer whether they guessed it.
 */
export type Verdict =
  | { kind: 'RIGHT' }
  | { kind: 'WRONG'; triesLeft: number; message: string }
  | { kind: 'UNUSABLE'; message: string };

export function judgeTry(code: IssuedCode, triedHash: Buffer, now: Date): Verdict {
  if (code.tries_left === 0) {
    return { kind: 'UNUSABLE', message: 'The activation code is used up: issue a new one' };
  }
  if (now.getTime() >= code.expires_at.getTime()) {
    return { kind: 'UNUSABLE', message: 'The activation code has expired: issue a new one' };
  }
  if (code.code_hash.equals(triedHash)) return { kind: 'RIGHT' };
  const triesLeft = code.tries_left - 1;
  return { kind: 'WRONG', triesLeft, message: `is wrong: ${LEFT[triesLeft] ?? `${triesLeft} tries are left`}` };
}

const LEFT: Partial<Record<number, string>> = {
  0: 'no try is left, issue a new code',
  1: '1 try is left',
};

export function codeExpiry(now: Date): Date {
  return new Date(now.getTime() + ACTIVATION_CODE_MINUTES * 60_000);
}
