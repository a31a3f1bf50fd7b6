import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer as bufferOf } from 'node:stream/consumers';
import { answerNotification, receiveTokenNotification, sendAnswer } from '@cardwright/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdWholeTable } from '../../server/src/testing/database/held-table.ts';
import { fileFolder } from '../../server/src/testing/file-resources.ts';
import { type CommandResult, runCommand, startCommand } from '../../server/src/testing/system/command.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../server/src/testing/system/start-sandbox.ts';
import { WITHIN } from '../../server/src/testing/within.ts';

const folder = dataFolder();
let server: ServerProcess;

const home = fileFolder();
beforeAll(async () => {
  server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_SANDBOX_ISO8583_PORT: '0' });
  expect(await run('login', '--sandbox', '--url', server.url)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await cleanUp([server], folder);
});

function run(...args: string[]): Promise<CommandResult> {
  return runCommand(args, { XDG_CONFIG_HOME: home });
}

/** Runs a command that must succeed, and parses its JSON. */
// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The failure that a command prints as JSON. */
async function failure(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(stdout).toBe('');
  return { exit: code, ...JSON.parse(stderr).error };
}

describe('the caller', () => {
  it('is stored by login in a file that only its owner can read, and is printed without the secret', async () => {
    const path = join(home, 'cardwright', 'profiles.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { stdout } = await run('profiles');
    expect(stdout).toMatch(/^\* {2}sandbox {2}http:\S+ {2}demo-bank {2}secret$/m);
    expect(stdout).not.toContain('demo-bank-secret');
  });

  it('is the client of the environment if there is no profile', async () => {
    const environment = {
      XDG_CONFIG_HOME: join(home, 'empty'),
      CARDWRIGHT_URL: server.url,
      CARDWRIGHT_CLIENT_ID: 'demo-acquirer',
      CARDWRIGHT_CLIENT_SECRET: 'demo-acquirer-secret',
    };
    const { code, stdout } = await runCommand(['get', 'merchant', 'DEMO-MERCHANT-1', '--json'], environment);
    expect([code, JSON.parse(stdout).merchantId]).toEqual([0, 'DEMO-MERCHANT-1']);
  });

  it('is refused with a wrong secret, which is not stored', async () => {
    const environment = {
      XDG_CONFIG_HOME: home,
      CARDWRIGHT_CLIENT_ID: 'demo-bank',
      CARDWRIGHT_CLIENT_SECRET: 'wrong',
    };
    const refused = await runCommand(['login', '--url', server.url, '--profile', 'wrong'], environment);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toMatch(/^cardwright: access.issue-token: credentials_refused HTTP 401 /);
    expect(await json('profiles')).toMatchObject({ profiles: [{ name: 'sandbox', current: true }] });
  });

  it('is reported as missing without a profile, and a program gets no prompt', async () => {
    const withoutProfile = await runCommand(['get', 'account', '001000000001'], {
      XDG_CONFIG_HOME: join(home, 'empty'),
    });
    expect([withoutProfile.code, withoutProfile.stdout]).toEqual([5, '']);
    const withoutTerminal = await runCommand(['login'], { XDG_CONFIG_HOME: join(home, 'empty') });
    expect([withoutTerminal.code, withoutTerminal.stderr]).toEqual([
      2,
      'cardwright: specify the URL with --url, or --sandbox for a sandbox on this machine\n',
    ]);
  });

  it('is not needed to report an unknown command in two lines', async () => {
    const unknown = await runCommand(['nope'], { XDG_CONFIG_HOME: join(home, 'empty') });
    expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([
      2,
      '',
      "error: unknown command 'nope'\nTo list the commands, run: cardwright --help\n",
    ]);
  });

  it('is distinguished from an unreachable server', async () => {
    const unreachable = await runCommand(['get', 'account', '001000000001'], {
      CARDWRIGHT_URL: 'http://127.0.0.1:9',
      CARDWRIGHT_CLIENT_ID: 'a',
      CARDWRIGHT_CLIENT_SECRET: 'b',
    });
    expect(unreachable.code).toBe(4);
    expect(unreachable.stderr).toContain('Check the URL, and check that the server is running.');
  });
});

describe('any operation', () => {
  it('is called by its name, with a file, with members or with JSON', async () => {
    const body = { account_identifier_id: '001000000001', account_identifier_type: 'CONTRACT_NUMBER' };
    const file = join(home, 'body.json');
    await writeFile(file, JSON.stringify(body));
    const balance = await json('call', 'accounts.enquire-balance', '-f', file);
    expect(balance.balances[0]).toMatchObject({ type: 'AVAILABLE', currency: 'AED' });
    const members = Object.entries(body).map(([name, value]) => `${name}=${value}`);
    expect(await json('call', 'enquire-balance', ...members)).toEqual(balance);
    expect(await json('call', 'enquire-balance', '-d', JSON.stringify(body))).toEqual(balance);
    const { stdout, stderr } = await run('call', 'enquire-balance', ...members);
    expect(JSON.parse(stdout)).toEqual(balance);
    expect(stderr).toMatch(/^HTTP 200, request SDK-\w+\n$/);
  });

  it('gets a suggestion for a wrong name, and no request is sent', async () => {
    expect(await failure('call', 'accounts.enquire-balanse')).toEqual({
      exit: 2,
      message:
        'operation accounts.enquire-balanse not found. Did you mean accounts.enquire-balance? To list the operations, run: cardwright call --list',
    });
  });

  it('reports all findings of the request', async () => {
    const refused = await failure('call', 'accounts.enquire-balance');
    expect(refused).toMatchObject({ exit: 3, code: '103', operation: 'accounts.enquire-balance' });
    expect(refused.findings.map(({ path }: { path: string }) => path)).toEqual([
      'body.account_identifier_id',
      'body.account_identifier_type',
    ]);
  });
});

describe('a decision', () => {
  it('is simulated, read, explained, previewed under other settings and reversed', async () => {
    const approved = await json('simulate', 'authorize', '--amount', '12.50');
    expect(approved.Action_Code).toBe('00');
    const rrn: string = approved.Retrieval_Reference_Number;
    expect(await json('get', 'authorization', rrn)).toMatchObject({ state: 'RESERVED', amount: '12.50' });
    const explanation = await run('explain', rrn);
    expect(explanation.stdout).toMatch(/^The payment of 12\.50 AED at .* was approved on .*\.\n/);
    expect(explanation.stdout).toContain('12.50 AED is still reserved.\n');
    const inArabic = await run('explain', rrn, '--language', 'ar');
    expect(inArabic.stdout).toContain('ما زال مبلغ 12.50 درهم إماراتي محجوزاً.\n');
    const whatIf = await run('what-if', rrn, '--set', 'ecomStatus=OFF');
    expect(whatIf.stdout).toMatch(/ would be declined\.\nPayments in web shops are switched off for this account\.\n/);
    expect(whatIf.stdout).toMatch(/^57 \(Not permitted to this cardholder\) ECOM_OFF$/m);
    const backtest = await json('backtest', '001000000001', '--set', 'cardNotPresentTransactionLimit=1.00');
    expect(backtest.changes).toMatchObject([{ would_be: { action_code: '61', rule: 'CNP_TRANSACTION_LIMIT' } }]);
    expect(await json('simulate', 'reverse', rrn, '--amount', '2.50')).toMatchObject({ reserved_amount: '10.00' });
    expect(await json('simulate', 'complete', rrn)).toMatchObject({ state: 'COMPLETED', amount: '10.00' });
  });

  it('is decided again by a proposal from a file, for the whole bank, and Ctrl-C cancels the run at the gateway', async () => {
    const rrn: string = (await json('simulate', 'authorize', '--amount', '12.50')).Retrieval_Reference_Number;
    const file = join(home, 'proposal.json');
    const condition = { field: 'amount', op: 'eq', value: '12.50' };
    await writeFile(file, JSON.stringify({ rules: [{ name: 'NOT_THIS_SUM', effect: '57', condition }] }));
    const { code, stdout, stderr } = await run('backtest', '--bank', '-f', file);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/\nStored as backtest [\da-f-]{36}\n$/),
    });
    expect(stdout).toMatch(/^\d+ of \d+ decisions of \d+ accounts would have been different\.\n/);
    expect(stdout).toMatch(/^00 APPROVED {2}57 NOT_THIS_SUM {2}\d+ +\d+\.\d\d AED$/m);
    const none = await json('backtest', '--bank', '--to', '2026-01-01T00:00:00Z', '--set', 'ecomStatus=OFF');
    expect(none).toMatchObject({
      state: 'DONE',
      proposal: { cardSettings: { ecomStatus: 'OFF' } },
      result: { decisions: 0 },
    });
    expect(await json('simulate', 'reverse', rrn)).toMatchObject({ reserved_amount: '0.00' });

    const release = await holdWholeTable(server.connection(), 'account_changes');
    try {
      const { child, ended } = startCommand(['backtest', '--bank', '-f', file], { XDG_CONFIG_HOME: home });
      await once(child.stderr as Readable, 'data');
      child.kill('SIGINT');
      expect(await ended).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^Backtest [\da-f-]{36}: CANCELLED\n$/),
      });
    } finally {
      await release();
    }
    await writeFile(file, '[]');
    expect(await failure('backtest', '--bank', '-f', file)).toMatchObject({ exit: 2 });
    expect(await failure('backtest', '--bank', '001000000001')).toMatchObject({ exit: 2 });
    expect(await failure('backtest')).toMatchObject({ exit: 2 });
  });

  it('that declines is a response, not a failure of the command', async () => {
    const { code, stdout } = await run('simulate', 'authorize', '--amount', '99999.00');
    expect(code).toBe(0);
    expect(stdout).toContain('It was declined with 51 (Insufficient funds)');
  });

  it('is made at a steady rate until the user stops it, and is then summarized', async () => {
    const args = ['simulate', 'traffic', '--rate', '20', '--minutes', '10', '--seed', '7'];
    const { child, ended } = startCommand(args, { XDG_CONFIG_HOME: home });
    const isRunning = new Promise((resolve) => child.stderr?.once('data', resolve));
    await isRunning;
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(stderr).toMatch(/^\d+ sent, \d+ decided$/m);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sent +(\d+)\nanswered +\1$/m);
    expect(stdout).toMatch(/^failures +\{\}$/m);
  });
});

describe('an authorization by ISO 8583', () => {
  const iso = () => /^iso8583 demo-network (\S+)$/m.exec(server.output.join(''))?.[1] ?? 'not open';

  it('is simulated like one of the interface, and found by its reference', async () => {
    const approved = await json('simulate', 'authorize', '--amount', '12.50', '--iso', iso());
    expect(approved).toMatchObject({ Action_Code: '00', CARD_NUMBER: expect.stringContaining('*') });
    const found = await json('get', 'authorization', approved.Retrieval_Reference_Number);
    expect(found).toMatchObject({ amount: '12.50', message: { Message_Version: '0100' } });
    const { stdout } = await run('simulate', 'authorize', '--amount', '99999.00', '--iso', iso());
    expect(stdout).toContain('It was declined with 51 (Insufficient funds)');
  });

  it('is reversed in part by a 0400 and completed by a 0220', async () => {
    const sent = async (...way: string[]) =>
      (await json('simulate', 'authorize', '--amount', '12.50', ...way)).Retrieval_Reference_Number;
    const rrn = await sent('--iso', iso());
    expect(await json('simulate', 'reverse', rrn, '--iso', iso(), '--amount', '2.50')).toMatchObject({
      state: 'RESERVED',
      reserved_amount: '10.00',
    });
    const { stdout } = await run('simulate', 'complete', rrn, '--amount', '9.00', '--iso', iso());
    expect(stdout).toBe('0220 accepted. The authorization is now COMPLETED.\nStill reserved: 0.00 AED.\n');
    expect((await json('get', 'authorization', rrn)).events).toMatchObject([
      { kind: 'REVERSAL', amount: '2.50' },
      { kind: 'COMPLETION', amount: '9.00' },
    ]);
    expect(await failure('simulate', 'reverse', rrn, '--iso', iso())).toMatchObject({ message: 'response code 21' });
    expect(await failure('simulate', 'reverse', await sent(), '--iso', iso())).toMatchObject({ exit: 2 });
  });

  it('needs a full card number', async () => {
    expect(
      await failure('simulate', 'authorize', '--field', 'CARD_NUMBER=400000******0018', '--iso', iso()),
    ).toMatchObject({ exit: 2 });
  });

  it('is sent in traffic, with reversals and completions', async () => {
    const summary = await json(
      'simulate',
      'traffic',
      '--rate',
      '50',
      '--minutes',
      '0.05',
      '--seed',
      '7',
      '--iso',
      iso(),
    );
    expect(summary).toMatchObject({ skipped: 0, failures: {} });
    expect(summary.answered).toBe(summary.sent);
    expect(summary.reversed).toBeGreaterThan(summary.completed);
    expect(summary.completed).toBeGreaterThan(0);
  });
});

describe('the sandbox', () => {
  it('prints its fixtures without card numbers, and its clock, which moves forward', async () => {
    const fixtures = await json('fixtures');
    expect(fixtures.cards[0].card_number).toBe('400000XXXXXX0018');
    const { customer_id } = fixtures.clients[0];
    expect(await json('get', 'client', customer_id)).toMatchObject({ customer_id });
    const before = Date.parse((await json('clock')).now);
    const { now } = await json('clock', '+3d');
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(3 * 86_400_000);
    expect(await failure('clock', '2020-01-01')).toMatchObject({ exit: 3 });
  });
});

describe('streams', () => {
  it('forward notifications to a receiver with their signatures until Ctrl-C deletes the endpoint', async () => {
    const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
    const receiver = createServer(async (request, response) => {
      const body = await bufferOf(request);
      received.push({ headers: request.headers, body });
      sendAnswer(response, answerNotification({ type: JSON.parse(body.toString()).type, code: '00' }));
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    const listening = startCommand(['listen', '--forward-to', `http://127.0.0.1:${port}/hook`, '--json'], {
      XDG_CONFIG_HOME: home,
    });
    try {
      const [line] = await once(listening.child.stdout as Readable, 'data');
      const { event, endpoint_id: endpoint, secret } = JSON.parse(line);
      expect(event).toBe('listening');
      await json('trigger', 'TE');
      await vi.waitUntil(() => received.length >= 3, WITHIN);
      const notifications = received.map((each) => receiveTokenNotification(each, { secret }));
      expect(notifications.map((each) => each.ok && each.notification.type)).toEqual(['TC', 'TD', 'TE']);
      expect((await json('get', 'endpoint', endpoint)).state).toBe('ACTIVE');
      listening.child.kill('SIGINT');
      const { code, stdout, stderr } = await listening.ended;
      expect([code, stderr]).toEqual([0, '']);
      const lines = stdout.trimEnd().split('\n').slice(1);
      expect(lines.map((each) => JSON.parse(each).code)).toEqual(['00', '00', '00']);
      expect(await failure('get', 'endpoint', endpoint)).toMatchObject({ exit: 3 });
    } finally {
      listening.child.kill('SIGKILL');
      receiver.close();
    }
  });

  it('show requests with their findings until Ctrl-C', async () => {
    const tail = startCommand(['tail', '--problems'], { XDG_CONFIG_HOME: home });
    try {
      const [line] = await once(tail.child.stderr as Readable, 'data');
      expect(line).toBe('Waiting for requests. Press Ctrl-C to stop.\n');
      const firstOutput = once(tail.child.stdout as Readable, 'data');
      await run('call', 'accounts.enquire-balance');
      await firstOutput;
      tail.child.kill('SIGINT');
      const { code, stdout } = await tail.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/ 400 103 field_missing {2}accounts\.enquire-balance {2}[\d.]+ ms {2}demo-bank {2}SDK-/);
      expect(stdout).toContain('\n  103  body.account_identifier_type  is mandatory\n');
    } finally {
      tail.child.kill('SIGKILL');
    }
  });

  it('show only the requested types, accounts and decisions', async () => {
    const args = ['tail', '--type', 'authorization', '--account', '001000000001', '--decision', 'declined'];
    const tail = startCommand(args, { XDG_CONFIG_HOME: home });
    try {
      await once(tail.child.stderr as Readable, 'data');
      const output = once(tail.child.stdout as Readable, 'data');
      await run('simulate', 'authorize', '--amount', '1.00');
      await run('simulate', 'authorize', '--amount', '99999.00');
      await output;
      tail.child.kill('SIGINT');
      const { stdout } = await tail.ended;
      expect(stdout).toMatch(
        /^\S+ {2}200 {2}authorization\.authorize-ecommerce .* 001000000001 {2}SIMULATED000001 {2}51\n$/,
      );
    } finally {
      tail.child.kill('SIGKILL');
    }
  });

  it('end when the reader of the output closes it', async () => {
    const tail = startCommand(['tail'], { XDG_CONFIG_HOME: home });
    try {
      await once(tail.child.stderr as Readable, 'data');
      tail.child.stdout?.destroy();
      await run('call', 'accounts.enquire-balance');
      await vi.waitFor(() => expect(tail.child.exitCode).toBe(0), WITHIN);
    } finally {
      tail.child.kill('SIGKILL');
    }
  });
});

describe('shell completion', () => {
  it('suggests commands, operations, options and profiles', async () => {
    const offered = async (...words: string[]) =>
      (await run('complete', '--', ...words)).stdout
        .split('\n')
        .filter((line) => /^[\w-]/.test(line))
        .map((line) => line.split('\t')[0]);
    expect(await offered('cl')).toEqual(['clock']);
    expect(await offered('call', 'cards.')).toEqual([
      'cards.create-card',
      'cards.enquire-card',
      'cards.change-status',
      'cards.list-cards',
      'cards.reissue-card',
    ]);
    expect(await offered('simulate', '')).toEqual(
      expect.arrayContaining(['authorize', 'reverse', 'complete', 'traffic']),
    );
    expect(await offered('get', 'card', '--pro')).toEqual(['--profile']);
    expect(await offered('get', 'card', '--profile', '')).toEqual(['sandbox']);
  });
});
