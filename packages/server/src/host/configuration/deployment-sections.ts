import type { DeploymentSection } from '@cardwright/contract';
import { SCREENING_ATTEMPTS, SCREENING_TIMEOUT_MS } from '../../acquiring/index.ts';
import type { Configuration } from './configuration-schema.ts';
import { toStoredPartner } from './partner-settings.ts';

type Bank = Configuration['banks'][number];
type Acquirer = NonNullable<Configuration['acquirers']>[number];
type Client = Configuration['oauth_clients'][number];
type Partner = NonNullable<DeploymentSection['partner']>;
type Screening = NonNullable<DeploymentSection['screening']>;
type Caller = NonNullable<DeploymentSection['callers']>[number];

/** A bank or an acquirer. */
export interface SectionOwner {
  readonly bank_id?: string;
  readonly acquirer_id?: string;
}

/**
 * Returns the part of the configuration file that a folder of YAML files can change
 * (docs/guides/configuration-as-code.md): the partner and the callers of a bank, or the screening provider of an
 * acquirer. Undefined if the file does not have the owner.
 */
export function deploymentSectionOf(file: Configuration, owner: SectionOwner): DeploymentSection | undefined {
  if (owner.bank_id === undefined) {
    const acquirer = file.acquirers?.find(({ acquirer_id: id }) => id === owner.acquirer_id);
    return acquirer && { screening: toScreening(acquirer) };
  }
  const bank = file.banks.find(({ bank_id: id }) => id === owner.bank_id);
  return bank && { partner: toPartner(bank), callers: callersOf(file, owner.bank_id) };
}

function toPartner({ decision_partner: partner }: Bank): Partner | null {
  if (partner === undefined) return null;
  const { url, ask, deadline_ms, stand_in: standIn } = toStoredPartner(partner);
  return { host: new URL(url).host, ask, deadline_ms, ...standIn };
}

function callersOf({ oauth_clients: clients }: Configuration, bankId: string) {
  const own = clients.filter(({ bank_id: id }) => id === bankId);
  const callers = own.map(({ client_id, scopes, approver = false, person = null }) => ({
    ...{ client_id, scopes: [...scopes] as string[], approver, person },
  }));
  return callers.sort((one, other) => (one.client_id < other.client_id ? -1 : 1));
}

function toScreening({ screening }: Acquirer): Screening | null {
  if (screening === undefined) return null;
  const { url, timeout_ms = SCREENING_TIMEOUT_MS, attempts = SCREENING_ATTEMPTS } = screening;
  return { url, timeout_ms: Number(timeout_ms), attempts: Number(attempts) };
}

/**
 * Returns the configuration file with the members of a section, and why it cannot have some of them: secrets and their
 * destinations are not part of a section. The other content of the file stays.
 */
export function withDeploymentSection(
  file: Configuration,
  owner: SectionOwner,
  { partner, callers, screening }: DeploymentSection,
): { readonly file: Configuration; readonly refusals: readonly string[] } {
  const refusals: string[] = [];
  const refuse = (at: string, why: string) => void refusals.push(`deployment.${at}: ${why}`);
  const changeBank = (bank: Bank) =>
    bank.bank_id === owner.bank_id && partner !== undefined ? withPartner(bank, partner, refuse) : bank;
  const changeAcquirer = (acquirer: Acquirer) =>
    acquirer.acquirer_id === owner.acquirer_id && screening !== undefined
      ? withScreening(acquirer, screening, refuse)
      : acquirer;
  const clients = file.oauth_clients;
  const changed = {
    ...file,
    banks: file.banks.map(changeBank),
    ...(file.acquirers && { acquirers: file.acquirers.map(changeAcquirer) }),
    oauth_clients: callers === undefined ? clients : withCallers(clients, owner.bank_id, callers, refuse),
  };
  return { file: changed, refusals };
}

type Refuse = (at: string, why: string) => void;

function withPartner(bank: Bank, partner: Partner | null, refuse: Refuse): Bank {
  const { decision_partner: stored, ...others } = bank;
  if (partner === null) return others;
  if (stored === undefined) {
    refuse('partner', 'the configuration file has none. Add decision_partner with its url and keys there');
    return bank;
  }
  const { host, ask, deadline_ms, approve_up_to, per_day } = partner;
  if (new URL(stored.url).host !== host) refuse('partner.host', 'change the url in the configuration file');
  const { per_day: _, ...standIn } = stored.stand_in ?? {};
  const stand_in = { ...standIn, approve_up_to, ...(per_day !== null && { per_day }) };
  return { ...bank, decision_partner: { ...stored, ask, deadline_ms, stand_in } };
}

function withScreening(acquirer: Acquirer, screening: Screening | null, refuse: Refuse): Acquirer {
  const { screening: stored, ...others } = acquirer;
  if (screening === null) return others;
  const { url, timeout_ms, attempts } = screening;
  if (stored === undefined) {
    refuse('screening', 'the configuration file has none. Add screening with its url and token there');
    return acquirer;
  }
  // the token would be sent to the new address
  if (stored.url !== url) refuse('screening.url', 'change the url in the configuration file');
  return { ...acquirer, screening: { ...stored, timeout_ms, attempts } };
}

function withCallers(
  clients: readonly Client[],
  bankId: string | undefined,
  callers: readonly Caller[],
  refuse: Refuse,
): Client[] {
  const requested = new Map(callers.map((caller) => [caller.client_id, caller]));
  const isOwn = ({ bank_id: id }: Client) => id === bankId;
  const known = new Set(clients.filter(isOwn).map(({ client_id: id }) => id));
  for (const id of requested.keys()) {
    if (!known.has(id)) refuse(`callers[${id}]`, 'add the caller with its secret or keys to the configuration file');
  }
  return clients.map((client) => {
    if (!isOwn(client)) return client;
    const caller = requested.get(client.client_id);
    if (caller !== undefined) return withScopes(client, caller);
    refuse(`callers[${client.client_id}]`, 'a caller is disabled, and not removed: docs/operate/banks.md');
    return client;
  });
}

function withScopes(client: Client, { scopes, approver, person }: Caller): Client {
  const { approver: _, person: __, ...others } = client;
  return {
    ...others,
    scopes: scopes as Client['scopes'],
    ...(approver && { approver }),
    ...(person !== null && { person }),
  };
}
