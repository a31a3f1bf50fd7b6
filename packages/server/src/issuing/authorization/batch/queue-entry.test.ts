import { describe, expect, it } from 'vitest';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { createDeadlines } from '../../../platform/kernel/time/deadlines.ts';
import type { AuthorizationRequest } from '../message/authorization-request.ts';
import { openEntry } from './queue-entry.ts';

function createEntry({ untilDeadlineMs }: { untilDeadlineMs: number }) {
  const meterReadings: number[] = [];
  const latency = { note: (ms: number) => meterReadings.push(ms) };
  const deadline = performance.now() + untilDeadlineMs;
  const { entry, response } = openEntry({} as AuthorizationRequest, deadline, {
    deadlines: createDeadlines(),
    latency,
  });
  return { entry, response, meterReadings };
}

describe('an entry of the queue', () => {
  it('does not start after its deadline, even before the timer has expired it', async () => {
    const { entry, response, meterReadings } = createEntry({ untilDeadlineMs: -1 });
    expect(entry.isSettled()).toBe(false);
    expect(entry.start()).toBe(false);
    await expect(response).rejects.toThrow('the deadline passed before the message was decided');
    expect(meterReadings).toHaveLength(1);
  });

  it('does not count in the latency when it is refused at once', async () => {
    const { entry, response, meterReadings } = createEntry({ untilDeadlineMs: 60_000 });
    entry.reject(new Overloaded('too many authorizations are waiting'));
    await expect(response).rejects.toThrow('too many authorizations are waiting');
    expect(meterReadings).toEqual([]);
  });
});
