import { expect, it, onTestFinished } from 'vitest';
import { createTaskThread } from './task-thread.ts';

/** A thread that echoes tasks with their number, reports the task `fail`, and ends with the task `end`. */
const CODE = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', (task) => {
    count += 1;
    if (task === 'end') process.exit(7);
    parentPort.postMessage(task === 'fail' ? { broken: 'no disk' } : { result: count + ' ' + task });
  });`;

function openThread(idleMs = 60_000) {
  const file = new URL(`data:text/javascript,${encodeURIComponent(CODE)}`);
  const thread = createTaskThread<string, string>(file, { heapMb: 16, idleMs });
  onTestFinished(thread.close);
  return thread;
}

it('runs tasks one at a time on one thread, in their order', async () => {
  const thread = openThread();
  expect(await Promise.all(['a', 'b', 'c'].map(thread.run))).toEqual(['1 a', '2 b', '3 c']);
});

it('starts another thread after a task that failed, and after a thread that ended', async () => {
  const thread = openThread();
  await expect(thread.run('fail')).rejects.toThrow('no disk');
  expect(await thread.run('a')).toBe('1 a');
  await expect(thread.run('end')).rejects.toThrow('the thread ended: 7');
  expect(await thread.run('b')).toBe('1 b');
});

it('ends the thread after a pause, and starts it for the next task', async () => {
  const thread = openThread(0);
  expect(await thread.run('a')).toBe('1 a');
  await expect.poll(() => thread.run('b')).toBe('1 b');
});
