import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { BATCH_PHASES, type BatchMeter, type QueueLength } from '../../../issuing/authorization/index.ts';

export interface DecisionMetrics {
  readonly meter: BatchMeter;
  /** Reports at each scrape how many messages wait for a decision. */
  monitorQueue(read: () => QueueLength): void;
}

/** Creates the metrics of decisions and their batches. The metrics of a batch count it once, regardless of its size. */
export function createDecisionMetrics(registry: Registry): DecisionMetrics {
  const registers = [registry];
  const decisions = new Counter({
    name: 'cardwright_decisions_total',
    help: 'Authorizations decided and stored, by action code and by the rule that declined, or APPROVED',
    labelNames: ['action_code', 'rule'],
    registers,
  });
  const repeats = new Counter({
    name: 'cardwright_decisions_repeated_total',
    help: 'Repeated authorizations that got the stored response',
    registers,
  });
  const messages = new Histogram({
    name: 'cardwright_batch_messages',
    help: 'Messages decided together in one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const seconds = new Histogram({
    name: 'cardwright_batch_phase_seconds',
    help: 'Time of a batch by phase: locks and facts, rules, writes and commit',
    labelNames: ['phase'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const phases = BATCH_PHASES.map((phase) => ({ phase, histogram: seconds.labels({ phase }) }));
  const counters = new Map<string, { inc(): void }>();
  const counterOf = (actionCode: string, rule: string) => {
    const key = `${actionCode} ${rule}`;
    const counter = counters.get(key) ?? decisions.labels({ action_code: actionCode, rule });
    counters.set(key, counter);
    return counter;
  };
  const meter: BatchMeter = {
    note(batch) {
      messages.observe(batch.messages);
      for (const { phase, histogram } of phases) histogram.observe(batch.seconds[phase]);
      for (const { actionCode, rule, replayed } of batch.answers) {
        if (replayed) repeats.inc();
        else counterOf(actionCode, rule).inc();
      }
    },
  };
  return { meter, monitorQueue: (read) => monitorQueue(registry, read) };
}

function monitorQueue(registry: Registry, read: () => QueueLength): void {
  const lanes = new Gauge({
    name: 'cardwright_lane_waiting',
    help: 'Authorizations that wait for the next batch of their lane; with several workers, the sum over the lanes at the same position',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      read().inLanes.forEach((messages, lane) => {
        lanes.set({ lane: String(lane) }, messages);
      });
    },
  });
  const apart = new Gauge({
    name: 'cardwright_authorizations_waiting',
    help: 'Authorizations that wait outside of the lanes: for the lookup of their card, for a locked account, or for the decision partner of their bank',
    labelNames: ['for'],
    registers: [registry],
    collect() {
      const { forCards, forAccounts, forPartners } = read();
      apart.set({ for: 'card' }, forCards);
      apart.set({ for: 'account' }, forAccounts);
      apart.set({ for: 'partner' }, forPartners);
    },
  });
}
