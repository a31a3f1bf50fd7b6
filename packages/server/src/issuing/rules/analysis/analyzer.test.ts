import { expect, it } from 'vitest';
import type { AnalysisTask } from './analysis-task.ts';
import { createRuleAnalyzer } from './analyzer.ts';

/** The code of a thread that reports the start of a task, and never ends it. */
const HANGS = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ started }) => {
    Atomics.store(started, 0, 1);
    for (;;);
  });`;

it('ends a running analysis and the waiting ones when it is closed, and starts no other', async () => {
  const analyzer = createRuleAnalyzer(new URL(`data:text/javascript,${encodeURIComponent(HANGS)}`));
  const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const analyze = () => analyzer.analyze('BANK', { started } as unknown as AnalysisTask);
  const outcomes = Promise.allSettled([analyze(), analyze()]);
  await expect.poll(() => started[0]).toBe(1);
  await analyzer.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(analyze()).rejects.toThrow('the server ends');
});
