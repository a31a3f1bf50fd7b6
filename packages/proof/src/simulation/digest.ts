import type { Decision } from '@cardwright/server/internal/issuing/authorization/decision/decide';

/** A digest of all answers in two numbers. Any different answer changes them. */
export class Digest {
  #high = 0x243f6a88;
  #low = 0x13198a2e;

  note(answer: string | Decision, availableMinor: bigint): void {
    if (typeof answer === 'string') this.#text(answer);
    else this.#number(numberOf(answer.reason));
    this.#number(Number(availableMinor) | 0);
  }

  #number(value: number): void {
    this.#high = Math.imul(this.#high ^ value, 0x9e3779b1);
    this.#low = Math.imul(this.#low ^ (this.#high >>> 15) ^ value, 0x85ebca77);
  }

  #text(text: string): void {
    for (let at = 0; at < text.length; at++) this.#number(text.charCodeAt(at));
  }

  toString(): string {
    return [this.#high, this.#low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const numbers = new Map<string, number>();

/** A number for a reason, computed from its letters: the same in every worker. */
function numberOf(reason: string): number {
  const number = numbers.get(reason);
  if (number !== undefined) return number;
  let hash = 0;
  for (let at = 0; at < reason.length; at++) hash = (Math.imul(hash, 31) + reason.charCodeAt(at)) | 0;
  numbers.set(reason, hash);
  return hash;
}
