import { operationAuthority, STATEMENTS } from '@cardwright/contract';
import { type Deviation, worstOutcome } from '../conformance-case.ts';
import type { WireExchange } from '../exchange.ts';
import type { CaseResult } from '../report/report.ts';
import type { TopicCheck } from './topic-check.ts';
import { watchAnswer } from './watch-answer.ts';

/** Maximum number of different deviations of one kind that are reported. */
const MAX_REPORTED = 10;

interface Topic {
  readonly exchange: WireExchange;
  readonly topic: TopicCheck['topic'];
  answers: number;
  readonly deviations: Map<string, Deviation>;
}

/** Checks every response, and has one result for each operation and each topic. */
export class AnswerWatch {
  readonly #topics = new Map<string, Topic>();
  count = 0;

  check(exchange: WireExchange): void {
    this.count += 1;
    for (const { topic, deviations } of watchAnswer(exchange)) {
      const id = `${exchange.operation.id}/answers/${topic}`;
      const entry = this.#topics.get(id) ?? { exchange, topic, answers: 0, deviations: new Map() };
      this.#topics.set(id, entry);
      entry.answers += 1;
      for (const deviation of deviations) {
        if (entry.deviations.size < MAX_REPORTED) entry.deviations.set(deviation.what, deviation);
      }
    }
  }

  results(): CaseResult[] {
    const results = [...this.#topics].map(([id, { exchange, topic, answers, deviations }]): CaseResult => {
      const { operation } = exchange;
      const all = [...deviations.values()];
      const statement = topic === 'fields' ? 'the response has the fields of its table' : STATEMENTS[topic].text;
      const rests =
        topic === 'fields'
          ? { passage: operation.reference, by: operationAuthority(operation) }
          : { passage: STATEMENTS[topic].passage, by: STATEMENTS[topic].by };
      const title = `${statement.charAt(0).toUpperCase()}${statement.slice(1)} (${answers} ${answers === 1 ? 'response' : 'responses'})`;
      return {
        id,
        title,
        group: 'answers',
        operation: operation.id,
        ...rests,
        outcome: worstOutcome(all),
        deviations: all,
      };
    });
    return results.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}
