import { createClient, type JsonObject, writeJson } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import {
  cutToAnswerMaxima,
  fraudMonitoringFindings,
  mailingAddress,
  mailingWarning,
  withClientDefaults,
} from './client.ts';
import { toClientResponse } from './client-response.ts';
import { storeTerms } from './client-search-store.ts';
import { insertClient } from './client-store.ts';
import { TERMS_VERSION, termsOf } from './search-terms.ts';

export interface CreateClientSettings {
  readonly CARDWRIGHT_MAILING_FIELD: string;
  readonly CARDWRIGHT_CLIENT_CREATE_FUNCTION: string;
  readonly CARDWRIGHT_CUT_CLIENT_ANSWERS: boolean;
}

/**
 * Creates a client (docs/interface/clients.md#create): stores the whole record and returns it. Fails with
 * `client_exists` if the bank has the customer already.
 */
export function createClientOperation(settings: CreateClientSettings) {
  return implementEnvelope(createClient, {
    responseFunction: settings.CARDWRIGHT_CLIENT_CREATE_FUNCTION,
    check: (bank, body) => (bank.fraudMonitoring ? fraudMonitoringFindings(body) : []),
    async run({ tx, bank, now, audit, warn }, body) {
      const client = withClientDefaults(body);
      if (client.bank_code !== bank.bankCode) {
        return fail('value_not_allowed', { path: 'body.bank_code', message: "must be the bank's own code" });
      }
      const mailing = mailingAddress(client, settings.CARDWRIGHT_MAILING_FIELD);
      if (mailing === undefined) {
        const message = `${settings.CARDWRIGHT_MAILING_FIELD} must be PERMANENT, PRESENT or WORK`;
        return fail('value_not_allowed', { path: 'body.custom_fields', message });
      }
      const record = writeJson(client as JsonObject);
      const clientId = await insertClient(tx, bank.bankId, client, { record, mailing }, now);
      if (clientId === undefined) return fail('client_exists', { subject: `client:${client.customer_id}` });
      await storeTerms(tx, bank.bankId, clientId, termsOf(client), TERMS_VERSION);
      const warning = mailingWarning(client, mailing);
      if (warning !== undefined) warn(warning);
      // personal data is only in the record: it cannot be removed from the audit log
      const after = { card_type: client.card_type, mailing_address: mailing };
      const row = { client_id: clientId, customer_id: client.customer_id, record: client, created_at: now };
      const event = () => ({ before: null, after: toClientResponse(row, false) });
      audit(bank.bankId, `client:${client.customer_id}`, 'created', undefined, { before: null, after, event });
      return ok(settings.CARDWRIGHT_CUT_CLIENT_ANSWERS ? cutToAnswerMaxima(client) : client);
    },
  });
}
