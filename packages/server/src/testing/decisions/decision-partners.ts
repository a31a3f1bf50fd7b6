import { generateWebhookSecret } from '@cardwright/sdk';
import { vi } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { PartnerConfiguration } from '../../host/configuration/configuration-schema.ts';
import { DEMO_CONFIGURATION } from '../../host/sandbox/index.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { MORE_BANKS } from '../more-banks.ts';
import type { TestServer } from '../test-server.ts';
import { answers, type Behaviour, startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { WITHIN } from '../within.ts';

/** A bank's own system: a real server that is called for each authorization. */
export interface TestPartner extends WebhookReceiver {
  readonly secret: string;
  /** The bodies of the requests so far. */
  questions(): Record<string, unknown>[];
  /** Resolves when `count` questions have arrived in total. Advices about earlier messages can arrive in between. */
  questionsArrived(count: number): Promise<void>;
  /** The advices received so far. */
  advices(): Record<string, unknown>[];
}

/** Starts a partner that approves by default and accepts advices. */
export async function startPartner(): Promise<TestPartner> {
  const secret = generateWebhookSecret();
  const receiver = await startReceiver({ tls: 'none', secret });
  receiver.behave(answersWith({ decision: 'approve' }));
  const bodies = (type: string) => () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter((body) => body.type === type);
  const questions = bodies('authorization.decision');
  return {
    ...receiver,
    get received() {
      return receiver.received;
    },
    secret,
    questions,
    questionsArrived: async (count) => {
      await vi.waitUntil(() => questions().length >= count, WITHIN);
    },
    advices: bodies('authorization.advice'),
  };
}

export function answersWith(answer: object): Behaviour {
  return answers(() => JSON.stringify(answer));
}

/** Adds a partner to the configuration of a bank, or removes it. */
export async function configurePartner(
  server: Pick<TestServer, 'db' | 'dataDir' | 'workers'>,
  partner: PartnerConfiguration | undefined,
  bankId = 'DEMO',
): Promise<void> {
  const bank = [...DEMO_CONFIGURATION.banks, ...MORE_BANKS.banks].find(({ bank_id: id }) => id === bankId);
  if (bank === undefined) throw new Error(`no bank ${bankId}`);
  const { database } = server.db;
  const vault = await openVault(database, await sandboxKeys(server.dataDir));
  const banks = [{ ...bank, ...(partner !== undefined && { decision_partner: partner }) }];
  await applyConfiguration(database, { banks, oauth_clients: [] }, { sandbox: true, vault });
  for (const each of server.workers) await each.periodicJobs.runDue();
}
