export const SHORTEST = 13;
const LONGEST = 19;
/** The gap before a digit that no usual grouping of card numbers has. */
export const UNUSUAL_GAP = -1;
/**
 * Number of digits whose places are stored: more than the longest number has, and a power of two, so that a mask finds
 * them.
 */
const CAPACITY = 32;
const MASK = CAPACITY - 1;
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/**
 * The last digits of a text that is read character by character, with only separators between them. Each digit costs
 * the same, whatever precedes it, so hostile texts cost no more than others.
 */
export class LastDigits {
  /** Whether a card number may begin with these six digits. */
  private readonly mayBegin: (six: number) => boolean;
  private readonly places = new Int32Array(CAPACITY);
  /** The gap before each digit as a number: equal separators have equal numbers, and 0 is no gap. */
  private readonly gaps = new Int32Array(CAPACITY);
  /** 1 if a group begins at the digit and, from its sixth digit on, only if a card number may begin there. */
  private readonly beginnings = new Uint8Array(CAPACITY);
  /** Sums of the digits before this one with every second one doubled, for even and for odd places. */
  private readonly evenBefore = new Int32Array(CAPACITY);
  private readonly oddBefore = new Int32Array(CAPACITY);
  private evenDoubled = 0;
  private oddDoubled = 0;
  /** The six digits that end with this one. */
  private readonly sixes = new Int32Array(CAPACITY);
  private six = 0;
  private count = 0;
  private firstOfChain = 0;

  constructor(mayBegin: (six: number) => boolean) {
    this.mayBegin = mayBegin;
  }

  /** Drops the digits so far, because they do not belong to a number with the digits that follow. */
  clear(): void {
    this.firstOfChain = this.count;
  }

  add(digit: number, place: number, gap: number): void {
    const slot = this.count & MASK;
    this.places[slot] = place;
    this.gaps[slot] = gap;
    this.beginnings[slot] = gap !== 0 || this.count === this.firstOfChain ? 1 : 0;
    this.evenBefore[slot] = this.evenDoubled;
    this.oddBefore[slot] = this.oddDoubled;
    const doubled = DOUBLED[digit] ?? 0;
    this.evenDoubled += this.count % 2 === 0 ? doubled : digit;
    this.oddDoubled += this.count % 2 === 0 ? digit : doubled;
    this.six = (this.six % 100_000) * 10 + digit;
    this.sixes[slot] = this.six;
    const sixth = (this.count - 5) & MASK;
    if (this.beginnings[sixth] === 1 && !this.mayBegin(this.six)) this.beginnings[sixth] = 0;
    this.count += 1;
  }

  /**
   * The length of the shortest number that has at least `least` digits, ends with the last digit, begins with a group
   * and has the check digit; 0 if there is none.
   */
  lengthFrom(least: number): number {
    const most = Math.min(LONGEST, this.count - this.firstOfChain);
    for (let length = least; length <= most; length += 1) {
      if (this.beginnings[(this.count - length) & MASK] === 1 && this.hasCheckDigit(length)) return length;
    }
    return 0;
  }

  /**
   * Whether the last digit is number `ofGroup` of its group, counted from 1, and the last `length` digits may be a card
   * number.
   */
  isNumber(length: number, ofGroup: number): boolean {
    if (length > this.count - this.firstOfChain || this.gaps[(this.count - ofGroup) & MASK] === 0) return false;
    return this.hasCheckDigit(length) && this.mayBegin(this.sixes[(this.count - length + 5) & MASK] ?? 0);
  }

  private hasCheckDigit(length: number): boolean {
    // the last digit is not doubled
    const isEven = this.count % 2 === 0;
    const before = (isEven ? this.evenBefore : this.oddBefore)[(this.count - length) & MASK] ?? 0;
    return ((isEven ? this.evenDoubled : this.oddDoubled) - before) % 10 === 0;
  }

  /** The range of the last `length` digits in the text. */
  part(length: number): { readonly from: number; readonly to: number } {
    return {
      from: this.places[(this.count - length) & MASK] ?? 0,
      to: (this.places[(this.count - 1) & MASK] ?? 0) + 1,
    };
  }

  /**
   * A bit for each of the last `length` digits that has a gap before it; -1 if the gaps differ, or if one is unusual.
   */
  gapsIn(length: number): number {
    let bits = 0;
    let first = 0;
    for (let before = 1; before < length; before += 1) {
      const gap = this.gaps[(this.count - length + before) & MASK] ?? 0;
      if (gap === 0) continue;
      if (gap === UNUSUAL_GAP || (first !== 0 && gap !== first)) return -1;
      first = gap;
      bits |= 1 << before;
    }
    return bits;
  }
}
