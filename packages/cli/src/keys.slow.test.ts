import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { holdTable, rowsByDataKey, rowsByLookupKey } from '../../server/src/testing/callers/keys.ts';
import { authorize, clientBody, ecommerceMessage, issueCard } from '../../server/src/testing/cards/issued-cards.ts';
import { fileFolder, fileResource } from '../../server/src/testing/file-resources.ts';
import { startCommand } from '../../server/src/testing/system/command.ts';
import { fileServer, nextMsgId } from '../../server/src/testing/test-server.ts';
import { WITHIN } from '../../server/src/testing/within.ts';

describe('cardwright keys', () => {
  const server = fileServer();
  const folder = fileFolder();
  const card = fileResource(() => issueCard(server, { available: '1000000.00' }));

  function start(words: string, environment: Record<string, string> = {}) {
    const own = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir };
    return startCommand(words.split(' '), { ...own, ...environment });
  }

  async function run(words: string, environment?: Record<string, string>) {
    const { code, stdout: out, stderr: err } = await start(words, environment).ended;
    return { code, out, err };
  }

  it('generate creates a file that only its owner can read, prints no key, and replaces no file', async () => {
    const path = join(folder, 'keys.json');
    const generated = await run(`keys generate ${path}`);
    expect([generated.code, generated.out]).toEqual([0, `${path}\n`]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const content = await readFile(path, 'utf8');
    const { master, lookup } = JSON.parse(content);
    for (const key of [master['1'], lookup['1']]) expect(generated.out + generated.err).not.toContain(key);
    const again = await run('keys generate', { CARDWRIGHT_KEY_FILE: path });
    expect(again).toEqual({
      code: 1,
      out: '',
      err: `cardwright: ${path} already exists, and a key file is never replaced: choose another name, or use "keys rotate"\n`,
    });
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('generate, rotate and status report their results as one JSON object without any key', async () => {
    const path = join(folder, 'answers.json');
    expect(JSON.parse((await run(`keys generate ${path} --json`)).out)).toEqual({ file: path });
    const status = await run('keys status --json');
    const { keyFile } = JSON.parse(status.out);
    expect(keyFile).toMatchObject({ masters: [1], lookups: [1] });
    const { master, lookup } = JSON.parse(await readFile(keyFile.path, 'utf8'));
    for (const key of [master, lookup].flatMap(Object.values)) expect(status.out).not.toContain(key);
    const stopped = await run('keys rotate --stop --json');
    expect([stopped.code, JSON.parse(stopped.out)]).toEqual([0, { done: ['no rotations to stop'] }]);
  });

  it('options that exclude each other are refused', async () => {
    const { code, err } = await run('keys rotate --data --lookup');
    expect(code).toBe(2);
    expect(err).toContain('error: --data and --lookup cannot be used together');
    expect((await run('keys generate')).code).toBe(2);
  });

  it('rotate --wait returns when no row remains under the old key', async () => {
    const { code, out } = await run('keys rotate --wait');
    expect([code, out]).toEqual([0, 'data key 2 created\ndone\n']);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual(['2']);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    expect(
      await server.db.sql(
        `select outcome from audit_log where bank_id = '-' and operation = 'keys.rotate' and actor like 'operator:%'
          order by audit_id`,
      ),
    ).toContainEqual({ outcome: 'BEGUN' });
  });

  it('a command that is killed midway loses nothing, and the next one continues', async () => {
    await server.server.keyRefresh.stop();
    const first = start('keys rotate --lookup');
    expect((await first.ended).code).toBe(0);
    const busy = await holdTable(server.db, 'vault_card_numbers');
    const killed = start('keys rotate --resume --wait');
    await vi.waitFor(async () => {
      const [rotation] = await server.db.sql(`select state from key_rotations where kind = 'LOOKUP'`);
      expect(rotation).toEqual({ state: 'RUNNING' });
    }, WITHIN);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await busy.release();
    expect(Object.keys(await rowsByLookupKey(server.db))).toEqual(['1']);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');

    const status = await run('keys status');
    expect(status.out).toMatch(/^rotation to lookup key 2: RUNNING, pass 1$/m);
    expect((await run('keys rotate --lookup')).err).toContain('a rotation to lookup key 2 is not finished yet');
    // No server continues the rotation: waiting fails, and the completed steps are still printed.
    const { code, out, err } = await run('keys rotate --stop --wait --json');
    expect([code, JSON.parse(out)]).toEqual([1, { done: ['stop: lookup-key:2'] }]);
    expect(JSON.parse(err)).toEqual({ error: { message: 'the rotation was stopped' } });
    expect((await run('keys rotate --resume --wait')).out).toBe('resume: lookup-key:2\ndone\n');
    expect(Object.keys(await rowsByLookupKey(server.db))).toEqual(['2']);
    expect((await run('keys rotate --finish')).out).toBe('removed: lookup 1\n');
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  });

  it('a rotation of the content key that is killed midway continues, and repeats of earlier requests are still recognized', async () => {
    const header = { msg_id: nextMsgId() };
    const body = clientBody(`KILLED-${header.msg_id}`);
    const created = await server.envelope('clients.create-client', body, { header });
    expect(created.exception.error_code).toBe('000');
    expect((await run('keys rotate --content')).out).toBe('content key 2 created\n');
    const killed = start('keys rotate --resume --wait');
    await vi.waitFor(async () => {
      const [rotation] = await server.db.sql(`select state from key_rotations where kind = 'CONTENT'`);
      expect(rotation).toEqual({ state: 'RUNNING' });
    }, WITHIN);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const again = () => server.envelope('clients.create-client', body, { header });
    expect((await again()).http.headers['idempotent-replayed']).toBe('true');
    expect((await run('keys rotate --content')).err).toContain('a rotation to content key 2 is not finished yet');
    expect((await run('keys rotate --resume --wait')).out).toBe('no rotations to resume\ndone\n');
    const status = await run('keys status');
    expect(status.out).toMatch(/^content {1}1 {3}RETIRING .* message_claims \d+/m);
    expect(status.out).toMatch(/^content {1}2 {3}ACTIVE /m);
    await server.server.keyRefresh.refresh();
    const { http, body: answered } = await again();
    expect([http.headers['idempotent-replayed'], answered]).toEqual(['true', created.body]);
    expect((await run('keys rotate --finish')).out).toBe('the key file has no keys to remove\n');
  });

  it('status prints the rows under each key, as text and as JSON, and no key', async () => {
    const { code, out } = await run('keys status');
    expect(code).toBe(0);
    expect(out).toMatch(/^data {4}1 {3}RETIRED {3}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m);
    expect(out).toMatch(/^data {4}2 {3}ACTIVE .* vault_card_numbers \d+/m);
    expect(out).toMatch(/^lookup {2}2 {3}ACTIVE .* vault_card_numbers \d+$/m);
    expect(out).toMatch(/sandbox-keys\.json: master 1; lookup 2$/m);
    const json = JSON.parse((await run('keys status --json')).out);
    expect(json.keys).toContainEqual(expect.objectContaining({ kind: 'DATA', version: 2, state: 'ACTIVE' }));
    expect(json.keyFile).toMatchObject({ masters: [1], lookups: [2] });
  });

  it.each([
    ['is missing', undefined, /cannot read .*: ENOENT/],
    ['is not JSON', () => 'master', /is not a JSON object/],
    [
      'holds other keys',
      (own: Keys) => ({ ...own, lookup: { 2: key() } }),
      /\(the lookup key of version 2 in .* differs\)/,
    ],
    [
      'lacks a version',
      (own: Keys) => ({ ...own, lookup: { 1: key() } }),
      /has no lookup key of version 2, which this/,
    ],
  ])(
    'with a key file that %s, rotate changes nothing and reports the problem; status reports it too',
    async (what, make, text) => {
      const path = join(folder, `${randomBytes(4).toString('hex')}.json`);
      const own: Keys = JSON.parse(await readFile(join(server.dataDir, 'sandbox-keys.json'), 'utf8'));
      if (make !== undefined) await writeFile(path, JSON.stringify(make(own)), { mode: 0o600 });
      const { code, err } = await run('keys rotate', { CARDWRIGHT_KEY_FILE: path });
      expect([what, code]).toEqual([what, 1]);
      expect(err).toMatch(text);
      expect(await server.db.sql('select max(key_version) as newest from data_keys')).toEqual([{ newest: 2 }]);
      expect((await run('keys status', { CARDWRIGHT_KEY_FILE: path })).out).toMatch(text);
    },
  );
});

type Keys = Record<'master' | 'lookup', Record<string, string>>;

function key(): string {
  return randomBytes(32).toString('base64');
}
