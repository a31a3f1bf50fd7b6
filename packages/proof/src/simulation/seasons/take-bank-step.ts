import { expect, vi } from 'vitest';
import { approve, rules } from '../../../../server/src/testing/decisions/bank-rules.ts';
import type { TestServer } from '../../../../server/src/testing/test-server.ts';
import { WITHIN } from '../../../../server/src/testing/within.ts';
import type { ModelBank } from '../../world/model/model-banks.ts';
import type { ModelOwn } from '../../world/model/model-own.ts';
import type { OwnStep } from '../../world/operation.ts';
import { LISTS } from '../../world/write/write-condition.ts';
import { reportLimit } from '../report-limit.ts';
import { seasonBank } from './season-banks.ts';

/** A bank with its rules, lists and programs, on the server and in the model. */
export interface OwnBank {
  readonly server: TestServer;
  readonly bank: ModelBank;
  readonly own: ModelOwn;
  /** Ids of its rules, by name. */
  readonly ids: Map<string, string>;
}

type Of<Kind extends OwnStep['kind']> = Extract<OwnStep, { kind: Kind }>;

/** Takes a step of a bank on the server and in the model, and returns its text for the story. */
export async function takeBankStep(of: OwnBank, step: OwnStep): Promise<string> {
  switch (step.kind) {
    case 'list':
      await setList(of, step.name, step.entries);
      break;
    case 'program':
      await setProgram(of, step);
      break;
    case 'rule':
      if (!(await changeRule(of, step))) return '';
  }
  return `${of.bank.id}: ${JSON.stringify({ ...step, atMs: undefined })}`;
}

const put = ({ server, bank }: OwnBank, url: string, payload: object) =>
  server.request({ method: 'PUT', url: `/V2/${url}`, as: seasonBank(bank).caller, payload });

async function setList(of: OwnBank, name: string, entries: readonly string[]): Promise<void> {
  const kind = name === 'kinds' ? 'mcc' : 'merchantId';
  const { status, text } = await put(of, `merchant-lists/${name}`, { kind, entries });
  expect(status, text).toBe(200);
  of.own.setList(name, entries);
}

async function setProgram(of: OwnBank, { program, atMs }: Of<'program'>): Promise<void> {
  const { fromMs, defaults, ceilings } = program;
  const limits = program.limits.map((limit) => ({ ...reportLimit(limit, of.bank.exponent), level: limit.level }));
  const inForceFrom = fromMs === undefined ? undefined : new Date(fromMs).toISOString();
  const { status, text, json } = await put(of, `programs/${seasonBank(of.bank).product}`, {
    ...{ defaults, ceilings, limits, inForceFrom },
  });
  expect(status, text).toBe(200);
  of.own.setProgram(program, atMs);
  expect(json.version).toBe(of.own.programs.length);
}

/** Returns whether the step changed something. Only DEMO has another person to approve. */
async function changeRule(of: OwnBank, { name, change }: Of<'rule'>): Promise<boolean> {
  const { server, bank, own, ids } = of;
  const as = seasonBank(bank).caller;
  const id = ids.get(name);
  if (change.act === 'draft') {
    const { act: _, fromMs, untilMs, ...content } = change;
    const time = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
    const sent = { ...content, from: time(fromMs), until: time(untilMs) };
    const { status, text, json } =
      id === undefined
        ? await rules(server, 'POST', '', { name, ...sent }, as)
        : await rules(server, 'PUT', `/${id}`, sent, as);
    expect(status, text).toBe(200);
    ids.set(name, String(json.rule_id));
    return own.changeRule(name, change);
  }
  const versions = own.rules.find((rule) => rule.name === name)?.versions ?? [];
  const inState = (state: string) => versions.find((one) => one.state === state)?.version;
  if (id === undefined || (change.act === 'approve' && bank.id !== 'DEMO')) return false;
  const version = change.act === 'propose' ? inState('SHADOW') : change.act === 'approve' ? inState('PROPOSED') : 0;
  if (version === undefined) return false;
  const isDone = own.changeRule(name, change);
  if (change.act === 'approve') await approveWhenDone(server, id, version);
  else {
    const from = { from: server.clock.now().toISOString() };
    const body = change.act === 'propose' ? { version, ...from } : {};
    const { status, text } = await rules(server, 'POST', `/${id}/${change.act}`, body, as);
    expect(status, `${change.act} ${name}: ${text}`).toBe(isDone ? 200 : 409);
  }
  return true;
}

async function approveWhenDone(server: TestServer, id: string, version: number): Promise<void> {
  await vi.waitFor(async () => {
    // With several workers, another one may hold the backtest.
    await server.server.backtestsIdle();
    const { status, text } = await approve(server, id, version);
    expect(status, text).toBe(200);
  }, WITHIN);
}

/** Resets the bank: it retires all rules and puts one in force again, empties its lists, and sets an empty program. */
export async function beginAnew(of: OwnBank): Promise<void> {
  const atMs = of.server.clock.now().getTime();
  for (const name of Object.keys(LISTS)) await setList(of, name, []);
  for (const { name, versions } of of.own.rules) {
    for (const one of versions) {
      if (one.state === 'RETIRED') continue;
      const { version } = one;
      const as = seasonBank(of.bank).caller;
      const { status, text } = await rules(of.server, 'POST', `/${of.ids.get(name)}/retire`, { version }, as);
      expect(status, text).toBe(200);
      one.state = 'RETIRED';
    }
  }
  const program = { fromMs: undefined, defaults: {}, ceilings: {}, limits: [] };
  of.own.together.length = 0;
  await setProgram(of, { atMs, kind: 'program', program });
  const acts = [{ act: 'draft', ...STRANGERS }, { act: 'shadow' }, { act: 'propose' }, { act: 'approve' }] as const;
  for (const change of acts) await changeRule(of, { kind: 'rule', atMs, name: 'NO_STRANGERS', change });
}

/** The rule that is in force in every batch of a bank with an approver. The generated steps write other rules. */
const STRANGERS = {
  condition: {
    all: [
      { field: 'firstAtMerchant', op: 'eq', value: true },
      { field: 'amount', op: 'gt', value: '60' },
      { field: 'channel', op: 'ne', value: 'CHIP' },
    ],
  },
  effect: '62',
} as const;
