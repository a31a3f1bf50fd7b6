import {
  type ClientDetails,
  type ClientSummary,
  type JsonObject,
  pickSchemaMembers,
  readClient,
} from '@cardwright/contract';
import { withClientDefaults } from './client.ts';
import type { ClientRow } from './client-search-store.ts';
import { maskClient } from './personal-data.ts';

/** Returns the client for a list, with enough data to recognize the client. */
export function toSummaryResponse({ record, created_at }: ClientRow, includesPersonalData: boolean): ClientSummary {
  const { customer_id, card_name, card_type, personal_details: person } = record;
  const { mobile_phone, email } = (includesPersonalData ? record : maskClient(record)).contact_details;
  return {
    customer_id,
    card_name,
    card_type,
    first_name: person.first_name,
    last_name: person.last_name,
    mobile_phone,
    ...(email !== undefined && { email }),
    personal_data: includesPersonalData ? 'SHOWN' : 'MASKED',
    created_at: created_at.toISOString(),
  };
}

/** Returns the record as the bank sent it, with the table's defaults and without members that are not in the table. */
export function toClientResponse({ record, created_at }: ClientRow, includesPersonalData: boolean): ClientDetails {
  const declared = pickSchemaMembers(
    readClient.response,
    withClientDefaults(includesPersonalData ? record : maskClient(record)) as JsonObject,
  );
  return {
    ...(declared as unknown as ClientRow['record']),
    personal_data: includesPersonalData ? 'SHOWN' : 'MASKED',
    created_at: created_at.toISOString(),
  };
}
