import { receiveTokenNotification } from '@cardwright/contract';
import {
  type AnyEndpoint,
  createProbe,
  findAllEndpoints,
  hostOf,
  type Probe,
  readBacklog,
  readTrustedCertificates,
  urlProblem,
} from '../outbox/index.ts';
import { type Check, type Found, fail, pass, type Subject, warn } from './check.ts';

const DAY_MS = 86_400_000;
/** Certificates are renewed a month before their end, as a rule. */
const FEW_DAYS = 14;
const OVERDUE_MS = 300_000;
const AT_ONCE = 8;

export const webhookChecks: readonly Check[] = [
  {
    name: 'webhook authorities',
    needs: 'nothing',
    look: async ({ settings }) => {
      const path = settings.CARDWRIGHT_WEBHOOK_CA_FILE;
      const text = await readTrustedCertificates(path);
      if (text === undefined) return pass('those that Node brings');
      return pass(`those that Node brings, and ${text.split('BEGIN CERTIFICATE').length - 1} of ${path}`);
    },
  },
  { name: 'webhook endpoints', needs: 'schema', look: endpoints },
  { name: 'outbox', needs: 'schema', look: backlog },
];

async function endpoints(subject: Subject): Promise<readonly Found[]> {
  const all = await findAllEndpoints(subject.database);
  if (all.length === 0) return [pass('none')];
  const isSandbox = subject.settings.CARDWRIGHT_MODE === 'sandbox';
  const extraCa = await readTrustedCertificates(subject.settings.CARDWRIGHT_WEBHOOK_CA_FILE).catch(() => undefined);
  const look = createLook(subject, createProbe({ allowPrivateAddresses: isSandbox, extraCa }), isSandbox);
  const waiting = all.flatMap((endpoint) => targetsOf(endpoint));
  const found: Found[][] = [];
  // a few at a time: each may take until it is given up
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    found.push(await Promise.all(waiting.slice(at, at + AT_ONCE).map(look)));
  }
  return found.flat();
}

interface Target {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
  readonly url: string;
}

function targetsOf(endpoint: AnyEndpoint): Target[] {
  const place = `${endpoint.owner_id}/${endpoint.endpoint_id}`;
  const own = { name: `webhook endpoint ${place}`, endpoint, url: endpoint.url };
  const tokenUrl = endpoint.oauth_token_url;
  return tokenUrl === null ? [own] : [own, { name: `webhook token URL ${place}`, endpoint, url: tokenUrl }];
}

function createLook({ systemNow }: Subject, probe: Probe, isSandbox: boolean) {
  return async ({ name, endpoint, url }: Target): Promise<Found> => {
    const { state, disabled_reason: reason } = endpoint;
    const host = hostOf(url);
    if (state === 'DISABLED') return warn(`${host} is disabled: ${reason}; its notifications wait`, name);
    const problem = urlProblem(url, { allowHttp: isSandbox, allowPrivateAddresses: isSandbox });
    if (problem !== undefined) return fail(`${host}: the URL ${problem}`, name);
    const probed = await probe(url);
    if (!probed.isReached) {
      const told = `${host}: ${probed.reason}`;
      return isSandbox && isOwnReceiver(url) ? warn(`${told}; it is the sandbox's own server`, name) : fail(told, name);
    }
    if (probed.certificateUntil === undefined) return pass(`${host} answers, without TLS`, name);
    const days = Math.floor((probed.certificateUntil.getTime() - systemNow().getTime()) / DAY_MS);
    const told = `${host} answers, its certificate is good for ${days} days`;
    if (days < 0) return fail(`${host}: the certificate has expired`, name);
    return days < FEW_DAYS ? warn(told, name) : pass(state === 'PAUSED' ? `${told}; it is paused` : told, name);
  };
}

/** Its port may be another one each time. */
function isOwnReceiver(url: string): boolean {
  const { protocol, hostname, pathname } = new URL(url);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return protocol === 'http:' && isLocal && pathname.endsWith(receiveTokenNotification.path);
}

async function backlog({ database, now }: Subject): Promise<Found> {
  const banks = await readBacklog(database);
  const pending = banks.reduce((sum, bank) => sum + bank.pending, 0);
  const dead = banks.reduce((sum, bank) => sum + bank.dead, 0);
  const told = `${pending} wait, ${dead} given up`;
  const overdue = banks.filter(
    ({ due_since: since }) => since !== null && now().getTime() - since.getTime() > OVERDUE_MS,
  );
  const names = overdue.map((bank) => bank.bank_id).join(', ');
  if (overdue.length > 0) return warn(`${told}; those of ${names} are overdue: does a server run?`);
  return dead > 0 ? warn(`${told}: their banks can have them sent again (replay)`) : pass(told);
}
