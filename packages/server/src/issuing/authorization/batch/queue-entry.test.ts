import { describe, expect, it } from 'vitest';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { createDeadlines } from '../../../platform/kernel/time/deadlines.ts';
import { openMessage, type Submission } from './queue-entry.ts';

function opened({ untilDeadlineMs }: { untilDeadlineMs: number }) {
  const noted: number[] = [];
  const deadline = performance.now() + untilDeadlineMs;
  const submission = { deadline } as Submission;
  const latency = { note: (ms: number) => noted.push(ms) };
  const message = openMessage(submission, { deadlines: createDeadlines(), latency });
  return { ...message, noted };
}

describe('a message that is waited for', () => {
  it('is not begun after its deadline, also before anybody was told that it is over', async () => {
    const { pending, answer, noted } = opened({ untilDeadlineMs: -1 });
    expect(pending.isOver()).toBe(false);
    expect(pending.begins()).toBe(false);
    await expect(answer).rejects.toThrow('the deadline passed before the message was decided');
    expect(noted).toHaveLength(1);
  });

  it('that is refused at once is no measure of how long answers take', async () => {
    const { pending, answer, noted } = opened({ untilDeadlineMs: 60_000 });
    pending.fail(new Overloaded('too many authorizations are waiting'));
    await expect(answer).rejects.toThrow('too many authorizations are waiting');
    expect(noted).toEqual([]);
  });
});
