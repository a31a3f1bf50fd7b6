import type { TestServer } from '../test-server.ts';
import { type AccountPair, ISO_REFERENCES } from './account-pair.ts';

/** All stored data of an account and its authorizations, in a form that is equal for both accounts of the pair. */
export interface StoredAccount {
  readonly account: unknown;
  readonly authorizations: readonly unknown[];
  readonly endings: readonly unknown[];
}

/** Members that differ between the protocols: the card, the format of the message, and the reference. */
const PROTOCOL_FIELDS = [
  'Message_Version',
  'CARD_NUMBER',
  'From_Account_No',
  'Retrieval_Reference_Number',
  'Local_Date_Time',
  'Banknet_Data',
];

export async function readStoredAccount(
  { db }: TestServer,
  pair: AccountPair,
  protocol: 'http' | 'iso',
): Promise<StoredAccount> {
  const pairedAccount = pair[protocol];
  const [account] = await db.sql<{ account_id: string }>(
    'select account_id, available_minor, reserved_minor, counters from accounts where account_number = $1',
    [pairedAccount.accountNumber],
  );
  const { account_id: id, ...state } = account!;
  const authorizations = await db.sql<Record<string, unknown>>(
    `select z.retrieval_reference, z.decided_at, z.billing_minor, z.reserved_minor, z.system_trace, z.settlement_date,
            z.state, z.acquirer, z.action_code, z.approval_code ~ '^[0-9]{6}$' as is_approval_code, z.rule, z.message,
            z.trace, z.account_sequence, z.counted, c.exid
       from authorizations z left join cards c on c.card_id = z.card_id and c.account_id = z.account_id
      where z.account_id = $1 order by z.retrieval_reference`,
    [id],
  );
  const endings = await db.sql<Record<string, unknown>>(
    `select z.retrieval_reference, e.event, e.kind, e.amount_minor, e.at
       from authorization_events e
       join authorizations z on z.account_id = e.account_id and z.message_key = e.message_key
      where e.account_id = $1 order by z.retrieval_reference, e.event`,
    [id],
  );
  const cards = pairedAccount.cards.map(({ exid }) => exid);
  return {
    account: state,
    authorizations: authorizations.map(({ message, trace, exid, ...row }) => ({
      ...withReference(row),
      card: cards.indexOf(String(exid)),
      trace: JSON.parse(String(trace)),
      message: withoutProtocolFields(JSON.parse(String(message))),
    })),
    endings: endings.map(withReference),
  };
}

function withReference({ retrieval_reference: reference, ...row }: Record<string, unknown>) {
  return { reference: Number(reference) % ISO_REFERENCES, ...row };
}

function withoutProtocolFields(message: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !PROTOCOL_FIELDS.includes(name)));
}

/** Returns the events of an account in their order, without members that differ between the protocols. */
export function comparableEvents(bodies: readonly string[], { accountNumber, cards }: AccountPair['http']): unknown[] {
  return bodies
    .flatMap((body) => {
      const parsed = JSON.parse(body);
      return (parsed.type === 'events' ? parsed.events : [parsed]) as Record<string, unknown>[];
    })
    .filter((event) => event.account_number === accountNumber)
    .map(
      ({ id: _, account_number: __, card_identifier_id: exid, retrieval_reference_number: reference, ...event }) => ({
        ...event,
        card: cards.findIndex((card) => card.exid === exid),
        ...(reference !== undefined && { reference: Number(reference) % ISO_REFERENCES }),
      }),
    );
}
