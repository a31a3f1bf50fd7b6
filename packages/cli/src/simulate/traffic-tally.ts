/** Counts and response times of the traffic so far. */
export class TrafficTally {
  readonly #codes = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  /**
   * The number of responses by response time, with two digits of precision. Its size does not grow with the duration of
   * the traffic.
   */
  readonly #took = new Map<number, number>();
  #answered = 0;
  sent = 0;
  skipped = 0;
  reversed = 0;
  completed = 0;

  addDecision(code: string, ms: number): void {
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    const rounded = Number(ms.toPrecision(2));
    this.#took.set(rounded, (this.#took.get(rounded) ?? 0) + 1);
    this.#answered += 1;
  }

  failed(why: string): void {
    this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
  }

  get answered(): number {
    return this.#answered;
  }

  summary() {
    const sorted = [...this.#took].sort(([one], [other]) => one - other);
    const at = (part: number) => {
      let cumulative = 0;
      for (const [ms, count] of sorted) {
        cumulative += count;
        if (cumulative >= this.#answered * part) return ms;
      }
      return 0;
    };
    return {
      sent: this.sent,
      answered: this.answered,
      /** Payments that were not sent because too many requests were unanswered. */
      skipped: this.skipped,
      reversed: this.reversed,
      completed: this.completed,
      action_codes: Object.fromEntries([...this.#codes].sort(([one], [other]) => one.localeCompare(other))),
      failures: Object.fromEntries(this.#failures),
      milliseconds: { median: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) },
    };
  }
}
