import { type AuditedRow, auditedRows } from './audited-rows.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueAccount, issueCard } from './cards/issued-cards.ts';
import { newToken, queueNotifications } from './cards/tokens.ts';
import { moveOwnRule, writeRule } from './decisions/bank-rules.ts';
import { boardMerchants } from './merchants/merchants.ts';
import { submitAndScreen, uniqueMerchant } from './merchants/reviews.ts';
import type { Answer, TestServer } from './test-server.ts';
import { registerWebhook } from './webhooks.ts';

export const AUDITED_BANK = 'DEMO';
export const AUDITED_ACQUIRER = 'acquirer:DEMO';
/** A condition of a rule that no message meets. */
export const UNMET_CONDITION = { field: 'amount', op: 'lt', value: '0' };

/** A server with the data that audited requests refer to. */
export type AuditWorld = Awaited<ReturnType<typeof openAuditWorld>>;

export async function openAuditWorld(server: TestServer) {
  const card = await issueCard(server);
  const account = await issueAccount(server);
  await queueNotifications(server);
  const token = await newToken(server, card.exid);
  const endpoint = (await registerWebhook(server)).id;
  const post = (url: string, payload: object, as = 'demo-bank') =>
    server.request({ method: 'POST', url: `/V2${url}`, as, payload });
  const putList = (name: string): Promise<Answer> => {
    const payload = { kind: 'mcc', entries: ['5411'] };
    return server.request({ method: 'PUT', url: `/V2/merchant-lists/${name}`, as: 'demo-bank', payload });
  };
  const aDraft = async (): Promise<string> => (await writeRule(server, UNMET_CONDITION)).id;
  return {
    server,
    card,
    account,
    token,
    endpoint,
    exid: (of: IssuedCard = card) => ({ card_identifier_id: of.exid, card_identifier_type: 'EXID' }),
    envelope: async (operation: string, body: object) => (await server.envelope(operation, body)).http,
    get: (url: string, as = 'demo-bank') => server.request({ method: 'GET', url: `/V2${url}`, as }),
    post,
    putList,
    aDraft,

    /** Sends an authorization and returns its reference. */
    async reserved(): Promise<string> {
      const message = ecommerceMessage(card);
      await authorize(server, message);
      return String(message.Retrieval_Reference_Number);
    },

    /** Starts a backtest, ends it, and returns its id. */
    async backtest(): Promise<string> {
      const { json } = await post('/backtests', { proposal: {} });
      await server.request({ method: 'DELETE', url: `/V2/backtests/${json.backtest_id}`, as: 'demo-bank' });
      return String(json.backtest_id);
    },

    async inShadow(): Promise<string> {
      const id = await aDraft();
      await moveOwnRule(server, id, 'shadow');
      return id;
    },

    async aList(): Promise<string> {
      const name = `list-${crypto.randomUUID().slice(0, 8)}`;
      await putList(name);
      return name;
    },

    active: () => newToken(server, card.exid),
    withCode: () => newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' }),

    async boarded(): Promise<string> {
      const merchant = uniqueMerchant();
      await boardMerchants(server, [merchant]);
      return String(merchant.merchantId);
    },

    application: async (merchant?: Record<string, unknown>): Promise<string> =>
      (await submitAndScreen(server, merchant && [merchant])).applicationId,
  };
}

/** An audited request. `setUp` creates the data that it needs, and its result is passed to `send`. */
export interface AuditedCase {
  readonly operation: string;
  readonly log: string;
  readonly setUp?: (of: AuditWorld) => Promise<string>;
  readonly send: (of: AuditWorld, argument: string) => Promise<Answer>;
}

/** Returns the audit rows that the operation's request wrote. */
export async function rowsOfCase(of: AuditWorld, { operation, setUp, send }: AuditedCase): Promise<AuditedRow[]> {
  const argument = (await setUp?.(of)) ?? '';
  const rows = await auditedRows(of.server, async () => {
    const answer = await send(of, argument);
    if (answer.status >= 300) throw new Error(`${operation}: HTTP ${answer.status} ${answer.text}`);
  });
  return rows.filter((row) => row.operation === operation);
}
