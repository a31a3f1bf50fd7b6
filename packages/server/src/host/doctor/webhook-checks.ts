import { receiveTokenNotification } from '@cardwright/contract';
import {
  type AnyEndpoint,
  findAllEndpoints,
  hostOf,
  readBacklog,
  readTrustedCertificates,
} from '../../platform/outbox/index.ts';
import { type Check, type CheckOutcome, type CheckSubject, passed, warned } from './check.ts';
import { createProbeTarget, type ProbeTarget, probeEach, type Target } from './target-check.ts';

const OVERDUE_MS = 300_000;

export const webhookChecks: readonly Check[] = [
  {
    name: 'webhook authorities',
    needs: 'nothing',
    run: async ({ settings }) => {
      const path = settings.CARDWRIGHT_WEBHOOK_CA_FILE;
      const text = await readTrustedCertificates(path);
      if (text === undefined) return passed('the CA certificates of Node.js');
      return passed(`the CA certificates of Node.js, and ${text.split('BEGIN CERTIFICATE').length - 1} from ${path}`);
    },
  },
  { name: 'webhook endpoints', needs: 'schema', run: endpoints },
  { name: 'outbox', needs: 'schema', run: backlog },
];

async function endpoints(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const all = await findAllEndpoints(subject.database);
  if (all.length === 0) return [passed('none')];
  const probe = await createProbeTarget(subject);
  const isSandbox = subject.settings.CARDWRIGHT_MODE === 'sandbox';
  return await probeEach(all.flatMap(targetsOf), (target) => checkEndpoint(target, probe, isSandbox));
}

interface EndpointTarget extends Target {
  readonly endpoint: AnyEndpoint;
}

function targetsOf(endpoint: AnyEndpoint): EndpointTarget[] {
  const place = `${endpoint.owner_id}/${endpoint.endpoint_id}`;
  const own = { name: `webhook endpoint ${place}`, endpoint, url: endpoint.url };
  const tokenUrl = endpoint.oauth_token_url;
  return tokenUrl === null ? [own] : [own, { name: `webhook token URL ${place}`, endpoint, url: tokenUrl }];
}

async function checkEndpoint(target: EndpointTarget, probe: ProbeTarget, isSandbox: boolean): Promise<CheckOutcome> {
  const { name, url, endpoint } = target;
  const { state, disabled_reason: reason } = endpoint;
  if (state === 'DISABLED')
    return warned(`${hostOf(url)} is disabled: ${reason}; its notifications stay pending`, name);
  const outcome = await probe(target);
  if (outcome.status === 'fail' && isSandbox && isLocal(url)) {
    const remark = isOwnReceiver(url) ? 'the endpoint belongs to the sandbox' : 'start the receiver on this machine';
    return warned(`${outcome.detail}; ${remark}`, name);
  }
  return outcome.status === 'pass' && state === 'PAUSED' ? passed(`${outcome.detail}; it is paused`, name) : outcome;
}

/** Returns whether the receiver is a program of the developer on this machine, which runs only at times. */
function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Returns whether the URL is the sandbox's own receiver. Its port may change at each start. */
function isOwnReceiver(url: string): boolean {
  return new URL(url).pathname.endsWith(receiveTokenNotification.path);
}

async function backlog({ database, now }: CheckSubject): Promise<CheckOutcome> {
  const banks = await readBacklog(database);
  const pending = banks.reduce((sum, bank) => sum + bank.pending, 0);
  const dead = banks.reduce((sum, bank) => sum + bank.dead, 0);
  const summary = `${pending} pending, ${dead} given up`;
  const overdue = banks.filter(
    ({ due_since: since }) => since !== null && now().getTime() - since.getTime() > OVERDUE_MS,
  );
  const names = overdue.map((bank) => bank.bank_id).join(', ');
  if (overdue.length > 0) return warned(`${summary}; those of ${names} are overdue; check that a server is running`);
  return dead > 0 ? warned(`${summary}: the banks can replay them`) : passed(summary);
}
