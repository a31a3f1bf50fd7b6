import { randomUUID } from 'node:crypto';
import { benchPan, TOKEN_SERVICE } from './bench-cards.ts';
import { benchClient } from './bench-client.ts';
import type { BenchServerProcess } from './bench-process.ts';

export const PROVISIONING_PATH = '/V2/tokens/provisioning';

/** Returns a request for a token of the card at a position. Most of them get a token at once, and some need a code. */
export function provisioningRequest(position: number): object {
  return {
    provisioning_id: randomUUID(),
    card: benchPan(position).reveal(),
    ...{ requestor_id: '4001003027', requestor_name: 'Bench Wallet', token_type: 'DEVICE', pan_source: 'APP' },
    device: { id: `bench-device-${position}`, type: 'PHONE', country: position % 7 === 0 ? 'FR' : 'AE' },
    scores: { account: 1 + (position % 5), device: 5 },
    wallet_account_age_days: position % 400,
  };
}

export interface ProvisioningLoad {
  /** Time of each answer from when the request was due, in ascending order. */
  readonly durationsMs: readonly number[];
  /** Answers without a token: status and body. */
  readonly unexpected: readonly string[];
}

/** Sends requests for tokens at a rate until `isOver`, each when it is due. */
export async function loadProvisionings(
  server: BenchServerProcess,
  { rate, firstCard }: { readonly rate: number; readonly firstCard: number },
  isOver: () => boolean,
): Promise<ProvisioningLoad> {
  const token = await benchClient(server).token(TOKEN_SERVICE);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `http://${server.host}:${server.port}${PROVISIONING_PATH}`;
  const durationsMs: number[] = [];
  const unexpected: string[] = [];
  const send = async (position: number, due: number) => {
    const body = JSON.stringify(provisioningRequest(position));
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    durationsMs.push(performance.now() - due);
    if (answer.status !== 200 || text.includes('DECLINED')) unexpected.push(`${answer.status} ${text}`);
  };
  const sent: Promise<void>[] = [];
  const apartMs = 1_000 / rate;
  let due = performance.now();
  while (!isOver()) {
    for (const now = performance.now(); due <= now; due += apartMs) sent.push(send(firstCard + sent.length, due));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(sent);
  return { durationsMs: durationsMs.toSorted((one, other) => one - other), unexpected };
}
