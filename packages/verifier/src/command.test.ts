import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { run } from './command.ts';

const golden = fileURLToPath(new URL('../golden/12.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cardwright-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function runWith(...args: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const code = await run(args, (part) => {
    text += part;
  });
  return { code, text };
}

it('ends with 0 if everything holds, and with 2 without a trusted key and heads from outside', async () => {
  const { key } = JSON.parse(readFileSync(golden, 'utf8')) as { key: string };
  const trusting = await runWith(golden, '--key', key, '--heads', golden);
  expect(trusting.code, trusting.text).toBe(0);
  expect(trusting.text).toContain('holds    DECISION: Made again on its facts, the decision is the same: 57, ');
  const alone = await runWith(golden);
  expect(alone.code).toBe(2);
  expect(alone.text).toContain('unknown  KEY: You did not state which key you trust');
});

it('ends with 1 for a changed file, and states what was changed', async () => {
  const file = join(folder, 'changed.json');
  writeFileSync(file, readFileSync(golden, 'utf8').replace('"matches":1', '"matches":2'));
  const { code, text } = await runWith(file);
  expect(code).toBe(1);
  expect(text).toContain('FAILS    CONTENT: The part "facts" is not the one that the server signed');
  expect(text).toContain(
    'the rule CARD_FOUND saw ["CARD_FOUND","full",1] in the log, and sees ["CARD_FOUND","full",2] now',
  );
});

it('compares with the anchors that an endpoint stored', async () => {
  const { head } = (JSON.parse(readFileSync(golden, 'utf8')) as { log: { head: { size: number; root: string } } }).log;
  const anchor = (size: number, root: string) => {
    const heads = { DEMO: { chain_no: '1', chain_hash: 'aa', tree_size: size, tree_root: root } };
    const file = join(folder, `${size}-${root.slice(0, 4)}.jsonl`);
    writeFileSync(file, `${JSON.stringify({ type: 'audit.anchor', server: 'one', heads })}\n`);
    return file;
  };
  const textWith = async (size: number, root: string) => (await runWith(golden, '--heads', anchor(size, root))).text;
  expect(await textWith(head.size, head.root)).toContain('holds    OUTSIDE_HEAD');
  expect(await textWith(head.size, '0'.repeat(64))).toContain('The log was forked');
  expect(await textWith(head.size + 1, head.root)).toContain(`Request it with head=${head.size + 1}.`);
});

it('ends with 3 for wrong use', async () => {
  expect((await runWith()).code).toBe(3);
  expect((await runWith(golden, '--heads', fileURLToPath(import.meta.url))).code).toBe(3);
});

it('compares a card number with the commitment', async () => {
  const { code, text } = await runWith(golden, '--card-number', `${'0'.repeat(64)}:4000000000000002`);
  expect(code).toBe(1);
  expect(text).toContain('FAILS    OPENINGS: The card number is not the one that the server committed to.');
});
