import { describe, expect, it } from 'vitest';
import { codeExpiry, judgeTry } from './activation-code.ts';

const ISSUE_TIME = new Date('2026-11-20T08:00:00.000Z');
const RIGHT = true;
const WRONG = false;
const code = (tries_left: number) => ({ expires_at: codeExpiry(ISSUE_TIME), tries_left });
const after = (ms: number) => new Date(ISSUE_TIME.getTime() + ms);

describe('an activation code', () => {
  it('is valid for ten minutes, to the millisecond', () => {
    expect(codeExpiry(ISSUE_TIME)).toEqual(new Date('2026-11-20T08:10:00.000Z'));
    expect(judgeTry(code(3), RIGHT, after(599_999))).toEqual({ kind: 'RIGHT' });
    const failure = { kind: 'UNUSABLE', message: 'The activation code has expired: issue a new one' };
    expect(judgeTry(code(3), RIGHT, after(600_000))).toEqual(failure);
    expect(judgeTry(code(3), WRONG, after(600_000))).toEqual(failure);
  });

  it('can be tried three times, and each try reports how many are left', () => {
    const wrong = (triesRemaining: number, message: string) => ({ kind: 'WRONG', triesRemaining, message });
    expect(judgeTry(code(3), WRONG, ISSUE_TIME)).toEqual(wrong(2, 'is wrong: 2 tries are left'));
    expect(judgeTry(code(2), WRONG, ISSUE_TIME)).toEqual(wrong(1, 'is wrong: 1 try is left'));
    expect(judgeTry(code(1), WRONG, ISSUE_TIME)).toEqual(wrong(0, 'is wrong: no try is left, issue a new code'));
    expect(judgeTry(code(1), RIGHT, ISSUE_TIME)).toEqual({ kind: 'RIGHT' });
  });

  it('gives the same result for the right code as for a wrong one after its last try', () => {
    const usedUp = { kind: 'UNUSABLE', message: 'The activation code is used up: issue a new one' };
    expect(judgeTry(code(0), RIGHT, ISSUE_TIME)).toEqual(usedUp);
    expect(judgeTry(code(0), WRONG, ISSUE_TIME)).toEqual(usedUp);
    expect(judgeTry(code(0), RIGHT, after(600_000))).toEqual(usedUp);
  });
});
