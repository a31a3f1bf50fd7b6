import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { PartnerMeter } from '../../../issuing/authorization/index.ts';

export interface PartnerMetrics {
  readonly meter: PartnerMeter;
  /** Reports at each scrape which decision partners have an open circuit breaker. */
  monitorBreakers(read: () => { readonly calledBanks: readonly string[]; readonly open: readonly string[] }): void;
}

/** Creates the metrics of the banks' decision partners. */
export function createPartnerMetrics(registry: Registry): PartnerMetrics {
  const registers = [registry];
  const answers = new Counter({
    name: 'cardwright_partner_answers_total',
    help: 'Calls to the decision partner of a bank, by its answer, or by the reason why no answer counted',
    labelNames: ['bank', 'answer'],
    registers,
  });
  const seconds = new Histogram({
    name: 'cardwright_partner_seconds',
    help: 'Time that an authorization waited for the decision partner of its bank',
    labelNames: ['bank'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    meter: {
      note(bank, answer, waited) {
        answers.inc({ bank, answer });
        seconds.observe({ bank }, waited);
      },
    },
    monitorBreakers(read) {
      new Gauge({
        name: 'cardwright_partner_breaker_open',
        help: '1 while the breaker of a decision partner is open, because it failed too often: it is called only once a second',
        labelNames: ['bank'],
        aggregator: 'max',
        registers,
        collect() {
          const { calledBanks, open } = read();
          this.reset();
          for (const bank of calledBanks) this.set({ bank }, open.includes(bank) ? 1 : 0);
        },
      });
    },
  };
}
